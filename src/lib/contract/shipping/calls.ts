/** Orders at the merchants' desk: what to ship, from which lots, and what was shipped. */

import { z } from 'zod';
import { deskOrderTabKeys } from '../../rules/orders/desk-orders.ts';
import { refusalActKeys } from '../../rules/orders/refusal-state.ts';
import { pictures } from '../after-sale/calls.ts';
import { get, post } from '../call.ts';
import { unset } from '../decode.ts';
import {
  deskPage,
  flag,
  flagOut,
  freeChoice,
  freeDay,
  freeText,
  id,
  listOf,
  money,
  quantity,
  text,
  upload,
  upTo,
} from '../fields.ts';
import { fileWire } from '../files.ts';
import { ownMoney } from '../prices.ts';
import { deskRefundCalls } from './desk-refund.ts';
import { dispatchChecked, dispatchInput } from './dispatch.ts';
import { traceFileInput, traceFileRead } from './trace-file.ts';

/** An order number as used in addresses. */
const orderNo = text('订单号', { min: 1, max: 40 });

export const deskOrdersInput = z.object({
  /**
   * One search box: number of an order (also its last digits), trade, payment, payment provider or parcel, receiver's
   * phone, part of the company's or an item's name, number or SKU of an item.
   */
  q: freeText('查找内容', 100),
  /** Empty: orders to ship, or orders in any state when a search is given. */
  state: freeChoice('状态', deskOrderTabKeys),
  /** Days of payment in Shanghai, both inclusive. */
  from: freeDay('开始日期'),
  to: freeDay('结束日期'),
  ...deskPage(),
});
export type DeskOrdersValues = z.output<typeof deskOrdersInput>;

export const deskOrderRow = z.object({
  no: z.string(),
  merchant: z.string(),
  company: z.string(),
  /** 收货人 and place, as on the label. */
  receiver: z.string(),
  place: z.string(),
  status_text: z.string(),
  /** ISO; empty where it is not paid. */
  paid_at: z.string(),
  /** 1: paid more than two days ago and not completely shipped. */
  is_late: flagOut,
  is_cold: flagOut,
  /** Lines and pieces to ship. */
  lines_left: z.number().int(),
  pieces_left: z.number().int(),
  /** Pieces of these with an unanswered refund request. */
  pieces_asked: z.number().int(),
  parcels: z.number().int(),
  /** 1: one of them is stuck, in trouble, or on its way back. */
  is_stuck: flagOut,
  /** 1: pieces of it cannot be shipped because of a locked lot or a stop of sale. */
  is_quality: flagOut,
  /** ISO: when the buyer last pressed 催单; empty where they did not, or all of it is sent. */
  hurried_at: z.string(),
  /** Who is waited for, for an order refused on delivery; empty otherwise. */
  refusal_text: z.string(),
});
export type DeskOrderRow = z.infer<typeof deskOrderRow>;

/** A page of orders: open ones, the longest waiting first; finished ones, the newest first. */
export const deskOrdersList = listOf(deskOrderRow);
export type DeskOrdersList = z.infer<typeof deskOrdersList>;

export const orderNumbersInput = z.object({ no: text('单号', { min: 4, max: 40 }) });
export type OrderNumbersInput = z.output<typeof orderNumbersInput>;

/** Orders in any state, the newest first. */
export const orderNumbers = z.object({
  list: z.array(
    z.object({
      no: z.string(),
      company: z.string(),
      status_text: z.string(),
      /** The number of something else that it was found by; empty for its own. */
      found_by: z.string(),
    }),
  ),
});
export type OrderNumbers = z.infer<typeof orderNumbers>;

const deskLot = z.object({
  id: z.number().int(),
  lot_no: z.string(),
  expires_on: z.string(),
  /** Pieces available to this line. */
  free: z.number().int(),
});

const deskOrderLine = z.object({
  id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  unit: z.string(),
  is_gift: flagOut,
  quantity: z.number().int(),
  shipped: z.number().int(),
  refunded: z.number().int(),
  left: z.number().int(),
  /** Pieces of these with a refund request. */
  asked: z.number().int(),
  /** Lots that it may be shipped from, the earliest to expire first. */
  lots: z.array(deskLot),
  /** Default lots for shipping: 批号 × pieces. */
  due: z.string(),
  /** Initial price of a piece, reductions of the line, its paid amount and refunds. */
  unit_price: ownMoney(money),
  discount: ownMoney(money),
  paid: ownMoney(money),
  repaid: ownMoney(money),
});
export type DeskOrderLine = z.infer<typeof deskOrderLine>;

/** What was paid for an order, by which ways, and what was refunded. */
const deskOrderMoney = z.object({
  goods: ownMoney(money),
  discount: ownMoney(money),
  freight: ownMoney(money),
  pay: ownMoney(money),
  refunded: ownMoney(money),
  /** Reductions, coupons and vouchers by their names. */
  reductions: z.array(z.object({ text: z.string(), amount: ownMoney(money) })),
  /**
   * Payments of its trade. Number, provider's serial and share of the trade are for the platform, because a trade has
   * orders of other merchants too; empty for a merchant.
   */
  payments: z.array(
    z.object({
      no: z.string(),
      way: z.string(),
      status_text: z.string(),
      serial: z.string(),
      share: z.string(),
      /** ISO; empty where it is not paid. */
      paid_at: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      no: z.string(),
      amount: ownMoney(money),
      status_text: z.string(),
      reason: z.string(),
      created_at: z.string(),
    }),
  ),
});
export type DeskOrderMoney = z.infer<typeof deskOrderMoney>;

export const deskOrder = deskOrderRow.extend({
  trade_no: z.string(),
  placed_at: z.string(),
  money: deskOrderMoney,
  /** Its events, the oldest first. */
  log: z.array(
    z.object({
      at: z.string(),
      who: z.string(),
      status_text: z.string(),
      text: z.string(),
      files: z.array(fileWire),
    }),
  ),
  /** After-sale cases, the newest first; requests for documents (发票, 药检报告 …) are cases too. */
  cases: z.array(
    z.object({ id: z.number().int(), kind_text: z.string(), reasons: z.string(), status_text: z.string() }),
  ),
  phone: z.string(),
  address: z.string(),
  remark: z.string(),
  /** 1: something of it may be shipped now, and the reader may do it. */
  may_ship: flagOut,
  /** 1: the role may refund what is not shipped. */
  may_refund: flagOut,
  /** The process of a parcel refused on delivery; null for other orders. */
  refusal: z
    .object({
      /** ISO: the merchant's deadline; empty once the platform decides. */
      due_at: z.string(),
      /** Messages of buyer and desks, the oldest first. */
      said: z.array(z.object({ text: z.string(), at: z.string(), files: z.array(fileWire) })),
      /** The reader's possible acts. */
      acts: z.array(z.enum(refusalActKeys)),
    })
    .nullable(),
  lines: z.array(deskOrderLine),
  /** Carriers to choose from, those last used by the merchant first; empty for a reader who may not ship. */
  carriers: z.array(z.string()),
  sent: z.array(
    z.object({
      id: z.number().int(),
      /** 1: the reader may correct carrier and number now. */
      may_correct: flagOut,
      carrier: z.string(),
      tracking_no: z.string(),
      shipped_at: z.string(),
      /** Its tracking state; empty where no provider tracks it. */
      state_text: z.string(),
      /** 1: it is stuck, in trouble, or on its way back. */
      is_stuck: flagOut,
      /** Its reported events, the oldest first. */
      events: z.array(z.object({ text: z.string(), at: z.string() })),
      lots: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          lot_no: z.string(),
          produced_on: z.string(),
          expires_on: z.string(),
          quantity: z.number().int(),
          trace_codes: z.number().int(),
          id: z.number().int(),
          /** Missing 追溯码, and whether the buyer requested them. */
          codes_missing: z.number().int(),
          codes_asked: flagOut,
        }),
      ),
    }),
  ),
});
export type DeskOrder = z.infer<typeof deskOrder>;

export const orderNoInput = z.object({ no: orderNo });
export type OrderNoInput = z.infer<typeof orderNoInput>;

const maxLines = 300;

export const shipParcelInput = z.object({
  no: orderNo,
  carrier: freeText('承运方', 200),
  tracking_no: freeText('运单号', 200),
  /** 启运温度 in degrees, for a refrigerated order; its cooler, and the recorder's number. */
  temperature: freeText('启运温度', 20),
  cooler: freeText('冷藏车或冷藏箱', 50),
  recorder: freeText('温度记录仪编号', 50),
  /** 1: pieces with a refund request are shipped all the same, and the request is refused. */
  ships_asked: flag('仍然发货').default(0),
  lines: upTo(
    maxLines,
    z.object({
      line_id: id('明细'),
      pieces: quantity(),
      /** Left out: the earliest to expire first. */
      lot_id: unset(id('批次').optional()),
      /** 追溯码, one a piece, separated by blanks, commas or lines. */
      codes: freeText('追溯码', 220_000, { isScanned: true }),
    }),
    { min: 1, error: '请选择要发货的商品', tooMany: `一次最多发${maxLines}行` },
  ),
});
export type ShipParcelInput = z.input<typeof shipParcelInput>;
export type ShipParcelValues = z.output<typeof shipParcelInput>;

export const shortLinesInput = z.object({
  no: orderNo,
  reason: text('缺货原因', { min: 2, max: 100 }),
  lines: upTo(
    maxLines,
    z.object({
      line_id: id('明细'),
      pieces: quantity(),
      /** The number to ship that was read: a repeat or a concurrent request refunds once. */
      left: quantity(),
    }),
    {
      min: 1,
      error: '请选择缺货的商品',
      tooMany: `一次最多${maxLines}行`,
    },
  ),
});
export type ShortLinesInput = z.input<typeof shortLinesInput>;
export type ShortLinesValues = z.output<typeof shortLinesInput>;

export const addCodesInput = z.object({
  no: orderNo,
  /** Of the parcel's lot. */
  lot_id: id('包裹批次'),
  /** All missing ones, separated by blanks, commas or lines. */
  codes: text('追溯码', { min: 1, max: 220_000, isScanned: true }),
});
export type AddCodesInput = z.input<typeof addCodesInput>;
export type AddCodesValues = z.output<typeof addCodesInput>;

export const correctParcelInput = z.object({
  no: orderNo,
  parcel_id: id('包裹'),
  carrier: text('承运方', { min: 1, max: 50 }),
  tracking_no: text('运单号', { min: 1, max: 40 }),
  /** The number that was read: another one answers 409. */
  known: text('原运单号', { min: 1, max: 40 }),
  /** Shown to the buyer. */
  reason: text('更正原因', { min: 2, max: 100 }),
});
export type CorrectParcelInput = z.input<typeof correctParcelInput>;
export type CorrectParcelValues = z.output<typeof correctParcelInput>;

export const settleRefusalInput = z.object({
  no: orderNo,
  act: z.enum(refusalActKeys, { error: '请选择处理方式' }),
  /** Shown to the buyer; required where `refusalActs` says so. */
  reason: freeText('说明', 200),
  /** Files that a desk uploaded for this order. */
  pictures,
});
export type SettleRefusalInput = z.input<typeof settleRefusalInput>;
export type SettleRefusalValues = z.output<typeof settleRefusalInput>;

export const refusalPictureInput = orderNoInput.extend({ file: upload('请选择图片') });
export type RefusalPictureValues = z.output<typeof refusalPictureInput>;

/** Orders at the merchants' desk; the platform looks on. */
export const shippingCalls = {
  ...deskRefundCalls,
  deskOrders: get('/api/desk/orders', {
    who: 'staff',
    may: 'sales',
    input: deskOrdersInput,
    output: deskOrdersList,
  }),
  deskOrder: get('/api/desk/orders/{no}', {
    who: 'staff',
    may: 'sales',
    input: orderNoInput,
    output: deskOrder,
  }),
  deskOrderNumbers: get('/api/desk/order-numbers', {
    who: 'staff',
    may: 'sales',
    input: orderNumbersInput,
    output: orderNumbers,
  }),
  checkDispatch: post('/api/desk/dispatch', {
    who: 'merchant',
    may: 'orders',
    cost: 'upload',
    input: dispatchInput,
    output: dispatchChecked,
  }),
  readTraceFile: post('/api/desk/trace-file', {
    who: 'merchant',
    may: 'orders',
    cost: 'upload',
    input: traceFileInput,
    output: traceFileRead,
  }),
  shipParcel: post('/api/desk/orders/{no}/ship', {
    who: 'merchant',
    may: 'orders',
    input: shipParcelInput,
    output: deskOrder,
  }),
  shortLines: post('/api/desk/orders/{no}/short', {
    who: 'merchant',
    may: 'orders',
    input: shortLinesInput,
    output: deskOrder,
  }),
  addCodes: post('/api/desk/orders/{no}/codes', {
    who: 'merchant',
    may: 'orders',
    input: addCodesInput,
    output: deskOrder,
  }),
  correctParcel: post('/api/desk/orders/{no}/parcel', {
    who: 'merchant',
    may: 'orders',
    input: correctParcelInput,
    output: deskOrder,
  }),
  settleRefusal: post('/api/desk/orders/{no}/refusal', {
    who: 'staff',
    may: 'orders',
    input: settleRefusalInput,
    output: deskOrder,
  }),
  refusalPicture: post('/api/desk/orders/{no}/picture', {
    who: 'staff',
    may: 'orders',
    cost: 'upload',
    input: refusalPictureInput,
    output: fileWire,
  }),
};
