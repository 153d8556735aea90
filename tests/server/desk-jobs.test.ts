/** What jobs could not do, at the desk: found, tried again once, put away until it fails in another way. */

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { jobs as jobList } from '#lib/contract/desk/lists/jobs.ts';
import { jobText, jobWaits } from '#lib/rules/site/job-words.ts';
import type { Context } from '#lib/server/core/context.ts';
import { jobAlarms, lookForAlarms } from '#lib/server/core/jobs/alarms.ts';
import { eachRow } from '#lib/server/core/jobs/each-row.ts';
import { auditLog, jobFailure } from '#lib/server/db/schema.ts';
import { putAwayJob, retryJob } from '#lib/server/desk/jobs-list.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { jobs } from '#lib/server/start/jobs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const list = routeOf(api.deskJobs);
const away = routeOf(api.deskJobsShelve);
const retry = routeOf(api.deskJobsRetry);

const { db } = await testDatabase();
const finance = await person(db, 'job.finance', 'finance');
const market = await person(db, 'job.market', 'marketing');
const job = 'sweepFiles';
const by = ({ username }: Person, now = new Date()): Context<'platform'> => ({
  db,
  now,
  actor: { kind: 'platform', name: username, merchantId: null },
  requestId: 'test',
});

/** Fails a row so often, an hour apart, the last time just now. */
async function fail(row: string, times: number, error = '23505 once duplicate key') {
  for (let left = times - 1; left >= 0; left -= 1)
    await eachRow(db, {
      job,
      now: new Date(Date.now() - left * 3_600_000),
      list: async () => [row],
      work: () => Promise.reject(new Error(error)),
    });
}

const find = async (state: 'stuck' | 'resting' | 'put_away' | 'all', keyword = '') =>
  (await askList(by(finance), jobList, { state, keyword })).rows;
const waiting = async () => (await listToday(by(finance))).find(({ href }) => href === '/desk/jobs')?.count;

it('names every job of the shop and what waits for it', () => {
  for (const { name } of jobs) {
    expect.soft(jobText(name), name).not.toBe(name);
    expect.soft(jobWaits(name), name).not.toBe('');
  }
  expect([jobText('of another version'), jobWaits('toString')]).toEqual(['of another version', '']);
});

it('shows those that need a person, in plain words, by job or row', async () => {
  await fail('7', 3);
  await fail('8', 1);
  expect(await find('stuck')).toMatchObject([
    {
      job,
      job_text: '清理上传文件',
      row: '7',
      tries: 3,
      error_text: '数据重复',
      error: '23505 once duplicate key',
    },
  ]);
  expect(await find('resting')).toMatchObject([{ row: '8' }]);
  expect((await find('all', '清理上传')).map(({ row }) => row)).toEqual(['7', '8']);
  expect((await find('all', '8')).map(({ row }) => row)).toEqual(['8']);
  expect(await find('all', '短信')).toEqual([]);
  expect(await waiting()).toBe(1);
});

it('is tried again once, over what was read', async () => {
  await fail('9', 3);
  const now = new Date();
  const isDue = async () => {
    const [row] = await db.select().from(jobFailure).where(eq(jobFailure.rowKey, '9'));
    return row!.nextAt <= now;
  };
  expect(await isDue()).toBe(false);
  const read = { job, row: '9', tries: 3 };
  await expect(retryJob(by(finance), { ...read, tries: 2 })).rejects.toMatchObject({ code: 409 });
  await Promise.all([1, 2, 3].map(() => retryJob(by(finance, now), read)));
  expect(await isDue()).toBe(true);
  const acts = await db.select().from(auditLog).where(eq(auditLog.act, 'job.retry'));
  expect(acts.map(({ after }) => after)).toEqual([{ row: '9' }]);
  await eachRow(db, { job, now, list: async () => ['9'], work: async () => 1 });
  await expect(retryJob(by(finance), read)).rejects.toMatchObject({ code: 404 });
});

it('is put away with a word, is no alarm then, and is one again when it fails otherwise', async () => {
  await fail('5', 3);
  const read = { job, row: '5', tries: 3, word: '文件已由人删除' };
  const alarms = async () => {
    await lookForAlarms(db, new Map(), new Date());
    return jobAlarms().find((alarm) => alarm.job === job)?.count ?? 0;
  };
  const [count, alarmed] = [await waiting(), await alarms()];
  await Promise.all([1, 2].map(() => putAwayJob(by(market), read)));
  await expect(putAwayJob(by(finance), read)).rejects.toMatchObject({ code: 409 });
  expect(await find('put_away')).toMatchObject([
    { row: '5', put_away_by: 'job.market', put_away_word: read.word },
  ]);
  expect([await waiting(), await alarms()]).toEqual([count! - 1, alarmed - 1]);
  await fail('5', 1);
  expect(await find('put_away')).toMatchObject([{ row: '5', tries: 4 }]);
  await fail('5', 1, 'disk full');
  expect(await find('put_away')).toEqual([]);
  expect(await find('stuck', '5')).toMatchObject([{ tries: 5, put_away_by: '', put_away_word: '' }]);
  expect(await db.$count(auditLog, eq(auditLog.act, 'job.put_away'))).toBe(1);
});

it('is nobody’s but those of the platform who may', async () => {
  const boss = (await person(db, 'job.boss', 'admin', 5)).cookie;
  const service = (await person(db, 'job.service', 'service')).cookie;
  const body = { job, row: '7', tries: '3', word: '试试' };
  const params = { id: `${job} 7` };
  for (const [cookie, code] of [
    ['', 404],
    [await loginAs('demo'), 404],
    [boss, 404],
    [service, 403],
  ] as const) {
    for (const handler of [retry, away])
      expect.soft(await request(handler, { method: 'POST', cookie, body, params })).toMatchObject({ code });
    expect.soft(await request(list, { path: '/api/desk/jobs', cookie })).toMatchObject({ code });
  }
  const shown = await request(list, { path: '/api/desk/jobs?state=x', cookie: finance.cookie });
  expect(shown.code).toBe(422);
  expect(
    await request(away, { method: 'POST', cookie: finance.cookie, body: { ...body, word: '' }, params }),
  ).toMatchObject({
    code: 422,
  });
});
