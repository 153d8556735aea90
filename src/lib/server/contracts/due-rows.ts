/** Contracts that end soon and were not renewed, and signed ones without their file. */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { reminderDays } from '#lib/rules/companies/qualification.ts';
import type { ContractState } from '#lib/rules/contracts/state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { contract, merchant } from '../db/schema.ts';

const signed: ContractState = 'signed';

const longest = reminderDays[0];

/** The cause of a reminder: there is one of each contract and step. */
export function contractReminderRef(id: number, days: number): string {
  return `contract-due:${id}:${days}`;
}

/** Ends within the longest reminder, and no signed contract of its pair and kind ends later: over `contract`. */
function isEnding(now: Date) {
  const today = dayKey(now.getTime());
  return and(
    eq(contract.state, signed),
    sql`${contract.validTo} between ${today}::date and ${today}::date + ${longest}::int`,
    sql`not exists (select from contract later where later.company_id = ${contract.companyId}
      and later.merchant_id is not distinct from ${contract.merchantId} and later.kind = ${contract.kind}
      and later.state = ${signed} and later.valid_to > ${contract.validTo})`,
  );
}

/** Contracts whose reminder of 60, 30 or 7 days is due and was not sent, the first to end first. */
export async function listDueContracts(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const left = sql`${contract.validTo} - ${dayKey(now.getTime())}::date`;
  const steps = reminderDays.toReversed().map((days) => sql`when ${left} <= ${days}::int then ${days}::int`);
  const rows = await db
    .select({ id: contract.id })
    .from(contract)
    .where(
      and(
        isEnding(now),
        isReady(job, contract.id, now),
        sql`not exists (select from message m where m.company_id = ${contract.companyId}
          and m.ref = 'contract-due:' || ${contract.id} || ':' || case ${sql.join(steps, sql` `)} end)`,
      ),
    )
    .orderBy(asc(contract.validTo), asc(contract.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** One of them; null once it is renewed or void. */
export async function findEndingContract(db: Db, id: number, now: Date) {
  const [row] = await db
    .select({
      id: contract.id,
      no: contract.no,
      kind: contract.kind,
      companyId: contract.companyId,
      merchantId: contract.merchantId,
      merchant: merchant.shortName,
      validTo: sql<string>`${contract.validTo}::text`,
    })
    .from(contract)
    .leftJoin(merchant, eq(merchant.id, contract.merchantId))
    .where(and(eq(contract.id, id), isEnding(now)));
  return row ?? null;
}

/** Those that were signed longer ago are made when they are downloaded, ms. */
const filedWithin = 24 * 3_600_000;

/** Contracts of the last day without their file, the first signed first. */
export async function listUnfiled(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: contract.id })
    .from(contract)
    .where(
      and(
        eq(contract.state, signed),
        eq(contract.fileDigest, ''),
        gte(contract.signedAt, new Date(now.getTime() - filedWithin)),
        isReady(job, contract.id, now),
      ),
    )
    .orderBy(asc(contract.signedAt), asc(contract.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
