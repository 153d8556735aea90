/** After-sale on the wire (rules 3): the request, the case, and each side's acts. */

import { z } from 'zod';
import { afterSaleStages, maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import { afterSaleKindKeys } from '#lib/rules/orders/after-sale-state.ts';
import { get, post } from '../call.ts';
import { flag, flagOut, freeText, id, money, page, pageSize, quantity, text, upTo, yuan } from '../fields.ts';
import { fileWire, uploadInput } from '../files.ts';
import { ownMoney } from '../prices.ts';

const maxLines = 300;
const orderNo = text('订单编号', { min: 1, max: 100 });
const kind = z.enum(afterSaleKindKeys, { error: '请选择售后类型' });
const lines = upTo(
  maxLines,
  z.object({
    line_id: id('明细'),
    /** 批号; empty before shipping. */
    lot_no: freeText('批号', 60),
    number: quantity(),
  }),
  { min: 1, error: '请选择商品和数量', tooMany: `一次最多${maxLines}行` },
);
export const pictures = upTo(maxCasePictures, id('图片'), {
  error: '上传的图片不正确',
  tooMany: `最多上传${maxCasePictures}张图片`,
}).default([]);
export const caseToken = freeText('表单编号', 64);

export const previewAfterSaleInput = z.object({
  no: orderNo,
  kind,
  lines,
  /** 1: recalled lots, at any time; else what the order's state allows. */
  is_recall: flag('召回退货').optional(),
});
export type PreviewAfterSaleValues = z.output<typeof previewAfterSaleInput>;
export type PreviewAfterSaleInput = z.input<typeof previewAfterSaleInput>;

/** The refund of a case that is agreed to. */
export const afterSalePreview = z.object({
  /** Refunded by the payment's own way, including freight. */
  amount: ownMoney(money),
  freight: ownMoney(money),
  /** Refunded onto cash vouchers. */
  voucher_amount: ownMoney(money),
  /** Points that are taken back. */
  points: z.number().int(),
  /** Gifts to return with the goods. */
  gifts: z.array(z.object({ name: z.string(), number: z.number().int(), bzdw: z.string() })),
});
export type AfterSalePreview = z.infer<typeof afterSalePreview>;

export const askAfterSaleInput = previewAfterSaleInput.extend({
  reasons: upTo(4, text('原因', { min: 1, max: 20 }), {
    min: 1,
    error: '请选择原因',
    tooMany: '选择的原因太多',
  }),
  text: freeText('说明', 500),
  pictures,
  /** The amount shown to the buyer; another amount answers 409 with the new one. */
  expected_amount: yuan('退款金额'),
  /** Created by the form: submitting a form twice gives one case. */
  token: text('表单编号', { min: 8, max: 64 }),
});
export type AskAfterSaleValues = z.output<typeof askAfterSaleInput>;
export type AskAfterSaleInput = z.input<typeof askAfterSaleInput>;

/** The content of an order's form. */
export const afterSaleForm = z.object({
  no: z.string(),
  stage: z.enum(afterSaleStages),
  merchant: z.string(),
  kinds: z.array(
    z.object({
      kind: z.enum(afterSaleKindKeys),
      text: z.string(),
      reasons: z.array(z.string()),
      needs_picture: flagOut,
      takes_several: flagOut,
      refunds: flagOut,
    }),
  ),
  /** A row for each lot of a line; before shipping one a line. */
  lines: z.array(
    z.object({
      line_id: z.number().int(),
      lot_no: z.string(),
      expires_on: z.string(),
      name: z.string(),
      ypgg: z.string(),
      sccj: z.string(),
      bzdw: z.string(),
      image: z.string(),
      is_gift: flagOut,
      /** Pieces that may be claimed. */
      most: z.number().int(),
    }),
  ),
  /** Until when it may be requested; null while it is not received. */
  until: z.string().nullable(),
});
export type AfterSaleForm = z.infer<typeof afterSaleForm>;

export const afterSaleRow = z.object({
  id: z.number().int(),
  order_no: z.string(),
  merchant: z.string(),
  kind: z.enum(afterSaleKindKeys),
  kind_text: z.string(),
  state: z.string(),
  status_text: z.string(),
  is_open: flagOut,
  reason: z.string(),
  /** The amount shown at the request. */
  amount: ownMoney(money),
  /** The refunded amount; empty until then. */
  refunded_amount: ownMoney(money.or(z.literal(''))),
  goods: z.string(),
  /** ISO; deadline of the party that acts next. */
  due_at: z.string().nullable(),
  /** buyer, merchant, platform; empty when none is waited for. */
  waits_for: z.string(),
  created_at: z.string(),
});
export type AfterSaleRow = z.infer<typeof afterSaleRow>;

const actionWire = z.object({ verb: z.string(), text: z.string() });
const noteWire = z.object({
  id: z.number().int(),
  side: z.string(),
  /** 买家, 商家, 平台, 系统; at a desk with the name. */
  who: z.string(),
  /** The act in Chinese; empty for a message only. */
  act: z.string(),
  text: z.string(),
  files: z.array(fileWire),
  at: z.string(),
});
export type AfterSaleNote = z.infer<typeof noteWire>;

export const afterSaleDetail = afterSaleRow.extend({
  merchant_id: z.number().int(),
  lines: z.array(
    z.object({
      /** The order line; several lots of it are several rows. */
      line_id: z.number().int(),
      name: z.string(),
      ypgg: z.string(),
      sccj: z.string(),
      bzdw: z.string(),
      lot_no: z.string(),
      number: z.number().int(),
    }),
  ),
  /** The parcel in which the goods are returned. */
  carrier: z.string(),
  tracking_no: z.string(),
  has_arrived: flagOut,
  /** 1: its lots are recalled; the merchant pays the return. */
  is_recall: flagOut,
  /** The return address; empty where nothing is to be returned. */
  return_to: z.object({ name: z.string(), phone: z.string(), address: z.string() }).nullable(),
  actions: z.array(actionWire),
  may_talk: flagOut,
  notes: z.array(noteWire),
  now: z.string(),
});
export type AfterSaleDetail = z.infer<typeof afterSaleDetail>;

export const afterSalesInput = z.object({
  /** open, over; empty for all. */
  tab: freeText('状态', 20),
  page: page(),
  size: pageSize(10),
});
export type AfterSalesValues = z.output<typeof afterSalesInput>;

export const afterSaleList = z.object({
  list: z.array(afterSaleRow),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type AfterSaleList = z.infer<typeof afterSaleList>;

export const afterSaleIdInput = z.object({ id: id('售后单号') });
export type AfterSaleIdValues = z.output<typeof afterSaleIdInput>;

export const sendAfterSaleInput = afterSaleIdInput.extend({
  carrier: text('承运方', { min: 2, max: 50 }),
  tracking_no: text('运单号', { max: 40 }).regex(/^[A-Za-z0-9-]{5,40}$/, {
    error: '运单号须为5到40位字母、数字或短横',
  }),
});
export type SendAfterSaleValues = z.output<typeof sendAfterSaleInput>;

export const appealAfterSaleInput = afterSaleIdInput.extend({ text: text('理由', { min: 2, max: 500 }) });
export type AppealAfterSaleValues = z.output<typeof appealAfterSaleInput>;

export const talkAfterSaleInput = afterSaleIdInput.extend({
  text: text('留言', { min: 1, max: 500 }),
  pictures,
  token: caseToken,
});
export type TalkAfterSaleValues = z.output<typeof talkAfterSaleInput>;
export type TalkAfterSaleInput = z.input<typeof talkAfterSaleInput>;

/** Calls of after-sale: the buyers' and the desks'. */
export const afterSaleCalls = {
  afterSales: get('/api/aftersale', {
    who: 'buyer',
    whileFrozen: true,
    input: afterSalesInput,
    output: afterSaleList,
  }),
  afterSale: get('/api/aftersale/{id}', {
    who: 'buyer',
    whileFrozen: true,
    input: afterSaleIdInput,
    output: afterSaleDetail,
  }),
  // Which right is needed depends on the order (before it went out `order`, then `receive`): the service asks.
  previewAfterSale: post('/api/aftersale/preview', {
    who: 'buyer',
    may: 'read',
    cost: 'quote',
    input: previewAfterSaleInput,
    output: afterSalePreview,
  }),
  askAfterSale: post('/api/aftersale', {
    who: 'buyer',
    may: 'read',
    input: askAfterSaleInput,
    output: afterSaleDetail,
  }),
  afterSalePicture: post('/api/aftersale/picture', {
    who: 'buyer',
    may: 'read',
    cost: 'upload',
    input: uploadInput,
    output: fileWire,
  }),
  withdrawAfterSale: post('/api/aftersale/{id}/withdraw', {
    who: 'buyer',
    may: 'read',
    input: afterSaleIdInput,
    output: afterSaleDetail,
  }),
  sendAfterSale: post('/api/aftersale/{id}/send', {
    who: 'buyer',
    may: 'read',
    input: sendAfterSaleInput,
    output: afterSaleDetail,
  }),
  appealAfterSale: post('/api/aftersale/{id}/appeal', {
    who: 'buyer',
    may: 'read',
    input: appealAfterSaleInput,
    output: afterSaleDetail,
  }),
  talkAfterSale: post('/api/aftersale/{id}/talk', {
    who: 'buyer',
    may: 'read',
    input: talkAfterSaleInput,
    output: afterSaleDetail,
  }),
};
