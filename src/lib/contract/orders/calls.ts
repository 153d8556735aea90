/** Orders: placing, reading and a buyer's acts (rules 15, rules 3 and 8). */
import { z } from 'zod';
import { pictures } from '../after-sale/calls.ts';
import { get, post } from '../call.ts';
import { choiceFields } from '../checkout.ts';
import { unset } from '../decode.ts';
import { id, ids, money, text, yuan } from '../fields.ts';
import { goodsItem } from '../goods/calls.ts';
import { ownMoney, priced } from '../prices.ts';
import { orderDetail, orderList } from './order.ts';
import { listOrdersInput, purchaseStatementInput } from './search.ts';
import { shipmentWire } from './shipment.ts';
import { purchaseStatement } from './statement.ts';

const remark = text('订单备注', { max: 200 });

/**
 * Input of the confirm page, besides the header `Idempotency-Key`. `remarks` are keyed by their order (`orderKey` of
 * contract/checkout); a single text is for all orders.
 */
export const placeOrderInput = z.object({
  ids: ids(),
  address_id: id('收货地址').optional(),
  /** The total the buyer saw; another one answers 409 with the new quote. */
  expected_total: yuan('订单金额'),
  remarks: z.union([remark, z.record(z.string().max(40), remark)], { error: '订单备注不正确' }).default({}),
  ...choiceFields,
});
export type PlaceOrderValues = z.infer<typeof placeOrderInput>;

export const placedTrade = z.object({
  trade_no: z.string(),
  orders: z.array(z.object({ no: z.string(), status: z.number(), pay_amount: ownMoney(money) })),
  pay_amount: ownMoney(money),
});
export type PlacedTrade = z.infer<typeof placedTrade>;

/** A number from a buyer or a link: an invalid one is simply not found. */
const orderNo = text('订单编号', { min: 1, max: 100 });

export const orderNoInput = z.object({ no: orderNo });

/** What is bought again: the order, everything paid with it, or all orders of its day. */
export const rebuyScopes = ['order', 'trade', 'day'] as const;
export type RebuyScope = (typeof rebuyScopes)[number];

const rebuyInput = z.object({
  no: orderNo,
  scope: unset(z.enum(rebuyScopes, { error: '再买的范围不正确' }).default('order')),
});
export type RebuyInput = z.output<typeof rebuyInput>;

export const cancelOrderInput = z.object({ no: orderNo, reason: text('取消原因', { max: 100 }).default('') });

export const refuseOrderInput = z.object({
  no: orderNo,
  reason: text('拒收原因', { max: 200 }).default(''),
  /** Files of the company as evidence. */
  pictures,
});

export const rebuyOutput = z.object({
  added: z.number(),
  refused: z.array(z.object({ goods_id: z.number(), name: z.string(), reason: z.string() })),
});
export type RebuyOutput = z.infer<typeof rebuyOutput>;

/** An item of an order in its current state. `goods` is the same one, or its replacement; null without either. */
export const rebuyRow = z.object({
  goods_id: z.number(),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  bzdw: z.string(),
  image: z.string(),
  number_then: z.number().int(),
  price_then: priced(money).optional(),
  expires_then: z.string(),
  goods: goodsItem.nullable(),
  /** Pieces that would be added; 0 when none can be. */
  number: z.number().int(),
  /** Pieces of it in the cart already. */
  cart_num: z.number().int(),
  price_now: priced(money).optional(),
  changes: z.array(
    z.object({
      kind: z.enum(['in_cart', 'gone', 'stand_in', 'dearer', 'cheaper', 'number', 'sooner', 'later']),
      text: z.string(),
    }),
  ),
});
export type RebuyRow = z.infer<typeof rebuyRow>;
export const rebuyPreview = z.object({
  no: z.string(),
  /** How many orders each scope holds, and the day in Shanghai. */
  orders: z.object({ trade: z.number().int(), day: z.number().int() }),
  day: z.string(),
  /** Combinations still on sale, bought again as they were; their items are not among `rows`. */
  sets: z.array(
    z.object({
      activity_id: z.number(),
      name: z.string(),
      number: z.number().int(),
      price_now: priced(money).optional(),
      parts: z.array(z.string()),
    }),
  ),
  rows: z.array(rebuyRow),
});
export type RebuySet = RebuyPreview['sets'][number];
export type RebuyPreview = z.infer<typeof rebuyPreview>;

export const ordersCalls = {
  placeOrder: post('/api/order', {
    who: 'buyer',
    may: 'order',
    once: true,
    cost: 'order',
    input: placeOrderInput,
    output: placedTrade,
  }),
  orders: get('/api/order', { who: 'buyer', whileFrozen: true, input: listOrdersInput, output: orderList }),
  purchaseStatement: get('/api/order/statement', {
    who: 'buyer',
    whileFrozen: true,
    cost: 'list',
    input: purchaseStatementInput,
    output: purchaseStatement,
  }),
  order: get('/api/order/{no}', {
    who: 'buyer',
    whileFrozen: true,
    input: orderNoInput,
    output: orderDetail,
  }),
  orderLogistics: get('/api/order/{no}/logistics', {
    who: 'buyer',
    whileFrozen: true,
    input: orderNoInput,
    output: z.object({ list: z.array(shipmentWire) }),
  }),
  // 财务 cancels orders that wait for approval; the service requires more in other states.
  cancelOrder: post('/api/order/{no}/cancel', {
    who: 'buyer',
    may: 'pay',
    input: cancelOrderInput,
    output: orderDetail,
  }),
  confirmOrder: post('/api/order/{no}/confirm', {
    who: 'buyer',
    may: 'receive',
    input: orderNoInput,
    output: orderDetail,
  }),
  extendOrder: post('/api/order/{no}/extend', {
    who: 'buyer',
    may: 'receive',
    input: orderNoInput,
    output: orderDetail,
  }),
  refuseOrder: post('/api/order/{no}/refuse', {
    who: 'buyer',
    may: 'receive',
    input: refuseOrderInput,
    output: orderDetail,
  }),
  hurryOrder: post('/api/order/{no}/hurry', {
    who: 'buyer',
    may: 'order',
    input: orderNoInput,
    output: orderDetail,
  }),
  hideOrder: post('/api/order/{no}/hide', {
    who: 'buyer',
    may: 'order',
    input: orderNoInput,
    output: orderDetail,
  }),
  previewRebuy: get('/api/order/{no}/rebuy', {
    who: 'buyer',
    cost: 'quote',
    input: rebuyInput,
    output: rebuyPreview,
  }),
  rebuyOrder: post('/api/order/{no}/rebuy', {
    who: 'buyer',
    may: 'order',
    cost: 'order',
    input: rebuyInput,
    output: rebuyOutput,
  }),
};
