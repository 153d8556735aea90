/** What the drawer beside the cart says is missing: one list of minimum orders, reductions and freight. */
import { expect, test } from 'vitest';
import { missingOf } from '#islands/drawer/missing.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { Activity, MerchantTerms } from '#lib/rules/terms/terms.ts';
import { freight, goods, merchant, now, offers, reduction } from '../rules/fixtures.ts';

/** A cart of ten pieces at 10.00 of one merchant. */
function cartOf(terms: Partial<MerchantTerms>, activities: Activity[]): CartState {
  const own = goods({ activityIds: activities.map(({ id }) => id) });
  return {
    timestamp: now,
    region: '420106',
    offers: toWire(offers({ goods: [own], merchants: [merchant(terms)], activities })),
    merchants: [{ id: 1, name: '衡川自营', logo: '' }],
    data: [
      {
        id: 1,
        type: 0,
        goods_id: own.id,
        activity_id: null,
        number: 10,
        is_wanted: 1,
        goods: { id: own.id },
      },
    ],
  } as unknown as CartState;
}

const missing = (state: CartState) =>
  missingOf(viewCart(state).quote, state.merchants).map(({ of, name, text, input }) => [
    of,
    name,
    text,
    input,
  ]);

test('a minimum order comes first, and its hint is about that', () => {
  const state = cartOf({ minimumAmount: 20_000, freight: freight() }, [reduction]);
  expect(missing(state)).toEqual([
    ['衡川自营', '起订', '还差¥100.00', { merchant_id: 1 }],
    ['衡川自营', '满减', expect.stringContaining('400.00'), { activity_id: 10 }],
  ]);
});

test('then reductions, and free freight', () => {
  expect(missing(cartOf({ freight: freight() }, [reduction]))).toEqual([
    ['衡川自营', '满减', expect.stringContaining('400.00'), { activity_id: 10 }],
    ['衡川自营', '包邮', '再买¥200.00免运费', { merchant_id: 1 }],
  ]);
});

test('nothing where nothing is missing', () => {
  expect(missing(cartOf({}, []))).toEqual([]);
});
