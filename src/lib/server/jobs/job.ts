/** What a noun lists, in a `jobs.ts` beside it, of the work that time brings. */
import type { Db } from '../db/client.ts';
import type { RowsDone } from './rows.ts';

export interface Job {
  /**
   * Of its lease, its failures and its numbers. It stays as it is: processes of two versions run side by side and leave
   * each other alone by it.
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
