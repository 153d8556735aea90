/** From a quoted cart to the wire: lines, coupons, freight, activities, totals (rules 11, "Cart state"). */
import type { CartState, CouponWire, TotalsWire } from '#lib/contract/cart/calls.ts';
import { lackingNote } from '#lib/contract/contracts/lacking.ts';
import { logoPath } from '#lib/contract/goods/pictures.ts';
import { path } from '#lib/contract/routes.ts';
import type { LackingContract } from '#lib/rules/contracts/lacking.ts';
import { formatYuan, inYuan } from '#lib/rules/money/money.ts';
import type { Quote, QuotedCoupon, QuotedGroup } from '#lib/rules/terms/quote-shape.ts';
import type { QuotedCart } from './quoted-cart.ts';

/** The totals of a quote. */
export function totalsOf({ totals }: Quote): TotalsWire {
  return inYuan({
    goods_amount: totals.goods,
    discount_amount: totals.discount,
    shipping_amount: totals.shipping,
    pay_amount: totals.pay,
    cashback_amount: totals.cashback,
  });
}

export function couponOf(coupon: QuotedCoupon): CouponWire {
  return {
    id: coupon.id,
    merchant_id: coupon.merchantId,
    name: coupon.name,
    ...inYuan({ amount: coupon.threshold, value: coupon.value, saving: coupon.saving, gap: coupon.gap }),
    is_usable: coupon.isUsable ? 1 : 0,
    is_chosen: coupon.isChosen ? 1 : 0,
    held_by: coupon.heldBy ?? '',
    reason: coupon.reason,
  };
}

/** The merchants of the quote's groups, in their order. */
export function merchantsOf(cart: QuotedCart): CartState['merchants'] {
  const names = new Map(cart.loaded.offers.merchants.map((one) => [one.id, one.name]));
  return cart.quote.groups.map(({ merchantId: id }) => ({
    id,
    name: names.get(id) ?? '',
    logo: logoPath(id),
  }));
}

/** What the merchants ask to have signed, a note for each of them. */
export function contractsOf(lacking: readonly LackingContract[]): CartState['contracts'] {
  const byMerchant = Map.groupBy(lacking, ({ merchantId }) => merchantId);
  return [...byMerchant].flatMap(([id, own]) => {
    const note = lackingNote(own, path('/cart'));
    return note === null ? [] : [{ merchant_id: id, ...note }];
  });
}

/** shipping_data: of the whole cart, and of each merchant. */
export function shippingOf({ groups, totals }: Quote): CartState['shipping_data'] {
  const sum = (pick: (group: QuotedGroup) => number) => groups.reduce((total, one) => total + pick(one), 0);
  return {
    ...inYuan({
      shipping_amount: totals.shipping,
      no_trans_order_amount: sum((group) => group.noTransAmount),
      youx_shipping_amount: sum((group) => group.freight.preferred),
    }),
    merchants: groups.map((group) => ({
      merchant_id: group.merchantId,
      ...inYuan({
        shipping_amount: group.freight.amount,
        no_trans_order_amount: group.noTransAmount,
        youx_shipping_amount: group.freight.preferred,
        minimum_gap: group.minimumGap,
      }),
      text: group.freight.text,
    })),
  };
}

/** activity_data.manjians: the full reductions of the cart's lines. */
export function manjiansOf({ groups }: Quote): CartState['activity_data']['manjians'] {
  return groups.flatMap((group) =>
    group.activities
      .filter((activity) => activity.kind === 'full_reduction')
      .map((activity) => ({
        id: activity.id,
        merchant_id: group.merchantId,
        name: activity.name,
        amount: formatYuan(activity.amount),
        count: activity.quantity,
        status: activity.isReached ? 1 : 0,
        reduction_amount: formatYuan(activity.benefit),
        next: activity.next?.text ?? null,
      })),
  );
}
