/** Tasks for points, and what companies did of them. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { TaskKind, TaskTerms } from '#lib/rules/points/tasks.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyApplication, merchant, paper, pointsTask, pointsTaskDone, wheel } from '../db/schema.ts';
import { hasNotEnded } from '../wheel/rows.ts';

export type TaskRow = typeof pointsTask.$inferSelect;

/** As `taskCounts` of the rules. */
const isOpenAt = (at: Date): SQL | undefined =>
  and(
    isNull(pointsTask.stoppedAt),
    lte(pointsTask.startsAt, at),
    or(isNull(pointsTask.passedAt), lte(pointsTask.passedAt, at)),
    or(isNull(pointsTask.endsAt), gt(pointsTask.endsAt, at)),
  );

/** Chances of the wheel of a task can be given and used. Over `points_task`. */
const hasWheelNow = sql<boolean>`exists (
  select 1 from wheel w where w.id = points_task.wheel_id and w.opened_at is not null and w.closed_at is null
  and (w.ends_at > now() or w.paused_at is not null) and w.drawn < w.tickets)`;

/** A task that brings something: points, or chances of a wheel. Over `points_task`. */
const bringsNow = sql`(points_task.points > 0 or ${hasWheelNow})`;

/** The tasks that bring something for an event at `at`, the oldest first, as `taskCounts` of the rules. */
export function listTasksFor(
  db: Db | Tx,
  { kinds, merchantId, at }: { kinds: readonly TaskKind[]; merchantId: number | null; at: Date },
): Promise<TaskRow[]> {
  return db
    .select()
    .from(pointsTask)
    .where(
      and(
        inArray(pointsTask.kind, [...kinds]),
        isOpenAt(at),
        bringsNow,
        or(
          isNull(pointsTask.merchantId),
          merchantId === null ? undefined : eq(pointsTask.merchantId, merchantId),
        ),
      ),
    )
    .orderBy(asc(pointsTask.id));
}

/**
 * Writes what a company did, under the lock of its points: the lock makes the count of the month exact. False where it
 * is written already, or the month is full.
 */
export async function insertDone(
  tx: Tx,
  { id, monthly }: Pick<TaskRow, 'id' | 'monthly'>,
  done: { companyId: number; source: string; month: string },
): Promise<boolean> {
  const { companyId, source, month } = done;
  const { rows } = await tx.execute(sql`
    insert into points_task_done (task_id, company_id, source, month)
    select ${id}::int, ${companyId}::int, ${source}, ${month}
    where ${monthly}::int is null or ${monthly}::int > (
      select count(*) from points_task_done
      where task_id = ${id} and company_id = ${companyId} and month = ${month})
    on conflict do nothing returning source`);
  return rows.length > 0;
}

/** Takes back what {@link insertDone} has written in this transaction. */
export async function deleteDone(
  tx: Tx,
  { id }: Pick<TaskRow, 'id'>,
  { companyId, source }: { companyId: number; source: string },
): Promise<void> {
  await tx
    .delete(pointsTaskDone)
    .where(
      and(
        eq(pointsTaskDone.taskId, id),
        eq(pointsTaskDone.companyId, companyId),
        eq(pointsTaskDone.source, source),
      ),
    );
}

/** Whether the company has completed another order of the merchant. */
export async function hasCompletedOrder(
  tx: Tx,
  { companyId, merchantId, no }: { companyId: number; merchantId: number; no: string },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from "order"
    where company_id = ${companyId} and merchant_id = ${merchantId} and status = 'completed' and no <> ${no} limit 1`);
  return rows.length > 0;
}

/** The tasks that are open at `at` and bring something, with what the company did of them: this month, and at all. */
export async function listTasksOf(db: Db, companyId: number, { at, month }: { at: Date; month: string }) {
  const done = (where?: SQL) =>
    sql<number>`(select count(*)::int from points_task_done d
      where d.task_id = ${pointsTask.id} and d.company_id = ${companyId}${where ? sql` and ${where}` : sql``})`;
  return db
    .select({
      task: pointsTask,
      merchant: merchant.shortName,
      wheel: wheel.name,
      hasWheel: hasWheelNow,
      times: done(),
      timesNow: done(sql`d.month = ${month}`),
    })
    .from(pointsTask)
    .leftJoin(merchant, eq(merchant.id, pointsTask.merchantId))
    .leftJoin(wheel, eq(wheel.id, pointsTask.wheelId))
    .where(and(isOpenAt(at), bringsNow))
    .orderBy(asc(pointsTask.id));
}

/**
 * The days before the end are compared in Shanghai. A replaced one with a reason was never approved: it was returned and
 * corrected.
 */
const isInTime = sql`exists (
  select 1 from paper o where o.company_id = ${paper.companyId} and o.kind = ${paper.kind}
  and o.id < ${paper.id} and o.status = 'replaced' and o.reason is null
  and o.valid_to >= (${companyApplication.handedInAt} at time zone 'Asia/Shanghai')::date)`;

/**
 * Documents approved since a day, handed in by the last day of the one before, that an open task of documents has not
 * counted yet and still may: its month is not full, and it brings something.
 */
export async function listRenewed(
  db: Db,
  job: string,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: paper.id })
    .from(paper)
    .innerJoin(companyApplication, eq(companyApplication.id, paper.applicationId))
    .where(
      and(
        eq(paper.status, 'approved'),
        eq(companyApplication.status, 'approved'),
        gt(companyApplication.decidedAt, since),
        isInTime,
        sql`exists (
          select 1 from points_task where points_task.kind = 'papers' and points_task.stopped_at is null
          and points_task.starts_at <= ${companyApplication.handedInAt}
          and (points_task.passed_at is null or points_task.passed_at <= ${companyApplication.handedInAt})
          and (points_task.ends_at is null or points_task.ends_at > ${companyApplication.handedInAt})
          and ${bringsNow}
          and not exists (
            select 1 from points_task_done d where d.task_id = points_task.id
            and d.company_id = ${paper.companyId} and d.source = 'paper:' || ${paper.id})
          and (points_task.monthly is null or points_task.monthly > (
            select count(*) from points_task_done d
            where d.task_id = points_task.id and d.company_id = ${paper.companyId}
            and d.month = to_char(${companyApplication.handedInAt} at time zone 'Asia/Shanghai', 'YYYY-MM'))))`,
        isReady(job, paper.id, now),
      ),
    )
    .orderBy(asc(paper.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A renewed document, and when it was handed in; null where it is none any more. */
export async function findRenewed(
  tx: Tx,
  id: number,
): Promise<{ companyId: number; handedInAt: Date } | null> {
  const [row] = await tx
    .select({ companyId: paper.companyId, handedInAt: companyApplication.handedInAt })
    .from(paper)
    .innerJoin(companyApplication, eq(companyApplication.id, paper.applicationId))
    .where(and(eq(paper.id, id), eq(paper.status, 'approved'), isInTime));
  return row?.handedInAt ? { companyId: row.companyId, handedInAt: row.handedInAt } : null;
}

/** Writes a new task; the one with this token where it is a repeat, `isNew` false. */
export async function insertTask(
  tx: Tx,
  values: Omit<TaskTerms, 'startsAt' | 'endsAt'> & {
    title: string;
    startsAt: Date;
    endsAt: Date | null;
    token: string;
    createdBy: string;
    stoppedAt: Date;
  },
): Promise<{ task: TaskRow; isNew: boolean }> {
  const [made] = await tx.insert(pointsTask).values(values).onConflictDoNothing().returning();
  if (made) return { task: made, isNew: true };
  const [known] = await tx.select().from(pointsTask).where(eq(pointsTask.token, values.token));
  if (!known) throw new Error(`a task of ${values.token}`);
  return { task: known, isNew: false };
}

/** Turns a locked task on or off. */
export async function switchTask(
  tx: Tx,
  id: number,
  moments: Pick<TaskRow, 'passedAt' | 'stoppedAt'>,
): Promise<void> {
  await tx.update(pointsTask).set(moments).where(eq(pointsTask.id, id));
}

export async function findTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const [row] = await tx.select().from(pointsTask).where(eq(pointsTask.id, id)).for('update');
  return row ?? null;
}

/** Writes what the merchant says to a locked task that it is to pay for, and whether it is on. */
export async function writeAnswer(
  tx: Tx,
  id: number,
  answer: Pick<TaskRow, 'merchantWord' | 'merchantReason' | 'answeredBy' | 'answeredAt' | 'stoppedAt'>,
): Promise<void> {
  await tx.update(pointsTask).set(answer).where(eq(pointsTask.id, id));
}

/** Tasks that wait for the word of this merchant, as `isAsked` of the rules; none for the platform. */
export function isTaskAsked(merchantId: number | null, now: Date): SQL | undefined {
  if (merchantId === null) return sql`false`;
  return and(
    eq(pointsTask.payer, 'merchant'),
    eq(pointsTask.merchantId, merchantId),
    eq(pointsTask.merchantWord, 'asked'),
    isNotNull(pointsTask.passedAt),
    or(isNull(pointsTask.endsAt), gt(pointsTask.endsAt, now)),
  );
}

/** The short name of a merchant; null where there is none. */
export async function findMerchantName(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.select({ name: merchant.shortName }).from(merchant).where(eq(merchant.id, id));
  return row?.name ?? null;
}

/** Whether the wheel may give chances: it is opened and has not ended. */
export async function hasWheel(tx: Tx, id: number): Promise<boolean> {
  return (await tx.$count(wheel, and(eq(wheel.id, id), hasNotEnded))) > 0;
}
