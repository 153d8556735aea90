import { beforeEach, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { messageList } from '#lib/contract/messages.ts';
import { message } from '#lib/server/db/schema.ts';
import { listMessages, readMessages } from '#lib/server/messages/messages.ts';
import { sendMessages } from '#lib/server/messages/rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const list = routeOf(api.messages);
const read = routeOf(api.readMessages);
const userInfo = routeOf(api.userInfo);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const page = { page: 1, size: 20 };

async function write(count: number, companyId: number = known.companies.demo): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    companyId,
    kind: 'system',
    title: `第${at + 1}条`,
    body: '内容',
    link: '/list/info/1591',
    ref: `test:${at}`,
  }));
  await sendMessages(db, ...rows);
  return (await listMessages(companyId === known.companies.demo ? demo : other, { ...page, size: 100 })).list
    .map(({ id }) => id)
    .toReversed();
}

beforeEach(() => db.delete(message));

it('tells a cause once', async () => {
  await write(3);
  await Promise.all([write(3), write(3)]);
  expect((await listMessages(demo, page)).total).toBe(3);
});

it('lists the newest first, by page and unread, and links only to what is there', async () => {
  const ids = await write(25);
  const cookie = await loginAs('demo');
  const answer = await request(list, { cookie, path: '/api/message?page=2&size=20' });
  const second = messageList.parse(answer.data);
  expect(second).toMatchObject({ total: 25, unread: 25, page: 2 });
  expect(second.list.map(({ id }) => id)).toEqual(ids.slice(0, 5).toReversed());
  expect(second.list[0]).toMatchObject({ is_read: 0, kind_text: '公告', link: '/list/info/1591' });
  await readMessages(demo, { ids: ids.slice(0, 20), all: undefined });
  expect(await listMessages(demo, { ...page, unread: 1 })).toMatchObject({ total: 5, unread: 5 });
  await db.update(message).set({ link: 'https://elsewhere.test/', kind: 'new kind' });
  expect((await listMessages(demo, page)).list[0]).toMatchObject({ link: '', kind_text: '通知' });
});

it('marks one, some and all as read, safe to repeat; the header counts along', async () => {
  const ids = await write(4);
  const cookie = await loginAs('demo');
  const mark = (body: string) => request<{ unread: number }>(read, { body, cookie });
  expect((await mark(`ids[]=${ids[0]}`)).data).toEqual({ unread: 3 });
  expect((await mark(`ids[]=${ids[0]}`)).data).toEqual({ unread: 3 });
  const info = await request<{ message_count: number }>(userInfo, { cookie });
  expect(info.data.message_count).toBe(3);
  expect((await mark('all=1')).data).toEqual({ unread: 0 });
  expect((await mark('all=1')).data).toEqual({ unread: 0 });
});

it('keeps companies apart; members of one share what is read', async () => {
  const ids = await write(2);
  const theirs = await write(2, known.companies.other);
  expect(await readMessages(other, { ids, all: undefined })).toEqual({ unread: 2 });
  expect(await readMessages(other, { ids: undefined, all: 1 })).toEqual({ unread: 0 });
  expect((await listMessages(demo, page)).unread).toBe(2);
  expect((await listMessages(demo, page)).list.map(({ id }) => id)).not.toContain(theirs[0]);
  await readMessages(await contextOf(db, 'demo-caigou'), { ids, all: undefined });
  expect((await listMessages(demo, page)).unread).toBe(0);
});

it('refuses wrong input with a sentence', async () => {
  const cookie = await loginAs('demo');
  for (const body of [
    '',
    'all=0',
    'ids[]=abc',
    'ids[]=0',
    'ids[]=1.5',
    'all=2',
    "ids[]=1'; drop table message",
  ]) {
    const answer = await request(read, { body: body || 'x=1', cookie });
    expect(answer, body).toMatchObject({ code: 422 });
    expect(answer.message).toMatch(/[一-龥]{3}/);
  }
  expect(await request(list, { cookie, path: '/api/message?unread=7' })).toMatchObject({ code: 422 });
  expect(await request(list)).toMatchObject({ code: 401 });
  expect(await request(read, { body: 'all=1' })).toMatchObject({ code: 401 });
});
