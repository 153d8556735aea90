/** Jobs: one row that cannot be done stops no other, one process is at a job, and what lasts is an alarm. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { users } from '#demo/seed/known.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { jobAlarms, lookForAlarms } from '#lib/server/core/jobs/alarms.ts';
import { eachRow, restAfter } from '#lib/server/core/jobs/each-row.ts';
import { withJobLease } from '#lib/server/core/jobs/lease.ts';
import { runOnce } from '#lib/server/core/jobs/runner.ts';
import { connect } from '#lib/server/db/client.ts';
import { jobFailure, jobLease, rateLimit, session } from '#lib/server/db/schema.ts';
import { type JobName, jobs, runJob } from '#lib/server/start/jobs.ts';
import { answerWishes } from '#lib/server/wanted/alert-answer.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeDue, withoutRows } from '#tests/support/poisoned.ts';
import { copyTemplate, dropCopy } from '#tests/support/test-cluster.ts';

const { db, pool } = await testDatabase();
const minute = 60_000;

/** Stands in for the shop that the sandbox calls. */
const shop = createServer((req, res) => {
  req.resume();
  req.on('end', () => res.end('{"code":200}'));
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => shop.close(resolve)));

function run(job: JobName | 'answerWishes', now: Date): Promise<unknown> {
  return job === 'answerWishes' ? answerWishes(db, null, now) : runJob(db, job, now);
}

const rows = 6;
const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
const due = await makeDue(db, pool, rows, url);

describe('the jobs', () => {
  it('have a name each, under which one process at a time is at them', async () => {
    const names = jobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    await runJob(db, 'purgeRows', new Date());
    const leases = await db.select({ job: jobLease.job }).from(jobLease);
    expect(leases).toContainEqual({ job: 'purgeRows' });
  });

  it('have due rows to be tried with, or say why not', () => {
    const tried = [...due.map(({ job }) => job), ...keysOf(withoutRows)];
    expect(tried.toSorted()).toEqual([...jobs.map(({ name }) => name), 'answerWishes'].toSorted());
  });

  it('hold no connection while they wait for another: one is enough for each, with rows to do', async () => {
    const database = await copyOf();
    const one = connect(database, { max: 1 });
    try {
      await makeDue(one.db, one.pool, 2, url);
      for (const job of jobs) {
        await runOnce(one.db, job, new Date());
        const failed = await one.db.select().from(jobFailure).where(eq(jobFailure.job, job.name));
        expect(
          failed.filter(({ error }) => !error.includes('poisoned')),
          job.name,
        ).toEqual([]);
      }
    } finally {
      await one.pool.end();
      await dropCopy(inject('templates').adminUrl, database);
    }
  });
});

/** A further demo, without the rows of the other tests. */
function copyOf(): Promise<string> {
  return copyTemplate(inject('templates'), 'demo', randomUUID().slice(0, 8));
}

describe('a poisoned row', () => {
  it.each(due)('of $job: the others are done, it rests, and an alarm tells of it', async ({ job, left }) => {
    const now = new Date();
    expect(await left()).toBeGreaterThanOrEqual(rows);
    await run(job, now);
    expect(await left()).toBe(1);
    const failures = () => db.select().from(jobFailure).where(eq(jobFailure.job, job));
    const [first] = await failures();
    expect(first).toMatchObject({ tries: 1, error: 'P0001 this row is poisoned' });
    // It rests: nothing is tried before its time.
    await run(job, new Date(now.getTime() + 1000));
    expect((await failures())[0]).toMatchObject({ tries: 1 });
    await run(job, new Date(now.getTime() + 2 * minute));
    await run(job, new Date(now.getTime() + 10 * minute));
    expect((await failures())[0]).toMatchObject({ tries: 3 });
    await lookForAlarms(db, new Map(), now);
    expect(jobAlarms()).toContainEqual({ job, kind: 'failing', count: 1 });
  });

  it('is done when it is mended, and its failure forgotten', async () => {
    await pool.query('delete from poison');
    const later = new Date(Date.now() + 120 * minute);
    for (const { job, left } of due) {
      await run(job, later);
      expect(await left(), job).toBe(0);
    }
    expect(await db.$count(jobFailure)).toBe(0);
    await lookForAlarms(db, new Map(), later);
    expect(jobAlarms()).toEqual([]);
  });
});

describe('rows', () => {
  const now = new Date();

  it('rest twice as long each time, an hour at most', () => {
    expect([1, 2, 3].map(restAfter)).toEqual([30_000, 60_000, 120_000]);
    expect(restAfter(50)).toBe(60 * minute);
  });

  it('are gone through a handful at a time, each once', async () => {
    const open = Array.from({ length: 25 }, (_, at) => at);
    const did: number[] = [];
    const done = await eachRow(db, {
      job: 'test',
      now,
      // Rows that are done and still listed do not make it run for ever.
      list: async () => open.filter((at) => at % 2 === 0 || !did.includes(at)).slice(0, 10),
      work: async (at) => {
        did.push(at);
        return 1;
      },
    });
    expect(done).toEqual({ done: did.length, failed: 0 });
    expect(new Set(did).size).toBe(did.length);
  });

  it('are no row’s fault when the database is away', async () => {
    const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
    const work = () => Promise.reject(away);
    await expect(eachRow(db, { job: 'away', now, list: async () => ['a', 'b'], work })).rejects.toBe(away);
    expect(await db.$count(jobFailure, eq(jobFailure.job, 'away'))).toBe(0);
  });
});

describe('a lease', () => {
  it('lets one in at a time, by name', async () => {
    let inside = 0;
    let most = 0;
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      begun.resolve();
      await gate.promise;
      inside -= 1;
    };
    const first = withJobLease(db, 'one', 60_000, work);
    await begun.promise;
    const others = await Promise.all([1, 2, 3].map(() => withJobLease(db, 'one', 60_000, async () => {})));
    expect(others).toEqual([false, false, false]);
    expect(await withJobLease(db, 'two', 1000, async () => {})).toBe(true);
    gate.resolve();
    expect(await first).toBe(true);
    expect(most).toBe(1);
    expect(await withJobLease(db, 'one', 60_000, async () => {})).toBe(true);
  });

  it('of a process that vanished runs out', async () => {
    const row = { job: 'gone', holder: 'dead', begunAt: new Date(), until: sql`now() + interval '1 hour'` };
    await db.insert(jobLease).values(row);
    expect(await withJobLease(db, 'gone', 1000, async () => {})).toBe(false);
    await db.update(jobLease).set({ until: sql`now()` }).where(eq(jobLease.job, 'gone'));
    expect(await withJobLease(db, 'gone', 1000, async () => {})).toBe(true);
  });

  it('is pushed ahead while the work goes on, and holds no connection', async () => {
    const until = async () =>
      (await db.select().from(jobLease).where(eq(jobLease.job, 'long')))[0]!.until.getTime();
    await withJobLease(db, 'long', 1000, async () => {
      const begun = await until();
      await expect.poll(until).toBeGreaterThan(begun);
      // The push that was seen may not have given its connection back yet.
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    });
  });

  it('is given back when the work fails, and a job that nobody finishes is an alarm', async () => {
    const work = () => Promise.reject(new Error('no'));
    await expect(withJobLease(db, 'stuck', 1000, work)).rejects.toThrow('no');
    expect(await withJobLease(db, 'stuck', 1000, async () => {})).toBe(true);
    await db
      .update(jobLease)
      .set({ doneAt: sql`now() - interval '1 hour'` })
      .where(eq(jobLease.job, 'stuck'));
    await lookForAlarms(db, new Map([['stuck', 1000]]), new Date());
    expect(jobAlarms()).toEqual([{ job: 'stuck', kind: 'stalled', count: expect.closeTo(3600, -2) }]);
  });
});

it('rows past their use are purged, what is in use stays', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const before = await db.$count(session);
  await db.insert(rateLimit).values([
    { key: 'old', count: 1, resetsAt: ago(2 * 60 * minute) },
    { key: 'new', count: 1, resetsAt: ago(-minute) },
  ]);
  const sessions = ['old', 'new'].map((id) => ({
    id,
    token: id,
    userId: users.demo,
    expiresAt: id === 'old' ? ago(120 * minute) : ago(-minute),
  }));
  await db.insert(session).values(sessions);
  await runJob(db, 'purgeRows', new Date());
  expect((await db.select().from(rateLimit)).map(({ key }) => key)).toEqual(['new']);
  expect(await db.$count(session)).toBe(before + 1);
});
