/** The demo's papers have pictures, each its own, and drawing them again changes nothing. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { drawDemoPapers } from '#demo/drawn/papers.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { paper, paperFile, storedFile } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-drawn-'));
completeEnv({ FILES_TO: folder });
afterAll(() => rmSync(folder, { recursive: true }));

test('every paper that was handed in has one', async () => {
  await db
    .delete(paper)
    .where(sql`${paper.id} not in (select min(id) from paper group by company_id, kind limit 6)`);
  expect(await drawDemoPapers(db, new Date())).toEqual({ done: 6, failed: 0 });
  expect([await db.$count(paperFile), await db.$count(storedFile), readdirSync(folder).length]).toEqual([
    6, 6, 6,
  ]);
  expect(await drawDemoPapers(db, new Date())).toEqual({ done: 0, failed: 0 });
});
