/** Orders at the merchants' desk: what to ship, from which lots, and what was shipped. */
import { z } from 'zod';
import { refusalActKeys } from '../../rules/orders/refusal-state.ts';
import { pictures } from '../after-sale/calls.ts';
import { get, post, stream } from '../call.ts';
import { unset } from '../decode.ts';
import { flag, freeText, id, quantity, text, upTo } from '../fields.ts';
import { fileWire } from '../files.ts';
import { upload } from '../uploads.ts';
import { deskOrder, orderNo, orderNoInput } from './desk-order.ts';
import { deskRefundCalls } from './desk-refund.ts';
import { dispatchChecked, dispatchFileInput, dispatchInput } from './dispatch.ts';
import { packCalls } from './packs.ts';
import { traceFileInput, traceFileRead } from './trace-file.ts';

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
  ...packCalls,
  deskOrder: get('/api/desk/orders/{no}', {
    who: 'staff',
    may: 'sales',
    input: orderNoInput,
    output: deskOrder,
  }),
  /** A workbook of the orders that wait, for `checkDispatch`. */
  dispatchFile: stream('/api/desk/dispatch/file', {
    who: 'merchant',
    may: 'orders',
    input: dispatchFileInput,
    output: z.never(),
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
