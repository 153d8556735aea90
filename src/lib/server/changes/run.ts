/**
 * Writes a running set slice by slice. Each slice is one transaction that locks the set, its next rows and what they
 * change: a process that is killed loses one slice, and another one goes on behind it.
 */
import { afterSlice, type RowState, type SetCounts, stopReason } from '#lib/rules/changes/set-state.ts';
import { changeSlices } from '#lib/rules/changes/slices.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachSlice } from '../core/jobs/slices.ts';
import { currentTime } from '../core/process/clock.ts';
import type { Db, Tx } from '../db/client.ts';
import { type ChangeRow, type Stepped, takeRows, writeStepped } from './changed-rows.ts';
import { countRows, lockSet, markUndone, type SetRow, updateSet } from './rows.ts';
import { goneRow, subjectNamed, type Values } from './subjects.ts';

const ready: RowState = 'ready';

/** Writes these rows of a locked set, and their results; answers their states. */
export async function writeRows(
  tx: Tx,
  set: SetRow,
  rows: readonly ChangeRow[],
  now: Date,
): Promise<RowState[]> {
  const subject = subjectNamed(set.subject);
  const ids = [...new Set(rows.map(({ rowId }) => rowId))];
  await subject.lock(tx, ids);
  const loaded = await subject.load(tx, set.merchantId, ids);
  const writes: { id: number; whole: Values }[] = [];
  const stepped = rows.map((row): Stepped => {
    const held = loaded.get(row.rowId);
    // What the preview showed is what the person has seen.
    const planned = held?.plan(row.after ?? {}, row.before) ?? goneRow;
    const { before, after, whole, note } = planned;
    if (whole !== null) writes.push({ id: row.rowId, whole });
    const state: RowState = planned.state === 'ready' ? 'done' : planned.state === 'same' ? 'same' : 'failed';
    return {
      no: row.no,
      state,
      label: held?.label ?? row.label,
      before: before ?? row.before,
      after: after ?? row.after,
      note,
    };
  });
  await subject.write(tx, { merchantId: set.merchantId, madeBy: set.madeBy, now }, writes);
  await writeStepped(tx, set.id, stepped, now);
  if (set.undoOf !== null)
    await markUndone(
      tx,
      set.undoOf,
      stepped.filter(({ state }) => state !== 'failed').map(({ no }) => no),
    );
  return stepped.map(({ state }) => state);
}

/**
 * Writes the next slice of a running set; answers the states of its rows, or null when it has none any more, or does not
 * run. `before` are the numbers of its rows before the slice: nothing but slices changes them while it runs.
 */
async function runSlice(db: Db, id: number, size: number, before: SetCounts): Promise<RowState[] | null> {
  return db.transaction(async (tx) => {
    const set = await lockSet(tx, id, null);
    if (set === null || set.state !== 'running') return null;
    const now = currentTime();
    const rows = set.isStopAsked ? [] : await takeRows(tx, id, ready, size);
    const states = rows.length === 0 ? [] : await writeRows(tx, set, rows, now);
    const failedInTurn = states.reduce((sum, state) => (state === 'failed' ? sum + 1 : 0), set.failedInTurn);
    const counts = counted(before, states);
    const reason = stopReason({ done: counts.done, failed: counts.failed, failedInTurn });
    const isStopAsked = set.isStopAsked;
    const left = isStopAsked || rows.length === size ? counts.ready : 0;
    const state = afterSlice({ ready: left, isStopAsked, reason });
    await updateSet(tx, id, {
      failedInTurn,
      state,
      isStopAsked: false,
      ...(reason !== null && state === 'stopped' && { word: reason }),
      ...(state === 'done' && { endedAt: now }),
    });
    return state === 'running' ? states : null;
  });
}

/** The numbers after rows that were ready have these states. */
function counted(before: SetCounts, states: readonly RowState[]): SetCounts {
  const counts = { ...before, ready: before.ready - states.length };
  for (const state of states) counts[state] += 1;
  return counts;
}

/** Writes a running set until it is done or stopped; answers how many rows. */
export async function runSet(db: Db, id: number): Promise<number> {
  // Counted once: to count 50,000 rows for each slice would cost more than to write them.
  let counts = must((await countRows(db, [id])).get(id), 'counts');
  return eachSlice(changeSlices, async (size) => {
    const states = await runSlice(db, id, size, counts);
    if (states === null) return null;
    counts = counted(counts, states);
    return states.length;
  });
}
