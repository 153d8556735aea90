/** Decisions that may still be taken back: each waits at its application until its moment by the database's clock. */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type StoredVerdict, withdrawMs } from '#lib/rules/companies/review.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyApplication, staff } from '../db/schema.ts';

const own = companyApplication;

/** The columns of an application without such a decision. */
export const noVerdict = { verdict: null, verdictBy: null, verdictDue: null };

const isDue = sql`${own.verdictDue} <= clock_timestamp()`;

/** How long the decision may still be taken back, ms; 0 when it is due. */
const leftMs = sql<number>`greatest(0, ceil(extract(epoch from ${own.verdictDue} - clock_timestamp()) * 1000))::int`;

/** Stores a decision about an undecided application, as it was read; answers its ms, null when it was changed meanwhile. */
export async function storeVerdict(
  tx: Tx,
  { id, version }: { id: number; version: number },
  { verdict, me }: { verdict: StoredVerdict; me: number },
): Promise<number | null> {
  const due = sql`clock_timestamp() + ${withdrawMs}::int * interval '1 millisecond'`;
  const rows = await tx
    .update(own)
    .set({ verdict, verdictBy: me, verdictDue: due, claimedBy: me, claimedUntil: due })
    .where(and(eq(own.id, id), eq(own.version, version), sql`${own.status} = 'waiting'`, isNull(own.verdict)))
    .returning({ leftMs });
  return rows[0]?.leftMs ?? null;
}

/** How long the decision of an application may still be taken back, ms; 0 without one. */
export async function findLeftMs(db: Db | Tx, id: number): Promise<number> {
  const [row] = await db.select({ leftMs }).from(own).where(eq(own.id, id));
  return row?.leftMs ?? 0;
}

/** Takes a reviewer's decision back, who has the application as before; false when it is due, or another's. */
export async function takeVerdictBack(
  tx: Tx,
  id: number,
  { me, until }: { me: number; until: Date },
): Promise<boolean> {
  return clear(tx, { claimedBy: me, claimedUntil: until }, id, and(eq(own.verdictBy, me), sql`not ${isDue}`));
}

/** Takes a due decision away that cannot be carried out; false when there is none any more. */
export function lapseVerdict(tx: Tx, id: number): Promise<boolean> {
  return clear(tx, { claimedBy: null, claimedUntil: null }, id, isDue);
}

async function clear(
  tx: Tx,
  claim: { claimedBy: number | null; claimedUntil: Date | null },
  id: number,
  where: SQL | undefined,
): Promise<boolean> {
  const rows = await tx
    .update(own)
    .set({ ...noVerdict, ...claim })
    .where(and(eq(own.id, id), where))
    .returning({ id: own.id });
  return rows.length > 0;
}

/** The due decision of an application with who made it; null without one. */
export async function findDueVerdict(db: Db | Tx, id: number) {
  const [row] = await db
    .select({
      companyId: own.companyId,
      version: own.version,
      verdict: own.verdict,
      due: own.verdictDue,
      by: staff.username,
    })
    .from(own)
    .innerJoin(staff, eq(staff.id, own.verdictBy))
    .where(and(eq(own.id, id), isDue));
  return row?.verdict == null ? null : { ...row, verdict: row.verdict };
}

/** Applications with a due decision, the oldest first. */
export async function listDueVerdicts(db: Db, job: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: own.id })
    .from(own)
    .where(and(isDue, isReady(job, own.id, now)))
    .orderBy(asc(own.verdictDue))
    .limit(50);
  return rows.map(({ id }) => id);
}
