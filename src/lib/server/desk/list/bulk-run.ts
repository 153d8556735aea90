/**
 * Does an act on the rows of a run, each in a transaction of its own together with its result: a process that is killed
 * loses the row it is at, and another one does it.
 */
import type { Call } from '#lib/contract/call.ts';
import { bulkSlice } from '#lib/contract/constants.ts';
import { callsOf } from '#lib/contract/desk/calls.ts';
import type { ListShape } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { afterBulkSlice, bulkResult, newBulkRow } from '#lib/rules/changes/bulk-run.ts';
import { bulkSlices } from '#lib/rules/changes/slices.ts';
import { guardCall } from '../../core/calls/guard.ts';
import type { Actors } from '../../core/context.ts';
import { eachSlice } from '../../core/jobs/slices.ts';
import { currentTime } from '../../core/process/clock.ts';
import { faultOf } from '../../core/process/database-faults.ts';
import { log } from '../../core/process/log.ts';
import { type Db, handleOf, type Tx } from '../../db/client.ts';
import { findStaff } from '../../people/staff-rows.ts';
import { type AnyAct, reasonOf, type ServedList, undoRow } from './acting.ts';
import {
  type BulkRow,
  type BulkRun,
  listBulkRows,
  lockChanged,
  lockWaiting,
  markUndone,
  readRun,
  updateRun,
  writeResult,
} from './bulk-rows.ts';
import { entryOf, lastEntry } from './entry-rows.ts';

/** What is done to the rows of a run, and by whom. */
interface Work {
  list: ListShape;
  run: BulkRun;
  actor: Actors['staff'];
  act: AnyAct;
}

/** Does a run until it is done or stopped; answers how many rows. */
export function doRun(db: Db, lists: readonly ServedList[], id: number): Promise<number> {
  return eachSlice(bulkSlices, (size) => doSlice(db, lists, id, size));
}

async function doSlice(
  db: Db,
  lists: readonly ServedList[],
  id: number,
  size: number,
): Promise<number | null> {
  const run = await readRun(db, id);
  if (run === null || run.state !== 'running') return null;
  const rows = await listBulkRows(db, id, { state: newBulkRow, after: 0, limit: size });
  const work = run.stopBy === null ? await workOf(db, lists, run) : `${run.stopBy}停止了操作`;
  const state = afterBulkSlice({ left: rows.length, isStopped: typeof work === 'string' });
  if (typeof work === 'string' || state !== 'running') {
    const why = state === 'stopped' && typeof work === 'string' ? work : '';
    await updateRun(db, id, { state, why, endedAt: currentTime() });
    return null;
  }
  for (const row of rows) await doRow(db, work, row);
  return rows.length;
}

/**
 * The act and its person as they are now, looked at again for each slice; a sentence where the person may not do it any
 * more. That they proved who they are was asked at the beginning.
 */
async function workOf(db: Db, lists: readonly ServedList[], run: BulkRun): Promise<Work | string> {
  const served = lists.find(({ name }) => name === run.list);
  const call = served && callsOf(served.list).acts.find(({ name }) => name === run.act)?.one;
  const act = served && (await served.load()).acts?.[run.act];
  if (served === undefined || call === undefined || act === undefined) return '这个操作已经没有了';
  const person = await findStaff(db, run.staffId);
  if (person === null || person.isDisabled || person.merchantId !== run.merchantId)
    return `${run.madeBy}的账号已停用`;
  const asked: Call<unknown, unknown, 'staff'> = { ...call, who: 'staff', sure: false };
  try {
    const actor = await guardCall(asked, { account: async () => null, staff: async () => person });
    return { list: served.list, run, actor, act };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${run.madeBy}已没有这个权限`;
  }
}

/** After this time (ms) a short run begins no further row before its press is answered. */
const pressMs = 5_000;

/**
 * Does a short run before its press is answered. The job does the rows that are left after `pressMs`, or after a killed
 * process. A row that waits for a lock is tried once: the person can press again.
 */
export async function runNow(db: Db, work: Work): Promise<void> {
  const { id } = work.run;
  const rows = await listBulkRows(db, id, { state: newBulkRow, after: 0, limit: bulkSlice });
  const end = performance.now() + pressMs;
  for (const row of rows) {
    if (performance.now() > end) return;
    await doRow(db, work, row, mostTries);
  }
  await updateRun(db, id, { state: afterBulkSlice({ left: 0, isStopped: false }), endedAt: currentTime() });
}

/** A row that meets another's lock is tried so many times; then the others go on without it. */
const mostTries = 3;

async function doRow(db: Db, work: Work, row: BulkRow, tries = 1): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if ((await lockWaiting(tx, row)) === null) return;
      const before = await lastEntry(tx);
      const why = await tryAct(db, tx, work, row);
      const entry = why === '' ? await entryOf(tx, before, requestOf(row)) : null;
      const state = bulkResult({ why, hasWritten: entry !== null });
      await writeResult(tx, row, { state, note: why, entry, doneAt: currentTime() });
    });
  } catch (error) {
    const fault = faultOf(error);
    // Without the database the whole run waits. A lock, a deadlock and a fault of ours are this row's alone.
    if (fault === 'lost' || fault === 'silent') throw error;
    if (fault !== undefined && tries < mostTries) return doRow(db, work, row, tries + 1);
    log().error({ err: error, run: row.runId, row: row.key }, 'a row of a bulk act failed');
    await writeResult(db, row, {
      state: 'refused',
      note: fault === undefined ? '系统出错，没有处理' : '系统繁忙，没有处理，可再执行一次',
      doneAt: currentTime(),
    });
  }
}

/** Names the entries of the audit log that a row left. */
function requestOf({ runId, no }: Pick<BulkRow, 'runId' | 'no'>): string {
  return `bulk ${runId}.${no}`;
}

/** Does the act to a row; answers why it was refused. */
async function tryAct(db: Db, tx: Tx, { list, actor, act, run }: Work, row: BulkRow): Promise<string> {
  const context = {
    now: currentTime(),
    actor,
    requestId: requestOf(row),
    ...reasonOf(list, run.act, run.fields),
    clientAddress: '',
    headers: new Headers(),
    answerHeaders: new Headers(),
  };
  try {
    // A refused act leaves nothing, whatever it had written before.
    await tx.transaction(async (inner) => {
      const own = { ...context, db: handleOf(inner, db) };
      const input = { ...run.fields, id: list.key === 'text' ? row.key : Number(row.key) };
      if (run.undoOf === null) return act(own, input);
      const entry = await lockChanged(inner, run.undoOf, row.no);
      if (entry === null) throw new AppError(409, '这一行已经撤销');
      await undoRow(own, entry, (within) => act(within, input));
      return markUndone(inner, run.undoOf, row.no);
    });
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code < 500) return error.message;
    throw error;
  }
}
