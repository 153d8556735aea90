/** The receiving package of an order: documents that a pharmacy files for received goods. */

import { z } from 'zod';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import { differenceKeys } from '#lib/rules/orders/receiving.ts';
import { get, post } from './call.ts';
import { flag, flagOut, freeText, id, money, quantity, text, upTo, yuan } from './fields.ts';
import {
  findParcelInput,
  foundParcel,
  ordersToReceive,
  ordersToReceiveInput,
  receivedOrders,
  receiveOrdersInput,
  scannedCodes,
} from './orders/receive-many.ts';
import { ownMoney } from './prices.ts';

export const papersInput = z.object({ no: text('订单号', { min: 1, max: 40 }) });
export type PapersInput = z.output<typeof papersInput>;

export const orderPapers = z.object({
  no: z.string(),
  merchant_id: z.number().int(),
  merchant: z.string(),
  parcels: z.number().int(),
  /** 追溯码 of all parcels. */
  trace_codes: z.number().int(),
  /** Every shipped lot, once. */
  lots: z.array(
    z.object({
      goods_id: z.number().int(),
      name: z.string(),
      spec: z.string(),
      unit: z.string(),
      lot_no: z.string(),
      produced_on: z.string(),
      expires_on: z.string(),
      quantity: z.number().int(),
      /** Address of its 药检报告; empty where the merchant has not uploaded it. */
      report_url: z.string(),
      /** 1: this company has requested it. */
      is_asked: flagOut,
      /** Number of its 追溯码, of the missing ones, and whether they were requested. */
      codes: z.number().int(),
      codes_missing: z.number().int(),
      codes_asked: flagOut,
    }),
  ),
  /** Missing reports, and missing 追溯码. */
  missing: z.number().int(),
  codes_missing: z.number().int(),
  /** Lots with something missing that the company has not requested yet. */
  unasked: z.number().int(),
  /** 首营资料: of the supplier, of makers, of the items. Missing optional ones are left out. */
  onboarding: z.array(
    z.object({
      /** 0 for documents that do not belong to an item. */
      goods_id: z.number().int(),
      title: z.string(),
      papers: z.array(
        z.object({
          kind_text: z.string(),
          number: z.string(),
          valid_to: z.string(),
          state_text: z.string(),
          /** 1: it is required and missing, or it has expired. */
          is_lacking: flagOut,
          is_asked: flagOut,
          files: z.array(z.object({ name: z.string(), url: z.string() })),
        }),
      ),
    }),
  ),
  /** Missing ones of these, and those that the company has not requested yet. */
  onboarding_missing: z.number().int(),
  onboarding_unasked: z.number().int(),
  /** The merchant's licences as registered by the platform. */
  licences: z.array(z.object({ kind_text: z.string(), number: z.string(), valid_to: z.string() })),
  /** Signed contracts with the merchant that are in force; each is in the package too. */
  contracts: z.array(
    z.object({ kind_text: z.string(), no: z.string(), valid_to: z.string(), url: z.string() }),
  ),
  /** Issued invoices of the order, the newest first; their files are in the package too. */
  invoices: z.array(
    z.object({
      id: z.number().int(),
      number: z.string(),
      kind_text: z.string(),
      issued_on: z.string(),
      /** Below zero for a red one. */
      gross_amount: ownMoney(money),
      has_pdf: flagOut,
    }),
  ),
  zip_url: z.string(),
  /** The same as one PDF, with the scans as its pages. */
  pdf_url: z.string(),
});
export type OrderPapers = z.infer<typeof orderPapers>;

/** The sheet for opening the parcels: each lot of each line once, however many parcels contained it. */
export const receivingSheet = z.object({
  no: z.string(),
  merchant: z.string(),
  status_text: z.string(),
  /** 1: this member may confirm the receipt now. */
  may_confirm: flagOut,
  /** 1: differences may be reported now; with the receipt, or within the days of after-sale after it. */
  may_report: flagOut,
  /** Why neither is possible; empty where one is. */
  why: z.string(),
  /**
   * For a refrigerated order, the departure and arrival of each parcel; empty for others. Degrees as text, empty where
   * unknown.
   */
  cold: z.array(
    z.object({
      tracking_no: z.string(),
      carrier: z.string(),
      sent: z.string(),
      cooler: z.string(),
      recorder: z.string(),
      /** As measured at arrival; empty before. */
      arrived: z.string(),
    }),
  ),
  rows: z.array(
    z.object({
      line_id: z.number().int(),
      lot_no: z.string(),
      produced_on: z.string(),
      expires_on: z.string(),
      name: z.string(),
      spec: z.string(),
      maker: z.string(),
      unit: z.string(),
      barcode: z.string(),
      is_gift: flagOut,
      /** Shipped pieces. */
      number: z.number().int(),
      /** Pieces for which a difference may still be reported. */
      most: z.number().int(),
      tracking_nos: z.array(z.string()),
      /** Storage temperature of these items, degrees; null for items that are not refrigerated. */
      range: z.object({ low: z.number(), high: z.number() }).nullable(),
      trace_codes: z.array(z.string()),
    }),
  ),
  /** After-sale of this order, the newest first. */
  cases: z.array(
    z.object({
      id: z.number().int(),
      kind_text: z.string(),
      status_text: z.string(),
      /** Its pieces: 丹参片（批号A1）2盒. */
      what: z.string(),
    }),
  ),
});
export type ReceivingSheet = z.infer<typeof receivingSheet>;

const maxDifferences = 300;
const foundDifferences = upTo(
  maxDifferences,
  z.object({
    line_id: id('明细'),
    lot_no: text('批号', { min: 1, max: 60 }),
    difference: z.enum(differenceKeys, { error: '请选择差异类型' }),
    number: quantity(),
  }),
  { error: '差异不正确', tooMany: `一次最多登记${maxDifferences}项差异` },
).default([]);

export const previewReceiptInput = papersInput.extend({ differences: foundDifferences });
export type PreviewReceiptValues = z.output<typeof previewReceiptInput>;
export type PreviewReceiptInput = z.input<typeof previewReceiptInput>;

/** The amounts of the differences, a case each. */
export const receiptPreview = z.object({
  cases: z.array(z.object({ difference_text: z.string(), kind_text: z.string(), amount: ownMoney(money) })),
  amount: ownMoney(money),
});
export type ReceiptPreview = z.infer<typeof receiptPreview>;

/** Most parcels of an order. */
const maxParcels = 100;

export const receiveOrderInput = previewReceiptInput.extend({
  /** 到货温度 of refrigerated parcels that are not recorded yet. */
  arrivals: upTo(
    maxParcels,
    z.object({
      tracking_no: text('运单号', { min: 1, max: 40 }),
      temperature: text('到货温度', { min: 1, max: 20 }),
    }),
    { error: '到货温度不正确', tooMany: `一次最多登记${maxParcels}个包裹的到货温度` },
  ).default([]),
  text: freeText('说明', 400),
  pictures: upTo(maxCasePictures, id('图片'), {
    error: '上传的图片不正确',
    tooMany: `最多上传${maxCasePictures}张图片`,
  }).default([]),
  codes: scannedCodes,
  /** 1: the sheet was opened after the receipt. */
  is_received: flag('是否已收货'),
  /** The amount on the sheet; another amount answers 409 with the new one. */
  expected_amount: yuan('退款金额'),
  /** Created by the form: submitting a form twice receives once. */
  token: text('表单编号', { min: 8, max: 40 }),
});
export type ReceiveOrderValues = z.output<typeof receiveOrderInput>;
export type ReceiveOrderInput = z.input<typeof receiveOrderInput>;

/** Calls for receiving goods. */
export const receivingCalls = {
  ordersToReceive: get('/api/order/to-receive', {
    who: 'buyer',
    whileFrozen: true,
    input: ordersToReceiveInput,
    output: ordersToReceive,
  }),
  findParcel: get('/api/order/by-parcel', {
    who: 'buyer',
    whileFrozen: true,
    input: findParcelInput,
    output: foundParcel,
  }),
  receiveOrders: post('/api/order/batch-confirm', {
    who: 'buyer',
    may: 'receive',
    input: receiveOrdersInput,
    output: receivedOrders,
  }),
  orderPapers: get('/api/order/{no}/papers', {
    who: 'buyer',
    may: 'papers',
    whileFrozen: true,
    input: papersInput,
    output: orderPapers,
  }),
  askPapers: post('/api/order/{no}/papers', {
    who: 'buyer',
    may: 'receive',
    input: papersInput,
    output: orderPapers,
  }),
  receivingSheet: get('/api/order/{no}/receiving', {
    who: 'buyer',
    whileFrozen: true,
    input: papersInput,
    output: receivingSheet,
  }),
  previewReceipt: post('/api/order/{no}/receiving/preview', {
    who: 'buyer',
    may: 'receive',
    cost: 'quote',
    input: previewReceiptInput,
    output: receiptPreview,
  }),
  receiveOrder: post('/api/order/{no}/receiving', {
    who: 'buyer',
    may: 'receive',
    input: receiveOrderInput,
    output: receivingSheet,
  }),
};
