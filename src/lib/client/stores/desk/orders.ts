/** Orders at the merchants' desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type {
  AddCodesInput,
  CorrectParcelInput,
  SettleRefusalInput,
  ShipParcelInput,
  ShortLinesInput,
} from '#lib/contract/shipping/calls.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { DeskRefunded, RefundPlanWire } from '#lib/contract/shipping/desk-refund.ts';
import type { DispatchChecked, DispatchInput } from '#lib/contract/shipping/dispatch.ts';
import type { PacksInput, PacksRead, Scanned } from '#lib/contract/shipping/packs.ts';
import type { TraceFileInput, TraceFileRead } from '#lib/contract/shipping/trace-file.ts';
import { deskCall } from './session.ts';

/** Ships a parcel, and returns the order's new state. */
export function shipParcel(input: ShipParcelInput): Promise<DeskOrder> {
  return deskCall(api.shipParcel, input);
}

/** Reports missing pieces: they are refunded. */
export function shortLines(input: ShortLinesInput): Promise<DeskOrder> {
  return deskCall(api.shortLines, input);
}

/** Adds codes that a parcel was shipped without; returns the order's new state. */
export function addCodes(input: AddCodesInput): Promise<DeskOrder> {
  return deskCall(api.addCodes, input);
}

/** The current state of one order. */
export function loadDeskOrder(no: string): Promise<DeskOrder> {
  return deskCall(api.deskOrder, { no });
}

type RefundLines = { line_id: number; pieces: number }[];

/** The possible refund of an unshipped order: the amount of these pieces, or of all without `lines`. */
export function loadRefundPlan(no: string, lines: RefundLines = []): Promise<RefundPlanWire> {
  return deskCall(api.deskRefundPlan, { no, lines });
}

/** Refunds it, or requests a second person; `key` is the idempotency key. */
export function askDeskRefund(
  key: string,
  input: { no: string; reason: string; lines: RefundLines },
): Promise<DeskRefunded> {
  return deskCall(api.deskRefund, input, { headers: { 'Idempotency-Key': key } });
}

/** Corrects carrier or number of a parcel; returns the order's new state. */
export function correctParcel(input: CorrectParcelInput): Promise<DeskOrder> {
  return deskCall(api.correctParcel, input);
}

/** Decides about a parcel refused on delivery. */
export function settleRefusal(input: SettleRefusalInput): Promise<DeskOrder> {
  return deskCall(api.settleRefusal, input);
}

/** A picture of the parcel, for the answer on its refusal. */
export function uploadRefusalPicture(no: string, file: File): Promise<FileWire> {
  return deskCall(api.refusalPicture, { no, file });
}

/** What a table of parcels would ship, and its errors; nothing is shipped. */
export function checkDispatch(input: DispatchInput): Promise<DispatchChecked> {
  return deskCall(api.checkDispatch, input);
}

/** The trace codes of a file, or what is wrong with its rows. */
export function readTraceFile(input: TraceFileInput): Promise<TraceFileRead> {
  return deskCall(api.readTraceFile, input);
}

/** The boxes of a scanned code, and the lines of the order that they are of. */
export function scanCode(no: string, code: string): Promise<Scanned> {
  return deskCall(api.scanCode, { no, code });
}

/** Brings in which codes are in which case, or tells what is wrong with the rows of the file. */
export function importPacks(input: PacksInput): Promise<PacksRead> {
  return deskCall(api.importPacks, input);
}
