/** Folds the lines of days that are over, for 经营数据 (rules 4). */
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { foldDay, listDaysToFold } from './goods-rows.ts';

/** A day is a row: one that fails is read from its lines. */
export async function foldSales(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'foldSales',
    now,
    list: () => listDaysToFold(db, now),
    work: (day) => db.transaction((tx) => foldDay(tx, day, now)),
  });
}
