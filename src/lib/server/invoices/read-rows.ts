/** Invoices as they are read: each read is bound to the company, or to what a desk may see (rules 19). */
import { and, asc, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { InvoiceTab } from '#lib/contract/invoices.ts';
import {
  type InvoiceFileKind,
  type InvoiceState,
  openInvoiceStates,
} from '#lib/rules/invoices/invoice-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoice, invoiceEvent, invoiceLine, merchant, redForm } from '../db/schema.ts';

export type InvoiceRecord = typeof invoice.$inferSelect;
export type InvoiceLineRow = typeof invoiceLine.$inferSelect;
export type RedFormRow = typeof redForm.$inferSelect;

/** States of each tab. */
export const tabStates = {
  running: [...openInvoiceStates, 'failed'],
  done: ['issued'],
  void: ['void'],
} as const satisfies Record<InvoiceTab, readonly InvoiceState[]>;

export interface InvoiceSearch {
  companyId: number;
  /** Asked for between these moments, `to` excluded; null is no bound. */
  span: { from: number; to: number } | null;
  merchantId: number | null;
  /** Empty: of any order. */
  no: string;
}

function matches({ companyId, span, merchantId, no }: InvoiceSearch): SQL | undefined {
  return and(
    eq(invoice.companyId, companyId),
    span === null ? undefined : gte(invoice.createdAt, new Date(span.from)),
    span === null ? undefined : lt(invoice.createdAt, new Date(span.to)),
    merchantId === null ? undefined : eq(invoice.merchantId, merchantId),
    no === ''
      ? undefined
      : sql`exists (select 1 from invoice_line l where l.invoice_id = ${invoice.id} and l.order_no = ${no})`,
  );
}

/** The first orders of an invoice in the order of its lines, how many it has, its files, and what was taken back of it. */
const shownColumns = {
  row: invoice,
  merchant: merchant.shortName,
  nos: sql<string[]>`array(select l.order_no from invoice_line l where l.invoice_id = invoice.id
    group by l.order_no order by min(l.seq) limit 3)`,
  orders: sql<number>`(select count(distinct l.order_no)::int from invoice_line l where l.invoice_id = invoice.id)`,
  files: sql<
    InvoiceFileKind[]
  >`array(select f.kind from invoice_file f where f.invoice_id = invoice.id order by f.kind)`,
  red: sql<number>`(select coalesce(-sum(r.gross), 0)::bigint from invoice r where r.blue_id = invoice.id and r.state = 'issued')`,
};

function selectShown(db: Db | Tx) {
  return db.select(shownColumns).from(invoice).innerJoin(merchant, eq(merchant.id, invoice.merchantId));
}

export type ShownInvoice = Awaited<ReturnType<typeof findShown>> & object;

/** A page of a company's invoices, the newest first. */
export async function listShown(
  db: Db,
  search: InvoiceSearch,
  { states, limit, offset }: { states: readonly InvoiceState[] | null; limit: number; offset: number },
): Promise<{ list: ShownInvoice[]; total: number }> {
  const where = and(matches(search), states === null ? undefined : inArray(invoice.state, [...states]));
  const [list, total] = await Promise.all([
    selectShown(db)
      .where(where)
      .orderBy(desc(invoice.createdAt), desc(invoice.id))
      .limit(limit)
      .offset(offset),
    db.$count(invoice, where),
  ]);
  return { list, total };
}

/** Number of found invoices by state. */
export async function countStates(db: Db, search: InvoiceSearch): Promise<Map<InvoiceState, number>> {
  const rows = await db
    .select({ state: invoice.state, count: sql<number>`count(*)::int` })
    .from(invoice)
    .where(matches(search))
    .groupBy(invoice.state);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** The merchants of a company's invoices. */
export function listInvoiceMerchants(db: Db, companyId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectDistinct({ id: merchant.id, name: merchant.shortName })
    .from(invoice)
    .innerJoin(merchant, eq(merchant.id, invoice.merchantId))
    .where(eq(invoice.companyId, companyId))
    .orderBy(asc(merchant.shortName));
}

/** Who reads an invoice: a company, a merchant, or with `merchantId` null the platform, which sees all. */
export type Reader = { companyId: number } | { merchantId: number | null };

export function isReaders(reader: Reader): SQL | undefined {
  if ('companyId' in reader) return eq(invoice.companyId, reader.companyId);
  return reader.merchantId === null ? undefined : eq(invoice.merchantId, reader.merchantId);
}

function isOf(id: number, reader: Reader): SQL | undefined {
  return and(eq(invoice.id, id), isReaders(reader));
}

/** Those of some invoices that are the reader's. */
export async function listOwnIds(db: Db, ids: readonly number[], reader: Reader): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(inArray(invoice.id, [...new Set(ids)]), isReaders(reader)))
    .orderBy(asc(invoice.id));
  return rows.map(({ id }) => id);
}

/** Invoices of an order that are not void, the reader's alone, the newest first. */
export function listInvoicesOf(db: Db, no: string, reader: Reader) {
  const { id, number, color, state } = invoice;
  return db
    .select({ id, number, color, state })
    .from(invoice)
    .where(
      and(
        sql`${id} in (select l.invoice_id from invoice_line l where l.order_no = ${no})`,
        ne(state, 'void'),
        isReaders(reader),
      ),
    )
    .orderBy(desc(id));
}

/** One invoice with what its page shows; null for an unknown one, and for one of others. */
export async function findShown(db: Db | Tx, id: number, reader: Reader) {
  const [row] = await selectShown(db).where(isOf(id, reader));
  return row ?? null;
}

/** Locks an invoice until the transaction ends. Null for an unknown one, and for one of others. */
export async function lockInvoice(tx: Tx, id: number, reader: Reader): Promise<InvoiceRecord | null> {
  const [row] = await tx.select().from(invoice).where(isOf(id, reader)).for('no key update');
  return row ?? null;
}

export function listInvoiceLines(db: Db | Tx, id: number): Promise<InvoiceLineRow[]> {
  return db.select().from(invoiceLine).where(eq(invoiceLine.invoiceId, id)).orderBy(asc(invoiceLine.seq));
}

/** Lines of invoices, by invoice. */
export async function mapInvoiceLines(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, InvoiceLineRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(invoiceLine)
    .where(inArray(invoiceLine.invoiceId, [...ids]))
    .orderBy(asc(invoiceLine.invoiceId), asc(invoiceLine.seq));
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}

export function listInvoiceEvents(db: Db | Tx, id: number) {
  return db
    .select()
    .from(invoiceEvent)
    .where(eq(invoiceEvent.invoiceId, id))
    .orderBy(desc(invoiceEvent.id))
    .limit(100);
}

/** The red forms of blue invoices, the newest first. */
export async function listRedForms(db: Db | Tx, blueIds: readonly number[]): Promise<RedFormRow[]> {
  if (blueIds.length === 0) return [];
  return db
    .select()
    .from(redForm)
    .where(inArray(redForm.blueId, [...blueIds]))
    .orderBy(desc(redForm.id));
}

export async function addEvent(tx: Tx, row: typeof invoiceEvent.$inferInsert): Promise<void> {
  await tx.insert(invoiceEvent).values(row);
}

/** Changes a locked invoice, and counts its version. */
export async function changeInvoice(
  tx: Tx,
  id: number,
  patch: Partial<typeof invoice.$inferInsert>,
): Promise<void> {
  await tx
    .update(invoice)
    .set({ ...patch, version: sql`${invoice.version} + 1` })
    .where(eq(invoice.id, id));
}
