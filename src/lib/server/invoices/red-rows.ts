/** Red forms on their way to the tax bureau, and the blue invoices that they are about (rules 19). */
import { and, asc, desc, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoice, invoiceLine, invoiceSeller, redForm } from '../db/schema.ts';
import { type InvoiceRecord, isReaders, type Reader, type RedFormRow } from './read-rows.ts';

/** Issued blue invoices with lines of these orders, the newest first. */
export async function listBluesOf(tx: Tx, nos: readonly string[]): Promise<number[]> {
  if (nos.length === 0) return [];
  const rows = await tx
    .select({ id: invoice.id })
    .from(invoice)
    .where(
      and(
        eq(invoice.color, 'blue'),
        eq(invoice.state, 'issued'),
        exists(
          tx
            .select({ one: sql`1` })
            .from(invoiceLine)
            .where(and(eq(invoiceLine.invoiceId, invoice.id), inArray(invoiceLine.orderNo, [...nos]))),
        ),
      ),
    )
    .orderBy(desc(invoice.id));
  return rows.map(({ id }) => id);
}

/** Open forms to send or to ask about, the longest due first. */
export async function listDueForms(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: redForm.id })
    .from(redForm)
    .where(and(isNull(redForm.closedAt), lte(redForm.nextAt, now), isReady('sendRedForms', redForm.id, now)))
    .orderBy(asc(redForm.nextAt), asc(redForm.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Leases a due form until a moment; null when it is due no more. */
export async function leaseForm(db: Db, id: number, until: Date, now: Date): Promise<RedFormRow | null> {
  const [row] = await db
    .update(redForm)
    .set({ nextAt: until })
    .where(and(eq(redForm.id, id), isNull(redForm.closedAt), lte(redForm.nextAt, now)))
    .returning();
  return row ?? null;
}

/** A form with its blue invoice; null for an unknown one, and for others'. */
export async function findForm(
  db: Db | Tx,
  id: number,
  reader: Reader,
): Promise<{ form: RedFormRow; blue: InvoiceRecord } | null> {
  const [row] = await db
    .select({ form: redForm, blue: invoice })
    .from(redForm)
    .innerJoin(invoice, eq(invoice.id, redForm.blueId))
    .where(and(eq(redForm.id, id), isReaders(reader)));
  return row ?? null;
}

/** Locks a form; who calls has locked its blue invoice. */
export async function lockForm(tx: Tx, id: number): Promise<RedFormRow | null> {
  const [row] = await tx.select().from(redForm).where(eq(redForm.id, id)).for('no key update');
  return row ?? null;
}

/** Changes a locked form, and counts its version. */
export async function changeForm(
  tx: Tx,
  id: number,
  patch: Partial<typeof redForm.$inferInsert>,
): Promise<void> {
  await tx
    .update(redForm)
    .set({ ...patch, version: sql`${redForm.version} + 1` })
    .where(eq(redForm.id, id));
}

/** Looks at a form later; null: not again by itself. */
export async function putOffForm(db: Db | Tx, id: number, until: Date | null): Promise<void> {
  await db.update(redForm).set({ nextAt: until }).where(eq(redForm.id, id));
}

/** Makes a provider's open forms with these serials due now; returns how many there are. */
export async function hurryForms(
  db: Db,
  provider: string,
  serials: readonly string[],
  now: Date,
): Promise<number> {
  const rows = await db
    .update(redForm)
    .set({ nextAt: now })
    .from(invoice)
    .where(
      and(
        eq(invoice.id, redForm.blueId),
        eq(invoice.provider, provider),
        inArray(redForm.serial, [...serials]),
        isNull(redForm.closedAt),
      ),
    )
    .returning({ id: redForm.id });
  return rows.length;
}

/** Writes a red invoice with its lines; answers its row. */
export async function insertRedInvoice(
  tx: Tx,
  row: typeof invoice.$inferInsert,
  lines: readonly Omit<typeof invoiceLine.$inferInsert, 'invoiceId'>[],
): Promise<InvoiceRecord> {
  const [made] = await tx.insert(invoice).values(row).returning();
  if (made === undefined) throw new Error('a red invoice was not written');
  await tx.insert(invoiceLine).values(lines.map((line) => ({ ...line, invoiceId: made.id })));
  return made;
}

/** Forms by the bureau's ids, of any state. */
export async function listKnownUuids(db: Db, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await db
    .select({ uuid: redForm.uuid })
    .from(redForm)
    .where(inArray(redForm.uuid, [...uuids]));
  return new Set(rows.map(({ uuid }) => uuid));
}

/** A merchant's issued blue invoice by its number. */
export async function findBlueByNumber(db: Db, merchantId: number, number: string): Promise<number | null> {
  const [row] = await db
    .select({ id: invoice.id })
    .from(invoice)
    .where(
      and(
        eq(invoice.merchantId, merchantId),
        eq(invoice.number, number),
        eq(invoice.color, 'blue'),
        eq(invoice.state, 'issued'),
      ),
    );
  return row?.id ?? null;
}

/** Sellers whose provider is one of these, and which were not looked at since a moment. */
export async function listSellersToCheck(
  db: Db,
  job: string,
  { providers, since, now }: { providers: readonly string[]; since: Date; now: Date },
) {
  if (providers.length === 0) return [];
  const { sessionCheckedAt, inboundUntil, merchantId, provider } = invoiceSeller;
  const looked = job === 'pullRedForms' ? inboundUntil : sessionCheckedAt;
  const rows = await db
    .select({ id: merchantId })
    .from(invoiceSeller)
    .where(
      and(
        inArray(provider, [...providers]),
        or(isNull(looked), lte(looked, since)),
        isReady(job, merchantId, now),
      ),
    )
    .orderBy(asc(merchantId))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** Remembers up to when a seller's forms of buyers were fetched. */
export async function markInbound(db: Db, merchantId: number, until: Date): Promise<void> {
  await db.update(invoiceSeller).set({ inboundUntil: until }).where(eq(invoiceSeller.merchantId, merchantId));
}
