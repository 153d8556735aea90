/** Undoes a mistaken receipt before its money is spent: requested here (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { UndoneReceipt, UndoReceiptValues } from '#lib/contract/transfers/calls.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import { findReceipt } from '../paying/receipt-rows.ts';
import { hold } from './hold.ts';
import { getDeskTransfer } from './list.ts';
import { passUndo, undoSubject } from './take-back.ts';

/**
 * `POST /api/desk/transfers/{no}/undo`: takes a receipt back, or lowers its amount to the real one; above the limit of
 * one person after a second one approves it. Throws 404, 409 where its money is spent or its order shipped, or it waits
 * already, 422 for an amount that is not less.
 */
export async function undoReceipt(
  context: Context<'platform'>,
  { no, serial, amount: yuan, reason }: UndoReceiptValues,
): Promise<UndoneReceipt> {
  const real = parseYuan(yuan);
  const { isDone, after } = await context.db.transaction(async (tx) => {
    const { payment } = await hold(tx, no);
    const receipt = await findReceipt(tx, serial.toUpperCase());
    if (receipt?.payNo !== no) throw new AppError(404, '没有这笔到账，请刷新');
    if (real >= receipt.amount)
      throw fieldError('amount', `须少于已登记的¥${showYuan(receipt.amount)}；没有到账请填0`);
    if (real > 0 && receipt.settledAt === null)
      throw fieldError('amount', '金额不足、等待补款的到账只能整笔撤销，再按正确金额登记');
    return propose(
      tx,
      context,
      {
        kind: 'undo_receipt',
        companyId: payment.companyId,
        amount: receipt.amount - real,
        reason: `${reason}（转账${no}，流水号${receipt.serial}）`,
        subject: undoSubject(receipt.serial),
        payload: { payNo: no, serial: receipt.serial, amount: receipt.amount, real, reason },
        changes: [
          {
            label: '到账',
            from: `¥${showYuan(receipt.amount)}`,
            to: real === 0 ? '撤销' : `¥${showYuan(real)}`,
          },
        ],
      },
      passUndo,
    );
  });
  await after();
  return { ...(await getDeskTransfer(context, no)), is_done: isDone ? 1 : 0 };
}
