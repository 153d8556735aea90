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
import { bulkRow, bulkRun } from '../../db/schema.ts';

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

/** As many runs of a list are shown, and as many that undo some. */
const runsShown = 20;

/**
 * Runs of a list that are at work, then those that have ended since a moment; the newest first. Those that undo are
 * counted by themselves: they take no place of a run that can be undone.
 */
export async function listRecent(
  db: Db,
  { list, merchantId, since }: { list: string; merchantId: Side; since: Date },
): Promise<BulkRun[]> {
  const recent = (isOfKind: SQL) =>
    db
      .select()
      .from(bulkRun)
      .where(
        and(eq(bulkRun.list, list), ofSide(merchantId), isOfKind, or(working(), gt(bulkRun.endedAt, since))),
      )
      .orderBy(desc(working()), desc(bulkRun.id))
      .limit(runsShown);
  const found = await Promise.all([recent(isNull(bulkRun.undoOf)), recent(isNotNull(bulkRun.undoOf))]);
  const order = ({ state }: BulkRun) => (isBulkWorking(state) ? 0 : 1);
  return found.flat().toSorted((one, other) => order(one) - order(other) || other.id - one.id);
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
  patch: Partial<Pick<BulkRun, 'rows' | 'state' | 'why' | 'endedAt'>>,
): Promise<boolean> {
  const rows = await tx
    .update(bulkRun)
    .set(patch)
    .where(and(eq(bulkRun.id, id), working()))
    .returning({ id: bulkRun.id });
  return rows.length > 0;
}

/** Asks a run that is at work to stop; false where that was done, or it has ended. */
export async function askStop(tx: Tx, id: number, stopBy: string): Promise<boolean> {
  const rows = await tx
    .update(bulkRun)
    .set({ stopBy })
    .where(and(eq(bulkRun.id, id), working(), isNull(bulkRun.stopBy)))
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

/** The first refused rows of each of these runs, in their order. */
export async function listRefused(
  db: Db | Tx,
  ids: readonly number[],
  limit: number,
): Promise<(Pick<BulkRow, 'key' | 'name' | 'note'> & { runId: number })[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<Pick<BulkRow, 'key' | 'name' | 'note'> & { runId: number }>(sql`
    select r.run_id as "runId", r.key, r.name, r.note
    from unnest(${sql.param([...ids])}::int[]) i(id) cross join lateral (
      select run_id, no, key, name, note from bulk_row
      where run_id = i.id and state = 'refused' order by no limit ${limit}) r
    order by r.run_id, r.no`);
  return rows;
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
  result: Pick<BulkRow, 'state' | 'note' | 'doneAt'> & Partial<Pick<BulkRow, 'entry'>>,
): Promise<void> {
  await tx
    .update(bulkRow)
    .set(result)
    .where(and(eq(bulkRow.runId, runId), eq(bulkRow.no, no), eq(bulkRow.state, newBulkRow)));
}

/** Rows that a run changed and nobody has undone, as rows of the run that undoes it, under the same numbers. */
export async function insertUndone(
  tx: Tx,
  runId: number,
  { of, nos }: { of: number; nos: readonly number[] | null },
): Promise<number> {
  const chosen = nos === null ? sql`` : sql`and no = any(${sql.param([...nos])}::int[])`;
  const { rowCount } = await tx.execute(sql`
    insert into bulk_row (run_id, no, key, name, state)
    select ${runId}, no, key, name, ${newBulkRow} from bulk_row
    where run_id = ${of} and state = 'done' and entry is not null ${chosen}`);
  return rowCount ?? 0;
}

/** The entry of a row that a run changed; null where it was undone. */
export async function lockChanged(tx: Tx, runId: number, no: number): Promise<number | null> {
  const [row] = await tx
    .select({ entry: bulkRow.entry })
    .from(bulkRow)
    .where(and(eq(bulkRow.runId, runId), eq(bulkRow.no, no), eq(bulkRow.state, 'done')))
    .for('update');
  return row?.entry ?? null;
}

/** Marks a row that another run has undone. */
export async function markUndone(tx: Tx, runId: number, no: number): Promise<void> {
  await tx
    .update(bulkRow)
    .set({ state: 'undone' })
    .where(and(eq(bulkRow.runId, runId), eq(bulkRow.no, no), eq(bulkRow.state, 'done')));
}
