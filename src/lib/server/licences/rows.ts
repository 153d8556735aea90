/** Registered licences of merchants and submitted renewals. `within` binds to a merchant's own; null is all. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  isRenewalOpen,
  type LicenceKind,
  licenceKindKeys,
  licenceWarnDays,
  type RenewalState,
  renewalStates,
} from '#lib/rules/companies/licences.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Db, Tx } from '../db/client.ts';
import { licenceRenewal, merchant, merchantFile, merchantPaper } from '../db/schema.ts';
import type { MerchantFileRow, ReportReader } from '../files/report-rows.ts';

export const openStates = keysOf(renewalStates).filter(isRenewalOpen);

/** Renewals that the platform has to review. Over `licenceRenewal`. */
export const isRenewalWaiting = inArray(licenceRenewal.state, openStates);

export interface LicenceFound {
  merchantId: number;
  merchant: string;
  kind: LicenceKind;
  /** Null where none is registered. */
  number: string | null;
  validFrom: string | null;
  validTo: string | null;
  renewalId: number | null;
}

/** Every merchant with each kind that is registered or was submitted, and its last renewal that was not withdrawn. */
export const everyLicence = sql`(
  select k.merchant_id, k.kind, p.number, p.valid_from, p.valid_to, (
      select max(r.id) from licence_renewal r
      where r.merchant_id = k.merchant_id and r.kind = k.kind and r.state <> 'withdrawn') as renewal_id
  from (
    select merchant_id, kind from merchant_paper where kind in (${sql.join(
      licenceKindKeys.map((kind) => sql`${kind}`),
      sql`, `,
    )})
    union select merchant_id, kind from licence_renewal where state <> 'withdrawn') k
  left join merchant_paper p on p.merchant_id = k.merchant_id and p.kind = k.kind) as l`;

const columns = {
  merchantId: sql<number>`l.merchant_id`.as('licence_merchant'),
  merchant: merchant.shortName,
  kind: sql<LicenceKind>`l.kind`.as('licence_kind'),
  number: sql<string | null>`l.number`.as('licence_number'),
  validFrom: sql<string | null>`l.valid_from::text`.as('licence_from'),
  validTo: sql<string | null>`l.valid_to::text`.as('licence_to'),
  renewalId: sql<number | null>`l.renewal_id`.as('licence_renewal_id'),
};

function licences(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(columns)
    .from(everyLicence)
    .innerJoin(merchant, eq(merchant.id, sql`l.merchant_id`))
    .where(where)
    .$dynamic();
}

/** The last end date on the list of expiring licences. */
export function dueBy(now: Date): string {
  return dayKey(now.getTime() + licenceWarnDays * 86_400_000);
}

/** One of them; null where the merchant has none of the kind. */
export async function findLicence(
  db: Db | Tx,
  merchantId: number,
  kind: LicenceKind,
): Promise<LicenceFound | null> {
  const [row] = await licences(db, and(eq(merchant.id, merchantId), sql`l.kind = ${kind}`));
  return row ?? null;
}

export interface RenewalRow {
  id: number;
  merchantId: number;
  kind: LicenceKind;
  number: string;
  validFrom: string;
  validTo: string | null;
  state: RenewalState;
  handedInBy: string;
  createdAt: Date;
  decidedBy: string | null;
  reason: string;
  file: MerchantFileRow;
}

const renewalColumns = {
  id: licenceRenewal.id,
  merchantId: licenceRenewal.merchantId,
  kind: licenceRenewal.kind,
  number: licenceRenewal.number,
  validFrom: licenceRenewal.validFrom,
  validTo: licenceRenewal.validTo,
  state: licenceRenewal.state,
  handedInBy: licenceRenewal.handedInBy,
  createdAt: licenceRenewal.createdAt,
  decidedBy: licenceRenewal.decidedBy,
  reason: licenceRenewal.reason,
  file: merchantFile,
};

/** Renewals by id. */
export async function listRenewals(db: Db | Tx, ids: readonly number[]): Promise<RenewalRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(renewalColumns)
    .from(licenceRenewal)
    .innerJoin(merchantFile, eq(merchantFile.id, licenceRenewal.fileId))
    .where(inArray(licenceRenewal.id, [...ids]));
}

/** The waiting renewal of a kind; null for none. */
export async function findWaiting(tx: Tx, merchantId: number, kind: LicenceKind): Promise<RenewalRow | null> {
  const [row] = await tx
    .select(renewalColumns)
    .from(licenceRenewal)
    .innerJoin(merchantFile, eq(merchantFile.id, licenceRenewal.fileId))
    .where(and(eq(licenceRenewal.merchantId, merchantId), eq(licenceRenewal.kind, kind), isRenewalWaiting));
  return row ?? null;
}

/** Saves a renewal; null where one of the kind waits already. */
export async function insertRenewal(
  tx: Tx,
  row: Pick<
    typeof licenceRenewal.$inferInsert,
    'merchantId' | 'kind' | 'number' | 'validFrom' | 'validTo' | 'fileId' | 'handedInBy' | 'createdAt'
  >,
): Promise<number | null> {
  const [made] = await tx
    .insert(licenceRenewal)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: licenceRenewal.id });
  return made?.id ?? null;
}

/** Ends a waiting renewal; false where another person was quicker. */
export async function endRenewal(
  tx: Tx,
  id: number,
  end: { state: RenewalState; by: string; at: Date; reason?: string },
): Promise<boolean> {
  const rows = await tx
    .update(licenceRenewal)
    .set({ state: end.state, decidedBy: end.by, decidedAt: end.at, reason: end.reason ?? '' })
    .where(and(eq(licenceRenewal.id, id), isRenewalWaiting))
    .returning({ id: licenceRenewal.id });
  return rows.length > 0;
}

/** Sets a merchant's licence of a kind. */
export async function writeLicence(
  tx: Tx,
  {
    merchantId,
    kind,
    number,
    validFrom,
    validTo,
  }: Pick<RenewalRow, 'merchantId' | 'kind' | 'number' | 'validFrom' | 'validTo'>,
): Promise<void> {
  const now = { number, validFrom, validTo };
  await tx
    .insert(merchantPaper)
    .values({ merchantId, kind, ...now })
    .onConflictDoUpdate({ target: [merchantPaper.merchantId, merchantPaper.kind], set: now });
  // The shop's page and delivery notes show it.
  if (kind === 'drug_licence')
    await tx.update(merchant).set({ licenceNo: number }).where(eq(merchant.id, merchantId));
}

/** The scan of a renewal, for the merchant's own people and the platform's; null for all others. */
export async function findLicenceFile(
  db: Db,
  fileId: number,
  reader: ReportReader,
): Promise<MerchantFileRow | null> {
  if ('companyId' in reader) return null;
  const mine = reader.merchantId === null ? undefined : eq(licenceRenewal.merchantId, reader.merchantId);
  const [row] = await db
    .select({ file: merchantFile })
    .from(licenceRenewal)
    .innerJoin(merchantFile, eq(merchantFile.id, licenceRenewal.fileId))
    .where(and(eq(merchantFile.id, fileId), mine))
    .limit(1);
  return row?.file ?? null;
}

/** Registered licences that have lapsed or end within the days of the first reminder. */
export async function countDueLicences(db: Db, within: number | null, now: Date) {
  const mine = within === null ? sql`true` : sql`merchant_id = ${within}`;
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from merchant_paper where valid_to <= ${dueBy(now)}::date and ${mine}`,
  );
  return { count: rows[0]?.count ?? 0, since: null };
}
