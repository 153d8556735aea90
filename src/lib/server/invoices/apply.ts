/** Stores a provider's answer about an invoice (rules 19). */
import { askAfter } from '#lib/rules/invoices/ask-pace.ts';
import { isInvoiceOpen, nextInvoiceState } from '#lib/rules/invoices/invoice-state.ts';
import type { Db, Tx } from '../db/client.ts';
import type { IssueAnswer, PortFault } from '../ports/invoices/port.ts';
import { sendVoid, writeIssued } from './issued.ts';
import { addEvent, changeInvoice, type InvoiceRecord, lockInvoice } from './read-rows.ts';
import { endSession, putOffInvoice, sentAtOf } from './send-rows.ts';
import { newInvoiceSerial } from './serials.ts';

/** Who writes. */
const system = { actor: 'system', actorId: 'sendInvoices' } as const;

/** Until the next attempt of an invoice that session or quota held up, unless the merchant settles it before, ms. */
const heldFor = 60 * 60_000;

/**
 * Writes the answer about a serial. One that came late, about a serial that was given up, or about an invoice that is
 * issued already changes nothing. Answers whether it was written.
 */
export async function applyAnswer(
  db: Db,
  { id, serial }: Pick<InvoiceRecord, 'id' | 'serial'>,
  answer: IssueAnswer,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockInvoice(tx, id, { merchantId: null });
    if (row === null || row.serial !== serial || !isInvoiceOpen(row.state)) return false;
    switch (answer.state) {
      case 'unknown':
      case 'running':
        await keepAsking(tx, row, answer.state, now);
        break;
      case 'issued':
        await writeIssued(tx, row, { ...system, ...answer, act: 'issued', now });
        // Its files come next.
        await putOffInvoice(tx, id, now);
        break;
      case 'unsealed':
        await writeUnsealed(tx, row, answer.fault, now);
        break;
      case 'failed':
        await writeFailed(tx, row, answer.fault, now);
        break;
      case 'void':
        await changeInvoice(tx, id, { ...faultOf(answer.fault), state: 'void', nextAt: null });
        await addEvent(tx, { ...system, invoiceId: id, act: 'void', note: answer.fault.text, at: now });
        await sendVoid(tx, row, answer.fault.text);
    }
    return true;
  });
}

const faultOf = ({ code, text }: PortFault) => ({ fault: text, faultCode: code });

/** The next question, by the time since it was sent. */
async function nextQuestion(tx: Tx, row: InvoiceRecord, now: Date): Promise<Date> {
  const age = now.getTime() - (await sentAtOf(tx, row)).getTime();
  return new Date(now.getTime() + askAfter(age));
}

async function keepAsking(tx: Tx, row: InvoiceRecord, word: 'unknown' | 'running', now: Date): Promise<void> {
  const nextAt = await nextQuestion(tx, row, now);
  const state = word === 'running' && row.state !== 'running' ? nextInvoiceState(row.state, 'run') : null;
  if (state === null) return putOffInvoice(tx, row.id, nextAt);
  await changeInvoice(tx, row.id, { state, nextAt, fault: '', faultCode: '' });
  await addEvent(tx, { ...system, invoiceId: row.id, act: 'running', note: '', at: now });
}

async function writeUnsealed(tx: Tx, row: InvoiceRecord, fault: PortFault, now: Date): Promise<void> {
  const nextAt = await nextQuestion(tx, row, now);
  if (row.state === 'unsealed') return putOffInvoice(tx, row.id, nextAt);
  await changeInvoice(tx, row.id, { ...faultOf(fault), state: 'unsealed', nextAt });
  await addEvent(tx, { ...system, invoiceId: row.id, act: 'unsealed', note: fault.text, at: now });
}

/** The serial is used up. What the merchant settles by a login or more quota goes again by itself under a new one. */
async function writeFailed(tx: Tx, row: InvoiceRecord, fault: PortFault, now: Date): Promise<void> {
  const base = { ...system, invoiceId: row.id, at: now };
  await addEvent(tx, { ...base, act: 'failed', note: fault.text });
  if (fault.cause === 'other') {
    await changeInvoice(tx, row.id, { ...faultOf(fault), state: 'failed', nextAt: null });
    return;
  }
  if (fault.cause === 'session') await endSession(tx, row.merchantId, now);
  await changeInvoice(tx, row.id, {
    ...faultOf(fault),
    state: 'waiting',
    serial: newInvoiceSerial(now),
    attempt: row.attempt + 1,
    nextAt: new Date(now.getTime() + heldFor),
  });
}
