import { transfersCalls } from '#lib/contract/transfers/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getTransferCase } from './list.ts';
import { receiveTransfer } from './receive.ts';
import { refuseTransfer } from './refuse.ts';
import { importStatement, listStatement, registerCredits } from './statement.ts';
import { undoReceipt } from './undo.ts';

export const transfersHandlers = handlers(transfersCalls, {
  deskStatement: listStatement,
  importStatement,
  registerCredits,
  deskTransfer: getTransferCase,
  receiveTransfer,
  undoReceipt,
  refuseTransfer,
});
