/** The calendar of a company's papers: by its secret address alone, while its person may log in. */

import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { PaperCalendar } from '#lib/contract/papers.ts';
import { member, paperCalendar } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as read } from '../../src/pages/calendar/papers.ics.ts';

const drop = routeOf(api.dropPaperCalendar);
const look = routeOf(api.paperCalendar);
const open = routeOf(api.openPaperCalendar);

const { db } = await testDatabase();
let demo: string;
let other: string;

const opened = (version: number, cookie = demo) =>
  request<PaperCalendar>(open, { body: { version }, cookie });

async function readAt(url: string) {
  const { pathname, search } = new URL(url);
  const answer = await callHandler(read, { path: `${pathname}${search}` });
  return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() };
}

beforeAll(async () => {
  demo = await loginAs('demo');
  other = await loginAs('other');
});
beforeEach(async () => {
  await db.delete(paperCalendar);
});

it('is read by its address, told once, and kept as a hash', async () => {
  const { data } = await opened(0);
  expect(data.opened_at).not.toBe('');
  const read1 = await readAt(data.url);
  expect(read1).toMatchObject({ status: 200, cache: 'private, no-store' });
  const whole = read1.text.replaceAll('\r\n ', '');
  expect(whole).toContain('SUMMARY:药品经营许可证到期');
  expect(whole).not.toContain('¥');
  const key = new URL(data.url).searchParams.get('key')!;
  expect(JSON.stringify(await db.select().from(paperCalendar))).not.toContain(key);
  expect((await request<PaperCalendar>(look, { cookie: demo })).data).toMatchObject({ version: 1, url: '' });
});

it('is none after it was replaced or taken back, and for what is no address', async () => {
  const first = (await opened(0)).data;
  const second = (await opened(1)).data;
  expect((await readAt(first.url)).status).toBe(404);
  expect((await readAt(second.url)).status).toBe(200);
  const body = { version: 2 };
  expect((await request<PaperCalendar>(drop, { body, cookie: demo })).data.opened_at).toBe('');
  // Again it is done already.
  expect((await request(drop, { body, cookie: demo })).status).toBe(200);
  expect((await readAt(second.url)).status).toBe(404);
  for (const key of ['', 'x', '%00', 'a'.repeat(32), `${'a'.repeat(31)}'`])
    expect((await readAt(`http://shop.test/calendar/papers.ics?key=${key}`)).status).toBe(404);
});

it('is a person’s own: another company neither sees nor ends it', async () => {
  const { url } = (await opened(0)).data;
  expect((await request<PaperCalendar>(look, { cookie: other })).data).toMatchObject({
    version: 0,
    opened_at: '',
  });
  await request(drop, { body: { version: 1 }, cookie: other });
  expect((await opened(1, other)).code).toBe(409);
  const theirs = (await opened(0, other)).data;
  expect((await readAt(url)).text).not.toBe((await readAt(theirs.url)).text);
  expect((await request(look)).status).toBe(401);
});

it('is opened once by two at once', async () => {
  const both = await Promise.all([opened(0), opened(0)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  const won = both.find(({ code }) => code === 200)!;
  expect((await readAt(won.data.url)).status).toBe(200);
});

it('ends with the person’s leave to log in', async () => {
  const { url } = (await opened(0)).data;
  await db.update(member).set({ disabledAt: new Date() }).where(eq(member.userId, users.demo));
  expect((await readAt(url)).status).toBe(404);
  await db.update(member).set({ disabledAt: null }).where(eq(member.userId, users.demo));
  expect((await readAt(url)).status).toBe(200);
});

it('says what makes no sense', async () => {
  demo = await loginAs('demo');
  expect((await request(open, { body: { version: -1 }, cookie: demo })).code).toBe(422);
});
