import { beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { messageList } from '#lib/contract/messages.ts';
import { message, messageMute } from '#lib/server/db/schema.ts';
import { getMessageChoices, setMessageChoice } from '#lib/server/messages/choices.ts';
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

beforeEach(async () => {
  await db.delete(message);
  await db.delete(messageMute);
});

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
  const three = { unread: 3, kinds: [{ kind: 'system', text: '公告', unread: 3 }] };
  expect((await mark(`ids[]=${ids[0]}`)).data).toEqual(three);
  expect((await mark(`ids[]=${ids[0]}`)).data).toEqual(three);
  const info = await request<{ message_count: number }>(userInfo, { cookie });
  expect(info.data.message_count).toBe(3);
  expect((await mark('all=1')).data).toMatchObject({ unread: 0 });
  expect((await mark('all=1')).data).toMatchObject({ unread: 0 });
});

it('keeps companies apart; members of one share what is read', async () => {
  const ids = await write(2);
  const theirs = await write(2, known.companies.other);
  expect(await readMessages(other, { ids, all: undefined })).toMatchObject({ unread: 2 });
  expect(await readMessages(other, { ids: undefined, all: 1 })).toMatchObject({ unread: 0 });
  expect((await listMessages(demo, page)).unread).toBe(2);
  expect((await listMessages(demo, page)).list.map(({ id }) => id)).not.toContain(theirs[0]);
  await readMessages(await contextOf(db, 'demo-caigou'), { ids, all: undefined });
  expect((await listMessages(demo, page)).unread).toBe(0);
});

it('filters by kind, counts unread ones of each, and marks a kind alone', async () => {
  await write(3);
  const invoice = { companyId: known.companies.demo, kind: 'invoice', title: '发票已开具', body: '' };
  await sendMessages(db, { ...invoice, ref: 'kind:1' }, { ...invoice, ref: 'kind:2' });
  // A kind of a newer version is shown without a filter.
  await sendMessages(db, { ...invoice, kind: 'newer', ref: 'kind:3' });
  const theirs = { ...invoice, companyId: known.companies.other, ref: 'kind:4' };
  await sendMessages(db, theirs);

  const cookie = await loginAs('demo');
  const found = await request(list, { cookie, path: '/api/message?kind=invoice&size=1' });
  expect(messageList.parse(found.data)).toMatchObject({
    ...{ total: 2, unread: 6, list: [{ kind: 'invoice' }] },
    kinds: [
      { kind: 'invoice', text: '发票', unread: 2 },
      { kind: 'system', text: '公告', unread: 3 },
    ],
  });
  const wrong = await request(list, { cookie, path: '/api/message?kind=newer' });
  expect(wrong).toMatchObject({ code: 422, message: '消息种类不正确' });

  expect(await readMessages(demo, { ids: undefined, all: 1, kind: 'invoice' })).toMatchObject({
    unread: 4,
    kinds: [{ kind: 'invoice', unread: 0 }, { unread: 3 }],
  });
  expect(await listMessages(demo, { ...page, kind: 'invoice', unread: 1 })).toMatchObject({
    total: 0,
    list: [],
  });
  expect((await listMessages(demo, { ...page, kind: 'invoice' })).total).toBe(2);
  expect((await listMessages(other, page)).unread).toBe(1);
});

it('says what to do, by the page of the link', async () => {
  await sendMessages(
    db,
    ...['/cart/step3/JY1', '/zzfw/dzfp/1', '/zzfw/kjcg?tab=templates', '/zhzx/addr', ''].map((link, at) => ({
      companyId: known.companies.demo,
      kind: 'order',
      title: '消息',
      body: '',
      link,
      ref: `act:${at}`,
    })),
  );
  expect((await listMessages(demo, page)).list.map(({ act }) => act).toReversed()).toEqual([
    '去支付',
    '查看发票',
    '去补货',
    '查看详情',
    '',
  ]);
});

it('of one person is shown to that person alone', async () => {
  const own = { companyId: known.companies.demo, userId: known.users.demo, kind: 'replenish', body: '' };
  await sendMessages(db, { ...own, title: '今天该补货', ref: 'own:1' });
  const colleague = await contextOf(db, 'demo-caigou');
  expect((await listMessages(demo, page)).unread).toBe(1);
  expect(await listMessages(colleague, page)).toMatchObject({ list: [], total: 0, unread: 0 });
  await readMessages(colleague, { ids: undefined, all: 1 });
  expect((await listMessages(demo, page)).unread).toBe(1);
});

describe('a kind that a person switched off', () => {
  const price = { kind: 'price', way: 'site', is_on: 0 } as const;

  it('is neither shown nor counted for that person, and stays unread for colleagues', async () => {
    const cookie = await loginAs('demo');
    await write(1);
    await sendMessages(db, {
      companyId: known.companies.demo,
      kind: 'price',
      title: '降价通知',
      body: '',
      ref: 'price:1',
    });
    await Promise.all([1, 2].map(() => setMessageChoice(demo, price)));
    expect(await listMessages(demo, page)).toMatchObject({ total: 1, unread: 1 });
    const info = await request<{ message_count: number }>(userInfo, { cookie });
    expect(info.data.message_count).toBe(1);
    await readMessages(demo, { ids: undefined, all: 1 });
    const colleague = await contextOf(db, 'demo-caigou');
    expect((await listMessages(colleague, page)).list.map(({ kind, is_read }) => [kind, is_read])).toEqual([
      ['price', 0],
      ['system', 1],
    ]);
    const { list } = await setMessageChoice(demo, { ...price, is_on: 1 });
    expect(list.find(({ kind }) => kind === 'price')?.site).toEqual({ is_on: 1, is_fixed: 0 });
    expect((await listMessages(demo, page)).total).toBe(2);
  });

  it('is none that law or money needs', async () => {
    await expect(setMessageChoice(demo, { ...price, kind: 'refund' })).rejects.toMatchObject({ code: 422 });
    expect(await db.select().from(messageMute)).toEqual([]);
    const fixed = (await getMessageChoices(demo)).list.filter(({ site }) => site.is_fixed === 1);
    expect(fixed.map(({ kind }) => kind)).toEqual([
      ...['order', 'approval', 'shipment', 'refund', 'aftersale', 'wallet', 'invoice', 'contract'],
      ...['paper', 'company', 'letter', 'system'],
    ]);
  });
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
