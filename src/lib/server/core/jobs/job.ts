/** The entry of a scheduled job, listed in a `jobs.ts` next to its noun. */
import type { Db } from '../../db/client.ts';
import type { RowsDone } from './each-row.ts';

export interface Job {
  /**
   * Names its lease, its failures and its metrics. It must not change: processes of two versions run side by side and
   * exclude each other by it.
   */
  name: string;
  /** Milliseconds between two looks. */
  every: number;
  /** Goes through what is due; each row by itself, and none in a transaction of another. */
  run: (db: Db, now: Date) => Promise<RowsDone>;
  isDemo?: boolean;
}

export const second = 1000;
export const minute = 60 * second;
