/** What holds of all money after whatever a test has done. */
import type pg from 'pg';
import { afterAll, expect } from 'vitest';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';

/** After a file's tests: every balance is its ledger, every account of the double-entry books what moved it. */
export function expectBooksToAgree(pool: pg.Pool): void {
  afterAll(async () => {
    expect((await compareLedgers(pool)).wrong).toEqual([]);
  });
}
