/** Acts on many rows and their rows. Every query of a person is bound to their side. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  allBulkRowStates,
  allBulkStates,
  type BulkCounts,
  type BulkRowState,
  isBulkWorking,
  newBulkRow,
} from '#lib/rules/changes/bulk-run.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { isReady } from '../../core/jobs/job-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import { auditLog, bulkRow, bulkRun } from '../../db/schema.ts';

export type BulkRun = typeof bulkRun.$inferSelect;
export type BulkRow = typeof bulkRow.$inferSelect;

/** The side: a merchant, or null for the platform. */
type Side = number | null;

const ofSide = (merchantId: Side) =>
  merchantId === null ? isNull(bulkRun.merchantId) : eq(bulkRun.merchantId, merchantId);
const working = () => inArray(bulkRun.state, allBulkStates.filter(isBulkWorking));

/** Saves a run; null where the same press has made one, or one of this act is at work. */
export async function insertRun(tx: Tx, row: typeof bulkRun.$inferInsert): Promise<BulkRun | null> {
  const [made] = await tx.insert(bulkRun).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

/** The run that a person began by this press. */
export async function findByToken(
  tx: Tx,
  { staffId, token }: Pick<BulkRun, 'staffId' | 'token'>,
): Promise<BulkRun | null> {
  const [row] = await tx
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.staffId, staffId), eq(bulkRun.token, token)));
  return row ?? null;
}

/** The run of an act that is at work on a side. */
export async function findAtWork(
  tx: Tx,
  { list, act, merchantId }: { list: string; act: string; merchantId: Side },
): Promise<BulkRun | null> {
  const [row] = await tx
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.list, list), eq(bulkRun.act, act), ofSide(merchantId), working()));
  return row ?? null;
}

/** Saves a row for each key that a query finds (`no`, `key`, `name`); answers how many. */
export async function insertFound(tx: Tx, runId: number, keys: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bulk_row (run_id, no, key, name, state)
    select ${runId}, f.no, f.key, coalesce(f.name, ''), ${newBulkRow} from (${keys}) f`);
  return rowCount ?? 0;
}

/** The same for ticked rows in their order; `keys` gives their names, and one that is gone has none. */
export async function insertTicked(
  tx: Tx,
  runId: number,
  { ids, keys }: { ids: readonly string[]; keys: SQL },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bulk_row (run_id, no, key, name, state)
    select ${runId}, t.no, t.key, coalesce(f.name, ''), ${newBulkRow}
    from unnest(${sql.param([...ids])}::text[]) with ordinality t(key, no) left join (${keys}) f on f.key = t.key`);
  return rowCount ?? 0;
}

/** One run; null where this side has none of the number. */
export async function findRun(db: Db | Tx, merchantId: Side, id: number): Promise<BulkRun | null> {
  const [row] = await db
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.id, id), ofSide(merchantId)));
  return row ?? null;
}

/** Runs of a list that are at work, and those that have ended since a moment; the newest first. */
export function listRecent(
  db: Db,
  { list, merchantId, since }: { list: string; merchantId: Side; since: Date },
): Promise<BulkRun[]> {
  return db
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.list, list), ofSide(merchantId), or(working(), gt(bulkRun.endedAt, since))))
    .orderBy(desc(bulkRun.id))
    .limit(5);
}

/** Runs with work for the job, the oldest first. */
export async function listWorkingRuns(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: bulkRun.id })
    .from(bulkRun)
    .where(and(working(), or(isNotNull(bulkRun.stopBy), isReady('runBulk', bulkRun.id, now))))
    .orderBy(asc(bulkRun.id))
    .limit(20);
  return rows.map(({ id }) => id);
}

/** The run of a number, for the job. */
export async function readRun(db: Db, id: number): Promise<BulkRun | null> {
  const [row] = await db.select().from(bulkRun).where(eq(bulkRun.id, id));
  return row ?? null;
}

/** Writes a run that is at work; false for one that has ended. */
export async function updateRun(
  tx: Db | Tx,
  id: number,
  patch: Partial<Pick<BulkRun, 'rows' | 'state' | 'why' | 'stopBy' | 'endedAt'>>,
): Promise<boolean> {
  const rows = await tx
    .update(bulkRun)
    .set(patch)
    .where(and(eq(bulkRun.id, id), working()))
    .returning({ id: bulkRun.id });
  return rows.length > 0;
}

/** Numbers of rows by state, of each of these runs. */
export async function countBulk(db: Db | Tx, ids: readonly number[]): Promise<Map<number, BulkCounts>> {
  const counts = new Map(ids.map((id) => [id, tableOf(allBulkRowStates, () => 0)]));
  if (ids.length === 0) return counts;
  const rows = await db
    .select({ runId: bulkRow.runId, state: bulkRow.state, n: sql<number>`count(*)::int` })
    .from(bulkRow)
    .where(inArray(bulkRow.runId, [...ids]))
    .groupBy(bulkRow.runId, bulkRow.state);
  for (const { runId, state, n } of rows) {
    const of = counts.get(runId);
    if (of !== undefined) of[state] = n;
  }
  return counts;
}

/** Rows of a run behind a number, in their order: those in a state, or all. */
export function listBulkRows(
  db: Db | Tx,
  runId: number,
  { state, after, limit }: { state: BulkRowState | null; after: number; limit: number },
): Promise<BulkRow[]> {
  return db
    .select()
    .from(bulkRow)
    .where(
      and(
        eq(bulkRow.runId, runId),
        state === null ? undefined : eq(bulkRow.state, state),
        gt(bulkRow.no, after),
      ),
    )
    .orderBy(asc(bulkRow.no))
    .limit(limit);
}

/** A waiting row, locked until its result is written; null where another process has done it. */
export async function lockWaiting(
  tx: Tx,
  { runId, no }: Pick<BulkRow, 'runId' | 'no'>,
): Promise<BulkRow | null> {
  const [row] = await tx
    .select()
    .from(bulkRow)
    .where(and(eq(bulkRow.runId, runId), eq(bulkRow.no, no), eq(bulkRow.state, newBulkRow)))
    .for('update');
  return row ?? null;
}

/** Writes the result of a waiting row. */
export async function writeResult(
  tx: Db | Tx,
  { runId, no }: Pick<BulkRow, 'runId' | 'no'>,
  result: Pick<BulkRow, 'state' | 'note' | 'doneAt'>,
): Promise<void> {
  await tx
    .update(bulkRow)
    .set(result)
    .where(and(eq(bulkRow.runId, runId), eq(bulkRow.no, no), eq(bulkRow.state, newBulkRow)));
}

/** The last entry of the audit log, before an act. */
export async function lastEntry(tx: Tx): Promise<number> {
  const [row] = await tx.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row?.id ?? 0;
}

/** True when an act of this request has left an entry since. */
export async function hasEntry(tx: Tx, since: number, requestId: string): Promise<boolean> {
  const found = await tx.$count(auditLog, and(gt(auditLog.id, since), eq(auditLog.requestId, requestId)));
  return found > 0;
}
