/** Folds the movements of merchants' accounts into sums of days and months (rules 5). */
import { setTimeout as pause } from 'node:timers/promises';
import { foldSlices } from '#lib/rules/changes/slices.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { eachSlice } from '../core/jobs/slices.ts';
import { isStopping } from '../core/process/lifecycle.ts';
import type { Db } from '../db/client.ts';
import { foldNext, lastBooking, listFolds, listWriters } from './fold-rows.ts';

/** Longest wait for transactions that write bookings, and between two looks, ms. */
const longestWait = 15_000;
const look = 100;

/**
 * The number of the last booking, when every one below it is seen or will never be; null where a transaction took too
 * long. Nobody waits for this.
 */
async function settledBooking(db: Db): Promise<number | null> {
  const last = await lastBooking(db);
  let open = await listWriters(db);
  for (const until = performance.now() + longestWait; open.length > 0; ) {
    if (performance.now() > until || isStopping()) return null;
    await pause(look);
    const now = new Set(await listWriters(db));
    open = open.filter((writer) => now.has(writer));
  }
  return last;
}

/** The job: one row, all bookings that are not folded. */
export function foldAccounts(db: Db, now: Date): Promise<RowsDone> {
  const job = 'foldAccounts';
  return eachRow(db, {
    job,
    now,
    list: () => listFolds(db, job, now),
    work: async () => {
      const last = await settledBooking(db);
      if (last === null) return 0;
      return eachSlice(foldSlices, (size) => db.transaction((tx) => foldNext(tx, last, size)));
    },
  });
}
