/** Confirming an order (rules 15): what is bought, where it goes, and which coupons it uses. */

import { z } from 'zod';
import type { Choices } from '#lib/rules/terms/asked.ts';
import { addressWire } from './addresses.ts';
import { post } from './call.ts';
import { cartLineWire, couponWire, merchantWire, totalsWire } from './cart/calls.ts';
import { id, ids, money } from './fields.ts';
import { ownMoney, priced } from './prices.ts';

/**
 * The buyer's choices in a form. `coupons` left out or `best`: what saves most; `none`: no coupon; ids: exactly
 * these. `vouchers` are ids of cash vouchers, left out: those that help, empty: none; `gifts[activity id]` is the goods chosen as gift.
 */
export const choiceFields = {
  coupons: z.union([z.enum(['best', 'none']), ids('优惠券')], { error: '优惠券选择不正确' }).default('best'),
  vouchers: z.union([z.literal(''), ids('现金券')], { error: '现金券选择不正确' }).optional(),
  gifts: z
    .record(z.string().regex(/^\d{1,10}$/, { error: '赠品活动不正确' }), id('赠品'), {
      error: '赠品选择不正确',
    })
    .default({}),
};

const choiceInput = z.object(choiceFields);

/** The choices as the engine takes them. */
export function choicesOf(input: z.infer<typeof choiceInput>): Choices {
  return {
    coupons: input.coupons === 'none' ? [] : input.coupons,
    voucherIds: Array.isArray(input.vouchers) ? input.vouchers : input.vouchers === '' ? [] : 'best',
    gifts: input.gifts,
  };
}

/** `ids` are cart lines; all of them are bought. By default the default address is used. */
export const previewInput = z.object({
  ids: ids(),
  address_id: id('收货地址').optional(),
  ...choiceFields,
});

/** The browser's input. */
export type ChoiceInput = z.input<typeof choiceInput>;

/**
 * The name of one order of a trade before it has a number: merchant, warehouse, cold chain. Remarks are sent under
 * it: `remarks[3-1-0]`.
 */
export function orderKey(order: { merchantId: number; warehouseId: number; isColdChain: boolean }): string {
  return `${order.merchantId}-${order.warehouseId}-${order.isColdChain ? 1 : 0}`;
}

/** One order of the trade; its items are shipped together. */
const previewOrder = z.object({
  /** See `orderKey`. */
  key: z.string(),
  warehouse_id: z.number(),
  is_cold_chain: z.number(),
  line_ids: z.array(z.number()),
  gifts: z.array(
    z.object({
      activity_id: z.number(),
      goods_id: z.number(),
      name: z.string(),
      bzdw: z.string(),
      quantity: z.number(),
    }),
  ),
  goods_amount: priced(money),
  discount_amount: priced(money),
  shipping_amount: priced(money),
  pay_amount: priced(money),
});
export type PreviewOrder = z.infer<typeof previewOrder>;

/** One merchant's part of the trade. */
const previewGroup = z.object({
  merchant: merchantWire,
  lines: z.array(cartLineWire),
  orders: z.array(previewOrder),
  goods_amount: priced(money),
  full_reduction_amount: priced(money),
  coupon_amount: priced(money),
  voucher_amount: priced(money),
  shipping_amount: priced(money),
  shipping_text: z.string().nullable(),
  /** Missing to the merchant's minimum order; 0.00 when reached. */
  minimum_gap: priced(money),
});
export type PreviewGroup = z.infer<typeof previewGroup>;

/** A cash voucher of the company; `used_amount` is its payment here. */
const voucherWire = z.object({
  id: z.number(),
  name: z.string(),
  balance: ownMoney(money),
  used_amount: priced(money),
  is_chosen: z.number(),
  reason: z.string().nullable(),
});

export const preview = z.object({
  groups: z.array(previewGroup),
  total: totalsWire,
  coupons: z.array(couponWire),
  vouchers: z.array(voucherWire),
  address_id: z.number().nullable(),
  address: addressWire.nullable(),
  /** Obstacles of the order, in words; empty = it can be placed. */
  problems: z.array(z.string()),
  /** Notices before ordering, e.g. that somebody has to approve it. */
  notices: z.array(z.string()),
  /** Why it cannot be paid by bank transfer; empty where it can. */
  transfer_refusal: z.string(),
  timestamp: z.number(),
});
export type Preview = z.infer<typeof preview>;

export const checkoutCalls = {
  checkoutCart: post('/api/cart/checkout', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    cost: 'quote',
    input: previewInput,
    output: preview,
  }),
  previewOrder: post('/api/order/preview', {
    who: 'buyer',
    may: 'order',
    usesCachedActor: true,
    cost: 'quote',
    input: previewInput,
    output: preview,
  }),
};
