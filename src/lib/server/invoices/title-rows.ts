/** 发票抬头 of a company. Every statement is bound to the company; removed ones are never found. */
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { InvoiceTitle } from '#lib/rules/invoices/titles.ts';
import type { Db, Tx } from '../db/client.ts';
import { invoiceTitle } from '../db/schema.ts';

export type TitleRow = typeof invoiceTitle.$inferSelect;

function ownedBy(companyId: number) {
  return and(eq(invoiceTitle.companyId, companyId), isNull(invoiceTitle.removedAt));
}

/** The company's titles, the default one first. */
export function listTitleRows(db: Db | Tx, companyId: number): Promise<TitleRow[]> {
  return db
    .select()
    .from(invoiceTitle)
    .where(ownedBy(companyId))
    .orderBy(desc(invoiceTitle.isDefault), asc(invoiceTitle.id));
}

/** One title of the company; null for one that is unknown, removed or another company's. */
export async function findTitle(db: Db | Tx, companyId: number, id: number): Promise<TitleRow | null> {
  const [row] = await db
    .select()
    .from(invoiceTitle)
    .where(and(ownedBy(companyId), eq(invoiceTitle.id, id)));
  return row ?? null;
}

/** The title of the same kind, number and name; null where there is none. */
export async function findSameTitle(
  db: Db | Tx,
  companyId: number,
  { kind, taxNo, name }: Pick<InvoiceTitle, 'kind' | 'taxNo' | 'name'>,
): Promise<TitleRow | null> {
  const [row] = await db
    .select()
    .from(invoiceTitle)
    .where(
      and(
        ownedBy(companyId),
        eq(invoiceTitle.kind, kind),
        eq(invoiceTitle.taxNo, taxNo),
        eq(invoiceTitle.name, name),
      ),
    );
  return row ?? null;
}

/** Serializes changes of one company's titles until the transaction ends: there is one default. */
export async function lockTitles(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice title:${companyId}`}, 0))`);
}

export function countTitles(db: Db | Tx, companyId: number): Promise<number> {
  return db.$count(invoiceTitle, ownedBy(companyId));
}

export async function insertTitle(tx: Tx, companyId: number, title: InvoiceTitle): Promise<number | null> {
  const [row] = await tx
    .insert(invoiceTitle)
    .values({ ...title, companyId })
    .returning({ id: invoiceTitle.id });
  return row?.id ?? null;
}

/** Changes a title that is still of this version; false where it is not, or not the company's. */
export async function updateTitle(
  tx: Tx,
  companyId: number,
  { id, version }: { id: number; version: number },
  title: InvoiceTitle,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(invoiceTitle)
    .set({ ...title, version: sql`${invoiceTitle.version} + 1` })
    .where(and(ownedBy(companyId), eq(invoiceTitle.id, id), eq(invoiceTitle.version, version)));
  return rowCount === 1;
}

/** Makes a title the only default one; false when it is not the company's. */
export async function setDefaultTitle(tx: Tx, companyId: number, id: number): Promise<boolean> {
  await tx
    .update(invoiceTitle)
    .set({ isDefault: false })
    .where(and(ownedBy(companyId), eq(invoiceTitle.isDefault, true), ne(invoiceTitle.id, id)));
  const { rowCount } = await tx
    .update(invoiceTitle)
    .set({ isDefault: true })
    .where(and(ownedBy(companyId), eq(invoiceTitle.id, id)));
  return rowCount === 1;
}

/** Removes a title; invoices have their own copy. False when it is not the company's. */
export async function removeTitleRow(tx: Tx, companyId: number, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(invoiceTitle)
    .set({ removedAt: now, isDefault: false })
    .where(and(ownedBy(companyId), eq(invoiceTitle.id, id)));
  return rowCount === 1;
}
