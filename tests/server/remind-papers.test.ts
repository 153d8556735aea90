/** Reminders of papers that lapse: once at each step, also of two runs at once; scopes and licences as they are asked for. */

import { like } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Jyfw, SiteLicences } from '#lib/contract/papers.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { remindPapers } from '#lib/server/companies/remind.ts';
import { message, paper } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const licences = routeOf(api.gszz);
const scopes = routeOf(api.jyfw);

const { db } = await testDatabase();
const day = 86_400_000;
const now = new Date('2026-11-23T04:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * day);

async function lapses(days: number, more: Partial<typeof paper.$inferInsert> = {}): Promise<void> {
  const validTo = dayKey(after(days).getTime());
  await db.insert(paper).values({
    companyId: companies.demo,
    kind: 'food_licence',
    number: `N${days}`,
    validFrom: '2020-01-01',
    validTo,
    ...more,
  });
}

const sent = async () =>
  (await db.select().from(message).where(like(message.ref, 'paper-due:%'))).map(({ title }) => title).sort();

beforeEach(async () => {
  await db.delete(message);
  await db.delete(paper);
});

it.each([
  [61, []],
  [60, ['食品经营许可证还有60天到期']],
  [31, ['食品经营许可证还有31天到期']],
  [7, ['食品经营许可证还有7天到期']],
  [0, ['食品经营许可证今天到期']],
  [-1, []],
])('a paper that ends in %i days', async (days, titles) => {
  await lapses(days);
  await Promise.all([remindPapers(db, now), remindPapers(db, now)]);
  await remindPapers(db, now);
  expect(await sent()).toEqual(titles);
});

it('is reminded of at each step once, and of what is renewed or only looked at never', async () => {
  await lapses(60);
  for (const days of [0, 1, 29, 30, 31, 53, 59, 60, 61]) await remindPapers(db, after(days));
  expect(await sent()).toEqual([
    '食品经营许可证还有30天到期',
    '食品经营许可证还有60天到期',
    '食品经营许可证还有7天到期',
  ]);
  await db.delete(message);
  await lapses(900);
  await lapses(5, { kind: 'drug_licence', status: 'reviewing' });
  await remindPapers(db, after(1));
  expect(await sent()).toEqual([]);
});

it('tells the scopes with the papers that they rest on, and the licences of the site to everybody', async () => {
  await lapses(-1, { companyId: companies.other });
  const { data } = await request<Jyfw>(scopes, { cookie: await loginAs('other') });
  expect(data.list.find(({ name }) => name === '保健食品')).toEqual({
    name: '保健食品',
    is_held: 1,
    papers: ['食品经营许可证'],
    expired_paper: '食品经营许可证',
  });
  expect(data.list.find(({ name }) => name === '其他')).toMatchObject({ papers: ['营业执照'] });
  expect((await request(scopes)).status).toBe(401);
  const site = await request<SiteLicences>(licences);
  expect([site.status, Array.isArray(site.data.list)]).toEqual([200, true]);
});
