import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { demoTrial } from '#demo/trial.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { registerTrial } from '#lib/server/core/process/trial.ts';
import { closeDb, connect, type Db } from '#lib/server/db/client.ts';
import { copyTemplate, dropCopy } from './test-cluster.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  pool: pg.Pool;
}

// Orders of tests are sent without a carrier, as in every demo.
registerTrial(demoTrial);

/**
 * A database of its own for this test file: the demo data (`demo`, the default) or only the tables (`empty`).
 * Call it once at the top of the file: `const { db } = await testDatabase();`. Services that use `getDb()` work
 * on it too, and files are stored in a folder of its own. Both are dropped after the file's last test.
 */
export async function testDatabase(template: 'demo' | 'empty' = 'demo'): Promise<TestDatabase> {
  const templates = inject('templates');
  const url = await copyTemplate(templates, template, randomUUID().slice(0, 8));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-files-'));
  completeEnv({
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '1',
    CHECK_ANSWERS: '1',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret for tests, thirty-two characters',
  });
  const { pool, db } = connect(url);
  afterAll(async () => {
    await closeDb();
    await pool.end();
    await dropCopy(templates.adminUrl, url);
    rmSync(folder, { recursive: true, force: true });
  });
  return { url, db, pool };
}
