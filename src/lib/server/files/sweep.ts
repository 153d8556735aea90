/** Deletes unreferenced files: uploads that were never saved, and files replaced in a draft. */

import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { addressOf, openFiles } from '../ports/files/store.ts';
import { listOrphans, markOrphan } from './orphan-rows.ts';
import { dropFile } from './rows.ts';

/** Time that an unreferenced file stays, ms: a person may interrupt a form overnight. */
export const orphanAge = 24 * 60 * 60_000;

/** Deletes them, bytes first. An interrupted deletion continues. */
export function sweepFiles(db: Db, now: Date): Promise<RowsDone> {
  const before = new Date(now.getTime() - orphanAge);
  return eachRow(db, {
    job: 'sweepFiles',
    now,
    list: () => listOrphans(db, 'sweepFiles', before, now),
    work: async (id: number) => {
      const row = await markOrphan(db, id, before, now);
      if (row === null) return 0;
      const files = await openFiles();
      await files.remove(addressOf(row));
      await dropFile(db, id);
      return 1;
    },
  });
}
