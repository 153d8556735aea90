/** Invoices that the jobs send, ask about, and follow (rules 19). A row is leased by its `next_at`. */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { type InvoiceState, nextInvoiceState, openInvoiceStates } from '#lib/rules/invoices/invoice-state.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoice, invoiceEvent, invoiceFile, invoiceSeller } from '../db/schema.ts';
import { addEvent, changeInvoice, type InvoiceRecord } from './read-rows.ts';

const isDue = (now: Date) => and(inArray(invoice.state, [...openInvoiceStates]), lte(invoice.nextAt, now));

/** Invoices to send or to ask about, the longest due first. */
export async function listDueInvoices(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(isDue(now), isReady('sendInvoices', invoice.id, now)))
    .orderBy(asc(invoice.nextAt), asc(invoice.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** An invoice that is being sent: as it was before. */
export interface Leased {
  row: InvoiceRecord;
  was: InvoiceState;
}

/** A due invoice; null when another process has it, or it is due no more. */
export async function lockDueInvoice(tx: Tx, id: number, now: Date): Promise<InvoiceRecord | null> {
  const [row] = await tx
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), isDue(now)))
    .for('no key update', { skipLocked: true });
  return row ?? null;
}

/**
 * Leases a locked invoice until a moment. A waiting one counts as sent from here on: whatever becomes of this process, it
 * is asked about and not sent as a second one.
 */
export async function leaseInvoice(tx: Tx, row: InvoiceRecord, until: Date, now: Date): Promise<Leased> {
  const state = nextInvoiceState(row.state, 'send');
  if (row.state !== 'waiting' || state === null) {
    await putOffInvoice(tx, row.id, until);
    return { row, was: row.state };
  }
  await changeInvoice(tx, row.id, { state, nextAt: until });
  await addSent(tx, row, now);
  return { row: { ...row, state }, was: row.state };
}

/** Notes that an invoice is handed to its provider now. */
export function addSent(tx: Tx, { id, serial }: InvoiceRecord, now: Date): Promise<void> {
  const event = { invoiceId: id, actor: 'system', actorId: 'sendInvoices', act: 'sent' } as const;
  return addEvent(tx, { ...event, note: serial, at: now });
}

/** Looks at an invoice later; null: not again. */
export async function putOffInvoice(tx: Db | Tx, id: number, until: Date | null): Promise<void> {
  await tx.update(invoice).set({ nextAt: until }).where(eq(invoice.id, id));
}

/** When the newest attempt of an invoice was sent; its creation where that is not known. */
export async function sentAtOf(db: Db | Tx, { id, createdAt }: InvoiceRecord): Promise<Date> {
  const at = sql<number | null>`(extract(epoch from max(${invoiceEvent.at})) * 1000)::float8`;
  const [row] = await db
    .select({ at })
    .from(invoiceEvent)
    .where(and(eq(invoiceEvent.invoiceId, id), eq(invoiceEvent.act, 'sent')));
  const found = row?.at ?? null;
  return found === null ? createdAt : new Date(found);
}

/** Makes a provider's open invoices with these serials due now; returns how many there are. */
export async function hurryInvoices(
  db: Db,
  provider: string,
  serials: readonly string[],
  now: Date,
): Promise<number> {
  const rows = await db
    .update(invoice)
    .set({ nextAt: now })
    .where(
      and(
        eq(invoice.provider, provider),
        inArray(invoice.serial, [...serials]),
        // A waiting one was never sent: nobody can tell of it.
        inArray(invoice.state, ['sent', 'running', 'unsealed']),
      ),
    )
    .returning({ id: invoice.id });
  return rows.length;
}

/** Makes a merchant's waiting invoices due now: its session or quota had stopped them. */
export async function hurryWaiting(db: Db | Tx, merchantId: number, now: Date): Promise<void> {
  await db
    .update(invoice)
    .set({ nextAt: now })
    .where(and(eq(invoice.merchantId, merchantId), eq(invoice.state, 'waiting'), eq(invoice.color, 'blue')));
}

/** True while the last answer about a merchant's session was that the drawer is logged out. */
export async function isLoggedOut(db: Db | Tx, merchantId: number, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ until: invoiceSeller.sessionUntil, checkedAt: invoiceSeller.sessionCheckedAt })
    .from(invoiceSeller)
    .where(eq(invoiceSeller.merchantId, merchantId));
  return row !== undefined && row.checkedAt !== null && (row.until === null || row.until <= now);
}

/** The drawer is logged out: the provider said so about an invoice. */
export async function endSession(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx
    .update(invoiceSeller)
    .set({ sessionUntil: null, sessionCheckedAt: now })
    .where(eq(invoiceSeller.merchantId, merchantId));
}

/** Issued invoices with something to do, the longest due first. */
export async function listToFollow(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: invoice.id })
    .from(invoice)
    .where(
      and(eq(invoice.state, 'issued'), lte(invoice.nextAt, now), isReady('followInvoices', invoice.id, now)),
    )
    .orderBy(asc(invoice.nextAt), asc(invoice.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Leases an issued invoice until a moment; null when it is due no more. */
export async function leaseToFollow(
  db: Db,
  id: number,
  until: Date,
  now: Date,
): Promise<InvoiceRecord | null> {
  const [row] = await db
    .update(invoice)
    .set({ nextAt: until })
    .where(and(eq(invoice.id, id), eq(invoice.state, 'issued'), lte(invoice.nextAt, now)))
    .returning();
  return row ?? null;
}

/** Ends a lease; a refund that came meanwhile has set another moment, which stays. */
export async function endFollowing(
  db: Db,
  id: number,
  { leased, next }: { leased: Date; next: Date | null },
): Promise<void> {
  await db
    .update(invoice)
    .set({ nextAt: next })
    .where(and(eq(invoice.id, id), eq(invoice.nextAt, leased)));
}

/** When an issued invoice became known here, and whether a person entered it: its serial is no provider's then. */
export async function findIssuing(
  db: Db,
  { id, createdAt }: InvoiceRecord,
): Promise<{ isEntered: boolean; at: Date }> {
  const { act, at } = invoiceEvent;
  const [row] = await db
    .select({ act, at })
    .from(invoiceEvent)
    .where(and(eq(invoiceEvent.invoiceId, id), inArray(act, ['issued', 'entered'])));
  return { isEntered: row?.act === 'entered', at: row?.at ?? createdAt };
}

export async function listFileKinds(db: Db | Tx, id: number) {
  const rows = await db
    .select({ kind: invoiceFile.kind })
    .from(invoiceFile)
    .where(eq(invoiceFile.invoiceId, id));
  return rows.map(({ kind }) => kind);
}
