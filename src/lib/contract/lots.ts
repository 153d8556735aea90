/** Lots in merchants' warehouses, as managed at the desks (rules 5). A lot is identified by its item and its 批号. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { flagOut, id, text } from './fields.ts';
import {
  cancelPutInInput,
  correctLotInput,
  countLotInput,
  damageLotInput,
  lockLotInput,
  lotNo,
  lotReportInput,
  matchReportsInput,
  putInLotInput,
  recallLotInput,
  settleReturnedInput,
} from './lot-acts.ts';
import { lotTableCalls } from './lot-table.ts';
import { upload } from './uploads.ts';

export const deskLotRow = z.object({
  goods_id: z.number().int(),
  merchant: z.string(),
  name: z.string(),
  spec: z.string(),
  maker: z.string(),
  unit: z.string(),
  lot_no: z.string(),
  produced_on: z.string(),
  expires_on: z.string(),
  /** 0 on the last day, negative after it. */
  days_left: z.number().int(),
  /** Pieces in the warehouse. */
  on_hand: z.number().int(),
  /** Returned pieces stored separately, neither on hand nor for sale. */
  returned: z.number().int(),
  /** Of these, pieces reserved by placed orders, the earliest to expire first. */
  held: z.number().int(),
  state_text: z.string(),
  /** 1: it is no longer sold. */
  is_closed: flagOut,
  is_recalled: flagOut,
  is_locked: flagOut,
  recall_reason: z.string(),
  /** It has a 药检报告. */
  has_report: flagOut,
  /** Buyers of it who requested a missing report. */
  asked: z.number().int(),
});
export type DeskLotRow = z.infer<typeof deskLotRow>;

export const deskLotInput = z.object({ goods: id('商品编号'), lot_no: lotNo() });
export type DeskLotValues = z.output<typeof deskLotInput>;

export const deskLot = deskLotRow.extend({
  /** The reader may recall it. */
  may_recall: flagOut,
  recalled_at: z.string(),
  may_lock: flagOut,
  may_unlock: flagOut,
  /** Nothing of it was shipped: number and days may be corrected. */
  may_correct: flagOut,
  /** Empty where it is not locked. */
  locked_at: z.string(),
  lock_reason: z.string(),
  locked_by_text: z.string(),
  /** Pieces of the item that open orders still need. */
  open_paid: z.number().int(),
  open_unpaid: z.number().int(),
  /** Unpaid orders that the act has just cancelled. */
  cancelled: z.number().int(),
  /** Empty where there is none. */
  report_name: z.string(),
  report_url: z.string(),
  /** Movements, the newest first; the last 200. */
  moves: z.array(
    z.object({
      at: z.string(),
      kind_text: z.string(),
      pieces: z.number().int(),
      by: z.string(),
      reason: z.string(),
      /** Id of a put-in that may be cancelled, else 0. */
      cancels: z.number().int(),
    }),
  ),
  /** Every order with shipped pieces of it. */
  buyers: z.array(
    z.object({
      company: z.string(),
      order_no: z.string(),
      pieces: z.number().int(),
      unit: z.string(),
      shipped_at: z.string(),
      receiver: z.string(),
      phone: z.string(),
      /** ISO; empty where the company was not notified of a recall, or none of its people has read that. */
      told_at: z.string(),
      read_at: z.string(),
      /** Returned pieces. */
      returned: z.number().int(),
    }),
  ),
  /** Orders that reserved pieces of it at the recall; `lacks`: pieces without a reservation of another lot. */
  moved: z.array(
    z.object({
      company: z.string(),
      order_no: z.string(),
      pieces: z.number().int(),
      unit: z.string(),
      lacks: z.number().int(),
    }),
  ),
});
export type DeskLot = z.infer<typeof deskLot>;

/** A part of the name, the number, or the typed or scanned barcode. */
export const deskLotGoodsInput = z.object({ name: text('商品', { min: 1, max: 100, isScanned: true }) });
export const deskLotGoods = z.object({
  list: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      spec: z.string(),
      maker: z.string(),
      unit: z.string(),
    }),
  ),
});
export type LotGoods = z.infer<typeof deskLotGoods>['list'][number];

export const matchedReports = z.object({
  /** One for each name, in their order. */
  list: z.array(
    z.object({
      /** 0 where no lot has this name. */
      goods_id: z.number().int(),
      lot_no: z.string(),
      /** Name and specification of the item. */
      title: z.string(),
      has_report: flagOut,
      /** Why it belongs to no lot; empty where it does. */
      why: z.string(),
    }),
  ),
});
export type MatchedReports = z.infer<typeof matchedReports>;

export const sealInput = z.object({ file: upload('请选择出库专用章的图片') });
export type SealInput = z.input<typeof sealInput>;
export const sealWire = z.object({ name: z.string() });
export type SealWire = z.infer<typeof sealWire>;

/** Lots in merchants' warehouses, at the desks. */
export const lotsCalls = {
  ...lotTableCalls,
  deskLotGoods: get('/api/desk/lots/goods', {
    who: 'merchant',
    may: 'lots',
    input: deskLotGoodsInput,
    output: deskLotGoods,
  }),
  deskLot: get('/api/desk/lots/{goods}', { who: 'staff', may: 'lots', input: deskLotInput, output: deskLot }),
  putInLot: post('/api/desk/lots', {
    who: 'merchant',
    may: 'lots',
    input: putInLotInput,
    output: deskLotRow,
  }),
  /** Saves nothing: which lots files belong to by their names. */
  matchReports: post('/api/desk/reports/match', {
    who: 'merchant',
    may: 'lots',
    input: matchReportsInput,
    output: matchedReports,
  }),
  setLotReport: post('/api/desk/reports', {
    who: 'merchant',
    may: 'lots',
    cost: 'upload',
    input: lotReportInput,
    output: deskLot,
  }),
  setSeal: post('/api/desk/seal', {
    who: 'merchant',
    may: 'orders',
    cost: 'upload',
    input: sealInput,
    output: sealWire,
  }),
  settleReturned: post('/api/desk/lots/{goods}/returned', {
    who: 'merchant',
    may: 'lots',
    input: settleReturnedInput,
    output: deskLot,
  }),
  countLot: post('/api/desk/lots/{goods}/count', {
    who: 'staff',
    may: 'lots',
    input: countLotInput,
    output: deskLot,
  }),
  damageLot: post('/api/desk/lots/{goods}/damage', {
    who: 'staff',
    may: 'lots',
    input: damageLotInput,
    output: deskLot,
  }),
  cancelPutIn: post('/api/desk/lots/{goods}/cancel', {
    who: 'staff',
    may: 'lots',
    input: cancelPutInInput,
    output: deskLot,
  }),
  correctLot: post('/api/desk/lots/{goods}/correct', {
    who: 'staff',
    may: 'lots',
    input: correctLotInput,
    output: deskLot,
  }),
  lockLot: post('/api/desk/lots/{goods}/lock', {
    who: 'staff',
    may: 'lots',
    input: lockLotInput,
    output: deskLot,
  }),
  recallLot: post('/api/desk/lots/{goods}/recall', {
    who: 'staff',
    may: 'lots',
    input: recallLotInput,
    output: deskLot,
  }),
};
