/** Tests that are stopped leave no PostgreSQL behind. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databasePid, isAlive, until } from '#tests/support/server-process.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-stopped-'));
// As root the database runs as another user, who must be able to enter.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to the script of npm test ends the database',
  async (signal) => {
    const data = path.join(folder, signal);
    const { DATABASE_URL: _, VITEST: __, ...env } = process.env;
    const child = spawn(
      process.execPath,
      ['scripts/test.ts', 'vitest', '--project', 'server', 'tests/server/free-port.test.ts'],
      { env: { ...env, TEST_DATA_DIR: data }, stdio: 'ignore' },
    );
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await until('the database is there', () => existsSync(path.join(data, 'pg.json')), 150_000);
    const pid = databasePid(data);
    expect(isAlive(pid)).toBe(true);
    child.kill(signal);
    expect(await ended).not.toBe(0);
    await until('the database has ended', () => !isAlive(pid));
  },
  300_000,
);
