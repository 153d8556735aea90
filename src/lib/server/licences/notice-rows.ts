/** Registered licences of merchants that lapse, and their notices. */
import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type LicenceKind, licenceKindKeys, licenceWarnDays } from '#lib/rules/companies/licences.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '../db/client.ts';
import { merchantNotice, merchantPaper } from '../db/schema.ts';

const dayMs = 86_400_000;
/** A licence that lapsed longer ago is skipped: its merchant got the notices, or has long gone. */
const longestLapsed = 30;

const columns = {
  merchantId: merchantPaper.merchantId,
  kind: sql<LicenceKind>`${merchantPaper.kind}`,
  number: merchantPaper.number,
  validTo: sql<string>`${merchantPaper.validTo}::text`,
};

/** Ends within the longest notice, or has lapsed lately. */
function isLapsing(now: Date): SQL | undefined {
  return and(
    inArray(merchantPaper.kind, licenceKindKeys),
    gte(merchantPaper.validTo, dayKey(now.getTime() - longestLapsed * dayMs)),
    lte(merchantPaper.validTo, dayKey(now.getTime() + licenceWarnDays * dayMs)),
  );
}

/** All of them: a shop has some hundred merchants. */
export function listLapsing(db: Db, now: Date) {
  return db
    .select(columns)
    .from(merchantPaper)
    .where(isLapsing(now))
    .orderBy(asc(merchantPaper.merchantId), asc(merchantPaper.kind));
}

/** One of them as it is now; null once it is renewed. */
export async function findLapsing(db: Db, merchantId: number, kind: string, now: Date) {
  const [row] = await db
    .select(columns)
    .from(merchantPaper)
    .where(
      and(eq(merchantPaper.merchantId, merchantId), sql`${merchantPaper.kind} = ${kind}`, isLapsing(now)),
    );
  return row ?? null;
}

/** True when the merchant has the notice of this cause. */
export async function hasNotice(db: Db, merchantId: number, ref: string): Promise<boolean> {
  const rows = await db
    .select({ id: merchantNotice.id })
    .from(merchantNotice)
    .where(and(eq(merchantNotice.merchantId, merchantId), eq(merchantNotice.ref, ref)))
    .limit(1);
  return rows.length > 0;
}
