/** Messages that go to a telephone: those that a person chose, once, by day, and again only where nobody took them. */

import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { companies, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { MessageChoices } from '#lib/contract/messages.ts';
import {
  demoSms,
  jobFailure,
  member,
  message,
  textChoice,
  textMessage,
  user,
} from '#lib/server/db/schema.ts';
import { sendMessages } from '#lib/server/messages/rows.ts';
import { sendTexts } from '#lib/server/messages/texts.ts';
import { demoSms as counterpart } from '#lib/server/ports/sms/demo.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const choose = routeOf(api.setMessageChoice);
const look = routeOf(api.messageChoices);

const { db } = await testDatabase();
/** Noon in Shanghai. */
const noon = new Date('2026-11-23T04:00:00Z');
const hours = (number: number) => new Date(noon.getTime() + number * 3_600_000);
let phone: string;
let cookie: string;
let made = 0;

async function sendNotice(kind: string, title = '消息', at = noon): Promise<void> {
  const ref = `text-test:${made++}`;
  await sendMessages(db, { companyId: companies.demo, kind, title, body: '', ref });
  await db.update(message).set({ createdAt: at }).where(eq(message.ref, ref));
}

const sent = async () =>
  (await db.select().from(demoSms).orderBy(demoSms.id)).map(({ phone: to, body }) => [to, body]);

beforeAll(async () => {
  const [own] = await db.select().from(user).where(eq(user.id, users.demo));
  phone = own?.phoneNumber ?? '';
  cookie = await loginAs('demo');
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await db.delete(textMessage);
  await db.delete(textChoice);
  await db.delete(message);
  await db.delete(demoSms);
  await db.delete(jobFailure);
});

it('goes once, also of two runs at once', async () => {
  await sendNotice('paper', '食品经营许可证还有7天到期');
  await Promise.all([sendTexts(db, noon), sendTexts(db, noon)]);
  await sendTexts(db, hours(1));
  expect(await sent()).toEqual([
    [phone, '证件到期通知：食品经营许可证还有7天到期。请登录药批网，在我的消息查看。'],
  ]);
});

it('waits for the morning, and is no news a day later', async () => {
  const night = new Date('2026-11-23T15:00:00Z');
  await sendNotice('paper', '消息', night);
  await sendTexts(db, night);
  await sendTexts(db, new Date('2026-11-23T23:59:59Z'));
  expect(await sent()).toEqual([]);
  await sendTexts(db, new Date('2026-11-24T00:00:00Z'));
  expect(await sent()).toHaveLength(1);
  await sendNotice('paper', '旧的', hours(-24));
  await sendTexts(db, noon);
  expect(await sent()).toHaveLength(1);
});

describe('what a person chose', () => {
  it('decides, and no colleague’s choice does', async () => {
    for (const kind of ['shipment', 'refund', 'company', 'stock']) await sendNotice(kind);
    await request(choose, { body: { kind: 'company', way: 'sms', is_on: 0 }, cookie });
    await request(choose, { body: { kind: 'refund', way: 'sms', is_on: 1 }, cookie });
    await sendTexts(db, noon);
    expect((await sent()).map(([, body]) => body?.slice(0, 4))).toEqual(['退款通知']);
    const colleague = await loginAs('demo-caigou');
    const { data } = await request<MessageChoices>(look, { cookie: colleague });
    expect(data.list.flatMap(({ sms }) => (sms ? [sms.is_on] : []))).toEqual([0, 0, 0, 0, 0]);
  });

  it('is told as it is kept, and may be said twice', async () => {
    for (let at = 0; at < 2; at++) {
      const body = { kind: 'shipment', way: 'sms', is_on: 1 };
      const { data } = await request<MessageChoices>(choose, { body, cookie });
      expect(data.list.flatMap(({ kind, sms }) => (sms ? [[kind, sms.is_on]] : []))).toEqual([
        ['approval', 1],
        ['shipment', 1],
        ['refund', 0],
        ['contract', 1],
        ['paper', 1],
        ['company', 1],
      ]);
    }
    expect((await request(choose, { body: { kind: 'stock', way: 'sms', is_on: 1 }, cookie })).code).toBe(422);
    expect((await request(look)).status).toBe(401);
  });

  it('of orders that wait is the business of those who approve alone', async () => {
    await sendNotice('approval', '订单已提交，等待企业审核');
    const buyer = await loginAs('demo-caigou');
    const refused = await request(choose, {
      body: { kind: 'approval', way: 'sms', is_on: 1 },
      cookie: buyer,
    });
    expect([refused.code, refused.message]).toEqual([403, expect.stringContaining('不能审核订单')]);
    // Chosen once, in a role that they have no more.
    await db.insert(textChoice).values({ userId: users['demo-caigou'], kind: 'approval', isOn: true });
    await request(choose, { body: { kind: 'approval', way: 'sms', is_on: 0 }, cookie });
    await sendTexts(db, noon);
    const [finance] = await db.select().from(user).where(eq(user.id, users['demo-caiwu']));
    expect(await sent()).toEqual([
      [finance?.phoneNumber, '订单审核通知：订单已提交，等待企业审核。请登录药批网，在我的消息查看。'],
    ]);
  });

  it('counts for people of the company who may log in alone', async () => {
    await sendNotice('paper');
    await db.update(member).set({ disabledAt: noon }).where(eq(member.userId, users.demo));
    await sendTexts(db, noon);
    expect(await sent()).toEqual([]);
    await db.update(member).set({ disabledAt: null }).where(eq(member.userId, users.demo));
  });
});

it('for one person goes to that person alone', async () => {
  await db.insert(textChoice).values({ userId: users['demo-caigou'], kind: 'refund', isOn: true });
  const own = {
    companyId: companies.demo,
    userId: users['demo-caiwu'],
    kind: 'paper',
    title: '消息',
    body: '',
  };
  await sendMessages(db, { ...own, ref: 'text-test:own' });
  await db.update(message).set({ createdAt: noon });
  await sendTexts(db, noon);
  expect(await sent()).toEqual([]);
});

it('that no house takes rests and goes later, the others go on', async () => {
  await sendNotice('paper', '第一条');
  await sendNotice('paper', '第二条');
  const send = vi.spyOn(counterpart, 'send').mockRejectedValueOnce(new Error('away'));
  expect(await sendTexts(db, noon)).toEqual({ done: 1, failed: 1 });
  await sendTexts(db, noon);
  expect(await sent()).toHaveLength(1);
  expect(await sendTexts(db, hours(1))).toEqual({ done: 1, failed: 0 });
  expect(send).toHaveBeenCalledTimes(3);
  expect(await sent()).toHaveLength(2);
});
