/** Companies' licences that lapse soon, for the platform's desk, and their reminders. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { statesWithPeople } from '#lib/rules/companies/company-state.ts';
import { type PaperKind, reminderDays } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, paper } from '../db/schema.ts';

interface PaperRow {
  id: number;
  companyId: number;
  company: string;
  kind: PaperKind;
  number: string;
  /** Its last day in Shanghai. */
  validTo: string;
}

/** Cause of the reminder message for a licence on a day: there is one a day. */
export function reminderRef(id: number, day: string): string {
  return `paper:${id}:${day}`;
}

const columns = {
  id: paper.id,
  companyId: paper.companyId,
  company: company.name,
  kind: paper.kind,
  number: paper.number,
  validTo: sql<string>`${paper.validTo}::text`,
};

/** `papersToRenew` of the rules before they expire, of companies that have people: over `paper` and `company`. */
export function isLapsing(now: Date): SQL | undefined {
  const today = sql`${dayKey(now.getTime())}::date`;
  return and(
    eq(paper.status, 'approved'),
    inArray(company.status, [...statesWithPeople]),
    sql`${paper.validTo} between ${today} and ${today} + ${reminderDays[0]}::int`,
    sql`not exists (select 1 from paper later
      where later.company_id = ${paper.companyId} and later.kind = ${paper.kind} and later.status = 'approved'
        and (later.valid_to is null or later.valid_to > ${paper.validTo})
        and later.valid_from <= ${paper.validTo} + 1)`,
  );
}

function lapsing(db: Db | Tx, now: Date, more: SQL | undefined) {
  return db
    .select(columns)
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(and(isLapsing(now), more));
}

/** One of them; null for one that is not among them. */
export async function findLapsingPaper(db: Db | Tx, id: number, now: Date): Promise<PaperRow | null> {
  const [row] = await lapsing(db, now, eq(paper.id, id));
  return row ?? null;
}

/** Cause of the reminder message for a licence a number of days before its end: there is one of each. */
export function dueReminderRef(id: number, days: number): string {
  return `paper-due:${id}:${days}`;
}

/** Licences whose reminder of 60, 30 or 7 days is due and was not sent, the first to lapse first. */
export async function listDueReminders(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const left = sql`${paper.validTo} - ${dayKey(now.getTime())}::date`;
  const steps = reminderDays.toReversed().map((days) => sql`when ${left} <= ${days}::int then ${days}::int`);
  const rows = await db
    .select({ id: paper.id })
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(
      and(
        isLapsing(now),
        sql`not exists (select 1 from message m where m.company_id = ${paper.companyId}
          and m.ref = 'paper-due:' || ${paper.id} || ':' || (case ${sql.join(steps, sql` `)} end))`,
        isReady(job, paper.id, now),
      ),
    )
    .orderBy(asc(paper.validTo), asc(paper.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
