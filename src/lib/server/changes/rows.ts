/** Sets of changes and their rows. Every query is bound to the merchant whose rows are changed. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  allRowStates,
  allSetStates,
  type RowState,
  type SetCounts,
  type SetState,
  setIs,
} from '#lib/rules/changes/set-state.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { changeRow, changeSet, merchant } from '../db/schema.ts';

export type SetRow = typeof changeSet.$inferSelect;

/** The merchant whose sets a person sees; null: those of all. */
type Within = number | null;

const isWithin = (within: Within) => (within === null ? undefined : eq(changeSet.merchantId, within));

/** Saves a set; null where the person has made it already (its token is known). */
export async function insertSet(tx: Tx, row: typeof changeSet.$inferInsert): Promise<number | null> {
  const [made] = await tx.insert(changeSet).values(row).onConflictDoNothing().returning({ id: changeSet.id });
  return made?.id ?? null;
}

/** The set that a person made with a token. */
export async function findByToken(
  db: Db | Tx,
  { merchantId, madeBy, token }: { merchantId: number; madeBy: string; token: string },
): Promise<SetRow | null> {
  const [row] = await db
    .select()
    .from(changeSet)
    .where(
      and(eq(changeSet.merchantId, merchantId), eq(changeSet.madeBy, madeBy), eq(changeSet.token, token)),
    );
  return row ?? null;
}

/** Saves a row for each id that a query finds, in its order; answers how many. */
export async function insertFoundRows(
  tx: Tx,
  setId: number,
  { ids, state, most }: { ids: SQL; state: RowState; most: number },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into change_row (set_id, no, row_id, state)
    select ${setId}, row_number() over (order by f.id)::int, f.id, ${state} from (${ids} limit ${most + 1}) f`);
  return rowCount ?? 0;
}

/** One set; null where this side has none of the number. */
export async function findSet(db: Db | Tx, id: number, within: Within): Promise<SetRow | null> {
  const [row] = await db
    .select()
    .from(changeSet)
    .where(and(eq(changeSet.id, id), isWithin(within)));
  return row ?? null;
}

/** The same, locked until the transaction ends: acts on a set and its slices take turns. */
export async function lockSet(tx: Tx, id: number, within: Within): Promise<SetRow | null> {
  const [row] = await tx
    .select()
    .from(changeSet)
    .where(and(eq(changeSet.id, id), isWithin(within)))
    .for('update');
  return row ?? null;
}

/** Writes a locked set. */
export async function updateSet(
  tx: Tx,
  id: number,
  patch: Partial<Omit<SetRow, 'id' | 'subject' | 'merchantId' | 'madeBy' | 'token'>>,
): Promise<void> {
  await tx.update(changeSet).set(patch).where(eq(changeSet.id, id));
}

/** Sets that wait for a second person, of a merchant or of all. Over `changeSet`. */
export function isSetWaiting(within: Within): SQL | undefined {
  return and(eq(changeSet.state, 'waiting'), isWithin(within));
}

/** Sets with work for the job, the oldest first. */
export async function listWorkingSets(db: Db, now: Date): Promise<number[]> {
  const working: SetState[] = allSetStates.filter(setIs.working);
  const rows = await db
    .select({ id: changeSet.id })
    .from(changeSet)
    .where(and(inArray(changeSet.state, working), isReady('runChanges', changeSet.id, now)))
    .orderBy(asc(changeSet.id))
    .limit(20);
  return rows.map(({ id }) => id);
}

/** Numbers of rows by state, of each of these sets. */
export async function countRows(db: Db | Tx, ids: readonly number[]): Promise<Map<number, SetCounts>> {
  const counts = new Map(ids.map((id) => [id, tableOf(allRowStates, () => 0)]));
  if (ids.length === 0) return counts;
  const rows = await db
    .select({ setId: changeRow.setId, state: changeRow.state, n: count() })
    .from(changeRow)
    .where(inArray(changeRow.setId, [...ids]))
    .groupBy(changeRow.setId, changeRow.state);
  for (const { setId, state, n } of rows) {
    const of = counts.get(setId);
    if (of !== undefined) of[state] = n;
  }
  return counts;
}

/** Moves rows of a locked set between two states: those of the numbers, or all. */
export async function moveRows(
  tx: Tx,
  setId: number,
  { from, to, nos }: { from: RowState; to: RowState; nos: readonly number[] | null },
): Promise<number> {
  const { rowCount } = await tx
    .update(changeRow)
    .set({ state: to })
    .where(
      and(
        eq(changeRow.setId, setId),
        eq(changeRow.state, from),
        nos === null ? undefined : inArray(changeRow.no, [...nos]),
      ),
    );
  return rowCount ?? 0;
}

/** Rows that another set changed, as rows of a set that takes them back. `nos` null: all of them. */
export async function insertUndoRows(
  tx: Tx,
  setId: number,
  { of, nos, state }: { of: number; nos: readonly number[] | null; state: RowState },
): Promise<number> {
  const chosen = nos === null ? sql`` : sql`and no = any(${sql.param([...nos])}::int[])`;
  const { rowCount } = await tx.execute(sql`
    insert into change_row (set_id, no, row_id, label, state, values, seen)
    select ${setId}, no, row_id, label, ${state}, before, after from change_row
    where set_id = ${of} and state = 'done' ${chosen}`);
  return rowCount ?? 0;
}

/** Marks rows as taken back where the rows of the undoing set are done. */
export async function markUndone(tx: Tx, undoOf: number, nos: readonly number[]): Promise<void> {
  if (nos.length === 0) return;
  await moveRows(tx, undoOf, { from: 'done', to: 'undone', nos });
}

/** Changes of one row, the newest first, with their sets. */
export function listHistory(
  db: Db,
  {
    within,
    subject,
    rowId,
    size,
  }: { within: Within; subject: SetRow['subject']; rowId: number; size: number },
) {
  return db
    .select({ set: changeSet, row: changeRow })
    .from(changeRow)
    .innerJoin(changeSet, eq(changeSet.id, changeRow.setId))
    .where(
      and(
        eq(changeRow.rowId, rowId),
        inArray(changeRow.state, ['done', 'undone']),
        eq(changeSet.subject, subject),
        isWithin(within),
      ),
    )
    .orderBy(desc(changeRow.changedAt), desc(changeRow.setId))
    .limit(size);
}

/** Short names of merchants. */
export async function listMerchantNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: merchant.id, name: merchant.shortName })
    .from(merchant)
    .where(inArray(merchant.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The number of a set that takes back rows of this one and is not over; null where there is none. */
export async function findOpenUndo(tx: Tx, id: number): Promise<number | null> {
  const open: SetState[] = allSetStates.filter((state) => !setIs.over(state));
  const [row] = await tx
    .select({ id: changeSet.id })
    .from(changeSet)
    .where(and(eq(changeSet.undoOf, id), inArray(changeSet.state, open)));
  return row?.id ?? null;
}
