/** Taking back an issued invoice, whole or in part: a red form that the job hands in (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { ActorKind } from '#lib/rules/companies/actors.ts';
import { sums } from '#lib/rules/invoices/amounts.ts';
import { type RedWish, redLines, restOf } from '#lib/rules/invoices/red.ts';
import type { RedReason } from '#lib/rules/invoices/red-state.ts';
import type { Tx } from '../db/client.ts';
import {
  addEvent,
  type InvoiceRecord,
  listInvoiceLines,
  listRedForms,
  type RedFormRow,
} from './read-rows.ts';
import { insertRedForm } from './red-form-rows.ts';
import { newInvoiceSerial } from './serials.ts';

export interface Raising {
  reason: RedReason;
  /** Null: all that is left. */
  wishes: readonly RedWish[] | null;
  /** The refund that it follows; null where none or several are behind it. */
  refundNo: string | null;
  actor: ActorKind;
  actorId: string;
  now: Date;
}

/** Forms that took something back, or still may. */
export function countingForms(forms: readonly RedFormRow[]): RedFormRow[] {
  return forms.filter(({ redInvoiceId, closedAt }) => redInvoiceId !== null || closedAt === null);
}

/**
 * Raises a form about a locked blue invoice; answers its id. Throws 409 for one that is not issued, has an open form, or
 * has nothing left.
 */
export async function raiseRed(
  tx: Tx,
  blue: InvoiceRecord,
  { reason, wishes, refundNo, actor, actorId, now }: Raising,
): Promise<number> {
  if (blue.color !== 'blue' || blue.state !== 'issued') throw new AppError(409, '发票还没有开出，不能冲红');
  const forms = await listRedForms(tx, [blue.id]);
  if (forms.some(({ closedAt }) => closedAt === null))
    throw new AppError(409, '已有一张红字确认单在处理中，请等它结束');
  const lines = await listInvoiceLines(tx, blue.id);
  const earlier = countingForms(forms).map((form) => form.lines);
  const red = redLines(lines, earlier, wishes ?? restOf(lines, earlier));
  if (red.length === 0) throw new AppError(409, '发票已全部冲红');
  const id = await insertRedForm(tx, {
    serial: newInvoiceSerial(now),
    blueId: blue.id,
    reason,
    raisedBy: 'seller',
    ...sums(red),
    lines: red,
    refundNo,
    askedAt: now,
    nextAt: now,
  });
  if (id === null) throw new AppError(409, '已有一张红字确认单在处理中，请等它结束');
  await addEvent(tx, { invoiceId: blue.id, actor, actorId, act: 'red_asked', note: '', at: now });
  return id;
}
