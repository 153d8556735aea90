/**
 * After-sale cases. A buyer's reads are bound to the company, a desk's to its merchant; writers have locked the trade.
 */
import { and, desc, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AfterSaleState } from '#lib/rules/orders/after-sale-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { countedPage } from '../db/counted-page.ts';
import {
  afterSale,
  afterSaleFile,
  afterSaleLine,
  afterSaleNote,
  company,
  merchant,
  order,
  storedFile,
} from '../db/schema.ts';
import type { CaseLine } from './after-sale-line-rows.ts';

export type AfterSaleRow = typeof afterSale.$inferSelect;
export type AfterSalePatch = Partial<
  Pick<
    AfterSaleRow,
    | 'state'
    | 'refunded'
    | 'refundNos'
    | 'dueAt'
    | 'isEscalated'
    | 'appealedAt'
    | 'carrier'
    | 'trackingNo'
    | 'arrivedAt'
    | 'endedBy'
    | 'endedAt'
  >
> & { returnTo?: SQL };

/** The present return address of a case's merchant, as `returnToOf` of the rules makes it. */
export const returnToNow = sql`(select json_build_object('name', coalesce(nullif(m.return_name, ''), m.full_name),
  'phone', coalesce(nullif(m.return_phone, ''), m.phone),
  'address', coalesce(nullif(m.return_address, ''), m.address))
  from merchant m where m.id = after_sale.merchant_id)`;

const columns = {
  row: afterSale,
  company: company.name,
  merchant: merchant.shortName,
  tradeNo: order.tradeNo,
  isCold: order.isColdChain,
};

function cases(db: Db | Tx) {
  return db
    .select(columns)
    .from(afterSale)
    .innerJoin(order, eq(order.no, afterSale.orderNo))
    .innerJoin(company, eq(company.id, afterSale.companyId))
    .innerJoin(merchant, eq(merchant.id, afterSale.merchantId));
}
export type CaseFound = Awaited<ReturnType<typeof cases>>[number];

/** The reader of a case: a company's people read theirs, a merchant's theirs, the platform all. */
export type CaseBounds = { companyId: number } | { merchantId: number | null };

/** Bounds as a condition; none for the platform. */
export function within(bounds: CaseBounds): SQL | undefined {
  if ('companyId' in bounds) return eq(afterSale.companyId, bounds.companyId);
  return bounds.merchantId === null ? undefined : eq(afterSale.merchantId, bounds.merchantId);
}

/** One case, or null where there is none within the bounds. */
export async function findCase(db: Db | Tx, id: number, bounds: CaseBounds): Promise<CaseFound | null> {
  const [found] = await cases(db).where(and(eq(afterSale.id, id), within(bounds)));
  return found ?? null;
}

/** The case that the form made before, or null. */
export async function findCaseByToken(tx: Tx, companyId: number, token: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: afterSale.id })
    .from(afterSale)
    .where(and(eq(afterSale.companyId, companyId), eq(afterSale.token, token)));
  return row?.id ?? null;
}

/** Saves a case with its pieces; the caller has locked the trade. */
export async function insertCase(
  tx: Tx,
  values: Omit<typeof afterSale.$inferInsert, 'id'>,
  lines: readonly CaseLine[],
): Promise<number> {
  const [made] = await tx.insert(afterSale).values(values).returning({ id: afterSale.id });
  const { id } = must(made, 'the case that was written');
  await tx.insert(afterSaleLine).values(lines.map((line) => ({ ...line, afterSaleId: id })));
  return id;
}

/** Changes a case that is as it was read; false when another writer was faster. */
export async function moveCase(
  tx: Tx,
  id: number,
  from: AfterSaleState,
  patch: AfterSalePatch,
): Promise<boolean> {
  const rows = await tx
    .update(afterSale)
    .set(patch)
    .where(and(eq(afterSale.id, id), eq(afterSale.state, from)))
    .returning({ id: afterSale.id });
  return rows.length > 0;
}

/** A page of a company's cases, the newest first. */
export function findOwnCases(
  db: Db,
  companyId: number,
  { states }: { states: readonly AfterSaleState[] },
  asked: { page: number; size: number },
) {
  const found = () =>
    cases(db)
      .where(and(eq(afterSale.companyId, companyId), inArray(afterSale.state, [...states])))
      .$dynamic();
  return countedPage(db, found, [desc(afterSale.id)], asked);
}

const decided: AfterSaleState[] = ['reviewing', 'to_inspect'];

/** Cases that the platform decides at `now`, as `isWithPlatform` of the rules. */
export function withPlatform(now: Date): SQL | undefined {
  return and(
    inArray(afterSale.state, decided),
    or(eq(afterSale.isEscalated, true), and(isNotNull(afterSale.dueAt), lte(afterSale.dueAt, now))),
  );
}

/** Cases that a merchant answers at `now`. */
export function withMerchant(now: Date): SQL | undefined {
  return and(inArray(afterSale.state, decided), eq(afterSale.isEscalated, false), gt(afterSale.dueAt, now));
}

export function inStates(states: readonly AfterSaleState[]): SQL {
  return inArray(afterSale.state, [...states]);
}

/**
 * True when a file is a picture of a case of this merchant, or uploaded for one; of any case for the platform (null).
 */
export async function isCasePicture(db: Db, fileId: number, merchantId: number | null): Promise<boolean> {
  const rows = await db
    .select({ id: afterSale.id })
    .from(storedFile)
    .leftJoin(afterSaleFile, eq(afterSaleFile.fileId, storedFile.id))
    .leftJoin(afterSaleNote, eq(afterSaleNote.id, afterSaleFile.noteId))
    .innerJoin(
      afterSale,
      or(eq(afterSale.id, afterSaleNote.afterSaleId), eq(afterSale.id, storedFile.forCase)),
    )
    .where(and(eq(storedFile.id, fileId), within({ merchantId })))
    .limit(1);
  return rows.length > 0;
}
