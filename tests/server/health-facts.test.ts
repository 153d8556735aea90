/** Facts of /api/health besides the database: the clock, and the place of files (rules 17). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { clockSkewMs, currentTime } from '#lib/server/core/process/clock.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { readDatabaseClock } from '#lib/server/db/clock.ts';
import { openProbe } from '#lib/server/db/probe.ts';
import { jobLease } from '#lib/server/db/schema.ts';
import { canStoreFiles } from '#lib/server/ports/files/probe.ts';
import { health } from '#lib/server/web/health.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db, url } = await testDatabase('empty');
const hour = 3_600_000;

afterEach(async () => {
  vi.useRealTimers();
  completeEnv({ CLOCK: 'database' });
  await readDatabaseClock(db);
});

/** The own clock differs by so many ms. */
function moveClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: false });
}

/** The moments at which a job is run that is due now. */
async function runsAt(name: string): Promise<Date[]> {
  const seen: Date[] = [];
  async function run(_: unknown, now: Date) {
    seen.push(now);
    return { done: 0, failed: 0 };
  }
  await runOnce(db, { name, every: 1000, run });
  return seen;
}

it('goes by the clock of the database where its own is wrong', async () => {
  const real = Date.now();
  for (const ahead of [45 * 60_000, -2 * hour, 40_000]) {
    moveClock(ahead);
    await readDatabaseClock(db);
    expect(Math.abs(clockSkewMs() - ahead)).toBeLessThan(10_000);
    expect(Math.abs(currentTime().getTime() - real)).toBeLessThan(10_000);
    vi.useRealTimers();
  }
});

it('is not ready from half a minute on, and says by how much', async () => {
  const probe = openProbe(url);
  try {
    moveClock(45 * 60_000);
    const off = await probe.ask();
    expect(off).toMatchObject({ reading: true, writing: true });
    expect(off.clockOffMs).toBeGreaterThan(44 * 60_000);
  } finally {
    await probe.end();
  }
  vi.useRealTimers();
  const fresh = openProbe(url);
  try {
    expect(await fresh.ask()).toEqual({ reading: true, writing: true });
  } finally {
    await fresh.end();
  }
});

it('decides what is due by the clock of the database', async () => {
  moveClock(45 * 60_000);
  const seen = await runsAt('tried');
  const [lease] = await db
    .select({ begun: jobLease.begunAt })
    .from(jobLease)
    .where(eq(jobLease.job, 'tried'));
  expect(seen).toEqual([lease?.begun]);
  const { rows } = await db.execute<{ close: boolean }>(
    sql`select abs(extract(epoch from clock_timestamp() - ${seen[0]}::timestamptz)) < 10 as close`,
  );
  expect(rows).toEqual([{ close: true }]);
});

it('goes by its own clock where that is asked for, to try the shop at another time', async () => {
  completeEnv({ CLOCK: 'own' });
  moveClock(3 * hour);
  await readDatabaseClock(db);
  const seen = await runsAt('own');
  expect(seen[0]?.getTime()).toBe(Date.now());
});

it('says that the place of files takes none: a full disk, a read-only one, a file in its place', async () => {
  const inTheWay = path.join(mkdtempSync(path.join(os.tmpdir(), 'yaopi-files-')), 'file');
  writeFileSync(inTheWay, '');
  completeEnv({ FILES_TO: path.join(inTheWay, 'files') });
  expect(await canStoreFiles()).toBe(false);
  const step = health(() => async () => ({ reading: true, writing: true }));
  const answer = await step({ path: '/api/health', method: 'GET' } as Parameters<typeof step>[0]);
  if (answer === undefined || answer === 'sent') throw new Error('health did not answer');
  expect(JSON.parse(String(answer.body))).toMatchObject({
    code: 200,
    data: { ready: true, files: 'failing' },
  });
});
