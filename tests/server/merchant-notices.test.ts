/** What a merchant's people hear: notices of what happened, live, each marked by who read it, and the duty phone. */

import { eq, getTableName, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { notices } from '#lib/contract/desk/lists/notices.ts';
import type { DeskWaiting, DutyPhoneWire } from '#lib/contract/notices.ts';
import { subscribe } from '#lib/server/core/bus/bus.ts';
import { closeStreams, countListeners } from '#lib/server/core/events/hub.ts';
import {
  auditLog,
  chatInquiry,
  chatTalk,
  demoSms,
  dutyPhone,
  jobFailure,
  merchantNotice,
  order as orderTable,
  wanted,
} from '#lib/server/db/schema.ts';
import { countedOf } from '#lib/server/desk/navigation-rows.ts';
import { textDutyPhones } from '#lib/server/desk/notice-texts.ts';
import { openDeskStream } from '#lib/server/desk/waiting.ts';
import { notifyMerchant } from '#lib/server/messages/merchant-notice-rows.ts';
import { hurryMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import * as sms from '#lib/server/ports/sms/providers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';

const list = routeOf(api.deskNotices);
const phoneNow = routeOf(api.dutyPhone);
const setPhone = routeOf(api.setDutyPhone);
const read = routeOf(api.readDeskNotices);
const waiting = routeOf(api.deskWaiting);

const { db } = await testDatabase();
const day = 86_400_000;
const goodsId = await makeGoods(db, goodsPlain, 10_000);
const [buyer] = await makeBuyers(db, 1, 10_000_000);
if (buyer === undefined) throw new Error('no buyer was made');
const clerk = await person(db, 'notices.clerk', 'orders', 1);
const boss = await person(db, 'notices.boss', 'admin', 1);
const finance = await person(db, 'notices.finance', 'finance', 1);
const others = await person(db, 'notices.others', 'admin', 2);
const platform = await person(db, 'notices.platform', 'service');

async function paid(): Promise<string> {
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  return made.orders[0]!.no;
}

const noticesOf = async ({ cookie }: { cookie: string }, query: Record<string, string> = {}) =>
  (
    await request<ListAnswer<RowOf<typeof notices>>>(list, {
      cookie,
      path: `/api/test?${new URLSearchParams(query)}`,
    })
  ).data.rows;
const note = (ref: string, kind: 'system' | 'quality' | 'order_paid' = 'system', createdAt = new Date()) => ({
  merchantId: 1,
  kind,
  title: `通知${ref}`,
  body: '',
  link: '/desk/orders',
  ref,
  createdAt,
});

beforeEach(async () => {
  await db.delete(merchantNotice);
});
afterEach(closeStreams);

describe('what happened', () => {
  it('is told once: paid, hurried, refused', async () => {
    const no = await paid();
    expect(await noticesOf(clerk)).toMatchObject([
      { kind: 'order_paid', link: `/desk/orders/${no}`, is_read: 0, readers: '' },
    ]);
    await db
      .update(orderTable)
      .set({ paidAt: new Date(Date.now() - 2 * day) })
      .where(eq(orderTable.no, no));
    await hurryMyOrder(contextOf(db, buyer!), { no });
    await hurryMyOrder(contextOf(db, buyer!), { no });
    await shipOrder(byStaff(db), { no });
    await refuseMyOrder(contextOf(db, buyer!), { no, reason: '外箱破损' });
    const notified = await noticesOf(clerk);
    expect(notified.map(({ kind }) => kind)).toEqual(['refusal', 'hurry', 'order_paid']);
    expect(notified[0]?.body).toContain('外箱破损');
  });

  it('is one notice of each cause, also of two writers at once', async () => {
    await Promise.all([notifyMerchant(db, note('a')), notifyMerchant(db, note('a'))]);
    expect(await notifyMerchant(db, note('a'), note('b'))).toBe(1);
    expect(await db.$count(merchantNotice)).toBe(2);
  });
});

describe('who reads', () => {
  it('sees what concerns the role, of the own merchant, with links that open', async () => {
    await notifyMerchant(db, note('a', 'order_paid'), note('b'));
    expect(await noticesOf(clerk)).toHaveLength(2);
    expect(await noticesOf(others)).toEqual([]);
    expect(await request(list, { cookie: platform.cookie })).toMatchObject({ code: 404 });
    const [only, ...rest] = await noticesOf(finance);
    expect([only?.title, rest]).toEqual(['通知b', []]);
    expect(await noticesOf(clerk, { kind: 'system' })).toMatchObject([
      { title: '通知b', link: '/desk/orders' },
    ]);
  });

  it('marks for themselves, and all see who has', async () => {
    await notifyMerchant(db, note('a'), note('b'));
    const [{ id } = { id: 0 }] = await noticesOf(clerk);
    const mark = (by: { cookie: string }, body: object) =>
      request<DeskWaiting>(read, { cookie: by.cookie, body });
    await mark(others, { ids: [id] });
    await mark(clerk, { ids: [id] });
    await mark(clerk, { ids: [id] });
    expect(await noticesOf(boss)).toMatchObject([
      { id, is_read: 0, readers: 'notices.clerk' },
      { is_read: 0, readers: '' },
    ]);
    expect(await noticesOf(clerk, { unread: '1' })).toHaveLength(1);
    await mark(boss, { all: 1 });
    expect(await noticesOf(boss, { unread: '1' })).toEqual([]);
    expect(await mark(boss, {})).toMatchObject({ code: 422 });
  });
});

describe('an open desk', () => {
  const counts = async ({ cookie }: { cookie: string }) =>
    Object.fromEntries(
      (await request<DeskWaiting>(waiting, { cookie })).data.list.map(({ href, count }) => [href, count]),
    );

  it('hears what is of its own merchant, the platform of all, and counts what waits', async () => {
    const before = await counts(clerk);
    const open = async (who: typeof clerk, merchantId: number | null) => {
      const response = await openDeskStream(
        {
          db,
          now: new Date(),
          requestId: 'test',
          clientAddress: '127.0.0.1',
          headers: new Headers({ cookie: who.cookie }),
          answerHeaders: new Headers(),
          actor:
            merchantId === null
              ? { kind: 'platform', name: who.username, merchantId, staffId: who.id, role: 'service' }
              : { kind: 'merchant', name: who.username, merchantId, staffId: who.id, role: 'orders' },
        },
        {},
        50,
      );
      const received: string[] = [];
      void response.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write: (text) => void received.push(text) }))
        .catch(() => undefined);
      return received;
    };
    const [own, other, all] = [await open(clerk, 1), await open(others, 2), await open(platform, null)];
    expect(countListeners()).toBe(3);
    await paid();
    await until('the news', () => [own, all].every((received) => received.join('').includes('event: work')));
    // Its next beat comes after the news.
    const beats = () => other.join('').split('event: beat').length;
    const heard = beats();
    await until('a beat', () => beats() > heard);
    expect(other.join('')).not.toContain('event: work');
    const now = await counts(clerk);
    expect(now['/desk/orders']).toBe((before['/desk/orders'] ?? 0) + 1);
    expect(now['/desk/notices']).toBe(1);
    expect(Object.keys(await counts(finance))).not.toContain('/desk/orders');
  });

  it('counts again for every table behind a count, by a trigger of the table', async () => {
    const counted = countedOf({ within: null, decides: [], now: new Date() });
    const tables = new Set(Object.values(counted).map(([table]) => getTableName(table)));
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid
      where p.proname in ('announce_desk', 'announce_platform_desk', 'announce_red_form_desk',
        'announce_live_question_desk') and t.tgtype & 16 = 16`);
    expect(rows.map(({ name }) => name).sort()).toEqual([...tables].sort());
  });

  it('counts talks that wait: of one’s own side, of nobody or oneself', async () => {
    const [talk] = await db
      .insert(chatTalk)
      .values({ companyId: buyer!.companyId, merchantId: 1 })
      .returning({ id: chatTalk.id });
    const now = new Date();
    const [inquiry] = await db
      .insert(chatInquiry)
      .values({ talkId: talk!.id, fromSeq: 1, openedAt: now, waitsSince: now })
      .returning({ id: chatInquiry.id });
    const talks = async () =>
      Promise.all([clerk, boss, others, platform].map(async (who) => (await counts(who))['/desk/chat'] ?? 0));
    expect(await talks()).toEqual([1, 1, 0, 0]);
    await db
      .update(chatInquiry)
      .set({ staffId: boss.id, assignedAt: now })
      .where(eq(chatInquiry.id, inquiry!.id));
    expect(await talks()).toEqual([0, 1, 0, 0]);
    await db.update(chatTalk).set({ isEscalated: true }).where(eq(chatTalk.id, talk!.id));
    await db
      .update(chatInquiry)
      .set({ staffId: null, assignedAt: null })
      .where(eq(chatInquiry.id, inquiry!.id));
    expect(await talks()).toEqual([1, 1, 0, 1]);
    await db.update(chatInquiry).set({ waitsSince: null }).where(eq(chatInquiry.id, inquiry!.id));
    expect(await talks()).toEqual([0, 0, 0, 0]);
  });

  it('hears of what no merchant sees at the platform alone', async () => {
    const received: (readonly number[] | 'all')[] = [];
    const stop = await subscribe({ on: { desk_events: (of) => void received.push(of) }, onGap: () => {} });
    const before = await counts(platform);
    const [row] = await db
      .insert(wanted)
      .values({
        companyId: buyer!.companyId,
        userId: buyer!.userId,
        name: '某药',
        quantity: 1,
        unit: '盒',
        phone: '13900000000',
        token: 'desk-count',
        status: 'open',
      })
      .returning();
    await until('the count', () => received.length === 1);
    expect(received).toEqual([[0]]);
    expect((await counts(platform))['/desk/wanted']).toBe((before['/desk/wanted'] ?? 0) + 1);
    await db.update(wanted).set({ status: 'withdrawn' }).where(eq(wanted.id, row!.id));
    await until('its end', () => received.length === 2);
    await stop();
  });
});

describe('the duty phone', () => {
  const noon = new Date('2026-11-23T04:00:00Z');
  const night = new Date('2026-11-23T15:00:00Z');
  const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const setting = { phone: '13900001111', kinds: ['order_paid', 'quality'], from_hour: 8, to_hour: 21 };
  const sent = async () => (await db.select().from(demoSms).orderBy(demoSms.id)).map(({ body }) => body);

  beforeEach(async () => {
    vi.restoreAllMocks();
    await db.delete(dutyPhone);
    await db.delete(demoSms);
    await db.delete(jobFailure);
    await request(setPhone, { cookie: boss.cookie, body: setting });
  });

  it('is set by the administrator, once, and written down with the number masked', async () => {
    const before = await db.$count(auditLog, eq(auditLog.act, 'merchant.duty_phone'));
    expect(await request(setPhone, { cookie: clerk.cookie, body: setting })).toMatchObject({ code: 403 });
    await request(setPhone, { cookie: boss.cookie, body: setting });
    expect(await db.$count(auditLog, eq(auditLog.act, 'merchant.duty_phone'))).toBe(before);
    expect((await request<DutyPhoneWire>(phoneNow, { cookie: boss.cookie })).data.phone).toBe('13900001111');
    expect((await request<DutyPhoneWire>(phoneNow, { cookie: others.cookie })).data.phone).toBe('');
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.act, 'merchant.duty_phone'));
    expect(entry?.after).toMatchObject({ phone: '139****1111' });
    for (const wrong of [{ phone: '12345' }, { from_hour: 21, to_hour: 8 }, { to_hour: 25 }])
      expect(await request(setPhone, { cookie: boss.cookie, body: { ...setting, ...wrong } })).toMatchObject({
        code: 422,
      });
  });

  it('gets one message of all that waits, one in ten minutes, of the chosen kinds', async () => {
    await notifyMerchant(
      db,
      note('a', 'order_paid', noon),
      note('b', 'order_paid', noon),
      note('c', 'system', noon),
    );
    await Promise.all([textDutyPhones(db, noon), textDutyPhones(db, noon)]);
    expect(await sent()).toEqual([expect.stringContaining('新订单2条')]);
    await notifyMerchant(db, note('d', 'order_paid', noon));
    await textDutyPhones(db, later(noon, 9));
    expect(await sent()).toHaveLength(1);
    await textDutyPhones(db, later(noon, 10));
    expect(await sent()).toHaveLength(2);
    await textDutyPhones(db, later(noon, 30));
    expect(await sent()).toHaveLength(2);
  });

  it('sleeps at night, but for what is urgent', async () => {
    await notifyMerchant(db, note('a', 'order_paid', night), note('b', 'quality', night));
    await textDutyPhones(db, night);
    expect(await sent()).toEqual([expect.stringContaining('通知b')]);
    await textDutyPhones(db, new Date('2026-11-24T00:00:00Z'));
    expect(await sent()).toEqual([expect.anything(), expect.stringContaining('通知a')]);
  });

  it('hears it later where no provider takes it, or the process was killed after it had begun', async () => {
    await notifyMerchant(db, note('a', 'order_paid', noon));
    const line = vi.spyOn(sms, 'sendSms').mockResolvedValueOnce(null);
    expect(await textDutyPhones(db, noon)).toEqual({ done: 0, failed: 1 });
    line.mockRejectedValueOnce(new Error('killed'));
    await textDutyPhones(db, later(noon, 2));
    expect(await sent()).toEqual([]);
    await db.delete(jobFailure);
    await textDutyPhones(db, later(noon, 11));
    expect(await sent()).toEqual([]);
    await textDutyPhones(db, later(noon, 12));
    expect(await sent()).toHaveLength(1);
  });
});
