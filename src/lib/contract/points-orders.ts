/** Orders of the points mall: lists, one order, addresses of prizes, cases about damaged things (rules 6). */
import { z } from 'zod';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import { mallKindKeys } from '#lib/rules/points/mall.ts';
import { pointsOrderStateKeys } from '#lib/rules/points/points-orders.ts';
import { unset } from './decode.ts';
import { flagOut, id, money, page, pageSize, text, upTo } from './fields.ts';
import { fileWire } from './files.ts';
import { ownMoney } from './prices.ts';

const orderFields = {
  no: z.string(),
  goods_id: z.number().int(),
  kind: z.enum(mallKindKeys),
  kind_text: z.string(),
  name: z.string(),
  image: z.string(),
  quantity: z.number().int(),
  points: z.number().int(),
  /** From the balance. */
  money_amount: ownMoney(money),
  status: z.enum(pointsOrderStateKeys),
  status_text: z.string(),
  /** 1: it was won; it cost nothing. */
  is_prize: flagOut,
  /** Until when an address may be named; null where none is waited for. */
  address_until: z.string().nullable(),
  /** When a shipped order completes by itself. */
  receive_by: z.string().nullable(),
  cancel_reason: z.string(),
  /** The state of its newest case; empty without one. */
  case_text: z.string(),
  created_at: z.string(),
  /** Of the rules, those of the reader's role: address, cancel, receive, aftersale. */
  actions: z.array(z.enum(['address', 'cancel', 'receive', 'aftersale'])),
};

export const pointsOrderRow = z.object(orderFields);
export type PointsOrderRow = z.infer<typeof pointsOrderRow>;

export const pointsOrderDetail = z.object({
  ...orderFields,
  address: z
    .object({
      receiver: z.string(),
      phone: z.string(),
      province: z.string(),
      city: z.string(),
      district: z.string(),
      detail: z.string(),
    })
    .nullable(),
  /** Of a chance: the wheel that it was for; 0 for the other kinds. */
  wheel_id: z.number().int(),
  shipped_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  /** The newest first: a damaged thing may have been sent again. */
  parcels: z.array(
    z.object({
      carrier: z.string(),
      tracking_no: z.string(),
      sent_at: z.string(),
      /** Empty where no provider follows it. */
      state_text: z.string(),
      /** The newest first. */
      events: z.array(z.object({ at: z.string(), text: z.string() })),
    }),
  ),
  /** The newest first. */
  cases: z.array(
    z.object({
      id: z.number().int(),
      state: z.string(),
      state_text: z.string(),
      reason: z.string(),
      answer: z.string(),
      files: z.array(fileWire),
      created_at: z.string(),
      ended_at: z.string().nullable(),
    }),
  ),
});
export type PointsOrderDetail = z.infer<typeof pointsOrderDetail>;

export const pointsOrdersInput = z.object({
  status: unset(z.enum(pointsOrderStateKeys, { error: '订单状态不正确' }).optional()),
  page: page(),
  size: pageSize(10),
});
export type PointsOrdersValues = z.output<typeof pointsOrdersInput>;

export const pointsOrders = z.object({
  list: z.array(pointsOrderRow),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
  /** Orders of each state. */
  counts: z.array(
    z.object({ status: z.enum(pointsOrderStateKeys), text: z.string(), count: z.number().int() }),
  ),
});
export type PointsOrders = z.infer<typeof pointsOrders>;

export const pointsOrderNoInput = z.object({ no: text('积分订单编号', { min: 1, max: 40 }) });
export type PointsOrderNoValues = z.output<typeof pointsOrderNoInput>;

export const prizeAddressInput = pointsOrderNoInput.extend({ address_id: id('收货地址') });
export type PrizeAddressValues = z.output<typeof prizeAddressInput>;

export const pointsCaseInput = pointsOrderNoInput.extend({
  reason: text('破损情况', { min: 2, max: 500 }),
  /** Files of `afterSalePicture`; at least one. */
  pictures: upTo(maxCasePictures, id('图片'), {
    min: 1,
    error: '请上传破损照片',
    tooMany: `最多上传${maxCasePictures}张图片`,
  }),
  /** Created by the form: submitting it twice gives one case. */
  token: text('表单编号', { min: 8, max: 64 }),
});
export type PointsCaseInput = z.input<typeof pointsCaseInput>;
export type PointsCaseValues = z.output<typeof pointsCaseInput>;
