/** The responses of the cart's calls (rules 11 and 15). Amounts are yuan with two decimals. */

import { z } from 'zod';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { get, post } from '../call.ts';
import { emptyInput, money } from '../fields.ts';
import { buyStateWire, lastBought } from '../offers/calls.ts';
import type { Wire } from '../offers/terms.ts';
import { priced } from '../prices.ts';
import {
  addToCartInput,
  cartListInput,
  copyInput,
  editLineInput,
  laterInput,
  lineIdsInput,
  quickAddInput,
  selectLinesInput,
} from './inputs.ts';

/** The person who orders for another store of the account. */
export const storeWire = z.object({ user_id: z.string(), name: z.string(), company: z.string() });
export const storeList = z.object({ list: z.array(storeWire) });
export type StoreList = z.infer<typeof storeList>;

/** The result for each store: lines in its cart now, and refused ones. */
export const copied = z.object({
  stores: z.array(
    storeWire.extend({
      added: z.number(),
      refused: z.array(z.object({ goods_id: z.number().nullable(), code: z.number(), reason: z.string() })),
    }),
  ),
});
export type Copied = z.infer<typeof copied>;

export const cartTotal = z.object({ total: z.number().int() });
export type CartTotal = z.infer<typeof cartTotal>;

/** The result of adding. Refused lines are in `refused`, each with its reason. */
export const addedToCart = cartTotal.extend({
  added: z.array(z.object({ id: z.number(), goods_id: z.number().nullable(), number: z.number() })),
  refused: z.array(z.object({ goods_id: z.number().nullable(), code: z.number(), reason: z.string() })),
});
export type AddedToCart = z.infer<typeof addedToCart>;

export const filledCart = addedToCart.extend({
  /** Lines that were there in that quantity already. */
  had: z.number().int(),
});
export type FilledCart = z.infer<typeof filledCart>;

/** Pieces of a line and the price of each; they sum to the line. Left out where one price applies to all. */
export const priceSegments = priced(z.array(z.object({ number: z.number(), price: money }))).optional();

/** A link to continue after a refusal. */
const nextStep = z.object({ text: z.string(), link: z.string() });
export type NextStep = z.infer<typeof nextStep>;

/** An item in the cart. It has no amounts for a buyer who may not see its price. */
export const cartGoods = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  sccj: z.string(),
  ypgg: z.string(),
  jx: z.string(),
  shpchd: z.string(),
  bzdw: z.string(),
  ck_id: z.number(),
  zbz: z.number(),
  jzl: z.number(),
  qg_number: z.number(),
  xg_number: z.number(),
  number: z.number(),
  number_label: z.string(),
  is_buy: z.number(),
  is_favorite: z.number(),
  is_kxpz: z.number(),
  is_youx: z.number(),
  is_jxq: z.number(),
  is_manjian: z.number(),
  with_coupon: z.number(),
  is_free_shipping: z.number(),
  free_shipping_number: z.number(),
  rebate: priced(money).optional(),
  price: priced(money).optional(),
  base_price: priced(money).optional(),
  market_price: priced(money).optional(),
  last: lastBought.optional(),
  /** Expiry date, `2028-03-31`. */
  expires_on: z.string(),
  is_cold_chain: z.number(),
  otc: z.string(),
  tags: z.array(z.object({ name: z.string(), describe: z.string() })),
  sjly: z.object({ id: z.number(), remarks: z.string() }),
  buy_state: buyStateWire,
});
export type CartGoods = z.infer<typeof cartGoods>;

export const cartLineWire = z.object({
  id: z.number(),
  type: z.number(),
  goods_id: z.number().nullable(),
  activity_id: z.number().nullable(),
  /** Null for a combination, and for deleted items. */
  goods: cartGoods.nullable(),
  combination: z
    .object({
      id: z.number(),
      name: z.string(),
      parts: z.array(z.object({ goods: cartGoods, quantity: z.number() })),
    })
    .nullable(),
  number: z.number(),
  /** Price of the first piece, before amounts that lines share. */
  price: priced(money).optional(),
  price_segments: priceSegments,
  /** List price a piece. */
  raw_price: priced(money).optional(),
  /** The line before full reduction and coupons, and after. */
  line_amount: priced(money).optional(),
  paid_amount: priced(money).optional(),
  goods_manjian_amount: priced(money).optional(),
  /** Price change of a piece (`1.20` or `-1.20`) since it was added; left out when there is none. */
  price_change: priced(money).optional(),
  /** 1 = it counts in the total. Items that cannot be bought are deselected. */
  is_selected: z.number(),
  /** 1 = the buyer ticked it, whether it can be bought now or not. */
  is_wanted: z.number(),
  gift_data: z.object({ total: z.number(), type: z.number() }),
  with_coupon: z.number(),
  /** Why the line does not count though it may be wanted, and how to continue. */
  refusal: z.object({ code: z.string(), reason: z.string(), door: nextStep.nullable() }).nullable(),
});
export type CartLineWire = z.infer<typeof cartLineWire>;

export const totalsWire = z.object({
  goods_amount: priced(money),
  discount_amount: priced(money),
  shipping_amount: priced(money),
  pay_amount: priced(money),
  /** Promised to the balance after completion; not part of pay_amount. */
  cashback_amount: priced(money),
});
export type TotalsWire = z.infer<typeof totalsWire>;

/** A coupon that the company holds. `amount` is its threshold, `value` its discount. */
export const couponWire = z.object({
  id: z.number(),
  merchant_id: z.number().nullable(),
  name: z.string(),
  amount: priced(money),
  value: priced(money),
  saving: priced(money),
  gap: priced(money),
  is_usable: z.number(),
  is_chosen: z.number(),
  /** The number of the trade that holds it; empty where none does. */
  held_by: z.string(),
  reason: z.string().nullable(),
});
export type CouponWire = z.infer<typeof couponWire>;

const shippingWire = z.object({
  shipping_amount: priced(money),
  /** Selected items that cannot be delivered to the address. */
  no_trans_order_amount: priced(money),
  /** The part of the freight for preferred items. */
  youx_shipping_amount: priced(money),
});

/** One active full reduction: `amount` of its items, `count` times or pieces, `status` 1 = reached. */
const manjianWire = z.object({
  id: z.number(),
  merchant_id: z.number(),
  name: z.string(),
  amount: priced(money),
  /** Pieces that count. */
  count: z.number(),
  status: z.number(),
  /** Its current discount. */
  reduction_amount: priced(money),
  /** What is missing to the next tier, in words; null at the highest. */
  next: priced(z.string().nullable(), null),
});

export const merchantWire = z.object({ id: z.number(), name: z.string(), logo: z.string() });
export type MerchantWire = z.infer<typeof merchantWire>;

export const cartState = z.object({
  data: z.array(cartLineWire),
  coupons: priced(z.array(couponWire), []),
  shipping_data: shippingWire.extend({
    merchants: priced(
      z.array(
        shippingWire.extend({ merchant_id: z.number(), minimum_gap: money, text: z.string().nullable() }),
      ),
      [],
    ),
  }),
  activity_data: z.object({ manjians: priced(z.array(manjianWire), []) }),
  filter_data: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
  total: totalsWire,
  merchants: z.array(merchantWire),
  /** Contracts that buying from a merchant of the cart will ask for, with the way to them (rules 20). */
  contracts: z.array(
    z.object({ merchant_id: z.number(), text: z.string(), act: z.string(), link: z.string() }),
  ),
  /** The input for predictions in the browser; null for a buyer who may not see prices. */
  offers: priced(
    z.custom<Wire<Offers>>((value) => typeof value === 'object' && value !== null).nullable(),
    null,
  ),
  address_id: z.number().nullable(),
  /** Division code of the delivery address. */
  region: z.string().nullable(),
  /** 1 = this person's role may change the cart and order. */
  may_order: z.number(),
  /** Server time in milliseconds of the totals. */
  timestamp: z.number(),
});
export type CartState = z.infer<typeof cartState>;

/** Lines saved for later; none of them counts. */
export const laterList = z.object({ list: z.array(cartLineWire), total: z.number().int() });
export type LaterList = z.infer<typeof laterList>;

/** The result of changing lines: the changed lines and the new totals. */
export const cartChange = z.object({
  total: totalsWire,
  /** Lines in the cart. */
  count: z.number(),
  lines: z.array(
    z.object({ id: z.number(), number: z.number(), is_selected: z.number(), is_wanted: z.number() }),
  ),
});
export type CartChange = z.infer<typeof cartChange>;

export const cartCalls = {
  addToCart: post('/api/cart', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: addToCartInput,
    output: addedToCart,
  }),
  fillCart: post('/api/cart/fill', {
    who: 'buyer',
    may: 'order',
    cost: 'order',
    input: addToCartInput,
    output: filledCart,
  }),
  quickAdd: post('/api/cart/quick-add/{id}', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: quickAddInput,
    output: addedToCart,
  }),
  cartTotal: get('/api/cart/total', { who: 'buyer', input: emptyInput, output: cartTotal }),
  cartList: get('/api/cart/list', { who: 'buyer', cost: 'quote', input: cartListInput, output: cartState }),
  editLine: post('/api/cart/{id}/edit', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: editLineInput,
    output: cartChange,
  }),
  selectLines: post('/api/cart/batch-select', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: selectLinesInput,
    output: cartChange,
  }),
  deleteLines: post('/api/cart/batch-delete', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: lineIdsInput,
    output: cartChange,
  }),
  keepForLater: post('/api/cart/{id}/later', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    input: laterInput,
    output: laterList,
  }),
  laterList: get('/api/cart/later', { who: 'buyer', input: emptyInput, output: laterList }),
  cartStores: get('/api/cart/stores', { who: 'buyer', input: emptyInput, output: storeList }),
  copyLines: post('/api/cart/copy', { who: 'buyer', may: 'order', input: copyInput, output: copied }),
};
