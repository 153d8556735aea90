/** Bank transfers and manual refunds, at the desk. All reject as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type {
  DeskTransferCase,
  DeskTransferWire,
  ReceiveTransferValues,
  RefuseTransferValues,
  UndoneReceipt,
  UndoReceiptValues,
} from '#lib/contract/transfers/calls.ts';
import type { StatementImported, StatementList } from '#lib/contract/transfers/statement-schema.ts';
import type { StatementBank } from '#lib/rules/orders/bank-statement.ts';
import { deskCall } from './session.ts';

/** One transfer with its log. */
export function loadTransfer(no: string): Promise<DeskTransferCase> {
  return deskCall(api.deskTransfer, { no });
}

/** Enters received money; returns the transfer's new state. */
export function receiveTransfer(input: ReceiveTransferValues): Promise<DeskTransferWire> {
  return deskCall(api.receiveTransfer, input);
}

/** Undoes a receipt, or corrects its amount; returns the transfer's new state, and whether it waits. */
export function undoReceipt(input: UndoReceiptValues): Promise<UndoneReceipt> {
  return deskCall(api.undoReceipt, input);
}

/** Returns the voucher; returns the transfer's new state. */
export function refuseTransfer(input: RefuseTransferValues): Promise<DeskTransferWire> {
  return deskCall(api.refuseTransfer, input);
}

/** Credits that are not registered for a transfer yet. */
export function loadStatement(): Promise<StatementList> {
  return deskCall(api.deskStatement, {});
}

/** The content of a bank statement by these columns; `isSure` saves its credits. Nothing is registered yet. */
export function importStatement(
  bank: StatementBank,
  file: File,
  { columns, isSure }: { columns?: string[] | undefined; isSure: boolean },
): Promise<StatementImported> {
  return deskCall(api.importStatement, { bank, file, columns, confirm: isSure ? 1 : 0 });
}

/** Registers credits for transfers; returns their new states. */
export function registerCredits(
  rows: readonly { id: number; no: string; confirm: 0 | 1 }[],
): Promise<StatementList> {
  return deskCall(api.registerCredits, { rows: [...rows] });
}
