/** Bank transfers and refunds by hand, as the desk looks after them. All reject as `deskCall` does. */
import { api } from '#lib/contract/table/api.ts';
import type {
  DeskTransferWire,
  DonePayoutValues,
  PayoutsList,
  PayoutsValues,
  PayoutWire,
  ReceiveTransferValues,
  RefuseTransferValues,
  TransfersList,
  TransfersValues,
  UndoReceiptValues,
} from '#lib/contract/transfers/schema.ts';
import type { StatementImported, StatementList } from '#lib/contract/transfers/statement-schema.ts';
import type { StatementBank } from '#lib/rules/orders/bank-statement.ts';
import { deskCall } from './session.ts';

export function loadTransfers(input: TransfersValues): Promise<TransfersList> {
  return deskCall(api.deskTransfers, input);
}

/** Money came; answers the transfer as it is then. */
export function receiveTransfer(input: ReceiveTransferValues): Promise<DeskTransferWire> {
  return deskCall(api.receiveTransfer, input);
}

/** Takes a receipt back, or corrects its amount; answers the transfer as it is then. */
export function undoReceipt(input: UndoReceiptValues): Promise<DeskTransferWire> {
  return deskCall(api.undoReceipt, input);
}

/** The voucher goes back; answers the transfer as it is then. */
export function refuseTransfer(input: RefuseTransferValues): Promise<DeskTransferWire> {
  return deskCall(api.refuseTransfer, input);
}

export function loadPayouts(input: PayoutsValues): Promise<PayoutsList> {
  return deskCall(api.deskPayouts, input);
}

/** A refund was sent, or becomes balance; answers it as it is then. */
export function donePayout(input: DonePayoutValues): Promise<PayoutWire> {
  return deskCall(api.donePayout, input);
}

/** Credits that are registered for no transfer yet. */
export function loadStatement(): Promise<StatementList> {
  return deskCall(api.deskStatement, {});
}

/** What a bank's statement holds by these columns; `isSure`: its credits are kept. Nothing is registered yet. */
export function importStatement(
  bank: StatementBank,
  file: File,
  { columns, isSure }: { columns?: string[] | undefined; isSure: boolean },
): Promise<StatementImported> {
  return deskCall(api.importStatement, { bank, file, columns, confirm: isSure ? 1 : 0 });
}

/** Enters credits for transfers; answers them as they are then. */
export function registerCredits(
  rows: readonly { id: number; no: string; confirm: 0 | 1 }[],
): Promise<StatementList> {
  return deskCall(api.registerCredits, { rows: [...rows] });
}
