/** Stores the tax bureau's answer about a red form (rules 19). */

import { sums } from '#lib/rules/invoices/amounts.ts';
import { askAfter } from '#lib/rules/invoices/ask-pace.ts';
import { redInvoiceLines } from '#lib/rules/invoices/red.ts';
import {
  asksAgain,
  isRedVoid,
  type RedState,
  redDeadline,
  redStates,
} from '#lib/rules/invoices/red-state.ts';
import type { Db, Tx } from '../db/client.ts';
import type { RedAnswer } from '../ports/invoices/port.ts';
import { type Issued, writeIssued } from './issued.ts';
import { addEvent, type InvoiceRecord, listInvoiceLines, lockInvoice, type RedFormRow } from './read-rows.ts';
import { changeForm, insertRedInvoice, lockForm, putOffForm } from './red-rows.ts';
import { putOffInvoice } from './send-rows.ts';

export const redSystem = { actor: 'system', actorId: 'sendRedForms' } as const;

/**
 * Writes the answer about a form. One about a serial that was given up, or a form that ended, changes nothing. Answers
 * whether it was written.
 */
export async function applyRed(
  db: Db,
  { id, serial, blueId }: Pick<RedFormRow, 'id' | 'serial' | 'blueId'>,
  answer: RedAnswer,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const blue = await lockInvoice(tx, blueId, { merchantId: null });
    const form = await lockForm(tx, id);
    if (blue === null || form === null || form.closedAt !== null || form.serial !== serial) return false;
    if (answer.state === 'unknown') {
      await putOffForm(tx, id, nextQuestion(form, now));
      return true;
    }
    await moveForm(tx, { form, blue }, { ...answer, state: answer.state }, now);
    return true;
  });
}

const nextQuestion = ({ askedAt }: RedFormRow, now: Date) =>
  new Date(now.getTime() + askAfter(Math.max(0, now.getTime() - askedAt.getTime())));

async function moveForm(
  tx: Tx,
  { form, blue }: { form: RedFormRow; blue: InvoiceRecord },
  { state, formNo, uuid, fault, issued }: RedAnswer & { state: RedState },
  now: Date,
): Promise<void> {
  const isVoid = isRedVoid(state);
  const deadline = redDeadline(state, form.askedAt.getTime());
  await changeForm(tx, form.id, {
    state,
    formNo: formNo || form.formNo,
    uuid: uuid || form.uuid,
    fault: fault?.text ?? '',
    deadlineAt: deadline === null ? null : new Date(deadline),
    nextAt: isVoid ? null : nextQuestion(form, now),
    ...(isVoid && { closedAt: now }),
  });
  if (state !== form.state)
    await addEvent(tx, {
      ...redSystem,
      invoiceId: blue.id,
      act: 'red_moved',
      note: [redStates[state].text, fault?.text ?? ''].filter((part) => part !== '').join('：'),
      at: now,
    });
  // The next one goes out by itself, under a new serial; a form of the buyer that ended is no answer to a refund.
  if (asksAgain(state) || (isVoid && form.raisedBy === 'buyer')) await putOffInvoice(tx, blue.id, now);
  if (issued !== null && !isVoid)
    await writeRed(tx, { form, blue }, { ...issued, ...redSystem, act: 'issued', now });
}

/** Writes the red invoice of a form, which ends. Both rows are locked. `serial`: under which the provider has it. */
export async function writeRed(
  tx: Tx,
  { form, blue }: { form: RedFormRow; blue: InvoiceRecord },
  { serial = form.serial, ...issued }: Issued & { serial?: string },
): Promise<void> {
  const { now } = issued;
  const lines = redInvoiceLines(await listInvoiceLines(tx, blue.id), form.lines);
  const { merchantId, companyId, title, seller, kind, form: writtenAs, provider } = blue;
  const red = await insertRedInvoice(
    tx,
    {
      ...{ serial, color: 'red', blueId: blue.id, redFormId: form.id },
      ...{ merchantId, companyId, title, seller, kind, form: writtenAs, provider },
      ...{ state: 'running', ...sums(lines), nextAt: null, createdAt: now },
      ...{ askedBy: form.raisedBy === 'buyer' ? 'buyer' : 'merchant', askedById: issued.actorId },
    },
    lines,
  );
  await writeIssued(tx, red, issued);
  await putOffInvoice(tx, red.id, now);
  await changeForm(tx, form.id, { redInvoiceId: red.id, closedAt: now, nextAt: null });
  // More may be due by now.
  await putOffInvoice(tx, blue.id, now);
}
