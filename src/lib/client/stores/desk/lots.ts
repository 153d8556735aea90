/** Lots at the desks. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  CancelPutInInput,
  CorrectLotInput,
  CountLotInput,
  DamageLotInput,
  LockLotInput,
  LotReportInput,
  PutInLotInput,
  RecallLotInput,
  SettleReturnedInput,
} from '#lib/contract/lot-acts.ts';
import type {
  KeepWrongLotsInput,
  LotsPutIn,
  LotTableChecked,
  PutInLotsInput,
} from '#lib/contract/lot-table.ts';
import type {
  DeskLot,
  DeskLotRow,
  LotGoods,
  MatchedReports,
  SealInput,
  SealWire,
} from '#lib/contract/lots.ts';
import { deskCall } from './session.ts';

/** Goods of one's own by a part of their name, or by their number. */
export async function findLotGoods(name: string): Promise<LotGoods[]> {
  return (await deskCall(api.deskLotGoods, { name })).list;
}

/** Puts pieces of a lot in; returns the lot's new state. */
export function putInLot(input: PutInLotInput): Promise<DeskLotRow> {
  return deskCall(api.putInLot, input);
}

/** Recalls a lot; returns it with all buyers of its pieces. */
export function recallLot(input: RecallLotInput): Promise<DeskLot> {
  return deskCall(api.recallLot, input);
}

/** Records the number of pieces in the warehouse; returns the lot's new state, as do the acts below. */
export function countLot(input: CountLotInput): Promise<DeskLot> {
  return deskCall(api.countLot, input);
}

/** Writes pieces off. */
export function damageLot(input: DamageLotInput): Promise<DeskLot> {
  return deskCall(api.damageLot, input);
}

/** Takes a put-in back. */
export function cancelPutIn(input: CancelPutInInput): Promise<DeskLot> {
  return deskCall(api.cancelPutIn, input);
}

/** Corrects number and days. */
export function correctLot(input: CorrectLotInput): Promise<DeskLot> {
  return deskCall(api.correctLot, input);
}

/** Locks a lot, or lifts its lock. */
export function lockLot(input: LockLotInput): Promise<DeskLot> {
  return deskCall(api.lockLot, input);
}

/** Decides about returned pieces; returns the lot's new state. */
export function settleReturned(input: SettleReturnedInput): Promise<DeskLot> {
  return deskCall(api.settleReturned, input);
}

/** Uploads the 药检报告 of a lot; returns the lot's new state. */
export function setLotReport(input: LotReportInput): Promise<DeskLot> {
  return deskCall(api.setLotReport, input);
}

/** Lots that files are named after; one for each name. */
export async function matchReports(names: readonly string[]): Promise<MatchedReports['list']> {
  return (await deskCall(api.matchReports, { names: [...names] })).list;
}

/** Hands in the picture of the merchant's 出库专用章. */
export function setSeal(input: SealInput): Promise<SealWire> {
  return deskCall(api.setSeal, input);
}

/** Reads a table of lots, or cells that were pasted; nothing is saved. */
export function checkLotTable(input: {
  file?: File;
  text?: string;
  columns?: string[];
}): Promise<LotTableChecked> {
  return deskCall(api.checkLotTable, input);
}

/** Puts a slice of a checked table in. */
export function putInLots(slice: PutInLotsInput): Promise<LotsPutIn> {
  return deskCall(api.putInLots, slice);
}

/** Keeps rows that the check refused in the record of their table; the same again adds none. */
export async function keepWrongLots(slice: KeepWrongLotsInput): Promise<void> {
  await deskCall(api.keepWrongLots, slice);
}
