/** The rows of change sets. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { CellValue } from '#lib/rules/changes/cells.ts';
import { allRowStates, type RowState } from '#lib/rules/changes/set-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { changeRow } from '../db/schema.ts';

export type ChangeRow = typeof changeRow.$inferSelect;
type Values = Record<string, CellValue>;

export interface NewRow {
  no: number;
  rowId: number;
  state: RowState;
  values?: Values;
  seen?: Values;
  note?: string;
}

/** Saves rows of a set in one statement. */
export async function insertRows(tx: Tx, setId: number, rows: readonly NewRow[]): Promise<void> {
  await tx.execute(sql`
    insert into change_row (set_id, no, row_id, state, values, seen, note)
    select ${setId}, r.no, r."rowId", r.state, r.values, r.seen, coalesce(r.note, '')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(no int, "rowId" int, state text, values jsonb, seen jsonb, note text)`);
}

/** The next rows of a locked set in a state, in order. */
export function takeRows(tx: Tx, setId: number, state: RowState, limit: number): Promise<ChangeRow[]> {
  return tx
    .select()
    .from(changeRow)
    .where(and(eq(changeRow.setId, setId), eq(changeRow.state, state)))
    .orderBy(asc(changeRow.no))
    .limit(limit);
}

/** Rows of a set behind a number; `state` empty: all. */
export function listRows(
  db: Db | Tx,
  setId: number,
  { state, after, size }: { state: string; after: number; size: number },
): Promise<ChangeRow[]> {
  const known = allRowStates.find((one) => one === state);
  return db
    .select()
    .from(changeRow)
    .where(
      and(
        eq(changeRow.setId, setId),
        known === undefined ? undefined : eq(changeRow.state, known),
        gt(changeRow.no, after),
      ),
    )
    .orderBy(asc(changeRow.no))
    .limit(size);
}

/** What a step did to a row. */
export interface Stepped {
  no: number;
  state: RowState;
  label: string;
  before: Values | null;
  after: Values | null;
  note: string;
}

/** Writes rows of a locked set in one statement. */
export async function writeStepped(
  tx: Tx,
  setId: number,
  rows: readonly Stepped[],
  changedAt: Date | null,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update change_row c set state = r.state, label = r.label, before = r.before, after = r.after,
      note = r.note, changed_at = case when r.state = 'done' then ${changedAt}::timestamptz else c.changed_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(no int, state text, label text, before jsonb, after jsonb, note text)
    where c.set_id = ${setId} and c.no = r.no`);
}
