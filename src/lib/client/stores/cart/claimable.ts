/** Coupons that the buyer could claim for this cart, and what they would save. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { maxPageSize } from '#lib/contract/constants.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type WorthClaiming, worthClaiming } from '#lib/rules/quote/worth-claiming.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import { call } from '../../api.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';
import { loadCart } from './cart.ts';
import { quoteBasis } from './cart-view.ts';

/** Coupons that can be claimed now; null before they are loaded. */
export const $claimable = atom<readonly Coupon[] | null>(null);

export const $isClaiming = atom(false);

/** Loads them from the coupon centre. Without a response none is offered: the cart is right all the same. */
export async function loadClaimable(): Promise<void> {
  try {
    const { list } = await call(api.couponCenter, { size: maxPageSize });
    $claimable.set(list.flatMap(couponOf));
  } catch {
    $claimable.set([]);
  }
}

/** Its id is negative here, distinct from those of held coupons. */
function couponOf(one: CenterCoupon): Coupon[] {
  if (one.state !== 'open' || one.amount === undefined || one.value === undefined) return [];
  return [
    {
      id: -one.id,
      kind: one.merchant_id === 0 ? 'platform' : 'merchant',
      merchantId: one.merchant_id === 0 ? null : one.merchant_id,
      name: one.name,
      threshold: parseYuan(one.amount),
      value: parseYuan(one.value),
      startsAt: Date.parse(one.start_time),
      endsAt: Date.parse(one.end_time),
      status: 'unused',
      isBarred: false,
    },
  ];
}

/** What claiming would save on the ticked lines. */
export function savingOf(state: CartState, claimable: readonly Coupon[]): WorthClaiming | null {
  const basis = quoteBasis(state);
  return worthClaiming(basis.lines, basis.buyer, basis.offers, claimable, state.timestamp);
}

/** Claims them all, and recalculates the cart. */
export async function claimAll({ ids, saving }: WorthClaiming): Promise<void> {
  if ($isClaiming.get()) return;
  $isClaiming.set(true);
  try {
    for (const id of ids) await call(api.claimCoupon, { id: -id });
    showToast('success', `已领${ids.length}张券，再省¥${showYuan(saving)}`);
  } catch (error) {
    react(error);
  }
  await Promise.all([loadClaimable(), loadCart().catch(() => undefined)]);
  $isClaiming.set(false);
}
