/** Live rooms for their viewers: who may watch, the timeline, asking, likes, coupons, reminders. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { playDemoLive } from '#demo/live/play.ts';
import { goodsOutOfStock, goodsPlain, liveRooms, users } from '#demo/seed/known.ts';
import { keepDemoStaff } from '#demo/seed/staff.ts';
import { api } from '#lib/contract/api.ts';
import { couponCenterInput } from '#lib/contract/coupons.ts';
import { askLiveInput } from '#lib/contract/live/calls.ts';
import type { LiveList } from '#lib/contract/live/schema.ts';
import { visitor } from '#lib/server/core/context.ts';
import { claimCoupon, listCouponCenter } from '#lib/server/coupons/center.ts';
import {
  chatWord,
  coupon,
  liveAdd,
  liveEvent,
  liveQuestion,
  liveReminder,
  liveRoom,
  liveViewer,
  message,
  staff,
} from '#lib/server/db/schema.ts';
import { hideLiveEvent } from '#lib/server/live/event-rows.ts';
import { countAdd, listLiveCoupons, listLiveGoods } from '#lib/server/live/goods.ts';
import { listLive } from '#lib/server/live/list.ts';
import { askQuestion, listOwnQuestions } from '#lib/server/live/questions.ts';
import { remind, tellLive } from '#lib/server/live/reminders.ts';
import { getRoom } from '#lib/server/live/room.ts';
import { getTimeline } from '#lib/server/live/timeline.ts';
import { beat, like } from '#lib/server/live/viewers.ts';
import { watchRoom } from '#lib/server/live/watch.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { addEvent, dropCoupon, makeRoom } from '#tests/support/live.ts';
import { contextOf as buyerContext, makeBuyers } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { settleMs, until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
const demo = () => contextOf(db, 'demo');
const other = () => contextOf(db, 'other');
const pending = () => contextOf(db, 'pending');
const stranger = async () => ({ ...(await demo()), actor: visitor });

let room = 0;
beforeEach(async () => {
  room = await makeRoom(db);
});

describe('a room', () => {
  it('is watched by everyone, one of prescription medicines by approved buyers alone', async () => {
    const rx = await makeRoom(db, { isRx: true });
    expect((await watchRoom(await stranger(), room)).view).toBe('watch');
    expect((await watchRoom(await stranger(), rx)).view).toBe('join');
    expect((await watchRoom(await pending(), rx)).view).toBe('join');
    expect((await watchRoom(await demo(), rx)).view).toBe('watch');
    const seen = await getRoom(await pending(), { id: rx });
    expect(seen).toMatchObject({ playlist: '', cover: '', replay: null });
    expect(seen.join).toContain('资质审核');
    for (const context of [await stranger(), await pending()]) {
      for (const work of [
        () => listLiveGoods(context, { id: rx }),
        () => listLiveCoupons(context, { id: rx }),
        () => getTimeline(context, { id: rx, after: '' }),
        () => beat(context, { id: rx, visitor: 'visitor-0000000001' }),
      ])
        expect((await refusalOf(work())).code).toBe(403);
    }
    expect((await refusalOf(like(await pending(), { id: rx, likes: 1 }))).code).toBe(403);
    expect((await getTimeline(await demo(), { id: rx, after: '' })).face).toBe('now');
    expect((await getRoom(await demo(), { id: rx })).playlist).not.toBe('');
  });

  it.each(['draft', 'waiting', 'refused', 'stopped'] as const)(
    'that is %s is there for nobody',
    async (state) => {
      await db.update(liveRoom).set({ state }).where(eq(liveRoom.id, room));
      const context = await demo();
      for (const work of [
        () => getRoom(context, { id: room }),
        () => listLiveGoods(context, { id: room }),
        () => getTimeline(context, { id: room, after: '' }),
      ])
        expect((await refusalOf(work())).code).toBe(404);
      const { now, soon, replays } = await listLive(await demo());
      expect([...now, ...soon, ...replays].map(({ id }) => id)).not.toContain(room);
    },
  );

  it('says no price, to nobody', async () => {
    const { list } = await listLiveGoods(await demo(), { id: room });
    expect(list.map(({ id, point }) => [id, point])).toEqual([
      [goodsPlain, '家中常备'],
      [expect.any(Number), ''],
    ]);
    expect(JSON.stringify(list)).not.toMatch(/"(price|qhj|member_price|net)":/);
  });

  it('has a replay with a chapter for each item that was shown', async () => {
    const from = new Date(Date.now() - 7_200_000);
    const to = new Date(from.getTime() + 600_000);
    const over = await makeRoom(db, {
      ...{ state: 'ended', startsAt: from, startedAt: from, endsAt: to, endedAt: to },
      ...{ isReplay: true, replayFrom: from, replayTo: to },
    });
    await addEvent(db, over, { goodsId: goodsPlain, at: new Date(from.getTime() + 60_000) });
    const { face, replay, playlist } = await getRoom(await stranger(), { id: over });
    expect([face, playlist]).toEqual(['replay', `/live/${over}/index.m3u8`]);
    expect(replay?.chapters.map(({ title }) => title)).toEqual(['开场', expect.stringContaining('布洛芬')]);
    await db.update(liveRoom).set({ isReplay: false }).where(eq(liveRoom.id, over));
    expect(await getRoom(await stranger(), { id: over })).toMatchObject({
      face: 'over',
      playlist: '',
      replay: null,
    });
  });
});

/** Asks until what was read a moment ago is read again: once a second. */
async function looked(after: string, isThere: (answer: Awaited<ReturnType<typeof getTimeline>>) => boolean) {
  const context = await demo();
  let found = await getTimeline(context, { id: room, after });
  await until('the timeline is read again', async () => {
    found = await getTimeline(context, { id: room, after });
    return isThere(found);
  });
  return found;
}

describe('the timeline', () => {
  it('gives what is new behind a place, and takes back what was hidden', { timeout: 360_000 }, async () => {
    const first = await addEvent(db, room, { goodsId: goodsPlain });
    const context = await demo();
    const read = (after: string) => getTimeline(context, { id: room, after });
    // Behind a place of what has not settled it is given again: a transaction of another test may run.
    let whole = await read('');
    let same = await read(whole.after);
    await until(
      'the event has settled',
      async () => {
        [whole, same] = [await read(''), await read(whole.after)];
        return same.events.length === 0;
      },
      settleMs,
    );
    expect(whole).toMatchObject({
      is_whole: 1,
      withdrawn: [],
      events: [{ id: first, goods_id: goodsPlain }],
    });
    expect(same).toMatchObject({ is_whole: 0, events: [] });
    const second = await addEvent(db, room, { kind: 'notice', text: '<script>alert(1)</script>' });
    const next = await looked(whole.after, ({ events }) => events.length > 0);
    expect(next.events).toMatchObject([{ id: second, text: '<script>alert(1)</script>' }]);
    await db.transaction((tx) => hideLiveEvent(tx, room, first, new Date()));
    const taken = await looked(next.after, ({ withdrawn }) => withdrawn.length > 0);
    expect(taken.withdrawn).toEqual([first]);
    const again = await getTimeline(await demo(), { id: room, after: '' });
    expect(again.events.map(({ id }) => id)).toEqual([second]);
    // A place of nowhere begins anew.
    for (const after of ['x', '999999999.1.a'])
      expect((await getTimeline(await demo(), { id: room, after })).is_whole).toBe(1);
  });

  it('finds an event that commits after one with a higher number', async () => {
    const late = await pool.connect();
    try {
      await late.query('begin');
      const { rows } = await late.query(
        `insert into live_event (room_id, kind, at, goods_id) values ($1, 'pin', now(), 1) returning id`,
        [room],
      );
      const early = await addEvent(db, room, { goodsId: 2 });
      const { after, events } = await looked('', (answer) => answer.events.length > 0);
      expect(events.map(({ id }) => id)).toEqual([early]);
      await late.query('commit');
      const found = await looked(after, (answer) =>
        answer.events.some(({ id }) => id === Number(rows[0].id)),
      );
      expect(found.is_whole).toBe(0);
    } finally {
      late.release();
    }
  });

  it('shows who asks masked, and the question with its answer', async () => {
    const question = await ask('有现货吗');
    await addEvent(db, room, { kind: 'question', questionId: question.id });
    await db
      .update(liveQuestion)
      .set({ answer: '有', state: 'answered' })
      .where(eq(liveQuestion.id, question.id));
    await addEvent(db, room, { kind: 'answer', questionId: question.id });
    const { events } = await looked('', (answer) => answer.events.length > 1);
    expect(events.map(({ text, name }) => [text, name.includes('***')])).toEqual([
      ['有现货吗', true],
      ['有', true],
    ]);
  });
});

let nth = 0;
async function ask(
  text: string,
  more: { client_id?: string } = {},
  context?: Awaited<ReturnType<typeof demo>>,
) {
  const input = askLiveInput.parse({ id: room, client_id: `question-${++nth}`, text, ...more });
  return askQuestion(context ?? (await demo()), input);
}

describe('asking', () => {
  it('is one question, however often it is sent, also at the same moment', async () => {
    const context = await demo();
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => ask('效期多久', { client_id: 'the same one' }, context)),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await db.$count(liveQuestion, eq(liveQuestion.roomId, room))).toBe(1);
    // Another company's browser may have made the same number.
    const theirs = await ask('效期多久', { client_id: 'the same one' }, await other());
    expect(theirs.id).not.toBe(sent[0]?.id);
    expect((await listOwnQuestions(await other(), { id: room })).list.map(({ id }) => id)).toEqual([
      theirs.id,
    ]);
  });

  it('has a pace, which two at once do not break', async () => {
    const context = await demo();
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => ask(`第${at}问`, {}, context)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await refusalOf(ask('再问'))).code).toBe(429);
  });

  it('refuses what cannot be shown and who cannot ask', async () => {
    await db.insert(chatWord).values([
      { word: '返点', folded: '返点', action: 'mask', madeBy: 'x' },
      { word: '加微信', folded: '加微信', action: 'hold', madeBy: 'x' },
    ]);
    expect((await ask('返 点多少')).text).toContain('*');
    expect((await refusalOf(ask('加-微-信聊'))).code).toBe(422);
    expect((await refusalOf(ask('问'.repeat(101)))).code).toBe(422);
    expect((await refusalOf(ask('\u202e\u200b '))).code).toBe(422);
    expect((await ask('<b>有\u202e货</b>')).text).toBe('<b>有货</b>');
    expect((await refusalOf(ask('我要问', {}, await pending()))).message).toContain('审核通过后');
    await db.update(liveRoom).set({ isMuted: true }).where(eq(liveRoom.id, room));
    expect(await refusalOf(ask('还能问吗', {}, await other()))).toMatchObject({
      code: 409,
      message: '主播暂时关闭了提问',
    });
    expect((await getRoom(await other(), { id: room })).is_muted).toBe(1);
  });
});

describe('viewers', () => {
  it('count once each, and their likes by their sum so far', async () => {
    const [mine, theirs] = [await demo(), await stranger()];
    await beat(mine, { id: room, visitor: 'visitor-0000000001' });
    await beat(mine, { id: room, visitor: 'visitor-0000000002' });
    await beat(theirs, { id: room, visitor: 'visitor-0000000001' });
    expect(await db.$count(liveViewer, eq(liveViewer.roomId, room))).toBe(2);
    const later = new Date(mine.now.getTime() + 20_000);
    await beat({ ...mine, now: later }, { id: room, visitor: 'visitor-0000000001' });
    const [row] = await db.select().from(liveViewer).where(eq(liveViewer.viewer, users.demo));
    expect(row?.seconds).toBe(20);
    expect(await like(mine, { id: room, likes: 5 })).toEqual({ likes: 5, mine: 5 });
    const again = await Promise.all([5, 5, 8].map((likes) => like(mine, { id: room, likes })));
    expect(Math.max(...again.map(({ likes }) => likes))).toBe(8);
    // A handful a call.
    expect((await like(await other(), { id: room, likes: 1_000_000 })).mine).toBe(30);
    expect((await getRoom(mine, { id: room })).my_likes).toBe(8);
    expect((await getRoom(mine, { id: room })).likes).toBe(38);
  });

  it('who add goods of the room count once for each company and item', async () => {
    const context = await demo();
    for (const number of [10, 20]) await countAdd(context, { id: room, goods_id: goodsPlain, number });
    await countAdd(context, { id: room, goods_id: goodsOutOfStock, number: 1 });
    const rows = await db.select().from(liveAdd).where(eq(liveAdd.roomId, room));
    expect(rows).toMatchObject([
      { companyId: context.actor.account.companyId, goodsId: goodsPlain, number: 10 },
    ]);
  });
});

describe('a coupon that is dropped', () => {
  it('is claimed 50 times of 500 at once, and once by each company', async () => {
    const id = await dropCoupon(db, room, 50);
    const buyers = await makeBuyers(db, 500);
    const results = await Promise.allSettled(
      buyers.map((buyer) => claimCoupon(buyerContext(db, buyer), { id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const [row] = await db.select().from(coupon).where(eq(coupon.id, id));
    expect(row?.claimed).toBe(50);
    const { rows } = await pool.query(
      'select count(*)::int as pieces, count(distinct company_id)::int as companies from company_coupon where coupon_id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ pieces: 50, companies: 50 });
  });

  it('is found in its room alone, without an amount for a visitor, and not while the room is stopped', async () => {
    const id = await dropCoupon(db, room, 5);
    const all = { ...couponCenterInput.parse({}), size: 50 };
    const center = await listCouponCenter(await demo(), all);
    expect(center.list.map((one) => one.id)).not.toContain(id);
    expect((await listLiveCoupons(await demo(), { id: room })).list).toMatchObject([
      { id, name: '直播券满100减5', value: '5.00', mine: 0 },
    ]);
    for (const context of [await stranger(), await pending()]) {
      const [seen] = (await listLiveCoupons(context, { id: room })).list;
      expect([seen?.name, seen?.value, seen?.amount]).toEqual(['直播间优惠券', undefined, undefined]);
      expect(JSON.stringify([seen?.name, seen?.remarks])).not.toMatch(/\d/);
    }
    await db.update(liveRoom).set({ state: 'stopped' }).where(eq(liveRoom.id, room));
    expect((await refusalOf(claimCoupon(await demo(), { id }))).code).toBe(404);
    await db.update(liveRoom).set({ state: 'live' }).where(eq(liveRoom.id, room));
    expect(await claimCoupon(await demo(), { id })).toMatchObject({ id, mine: 1 });
    expect((await refusalOf(claimCoupon(await pending(), { id }))).code).toBe(403);
  });
});

describe('a reminder', () => {
  it('is one message to who asked, when the room goes on air', async () => {
    const soon = await makeRoom(db, {
      state: 'ready',
      startedAt: null,
      startsAt: new Date(Date.now() + 1_800_000),
    });
    for (const context of [await demo(), await demo(), await other()])
      await remind(context, { id: soon, is_on: 1 });
    await remind(await other(), { id: soon, is_on: 0 });
    const told = () => db.select().from(message).where(eq(message.kind, 'live'));
    await tellLive(db, new Date());
    expect(await told()).toEqual([]);
    await db.update(liveRoom).set({ state: 'live', startedAt: new Date() }).where(eq(liveRoom.id, soon));
    await Promise.all([tellLive(db, new Date()), tellLive(db, new Date())]);
    await tellLive(db, new Date());
    expect(await told()).toMatchObject([
      { userId: users.demo, link: `/live/${soon}`, title: expect.stringContaining('开播') },
    ]);
    expect((await refusalOf(remind(await other(), { id: soon, is_on: 1 }))).code).toBe(409);
    expect(await db.$count(liveReminder, eq(liveReminder.roomId, soon))).toBe(1);
  });
});

it('answers calls as visitors and buyers make them', async () => {
  const cookie = await loginAs('demo');
  const list = await request<LiveList>(routeOf(api.liveList));
  expect(list.data.now.map(({ id }) => id)).toContain(room);
  const params = { id: String(room) };
  const timeline = await request(routeOf(api.liveTimeline), { params });
  expect(timeline).toMatchObject({ code: 200, data: { is_whole: 1 } });
  const body = { client_id: 'number-0001', text: '有货吗' };
  expect((await request(routeOf(api.askLive), { params, body })).status).toBe(401);
  const asked = await request(routeOf(api.askLive), { params, cookie, body });
  expect(asked).toMatchObject({ code: 200, data: { text: '有货吗', state_text: '等待主播选答' } });
});

describe('the demo’s rooms', () => {
  it('are there at once and go on by the clock, without writing anything twice', async () => {
    await keepDemoStaff(db);
    const now = new Date();
    await playDemoLive(db, now);
    await Promise.all([playDemoLive(db, now), playDemoLive(db, now)]);
    const [open] = await db.select().from(liveRoom).where(eq(liveRoom.token, liveRooms.now));
    const id = open?.id ?? 0;
    const { rows } = await pool.query(
      'select count(*)::int as all, count(distinct (at, kind, coalesce(goods_id, 0)))::int as different from live_event where room_id = $1',
      [id],
    );
    expect(rows[0].all).toBe(rows[0].different);
    expect(rows[0].all).toBeGreaterThan(20);
    const { now: live, soon, replays } = await listLive(await demo());
    expect([live.length >= 2, soon.length >= 2, replays.length >= 1]).toEqual([true, true, true]);
    // A person at the desk is left alone for a quarter of an hour: the picture goes on, nothing else.
    const by = await db.select({ id: staff.id }).from(staff).limit(1);
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
    await db.insert(liveEvent).values({
      roomId: id,
      kind: 'pin',
      at: minutes(1),
      goodsId: goodsPlain,
      staffId: by[0]?.id ?? 0,
    });
    const scripted = async () => {
      const events = await db.select().from(liveEvent).where(eq(liveEvent.roomId, id));
      return events.filter(
        ({ at, kind, staffId, hiddenAt }) =>
          at > minutes(1) && kind !== 'picture' && staffId === null && hiddenAt === null,
      );
    };
    for (const count of [1, 6, 11]) await playDemoLive(db, minutes(count));
    expect(await scripted()).toEqual([]);
    await playDemoLive(db, minutes(22));
    const again = await scripted();
    expect(again.length).toBeGreaterThan(0);
    expect(again.every(({ at }) => at >= minutes(16))).toBe(true);
    const later = new Date(now.getTime() + 26 * 3_600_000);
    await playDemoLive(db, later);
    const [moved] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
    expect(moved?.startedAt?.getTime()).toBeGreaterThan(later.getTime() - 3_600_000);
    const announced = await db.select().from(liveRoom).where(eq(liveRoom.state, 'ready'));
    for (const { token, startsAt } of announced)
      if (token.startsWith('demo-')) expect(startsAt.getTime()).toBeGreaterThan(later.getTime());
  });
});
