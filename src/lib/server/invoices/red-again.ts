/** Another red form in place of one that ended without a red invoice (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { ActorKind } from '#lib/rules/companies/actors.ts';
import { restOf } from '#lib/rules/invoices/red.ts';
import { isRedVoid } from '#lib/rules/invoices/red-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { readOrders } from './ask-rows.ts';
import { countingForms, raiseRed } from './raise-red.ts';
import { type InvoiceRecord, listInvoiceLines, type Reader, type RedFormRow } from './read-rows.ts';
import type { FoundForm } from './red-call.ts';
import { dueReason, lockBlue, wishesOf } from './red-due.ts';

interface Again {
  reader: Reader;
  actor: ActorKind;
  actorId: string;
  now: Date;
}

/**
 * Raises the form that takes the place of `form`, of what is due by now, under a new serial. Answers false where another
 * person or the job was faster. Throws 409 where nothing is due.
 */
export async function raiseAgain(
  tx: Tx,
  { form, blue }: FoundForm,
  { reader, ...by }: Again,
): Promise<boolean> {
  const locked = await lockBlue(tx, blue.id, reader);
  if (locked === null) throw new AppError(409, '蓝票已不是已开具状态，不能冲红');
  if (locked.forms[0]?.id !== form.id) return false;
  const raised = { ...by, refundNo: form.refundNo };
  // Whole is a wrong title alone, of our own form or as its company asks; all else is what refunds make due.
  if (form.reason === '01' && (form.raisedBy === 'seller' || by.actor === 'buyer')) {
    await raiseRed(tx, locked.blue, { ...raised, reason: '01', wishes: null });
    return true;
  }
  const wishes = await wishesOf(tx, blue.id, locked.orders);
  if (wishes.length === 0) throw new AppError(409, '订单现在没有需要冲红的金额，不用重新发起');
  const reason = dueReason(await listInvoiceLines(tx, blue.id), wishes);
  await raiseRed(tx, locked.blue, { ...raised, reason, wishes });
  return true;
}

/** True where the company's form in place of the newest one of its invoice, which ended, would take something back by now. */
export async function isAgainDue(
  db: Db,
  blue: InvoiceRecord,
  forms: readonly RedFormRow[],
): Promise<boolean> {
  const [newest] = forms;
  if (newest === undefined || newest.redInvoiceId !== null || !isRedVoid(newest.state)) return false;
  return db.transaction(async (tx) => {
    const lines = await listInvoiceLines(tx, blue.id);
    if (newest.reason === '01')
      return (
        restOf(
          lines,
          countingForms(forms).map((form) => form.lines),
        ).length > 0
      );
    const orders = await readOrders(tx, blue.companyId, [...new Set(lines.map(({ orderNo }) => orderNo))]);
    return (await wishesOf(tx, blue.id, orders)).length > 0;
  });
}
