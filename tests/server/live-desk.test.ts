/** Live rooms at the desks: made by a merchant, examined by the platform, each act once and for its owner alone. */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { buyerApproved, goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { liveList } from '#lib/contract/desk/lists/live.ts';
import { liveFigures } from '#lib/contract/desk/lists/live-figures.ts';
import { liveQuestions } from '#lib/contract/desk/lists/live-questions.ts';
import type { LiveConsole, MadeKey } from '#lib/contract/live/console-schema.ts';
import type { DeskRoom, SaveRoomInput } from '#lib/contract/live/desk-schema.ts';
import { minuteKey, secondKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { unseal } from '#lib/server/core/process/seal.ts';
import { claimCoupon } from '#lib/server/coupons/center.ts';
import {
  auditLog,
  companyCoupon,
  coupon,
  goods,
  liveAdd,
  liveEvent,
  liveGoods,
  liveQuestion,
  liveRoom,
  liveViewer,
  merchantNotice,
  product,
} from '#lib/server/db/schema.ts';
import { endOverdueRooms } from '#lib/server/live/desk-air.ts';
import { openFigures } from '#lib/server/live/desk-figures.ts';
import { hideQuestion, restoreQuestion } from '#lib/server/live/desk-questions.ts';
import { forgetHosts } from '#lib/server/live/hosts.ts';
import { getRoom } from '#lib/server/live/room.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { askLive } from '#tests/support/live-picture.ts';
import { contextOf as buyerContext, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { settleMs, until } from '#tests/support/server-process.ts';

// Before settings are read: encoders are received.
process.env.LIVE_RTMP_URL = 'rtmp://live.example.com/live';

const { db } = await testDatabase();
const hour = 3_600_000;
/** Numbers whose check digit is right. */
const hostId = '11010519491231002X';

let host: Person;
let colleague: Person;
let stranger: Person;
let reviewer: Person;
let plain: number[];
let rx: number;

async function ownGoods(merchantId: number, isRx: boolean): Promise<number[]> {
  const rows = await db
    .select({ id: goods.id, otc: product.otc })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(goods.merchantId, merchantId), eq(goods.isOnShelf, true), eq(goods.isStopped, false)))
    .orderBy(goods.id)
    .limit(400);
  return rows.filter(({ otc }) => (otc === '处方药') === isRx).map(({ id }) => id);
}

beforeAll(async () => {
  host = await person(db, 'live.host', 'service', 1);
  colleague = await person(db, 'live.colleague', 'admin', 1);
  stranger = await person(db, 'live.stranger', 'admin', 2);
  reviewer = await person(db, 'live.review', 'review');
  plain = (await ownGoods(1, false)).slice(0, 4);
  [rx = 0] = await ownGoods(1, true);
});

const minute = (ms: number) => minuteKey(Date.now() + ms);
const form = (own: Partial<SaveRoomInput> = {}): SaveRoomInput => ({
  id: 0,
  token: randomUUID(),
  revision: 0,
  title: '冬季家中常备',
  summary: '怎样选感冒用药',
  host_name: '何一',
  host_id: hostId,
  start_time: minute(hour / 2),
  end_time: minute(2 * hour),
  coupon_budget: '1000',
  goods: plain.map((id) => ({ id, point: '药店常备' })),
  ...own,
});

const send = <T = DeskRoom>(
  call: Parameters<typeof routeOf>[0],
  who: Person,
  body: Record<string, unknown>,
) =>
  request<T>(routeOf(call), {
    body,
    method: 'POST',
    cookie: who.cookie,
    ...(typeof body.id === 'number' && body.id > 0 && { params: { id: String(body.id) } }),
  });
const save = (input: SaveRoomInput, who = host) => send(api.saveLiveRoom, who, { ...input });
const errorsOf = (answer: { data: unknown }) => (answer.data as { errors?: unknown }).errors;

/** Somebody at the desk of a merchant, or with null of the platform. */
function contextAt(merchantId: number | null): Context<'staff'> {
  const rest = { db, now: new Date(), requestId: 'test' };
  return merchantId === null
    ? { ...rest, actor: { kind: 'platform', name: 'x', merchantId } }
    : { ...rest, actor: { kind: 'merchant', name: 'x', merchantId } };
}

async function made(own: Partial<SaveRoomInput> = {}): Promise<DeskRoom> {
  const answer = await save(form(own));
  expect(answer.message).toBe('ok');
  return answer.data;
}

async function ready(own: Partial<SaveRoomInput> = {}): Promise<DeskRoom> {
  const { id, revision } = await made(own);
  const { data } = await send(api.handInLiveRoom, host, { id, revision });
  return (await send(api.passLiveRoom, reviewer, { id, revision: data.revision })).data;
}

describe('a room', () => {
  it('is made once, its host’s number is sealed and only its tail is shown', async () => {
    const input = form();
    const [one, two] = await Promise.all([save(input), save(input)]);
    expect(one.data.id).toBe(two.data.id);
    expect(one.data).toMatchObject({ state: 'draft', host_id_tail: '002X', coupon_budget: '1000.00' });
    expect(JSON.stringify(one.data)).not.toContain(hostId);
    const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, one.data.id));
    expect(row?.sealedHostId).not.toContain(hostId);
    expect(unseal('live host', input.token, row?.sealedHostId ?? '')).toBe(hostId);
    expect(await db.$count(liveGoods, eq(liveGoods.roomId, one.data.id))).toBe(plain.length);
    expect(await db.$count(auditLog, eq(auditLog.subjectKey, String(one.data.id)))).toBe(1);
  });

  it('is refused where its form is wrong, each at its field', async () => {
    const refused = async (own: Partial<SaveRoomInput>, field: string) => {
      const answer = await save(form(own));
      expect([answer.code, Object.keys(errorsOf(answer) ?? {})]).toEqual([422, [field]]);
    };
    await refused({ host_id: '110105194912310021' }, 'host_id');
    await refused({ host_id: '' }, 'host_id');
    await refused({ title: '感冒灵只要9元' }, 'title');
    await refused({ end_time: minute(0) }, 'end_time');
    await refused({ end_time: minute(14 * hour) }, 'end_time');
    await refused({ coupon_budget: '100000.01' }, 'coupon_budget');
    const [theirs = 0] = await ownGoods(2, false);
    await refused({ goods: [{ id: theirs }] }, 'goods');
    await refused({ goods: [...plain, ...plain].map((id) => ({ id })) }, 'goods');
    const [stopped = 0] = plain;
    await db.update(goods).set({ isStopped: true }).where(eq(goods.id, stopped));
    await refused({}, 'goods');
    await db.update(goods).set({ isStopped: false }).where(eq(goods.id, stopped));
    const answer = await save(form({ goods: [{ id: plain[0] ?? 0, point: '只要八折' }] }));
    expect(answer.code).toBe(422);
  });

  it('is refused with all its faults at once', async () => {
    const fields = async (own: Partial<SaveRoomInput>) =>
      Object.keys(errorsOf(await save(form(own))) ?? {}).toSorted();
    expect(await fields({ title: '', host_id: '', end_time: minute(0) })).toEqual([
      'end_time',
      'host_id',
      'title',
    ]);
    expect(await fields({ end_time: minute(14 * hour), coupon_budget: '100000.01' })).toEqual([
      'coupon_budget',
      'end_time',
    ]);
  });

  it('with a prescription medicine is for approved buyers, whatever was ticked', async () => {
    expect((await made({ is_rx: 0, goods: [{ id: rx }] })).is_rx).toBe(1);
    expect((await made({ is_rx: 1 })).is_rx).toBe(1);
  });

  it('of another merchant is unknown, and a draft is unknown to the platform', async () => {
    const { id, revision } = await made();
    const input = form({ id, revision, title: '别人的直播' });
    expect((await save(input, stranger)).code).toBe(404);
    for (const call of [api.handInLiveRoom, api.withdrawLiveRoom])
      expect((await send(call, stranger, { id, revision })).code).toBe(404);
    expect((await send(api.cancelLiveRoom, stranger, { id, reason: '不播了' })).code).toBe(404);
    const read = (who: Person) =>
      request(routeOf(api.deskLiveRoom), { params: { id: String(id) }, cookie: who.cookie });
    expect((await read(stranger)).code).toBe(404);
    expect((await read(reviewer)).code).toBe(404);
    expect((await read(colleague)).code).toBe(200);
    const seen = async (merchantId: number | null) => {
      const { rows } = await askList(contextAt(merchantId), liveList);
      return rows.some((row) => row.id === id);
    };
    expect([await seen(1), await seen(2), await seen(null)]).toEqual([true, false, false]);
  });

  it('changed by two at once is refused to the second; the same again writes nothing', async () => {
    const { id, revision } = await made();
    const answers = await Promise.all([
      save(form({ id, revision, host_id: '', title: '甲的标题' })),
      save(form({ id, revision, host_id: '', title: '乙的标题' }), colleague),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const kept = answers.find(({ code }) => code === 200)?.data;
    const again = await save(form({ id, revision, host_id: '', title: kept?.title ?? '' }));
    expect(again.data.revision).toBe(kept?.revision);
  });
});

describe('the review', () => {
  it('passes what was seen, once, and tells the merchant', async () => {
    const { id, revision } = await made();
    const handed = await send(api.handInLiveRoom, host, { id, revision });
    expect(handed.data.state).toBe('waiting');
    expect((await send(api.handInLiveRoom, host, { id, revision })).data.revision).toBe(handed.data.revision);
    expect((await send(api.passLiveRoom, reviewer, { id, revision })).code).toBe(409);
    const seen = { id, revision: handed.data.revision };
    const both = await Promise.all([
      send(api.passLiveRoom, reviewer, seen),
      send(api.refuseLiveRoom, reviewer, { ...seen, reason: '商品不符' }),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const { data } = await request<DeskRoom>(routeOf(api.deskLiveRoom), {
      params: { id: String(id) },
      cookie: host.cookie,
    });
    expect(['ready', 'refused']).toContain(data.state);
    expect(data.reviewed_by).toBe('live.review');
    expect(data.seller.licences.length).toBeGreaterThan(0);
    expect(await db.$count(merchantNotice, eq(merchantNotice.kind, 'live'))).toBe(1);
  });

  it('is asked again after a change of a room that was passed', async () => {
    const room = await ready();
    expect(room.state).toBe('ready');
    const saved = await save(form({ ...room, is_rx: 0, host_id: '', coupon_budget: '2000' }));
    expect(saved.data).toMatchObject({ state: 'draft', reviewed_at: '' });
    expect(saved.data.may).not.toContain('start');
  });

  it('refuses goods that were stopped meanwhile', async () => {
    const { id, revision } = await made();
    const handed = await send(api.handInLiveRoom, host, { id, revision });
    const [stopped = 0] = plain;
    await db.update(goods).set({ isStopped: true }).where(eq(goods.id, stopped));
    const answer = await send(api.passLiveRoom, reviewer, { id, revision: handed.data.revision });
    await db.update(goods).set({ isStopped: false }).where(eq(goods.id, stopped));
    expect([answer.code, answer.message]).toEqual([409, expect.stringContaining('平台已暂停销售')]);
  });

  it('is the platform’s, rooms are the merchant’s', async () => {
    const { id, revision } = await made();
    expect((await send(api.passLiveRoom, host, { id, revision })).code).toBe(404);
    expect((await save(form(), reviewer)).code).toBe(404);
    const clerk = await person(db, 'live.clerk', 'orders', 1);
    expect((await save(form(), clerk)).code).toBe(403);
  });

  it('stops a room, which is gone for good, and a merchant calls one off', async () => {
    const { id } = await ready();
    const stopped = await send(api.stopLiveRoom, reviewer, { id, reason: '夸大宣传' });
    expect(stopped.data).toMatchObject({ state: 'stopped', reason: '平台中止：夸大宣传', may: [] });
    expect((await send(api.stopLiveRoom, reviewer, { id, reason: '再来' })).code).toBe(200);
    const other = await ready();
    const off = await send(api.cancelLiveRoom, host, { id: other.id, reason: '主播生病' });
    expect(off.data).toMatchObject({ state: 'stopped', reason: '商家取消：主播生病' });
  });
});

/** Puts a room on air. */
async function live(own: Partial<SaveRoomInput> = {}): Promise<number> {
  const { id } = await ready(own);
  expect((await send(api.startLiveRoom, host, { id })).code).toBe(200);
  return id;
}
const act = (call: Parameters<typeof routeOf>[0], who: Person, body: Record<string, unknown>) =>
  send<LiveConsole>(call, who, body);
/** Without the picture of the demo, which comes with the start. */
const kindsOf = async (roomId: number) => {
  const rows = await db.select().from(liveEvent).where(eq(liveEvent.roomId, roomId)).orderBy(liveEvent.id);
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'picture');
};

describe('on air', () => {
  it('goes a room once, an hour before its time at the earliest, and the host’s key is shown once', async () => {
    const early = await ready({ start_time: minute(3 * hour), end_time: minute(4 * hour) });
    expect((await send(api.startLiveRoom, host, { id: early.id })).message).toContain('最早可在');
    const { id, revision } = await ready();
    const made = await send<MadeKey>(api.rekeyLiveRoom, host, { id, revision });
    expect(made.code).toBe(200);
    const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
    expect(row?.keyHash).toBe(createHash('sha256').update(made.data.key).digest('hex'));
    const read = await request(routeOf(api.liveConsole), { params: { id: String(id) }, cookie: host.cookie });
    expect(JSON.stringify(read.data)).not.toContain(made.data.key);
    expect(JSON.stringify(await db.select().from(auditLog))).not.toContain(made.data.key);
    // A colleague who has not seen the new one makes none.
    expect((await send(api.rekeyLiveRoom, colleague, { id, revision })).code).toBe(409);
    const both = await Promise.all([
      send(api.startLiveRoom, host, { id }),
      send(api.startLiveRoom, colleague, { id }),
    ]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(await kindsOf(id)).toEqual(['start']);
    expect(await db.$count(liveEvent, and(eq(liveEvent.roomId, id), eq(liveEvent.kind, 'picture')))).toBe(1);
    expect((await send(api.startLiveRoom, stranger, { id })).code).toBe(404);
  });

  it('is ended or stopped, never both, and the picture’s key is void', async () => {
    const id = await live();
    const answers = await Promise.all([
      send(api.endLiveRoom, host, { id }),
      send(api.stopLiveRoom, reviewer, { id, reason: '夸大宣传' }),
    ]);
    // A room that was ended can be stopped still, one that was stopped cannot be ended.
    expect(answers[1]?.code).toBe(200);
    const kinds = await kindsOf(id);
    expect(kinds.filter((kind) => kind === 'end')).toHaveLength(1);
    const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
    expect([row?.state, row?.keyHash, row?.endedAt === null]).toEqual(['stopped', null, false]);
  });

  it('pins an item once however often it is pressed, and takes it back', async () => {
    const id = await live();
    const [first = 0, second = 0] = plain;
    const pin = (goods_id: number, who = host) => act(api.pinLive, who, { id, goods_id });
    const two = await Promise.all([pin(first), pin(first, colleague)]);
    expect(two.map(({ code }) => code)).toEqual([200, 200]);
    expect(await kindsOf(id)).toEqual(['start', 'pin']);
    const both = await pin(second);
    expect(both.data.goods.filter((one) => one.is_pinned).map((one) => one.id)).toEqual([first, second]);
    await act(api.unpinLive, host, { id, goods_id: second });
    const again = await act(api.unpinLive, host, { id, goods_id: second });
    expect(again.data.goods.filter((one) => one.is_pinned).map((one) => one.id)).toEqual([first]);
    expect(await kindsOf(id)).toEqual(['start', 'pin', 'pin', 'unpin']);
    expect((await pin(rx)).code).toBe(404);
    expect((await pin(first, stranger)).code).toBe(404);
    await send(api.endLiveRoom, host, { id });
    expect((await pin(first)).code).toBe(409);
  });

  it('a console is told of the record what is new since, and what stands beside the picture all the same', {
    timeout: 360_000,
  }, async () => {
    const id = await live();
    const [first = 0, second = 0] = plain;
    const look = async (after: string) => {
      const asked = { path: `/?after=${after}`, params: { id: String(id) }, cookie: host.cookie };
      return (await request<LiveConsole>(routeOf(api.liveConsole), asked)).data;
    };
    const whole = await look('');
    const kinds = ({ events }: LiveConsole) => events.map(({ kind }) => kind);
    expect([whole.is_whole, kinds(whole).includes('start')]).toEqual([1, true]);
    await act(api.pinLive, host, { id, goods_id: first });
    await act(api.chapterLive, host, { id, title: '开场' });
    const news = await look(whole.after);
    expect([news.is_whole, kinds(news).filter((kind) => kind !== 'start' && kind !== 'picture')]).toEqual([
      0,
      ['chapter', 'pin'],
    ]);
    // Another transaction of the cluster may hold the place back: what is not settled is told again.
    let still = news;
    await until(
      'all is settled',
      async () => {
        still = await look(still.after);
        return still.events.length === 0;
      },
      settleMs,
    );
    expect([still.chapter, still.goods.find((one) => one.id === first)?.is_pinned]).toEqual(['开场', 1]);
    await act(api.hideLiveEvent, host, { id, event_id: news.events[0]?.id });
    await act(api.pinLive, host, { id, goods_id: second });
    const later = await look(still.after);
    expect(later.events.filter((one) => one.kind === 'chapter').map((one) => one.is_hidden)).toEqual([1]);
    expect(later.goods.filter((one) => one.is_pinned).map((one) => one.id)).toEqual([first, second]);
    expect([(await look('x')).is_whole, (await look('999999999.1.a')).is_whole]).toEqual([1, 1]);
  });

  it('drops a coupon of the merchant once by its token, within the budget', async () => {
    const id = await live({ coupon_budget: '500' });
    const drop = {
      id,
      token: randomUUID(),
      value: '10',
      threshold: '100',
      quantity: 40,
      minutes: 5,
      days: 7,
    };
    const two = await Promise.all([
      act(api.dropLiveCoupon, host, drop),
      act(api.dropLiveCoupon, colleague, drop),
    ]);
    expect(two.map(({ code }) => code)).toEqual([200, 200]);
    const { data } = await act(api.dropLiveCoupon, host, drop);
    expect(data.drops).toMatchObject([{ value: '10.00', total: 40, claimed: 0 }]);
    expect(data.coupon_left).toBe('100.00');
    const [made] = await db
      .select()
      .from(coupon)
      .where(eq(coupon.id, data.drops[0]?.coupon_id ?? 0));
    expect(made).toMatchObject({ merchantId: 1, kind: 'coupon', total: 40, perCompany: 1 });
    // Of two at once that fit alone, one is refused.
    const more = () => act(api.dropLiveCoupon, host, { ...drop, token: randomUUID(), quantity: 6 });
    const codes = (await Promise.all([more(), more()])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 422]);
    const wrong = await act(api.dropLiveCoupon, host, {
      ...drop,
      token: randomUUID(),
      threshold: '9',
      quantity: 1,
    });
    expect(Object.keys(errorsOf(wrong) ?? {})).toEqual(['threshold']);
    expect((await act(api.dropLiveCoupon, stranger, { ...drop, token: randomUUID() })).code).toBe(404);
    expect(await kindsOf(id)).toEqual(['start', 'drop', 'drop']);
    await send(api.stopLiveRoom, reviewer, { id, reason: '违规发券' });
    const [ended] = await db
      .select()
      .from(coupon)
      .where(eq(coupon.id, made?.id ?? 0));
    expect(ended?.claimTo.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('ends the claiming of a coupon once; what was claimed stays', async () => {
    const id = await live({ coupon_budget: '500' });
    const drop = { id, token: randomUUID(), value: '5', threshold: '50', quantity: 10, minutes: 60, days: 7 };
    const { data } = await act(api.dropLiveCoupon, host, drop);
    const coupon_id = data.drops[0]?.coupon_id ?? 0;
    expect(data.drops).toMatchObject([{ is_open: 1, total: 10 }]);
    const end = (who: Person, room = id) => act(api.endLiveDrop, who, { id: room, coupon_id });
    expect((await end(stranger)).code).toBe(404);
    expect((await end(host, await live())).code).toBe(404);
    const [buyer, late] = await makeBuyers(db, 2);
    await claimCoupon(buyerContext(db, buyer!), { id: coupon_id });
    const both = await Promise.all([end(host), end(colleague)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    const again = await end(host);
    expect(again.data.drops).toMatchObject([{ is_open: 0, total: 10, claimed: 1 }]);
    expect(again.data.coupon_left).toBe('450.00');
    await expect(claimCoupon(buyerContext(db, late!), { id: coupon_id })).rejects.toMatchObject({
      code: 409,
    });
    const held = await db.$count(companyCoupon, eq(companyCoupon.couponId, coupon_id));
    const entries = and(eq(auditLog.act, 'live.end_drop'), eq(auditLog.subjectKey, String(id)));
    expect([held, await db.$count(auditLog, entries)]).toEqual([1, 1]);
  });

  it('shows and answers questions, and hides them with what stood on screen', async () => {
    const id = await live();
    const [asked, rude] = await db
      .insert(liveQuestion)
      .values([
        { roomId: id, companyId: buyerApproved, clientId: 'a', text: '有货吗' },
        { roomId: id, companyId: buyerApproved, clientId: 'b', text: '骗人的' },
      ])
      .returning({ id: liveQuestion.id });
    const question_id = asked?.id ?? 0;
    const shown = await act(api.showLiveQuestion, host, { id, question_id });
    expect(shown.data.waiting).toBe(1);
    const priced = await act(api.answerLiveQuestion, host, { id, question_id, answer: '只要9元' });
    expect(priced.code).toBe(422);
    const answers = await Promise.all([
      act(api.answerLiveQuestion, host, { id, question_id, answer: '有货，当天发出' }),
      act(api.answerLiveQuestion, colleague, { id, question_id, answer: '有的' }),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(await kindsOf(id)).toEqual(['start', 'question', 'answer']);
    expect((await act(api.answerLiveQuestion, stranger, { id, question_id, answer: '有的' })).code).toBe(404);
    // The platform takes it back from the list of all rooms, and by undoing it comes back.
    const list = { ...contextAt(null), reason: '与商品无关' };
    await hideQuestion(list, { id: question_id });
    await hideQuestion(list, { id: question_id });
    const events = await db.select().from(liveEvent).where(eq(liveEvent.questionId, question_id));
    expect(events.every(({ hiddenAt }) => hiddenAt !== null)).toBe(true);
    await restoreQuestion(list, { id: question_id });
    await expect(hideQuestion(contextAt(2), { id: rude?.id ?? 0 })).rejects.toMatchObject({ code: 404 });
    await hideQuestion(contextAt(1), { id: rude?.id ?? 0 });
    const { rows } = await askList(contextAt(1), liveQuestions, { room: '冬季' });
    const mine = rows.filter((row) => row.room_id === id).map(({ state, answer }) => [state, answer !== '']);
    expect(mine).toEqual([
      ['hidden', false],
      ['answered', true],
    ]);
    expect(rows.every(({ reply, question_id: one }) => reply === '' && Number(one) > 0)).toBe(true);
    await db.update(liveQuestion).set({ state: 'waiting' }).where(eq(liveQuestion.id, question_id));
    const open = (await askList(contextAt(1), liveQuestions)).rows.find(
      (row) => row.question_id === question_id,
    );
    expect(open).toMatchObject({ reply: '回答', room_id: id });
    expect((await askList(contextAt(2), liveQuestions)).rows.some((row) => row.room_id === id)).toBe(false);
  });

  it('takes an answer back everywhere, once, so that it is given anew', async () => {
    const id = await live();
    const [asked] = await db
      .insert(liveQuestion)
      .values({ roomId: id, companyId: buyerApproved, clientId: 'a', text: '有货吗' })
      .returning({ id: liveQuestion.id });
    const question_id = asked?.id ?? 0;
    const read = async () =>
      (await db.select().from(liveQuestion).where(eq(liveQuestion.id, question_id)))[0];
    const first = await act(api.answerLiveQuestion, host, { id, question_id, answer: '没有' });
    const event_id = first.data.questions[0]?.answer_event ?? 0;
    const take = (who: Person, event = event_id) => act(api.hideLiveEvent, who, { id, event_id: event });
    expect((await take(stranger)).code).toBe(404);
    expect(await read()).toMatchObject({ state: 'answered', answer: '没有' });
    const both = await Promise.all([take(host), take(colleague)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(await read()).toMatchObject({ state: 'shown', answer: '', answeredBy: null, answeredAt: null });
    const entries = await db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.act, 'live.hide'), eq(auditLog.subjectKey, String(id))));
    expect(entries).toEqual([{ before: { text: '没有', state: 'answered' }, after: { state: 'shown' } }]);
    const anew = await act(api.answerLiveQuestion, host, { id, question_id, answer: '有货，当天发出' });
    expect(anew.data.questions).toMatchObject([{ state: 'answered', answer: '有货，当天发出' }]);
    // The old event again takes nothing of the new answer.
    await take(host);
    expect(await read()).toMatchObject({ state: 'answered', answer: '有货，当天发出' });
    const events = await db.select().from(liveEvent).where(eq(liveEvent.questionId, question_id));
    expect(events.map(({ kind, text, hiddenAt }) => [kind, text, hiddenAt !== null])).toEqual(
      expect.arrayContaining([
        ['question', '有货吗', false],
        ['answer', '没有', true],
        ['answer', '有货，当天发出', false],
      ]),
    );
    // The question goes with its answer.
    const shown = events.find(({ kind }) => kind === 'question')?.id ?? 0;
    expect((await take(stranger, shown)).code).toBe(404);
    const hidden = await take(host, shown);
    expect(hidden.data.questions).toMatchObject([{ state: 'hidden', answer_event: 0 }]);
    expect(
      hidden.data.events.filter(({ kind }) => kind === 'answer').every((one) => one.is_hidden === 1),
    ).toBe(true);
  });

  it('keeps notices, chapters and closed questions, each change once; texts can be hidden', async () => {
    const id = await live();
    for (const text of ['满百包邮请看活动页', '满百包邮请看活动页', ''])
      await act(api.noticeLive, host, { id, text });
    for (const title of ['感冒用药', '感冒用药']) await act(api.chapterLive, host, { id, title });
    for (const is_muted of [1, 1, 0]) await act(api.muteLive, host, { id, is_muted });
    expect(await kindsOf(id)).toEqual(['start', 'notice', 'notice', 'chapter', 'mute', 'mute']);
    const { data } = await request<LiveConsole>(routeOf(api.liveConsole), {
      params: { id: String(id) },
      cookie: reviewer.cookie,
    });
    expect([data.notice, data.chapter, data.is_host, data.is_muted]).toEqual(['', '感冒用药', 0, 0]);
    const chapter = data.events.find(({ kind }) => kind === 'chapter')?.id ?? 0;
    const hidden = await act(api.hideLiveEvent, reviewer, { id, event_id: chapter });
    expect(hidden.data.chapter).toBe('');
    const notices = data.events.filter(({ kind }) => kind === 'notice');
    expect(notices.map(({ text, is_hideable }) => [text, is_hideable])).toEqual([
      ['撤下', 0],
      ['满百包邮请看活动页', 1],
    ]);
    const [taken] = notices;
    expect((await act(api.hideLiveEvent, host, { id, event_id: taken?.id })).code).toBe(409);
    const start = data.events.find(({ kind }) => kind === 'start')?.id ?? 0;
    expect((await act(api.hideLiveEvent, host, { id, event_id: start })).code).toBe(409);
    expect((await act(api.hideLiveEvent, stranger, { id, event_id: chapter })).code).toBe(404);
    expect((await act(api.noticeLive, host, { id, text: '今天8折' })).code).toBe(422);
  });

  it('ends by itself after twelve hours, by two processes once', async () => {
    const id = await live();
    const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
    const at = (row?.startedAt?.getTime() ?? 0) + 12 * hour;
    await endOverdueRooms(db, new Date(at - 1));
    expect(await kindsOf(id)).toEqual(['start']);
    await Promise.all([endOverdueRooms(db, new Date(at)), endOverdueRooms(db, new Date(at))]);
    expect(await kindsOf(id)).toEqual(['start', 'end']);
  });
});

describe('afterwards', () => {
  it('the number of the host is erased three years after the end, of a room that was planned anew it is not', async () => {
    const [ended, planned, onAir] = [await made(), await made(), await live()];
    const [old, before] = [new Date(2023, 0, 1), new Date(2022, 11, 31)];
    await db
      .update(liveRoom)
      .set({ state: 'ended', startsAt: before, startedAt: before, endsAt: old, endedAt: old })
      .where(eq(liveRoom.id, ended.id));
    await db.update(liveRoom).set({ startsAt: before, endsAt: old }).where(eq(liveRoom.id, onAir));
    const numberOf = async (id: number) => {
      const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
      return [row?.sealedHostId === '', row?.hostIdTail];
    };
    const threeYears = old.getTime() + (3 * 365 + 1) * 24 * hour;
    await forgetHosts(db, new Date(threeYears));
    expect(await numberOf(ended.id)).toEqual([false, '002X']);
    const after = new Date(threeYears + 1);
    const done = await Promise.all([forgetHosts(db, after), forgetHosts(db, after)]);
    expect(done.reduce((sum, one) => sum + one.done, 0)).toBe(1);
    expect(await numberOf(ended.id)).toEqual([true, '']);
    expect(await numberOf(planned.id)).toEqual([false, '002X']);
    expect(await numberOf(onAir)).toEqual([false, '002X']);
    await db.update(liveRoom).set({ startsAt: before, endsAt: old }).where(eq(liveRoom.id, planned.id));
    await forgetHosts(db, after);
    const draft = await save(
      form({ ...planned, host_id: '', start_time: minute(hour), end_time: minute(2 * hour) }),
    );
    expect(draft.data.faults).toEqual(['请重新填写主播身份证号']);
    await db.update(liveRoom).set({ state: 'ended', endedAt: new Date() }).where(eq(liveRoom.id, onAir));
  });

  it('a part is shown as replay, within the time on air', async () => {
    const id = await live();
    const started = new Date(Date.now() - hour);
    await db.update(liveRoom).set({ startedAt: started }).where(eq(liveRoom.id, id));
    await send(api.endLiveRoom, host, { id });
    const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
    const from = secondKey(started.getTime());
    const to = secondKey(row?.endedAt?.getTime() ?? 0);
    const cut = { id, revision: row?.revision ?? 0, is_replay: 1, from, to };
    const [one, two] = await Promise.all([
      send(api.cutLiveRoom, host, cut),
      send(api.cutLiveRoom, colleague, { ...cut, from: secondKey(started.getTime() + 60_000) }),
    ]);
    expect([one.code, two.code].toSorted()).toEqual([200, 409]);
    const entries = await db
      .select({ act: auditLog.act, by: auditLog.actorId, merchant: auditLog.merchantId })
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'live_room'), eq(auditLog.subjectKey, String(id))))
      .orderBy(auditLog.id);
    expect(entries.map(({ act }) => act)).toEqual([
      'live.save',
      'live.hand_in',
      'live.pass',
      'live.start',
      'live.end',
      'live.cut',
    ]);
    // The platform's acts on the merchant's room are in the merchant's log too.
    expect(entries.map(({ merchant }) => merchant)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(entries[2]?.by).toBe('live.review');
    const late = await send(api.cutLiveRoom, host, { ...cut, to: secondKey(Date.now() + hour) });
    expect(Object.keys(errorsOf(late) ?? {})).toEqual(['to']);
    expect((await send(api.cutLiveRoom, stranger, cut)).code).toBe(404);
  });

  it('a recording has captions of a file, at the desk and with its replay', async () => {
    const id = await live();
    const started = new Date(Math.floor(Date.now() / 2_000) * 2_000 - hour);
    await db.update(liveRoom).set({ startedAt: started }).where(eq(liveRoom.id, id));
    const upload = async (
      text: string | Uint8Array<ArrayBuffer>,
      who = host,
      { name = '字幕.vtt', seen = 0 } = {},
    ) => {
      const [row] = await db.select().from(liveRoom).where(eq(liveRoom.id, id));
      const body = new FormData();
      body.set('id', String(id));
      body.set('revision', String(seen || row?.revision));
      body.set('file', new File([text], name));
      const asked = { body, method: 'POST', cookie: who.cookie, params: { id: String(id) } };
      return request<DeskRoom>(routeOf(api.liveCaptions), asked);
    };
    const file = 'WEBVTT\n\n00:01:10.000 --> 00:01:12.000\n一天三次\n';
    expect((await upload(file)).code).toBe(409);
    await send(api.endLiveRoom, host, { id });
    expect((await upload(file, stranger)).code).toBe(404);
    expect((await upload(file, reviewer)).code).toBe(404);
    expect(await upload(`${file}\n00:00:01.000 --> 00:00:02.000\n<b>好`)).toMatchObject({
      ...{ code: 422, message: '第2条字幕：含有标记，请导出纯文字的字幕' },
    });
    expect((await upload(new Uint8Array([0x57, 0xff, 0xfe]))).message).toBe('字幕文件的编码须为UTF-8');
    expect((await upload(file.padEnd(512 * 1024 + 1))).message).toBe('字幕文件最大512 KB');
    expect((await askLive(id, 'captions.vtt?desk=1', { cookie: host.cookie })).status).toBe(404);
    const { data } = await upload(file);
    expect(data.captions).toMatchObject({ name: '字幕.vtt', count: 1 });
    // Its answer was lost: the same file again is done already, another one is of a room that was not seen.
    const seen = data.revision - 1;
    expect((await upload(file, host, { seen })).data).toMatchObject({ revision: data.revision });
    expect((await upload(`${file}\n00:02:00.000 --> 00:02:02.000\n好`, host, { seen })).code).toBe(409);
    const atDesk = await askLive(id, 'captions.vtt?desk=1', { cookie: host.cookie });
    expect(await atDesk.text()).toContain('00:01:10.000 --> 00:01:12.000\n一天三次');
    expect((await askLive(id, 'captions.vtt?desk=1', { cookie: stranger.cookie })).status).toBe(404);
    expect((await askLive(id, 'captions.vtt')).status).toBe(404);
    const cut = { id, is_replay: 1, to: secondKey(Date.parse(data.ended_at)) };
    const from = secondKey(started.getTime() + 60_000);
    await send(api.cutLiveRoom, host, { ...cut, revision: data.revision, from });
    await until('the replay is there', async () => (await askLive(id, 'captions.vtt')).status === 200);
    const shown = await askLive(id, 'captions.vtt');
    expect([shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      ...['text/vtt; charset=utf-8', 'nosniff'],
    ]);
    // A minute was cut off in front.
    expect(await shown.text()).toContain('00:00:10.000 --> 00:00:12.000\n一天三次');
    // Its own captions take the place of those of the demo's clips.
    expect(await (await askLive(id, 'index.m3u8')).text()).not.toContain('words.m3u8');
    const visitor = {
      db,
      now: new Date(),
      requestId: 'test',
      actor: { kind: 'visitor', account: null },
    } as const;
    expect((await getRoom(visitor, { id })).words).toBe(`/live/${id}/captions.vtt`);
    const last = await send(api.deskLiveRoom, host, { id });
    const removed = await send(api.removeLiveCaptions, host, { id, revision: last.data.revision });
    expect(removed.data.captions).toEqual({ name: '', count: 0, version: 0 });
    expect((await send(api.removeLiveCaptions, host, { id, revision: 1 })).code).toBe(200);
    expect((await getRoom(visitor, { id })).words).toBe('');
    // A long name is cut between signs. The platform takes captions back, and the merchant is told.
    const again = await upload(file, host, { name: `${'𠮷'.repeat(120)}.vtt` });
    expect(again.data.captions.name).toBe(`${'𠮷'.repeat(96)}.vtt`);
    expect(again.data.captions.version).not.toBe(data.captions.version);
    const seenAgain = { id, revision: again.data.revision };
    expect((await send(api.removeLiveCaptions, stranger, seenAgain)).code).toBe(404);
    expect((await send(api.removeLiveCaptions, reviewer, { ...seenAgain, revision: 1 })).code).toBe(409);
    expect((await send(api.removeLiveCaptions, reviewer, seenAgain)).data.captions.name).toBe('');
    const told = eq(merchantNotice.title, '直播回放的字幕已被平台删除');
    expect(await db.$count(merchantNotice, told)).toBe(1);
    const entries = await db
      .select({ before: auditLog.before, after: auditLog.after, merchant: auditLog.merchantId })
      .from(auditLog)
      .where(and(eq(auditLog.act, 'live.captions'), eq(auditLog.subjectKey, String(id))))
      .orderBy(auditLog.id);
    const facts = { count: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(entries).toMatchObject([
      { before: null, after: { name: '字幕.vtt', ...facts }, merchant: 1 },
      { before: { name: '字幕.vtt', text: '一天三次', ...facts }, after: null, merchant: 1 },
      { before: null, after: facts, merchant: 1 },
      { before: { text: '一天三次', ...facts }, after: null, merchant: 1 },
    ]);
  });

  it('counts orders of companies that added the goods there, from the start to a day after the end', async () => {
    const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
    const item = await makeGoods(db, goodsPlain, 1_000, { merchantId: 1 });
    const id = await live({ goods: [{ id: item }] });
    const at = { roomId: id, goodsId: item, firstAt: new Date() };
    await db.insert(liveAdd).values({ ...at, companyId: buyer!.companyId, number: 4 });
    await db.insert(liveViewer).values([
      { roomId: id, viewer: 'v:1', firstAt: at.firstAt, lastAt: at.firstAt, seconds: 100 },
      { roomId: id, viewer: 'v:2', firstAt: at.firstAt, lastAt: at.firstAt, seconds: 50 },
    ]);
    for (const who of [buyer!, other!]) {
      const { trade_no } = await order(db, who, [{ goodsId: item, number: 20 }]);
      await pay(db, who, trade_no);
    }
    await order(db, buyer!, [{ goodsId: item, number: 20 }]);
    await send(api.endLiveRoom, host, { id });
    const figures = await openFigures(contextAt(1), id);
    expect(figures).toMatchObject({ visits: 2, seconds: 75, companies: 1, pieces: 4, orders: 1, buyers: 1 });
    expect(await openFigures(contextAt(2), id)).toBeNull();
    const { rows } = await askList(contextAt(1), liveFigures, { room_id: String(id) });
    expect(rows).toMatchObject([
      { goods_id: item, companies: 1, pieces: 4, orders: 1, buyers: 1, sold: 20, paid: figures?.paid },
    ]);
    expect((await askList(contextAt(2), liveFigures, { room_id: String(id) })).rows).toEqual([]);
    // A day after the end nothing counts any more.
    await db
      .update(liveRoom)
      .set({
        startedAt: new Date(Date.now() - 30 * hour),
        endedAt: new Date(Date.now() - 25 * hour),
      })
      .where(eq(liveRoom.id, id));
    expect(await openFigures(contextAt(null), id)).toMatchObject({ orders: 0, paid: '0.00' });
  });
});
