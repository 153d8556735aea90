/** Orders: placing, reading and a buyer's acts (rules 15, rules 3 and 8). */

import { z } from 'zod';
import { pictures } from '../after-sale/calls.ts';
import { get, post } from '../call.ts';
import { priceSegments } from '../cart/calls.ts';
import { choiceFields } from '../checkout.ts';
import { maxPageSize } from '../constants.ts';
import { unset } from '../decode.ts';
import { id, ids, money, page, text, upTo, whole, yuan } from '../fields.ts';
import { fileWire } from '../files.ts';
import { goodsItem } from '../goods/calls.ts';
import { ownMoney, priced } from '../prices.ts';
import { caseTag, shipmentWire } from './shipment.ts';

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

const moment = z.string();

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

/** `status` takes one code or several (`10,12`); empty is all. */
export const listOrdersInput = z.object({
  status: unset(
    upTo(20, whole('订单状态', 1, 99), { error: '订单状态不正确', tooMany: '订单状态不正确' }).default([]),
  ),
  keywords: text('搜索内容', { max: 100 }).default(''),
  page: page(),
  size: whole('每页条数', 1, maxPageSize).default(10),
});
export type ListOrdersValues = z.infer<typeof listOrdersInput>;
export type ListOrdersInput = z.input<typeof listOrdersInput>;

const traceStep = z.object({ rule: z.string(), amount: money, reason: z.string() });

export const orderLineWire = z.object({
  id: z.number(),
  goods_id: z.number(),
  /** 0 normal, 1 flash, 2 group-buy, 3 part of a combination, 4 add-on, 5 gift. */
  type: z.number(),
  name: z.string(),
  sccj: z.string(),
  ypgg: z.string(),
  bzdw: z.string(),
  image: z.string(),
  number: z.number(),
  /** For the first piece. Prices and amounts of a line are left out for a company that may see no prices. */
  price: priced(money).optional(),
  price_segments: priceSegments,
  /** Before discounts. */
  amount: priced(money).optional(),
  discount_amount: priced(money).optional(),
  pay_amount: priced(money).optional(),
  shipped_number: z.number(),
  refunded_number: z.number(),
  price_trace: priced(z.array(traceStep)).optional(),
});
export type OrderLineWire = z.infer<typeof orderLineWire>;

export const orderWire = z.object({
  no: z.string(),
  trade_no: z.string(),
  status: z.number(),
  status_text: z.string(),
  merchant_id: z.number(),
  merchant: z.string(),
  ck_id: z.number(),
  is_cold_chain: z.number(),
  number: z.number(),
  /** Left out with the prices of its lines, like the discount. */
  goods_amount: priced(money).optional(),
  discount_amount: priced(money).optional(),
  shipping_amount: ownMoney(money),
  pay_amount: ownMoney(money),
  refunded_amount: ownMoney(money),
  created_at: moment,
  /** Deadline to pay, while it runs. */
  deadline_at: moment.nullable(),
  /** Deadline of the company's approval, while it waits for that. */
  approve_by: moment.nullable(),
  /** When it completes automatically. */
  receive_by: moment.nullable(),
  /**
   * Until when the merchant takes a refused parcel back; null for an order that is not refused, or is with the
   * platform.
   */
  take_back_by: moment.nullable(),
  lines: z.array(orderLineWire),
  /** Verbs of rules/order-state that this member may use now, in the order of the buttons. */
  actions: z.array(z.string()),
  /** Its after-sale cases, the newest first; empty where they are not loaded. */
  cases: z.array(caseTag),
  /** Other unpaid orders of its trade that were priced together with it, and are cancelled with it. */
  cancels: z.array(z.string()),
  /** The same orders, with merchant and amount. */
  cancels_with: z.array(z.object({ no: z.string(), merchant: z.string(), pay_amount: ownMoney(money) })),
  /** What a payment of its trade pays now: everything payable, 0 orders where nothing is. */
  trade: z.object({
    orders: z.number(),
    merchants: z.number(),
    pay_amount: ownMoney(money),
    /** 1: a link for payment by somebody else can be created. */
    may_link: z.number(),
  }),
});
export type OrderWire = z.infer<typeof orderWire>;

/** `counts` is the number of orders per effective status. `now` is the server's clock. */
export const orderList = z.object({
  list: z.array(orderWire),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  counts: z.record(z.string(), z.number()),
  /** At a head office: its stores with trades waiting for approval; without the right to approve, only one's own. */
  store_waits: z.array(z.object({ name: z.string(), trades: z.number().int() })),
  may_approve: z.number(),
  now: moment,
});
export type OrderList = z.infer<typeof orderList>;

export const orderDetail = orderWire.extend({
  remark: z.string(),
  cancel_reason: z.string(),
  /** Remaining promises after refunds. */
  rebate_amount: ownMoney(money),
  cashback_amount: ownMoney(money),
  address: z.object({
    receiver: z.string(),
    phone: z.string(),
    province: z.string(),
    city: z.string(),
    district: z.string(),
    detail: z.string(),
    /** 1: outside the district of the licence, to be checked before shipping. */
    to_check: z.number(),
  }),
  paid_at: moment.nullable(),
  shipped_at: moment.nullable(),
  completed_at: moment.nullable(),
  cancelled_at: moment.nullable(),
  /** How it was paid, in words; empty before. */
  pay_way: z.string(),
  /** The payments that paid its trade; several orders may share one. */
  payments: z.array(z.object({ pay_no: z.string(), way: z.string(), paid_at: moment.nullable() })),
  timeline: z.array(z.object({ text: z.string(), note: z.string(), at: moment, files: z.array(fileWire) })),
  shipments: z.array(shipmentWire),
  refunds: z.array(
    z.object({
      no: z.string(),
      amount: ownMoney(money),
      /** Where the refund goes, or went: 退到余额, 原路退回微信支付; empty without one. */
      place_text: z.string(),
      /** Refunded onto cash vouchers. */
      voucher_amount: ownMoney(money),
      reason: z.string(),
      status_text: z.string(),
      /** 1: the company has it. */
      is_back: z.number(),
      at: moment,
    }),
  ),
  now: moment,
});
export type OrderDetail = z.infer<typeof orderDetail>;

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
