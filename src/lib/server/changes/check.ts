/** Checks the rows of a draft, slice by slice: what each would change, and why it is refused. */
import { checkedAtOnce } from '#lib/rules/changes/set-source.ts';
import type { RowState, SetState } from '#lib/rules/changes/set-state.ts';
import { changeSlices } from '#lib/rules/changes/slices.ts';
import { eachSlice } from '../core/jobs/slices.ts';
import type { Db, Tx } from '../db/client.ts';
import { type ChangeRow, type Stepped, takeRows, writeStepped } from './changed-rows.ts';
import { lockSet, type SetRow, updateSet } from './rows.ts';
import { goneRow, subjectNamed } from './subjects.ts';

const fresh: RowState = 'new';
const previewed: SetState = 'previewed';

/** Checks rows of a locked draft; answers how many. */
export async function checkRows(tx: Tx, set: SetRow, rows: readonly ChangeRow[]): Promise<number> {
  const subject = subjectNamed(set.subject);
  const loaded = await subject.load(
    tx,
    set.merchantId,
    rows.map(({ rowId }) => rowId),
  );
  let alarms = 0;
  const stepped = rows.map((row): Stepped => {
    const now = loaded.get(row.rowId);
    const planned = now?.plan(row.values ?? set.values, row.seen) ?? goneRow;
    if (planned.hasAlarm) alarms += 1;
    const { state, before, after, note } = planned;
    return { no: row.no, state, label: now?.label ?? row.label, before, after, note };
  });
  await writeStepped(tx, set.id, stepped, null);
  if (alarms > 0 && !set.needsSecond) await updateSet(tx, set.id, { needsSecond: true });
  return rows.length;
}

/** Checks the next rows of a draft, and shows it when none is left; null then. */
async function checkSlice(db: Db, id: number, size: number): Promise<number | null> {
  return db.transaction(async (tx) => {
    const set = await lockSet(tx, id, null);
    if (set === null || set.state !== 'draft') return null;
    const rows = await takeRows(tx, id, fresh, size);
    if (rows.length > 0) return checkRows(tx, set, rows);
    await updateSet(tx, id, { state: previewed });
    return null;
  });
}

/** Checks all rows of a draft, and shows it then. Answers how many rows were checked. */
export function checkDraft(db: Db, id: number): Promise<number> {
  return eachSlice(changeSlices, (size) => checkSlice(db, id, size));
}

/** The same for a small draft, while a person waits. */
export async function checkSmallDraft(db: Db, id: number): Promise<void> {
  while ((await checkSlice(db, id, checkedAtOnce)) !== null);
}
