/** Inputs of acts on lots. A lot is identified by its item and its 批号. */
import { z } from 'zod';
import { damageKindKeys } from '../rules/orders/lot-acts.ts';
import { returnedActKeys } from '../rules/orders/lots.ts';
import { mostReportFiles } from '../rules/orders/report-files.ts';
import { readGs1 } from '../rules/text/barcodes.ts';
import { lotForm } from '../rules/text/lot-number.ts';
import { day, flag, id, quantity, text, upTo, whole } from './fields.ts';
import { upload } from './uploads.ts';

export const lotNo = () => text('批号', { min: 1, max: 50 });
/** A typed or scanned lot number, a GS1 string too (AI 10), in the stored form. */
export const readLot = (typed: string) => lotForm(readGs1(typed)?.lotNo || typed);
/** A new lot number: typed or scanned, in the stored form. */
export const newLotNo = () =>
  text('批号', { min: 1, max: 100, isScanned: true })
    .transform(readLot)
    .refine((lot) => lot !== '' && lot.length <= 50, { error: '批号最多50个字' });

/** Created by the browser: the same for every repeat of one click. */
const pressRef = () => text('编号', { min: 8, max: 64 });
const reason = () => text('原因', { min: 2, max: 200 });
/** The lot of an act. */
const ofLot = () => ({ goods: id('商品编号'), lot_no: lotNo() });
/** 1: the question (409 with `asks`) was confirmed. */
const confirmed = () => flag('确认').default(0);
/** Its dates as entered. */
const lotDays = () => ({ produced_on: day('生产日期'), expires_on: day('有效期') });

export const putInLotInput = z.object({
  ref: pressRef(),
  goods_id: id('商品'),
  lot_no: newLotNo(),
  ...lotDays(),
  pieces: quantity('入库数量'),
  confirmed: confirmed(),
});
export type PutInLotInput = z.input<typeof putInLotInput>;
export type PutInLotValues = z.output<typeof putInLotInput>;

export const recallLotInput = z.object({
  ...ofLot(),
  reason: text('召回原因', { min: 2, max: 200 }),
});
export type RecallLotInput = z.input<typeof recallLotInput>;
export type RecallLotValues = z.output<typeof recallLotInput>;

export const countLotInput = z.object({
  ...ofLot(),
  counted: whole('实盘数量', 0, 999_999),
  /** Pieces on hand as shown; another number answers 409. */
  known: whole('账面数量', 0, 2_147_483_647),
  reason: reason(),
  confirmed: confirmed(),
  ref: pressRef(),
});
export type CountLotInput = z.input<typeof countLotInput>;
export type CountLotValues = z.output<typeof countLotInput>;

export const damageLotInput = z.object({
  ...ofLot(),
  pieces: quantity('报损数量'),
  kind: z.enum(damageKindKeys, { error: '请选择报损原因' }),
  text: text('说明', { min: 2, max: 200 }),
  confirmed: confirmed(),
  ref: pressRef(),
});
export type DamageLotInput = z.input<typeof damageLotInput>;
export type DamageLotValues = z.output<typeof damageLotInput>;

export const cancelPutInInput = z.object({
  ...ofLot(),
  move: id('入库记录'),
  reason: reason(),
});
export type CancelPutInInput = z.input<typeof cancelPutInInput>;
export type CancelPutInValues = z.output<typeof cancelPutInInput>;

export const correctLotInput = z.object({
  ...ofLot(),
  new_lot_no: newLotNo(),
  ...lotDays(),
  reason: reason(),
  ref: pressRef(),
});
export type CorrectLotInput = z.input<typeof correctLotInput>;
export type CorrectLotValues = z.output<typeof correctLotInput>;

export const lockLotInput = z.object({
  ...ofLot(),
  reason: reason(),
  /** 1 locks, 0 lifts the lock. */
  locks: flag('锁定'),
});
export type LockLotInput = z.input<typeof lockLotInput>;
export type LockLotValues = z.output<typeof lockLotInput>;

export const settleReturnedInput = z.object({
  ...ofLot(),
  act: z.enum(returnedActKeys, { error: '请选择放回可售或报损' }),
  pieces: quantity('数量'),
  text: text('说明', { min: 2, max: 200 }),
  ref: pressRef(),
});
export type SettleReturnedInput = z.input<typeof settleReturnedInput>;
export type SettleReturnedValues = z.output<typeof settleReturnedInput>;

export const lotReportInput = z.object({
  ...ofLot(),
  file: upload('请选择药检报告的PDF文件'),
});
export type LotReportInput = z.input<typeof lotReportInput>;
export const matchReportsInput = z.object({
  /** Names of files, with their folders in an archive. */
  names: upTo(mostReportFiles, text('文件名', { min: 1, max: 300 }), {
    min: 1,
    error: '请选择文件',
    tooMany: `一次最多${mostReportFiles}份报告`,
  }),
});
export type MatchReportsValues = z.output<typeof matchReportsInput>;
export type LotReportValues = z.output<typeof lotReportInput>;
