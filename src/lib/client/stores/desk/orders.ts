/** Orders at the merchants' desk. Each rejects as `deskCall` does. */

import type { FileWire } from '#lib/contract/files/schema.ts';
import type { DeskRefunded, RefundPlanWire } from '#lib/contract/shipping/desk-refund.ts';
import type { DispatchChecked, DispatchInput } from '#lib/contract/shipping/dispatch.ts';
import type {
  AddCodesInput,
  CorrectParcelInput,
  DeskOrder,
  DeskOrdersList,
  DeskOrdersValues,
  SettleRefusalInput,
  ShipParcelInput,
  ShortLinesInput,
} from '#lib/contract/shipping/schema.ts';
import type { TraceFileInput, TraceFileRead } from '#lib/contract/shipping/trace-file.ts';
import { api } from '#lib/contract/table/api.ts';
import { deskCall } from './session.ts';

/** A page of the orders as they are now. */
export function loadOrders(input: DeskOrdersValues): Promise<DeskOrdersList> {
  return deskCall(api.deskOrders, input);
}

/** Sends a parcel, and answers the order as it is then. */
export function shipParcel(input: ShipParcelInput): Promise<DeskOrder> {
  return deskCall(api.shipParcel, input);
}

/** Says what is not there: it is refunded. */
export function shortLines(input: ShortLinesInput): Promise<DeskOrder> {
  return deskCall(api.shortLines, input);
}

/** Codes that a parcel went out without; answers the order as it is then. */
export function addCodes(input: AddCodesInput): Promise<DeskOrder> {
  return deskCall(api.addCodes, input);
}

/** One as it is now. */
export function loadDeskOrder(no: string): Promise<DeskOrder> {
  return deskCall(api.deskOrder, { no });
}

type RefundLines = { line_id: number; pieces: number }[];

/** What can be given back of an order that is not shipped: the amount of these pieces, or of all without `lines`. */
export function loadRefundPlan(no: string, lines: RefundLines = []): Promise<RefundPlanWire> {
  return deskCall(api.deskRefundPlan, { no, lines });
}

/** Gives it back, or asks a second person to; `key` names the wish. */
export function askDeskRefund(
  key: string,
  input: { no: string; reason: string; lines: RefundLines },
): Promise<DeskRefunded> {
  return deskCall(api.deskRefund, input, { headers: { 'Idempotency-Key': key } });
}

/** Another carrier or number of a parcel; answers the order as it is then. */
export function correctParcel(input: CorrectParcelInput): Promise<DeskOrder> {
  return deskCall(api.correctParcel, input);
}

/** What becomes of a parcel that was refused at the door. */
export function settleRefusal(input: SettleRefusalInput): Promise<DeskOrder> {
  return deskCall(api.settleRefusal, input);
}

/** A picture of the parcel, for the answer on its refusal. */
export function uploadRefusalPicture(no: string, file: File): Promise<FileWire> {
  return deskCall(api.refusalPicture, { no, file });
}

/** What a table of parcels would send, and what is wrong with it; nothing is sent. */
export function checkDispatch(input: DispatchInput): Promise<DispatchChecked> {
  return deskCall(api.checkDispatch, input);
}

/** The trace codes of a file, or what is wrong with its rows. */
export function readTraceFile(input: TraceFileInput): Promise<TraceFileRead> {
  return deskCall(api.readTraceFile, input);
}
