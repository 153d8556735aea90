/** 快递100 and 快递鸟 over counterparts that check and sign as they do: every step, and each fault of it. */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { jobFailure, message, shipment, shipmentEvent, tracking } from '#lib/server/db/schema.ts';
import { findCarrier } from '#lib/server/ports/logistics/carriers.ts';
import { stateOfKdniao } from '#lib/server/ports/logistics/kdniao.ts';
import { stateOfKuaidi100 } from '#lib/server/ports/logistics/kuaidi100.ts';
import { findMoment } from '#lib/server/ports/logistics/line.ts';
import { logisticsProviders } from '#lib/server/ports/logistics/providers.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { followParcels } from '#lib/server/tracking/follow.ts';
import { openLogisticsProvider } from '#tests/counterparts/logistics.ts';
import type { Step } from '#tests/counterparts/logistics-provider.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const hundred = await openLogisticsProvider('kuaidi100');
const bird = await openLogisticsProvider('kdniao');
const counterparts = { kuaidi100: hundred, kdniao: bird };
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
const none = Object.fromEntries(
  Object.keys({ ...hundred.env, ...bird.env, KDNIAO_PLUS: '' }).map((key) => [key, '']),
);
const { DEMO: demo = '' } = process.env;

const hour = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * hour);
/** A Shanghai moment so many hours from now, as houses write it. */
const notified = (hours: number) =>
  new Date(Date.now() + (8 + hours) * hour).toISOString().slice(0, 19).replace('T', ' ');
let nth = 0;

beforeEach(async () => {
  completeEnv({ ...none, DEMO: demo });
  // Parcels of the demo and of the tests before stay as they are.
  await db.update(tracking).set({ askAt: null });
  for (const counterpart of Object.values(counterparts))
    Object.assign(counterpart, { asked: [], forged: 0, trouble: 'none' });
});

async function sent(carrier = '顺丰速运', prefix = 'SF') {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, trade_no);
  const no = orders[0]!.no;
  nth += 1;
  const trackingNo = `${prefix}${String(nth).padStart(12, '0')}`;
  await shipOrder(byStaff(db), { no, carrier, trackingNo });
  const [row] = await db.select().from(shipment).where(eq(shipment.orderNo, no));
  return { buyer: buyer!, no, trackingNo, id: row!.id };
}

async function stateOf(id: number) {
  const [row] = await db.select().from(tracking).where(eq(tracking.shipmentId, id));
  return row!;
}

async function eventsOf(id: number): Promise<string[]> {
  const rows = await db
    .select({ text: shipmentEvent.text })
    .from(shipmentEvent)
    .where(and(eq(shipmentEvent.shipmentId, id), isNotNull(shipmentEvent.state)))
    .orderBy(asc(shipmentEvent.at), asc(shipmentEvent.id));
  return rows.map(({ text }) => text);
}

async function messagesOf(companyId: number): Promise<string[]> {
  const rows = await db
    .select({ title: message.title })
    .from(message)
    .where(and(eq(message.companyId, companyId), eq(message.kind, 'shipment')))
    .orderBy(asc(message.id));
  return rows.map(({ title }) => title);
}

const ways: Record<keyof typeof counterparts, Step[]> = {
  kuaidi100: [
    [notified(1), '顺丰速运 已收取快件', '103'],
    [notified(3), '快件已发车', '0'],
    [notified(20), '快件正在派送途中', '5'],
    [notified(22), '已签收，感谢使用顺丰', '301'],
  ],
  kdniao: [
    [notified(1), '顺丰速运 已收取快件', '1'],
    [notified(3), '快件已发车', '2'],
    [notified(20), '快件正在派送途中', '202'],
    [notified(22), '已签收，感谢使用顺丰', '3'],
  ],
};

describe.each(['kuaidi100', 'kdniao'] as const)('%s', (name) => {
  const counterpart = counterparts[name];
  beforeEach(() => void completeEnv({ ...counterpart.env, ...(name === 'kdniao' && { KDNIAO_PLUS: '1' }) }));

  /** Followed since it was sent. */
  async function followed() {
    const made = await sent();
    await followParcels(db, later(0));
    return made;
  }

  it('is given a parcel to follow, with what its carrier asks for', async () => {
    const { trackingNo, id } = await followed();
    const code = name === 'kuaidi100' ? 'shunfeng' : 'SF';
    expect(counterpart).toMatchObject({ forged: 0, asked: [{ act: 'subscribe', code, trackingNo }] });
    expect(counterpart.asked[0]!.phone).toMatch(name === 'kuaidi100' ? /^1\d{10}$/ : /^\d{4}$/);
    if (name === 'kuaidi100')
      expect(counterpart.asked[0]!.callback).toMatch(/\/api\/logistics\/notify\/kuaidi100$/);
    expect(await stateOf(id)).toMatchObject({ provider: name, code, state: 'sent' });
    // Followed, it is left alone until a push is late.
    await followParcels(db, later(5));
    expect(counterpart.asked).toHaveLength(1);
  });

  it('is asked where no push came, and rests in between', async () => {
    const { trackingNo, id, buyer } = await followed();
    await followParcels(db, later(7));
    expect(counterpart.asked.map(({ act }) => act)).toEqual(['subscribe', 'query']);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    counterpart.ways.set(trackingNo, ways[name]);
    await followParcels(db, later(8));
    expect(counterpart.asked).toHaveLength(2);
    await followParcels(db, later(23));
    expect(await eventsOf(id)).toEqual(ways[name].map(([, text]) => text));
    expect(await stateOf(id)).toMatchObject({ state: 'signed', askAt: null });
    expect(await messagesOf(buyer.companyId)).toEqual(['订单已发货', '包裹已签收']);
  });

  it('pushes: each event is kept once, the buyer told once of delivery and of the signature', async () => {
    const { trackingNo, id, buyer } = await followed();
    for (const [at, text, code] of ways[name].map((step): Step => step)) {
      const step: Step = [notified(0), text, code];
      counterpart.ways.set(trackingNo, [...(counterpart.ways.get(trackingNo) ?? []), step]);
      expect(at).toBeTruthy();
      const answers = await Promise.all([counterpart.push(trackingNo), counterpart.push(trackingNo)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect((await counterpart.push(trackingNo)).body).toMatchObject(
      name === 'kuaidi100' ? { result: true, returnCode: '200' } : { Success: true, EBusinessID: '1257227' },
    );
    expect(await eventsOf(id)).toEqual(ways[name].map(([, text]) => text));
    expect(await stateOf(id)).toMatchObject({ state: 'signed', askAt: null });
    expect(await messagesOf(buyer.companyId)).toEqual(['订单已发货', '包裹正在派送', '包裹已签收']);
  });

  it('pushes late and out of order: the newest event tells the state', async () => {
    const { trackingNo, id } = await followed();
    const code = name === 'kuaidi100' ? { moving: '0', taken: '1' } : { moving: '2', taken: '1' };
    await counterpart.push(trackingNo, { steps: [[notified(-1), '快件已发车', code.moving]] });
    await counterpart.push(trackingNo, { steps: [[notified(-3), '已收取快件', code.taken]] });
    expect(await eventsOf(id)).toEqual(['已收取快件', '快件已发车']);
    expect(await stateOf(id)).toMatchObject({ state: 'moving' });
  });

  it.each([
    ['with another signature', { secret: 'a-guess-of-somebody' }, 403],
    ['changed after it was signed', { tamper: (text: string) => text.replace('已发车', '已签收') }, 403],
    ['with nothing to read', { text: 'not json' }, 422],
    ['without a parcel', { text: '{}' }, 422],
    ['with a moment that is none', { steps: [['昨天', '已签收', '3'] as Step] }, 422],
  ])('is refused a push %s', async (_what, change, status) => {
    const { trackingNo, id } = await followed();
    const answer = await counterpart.push(trackingNo, {
      steps: [[notified(0), '快件已发车', '0']],
      ...change,
    });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(name === 'kuaidi100' ? { result: false } : { Success: false });
    expect(await eventsOf(id)).toEqual([]);
  });

  it('tells of a parcel that is not ours, or is another carrier’s: taken, and nothing is written', async () => {
    const { trackingNo, id } = await followed();
    const steps: Step[] = [[notified(0), '快件已发车', '2']];
    expect((await counterpart.push('SF999999999999', { steps })).status).toBe(200);
    expect((await counterpart.push(trackingNo, { steps, code: 'YTO' })).status).toBe(200);
    expect(await eventsOf(id)).toEqual([]);
  });

  it.each([
    ['sf', 'SF'],
    ['Sf', 'SF'],
    ['SF', 'sf'],
  ])('tells of a number that was written down with %s by its own %s', async (written, its) => {
    const { trackingNo, id } = await sent('顺丰速运', written);
    await followParcels(db, later(0));
    const no = trackingNo.replace(written, its);
    expect((await counterpart.push(no, { steps: [[notified(0), '快件已发车', '2']] })).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['快件已发车']);
  });

  it('tells of another parcel that had the number before, or of times to come: left out', async () => {
    const { trackingNo, id } = await followed();
    await counterpart.push(trackingNo, {
      steps: [
        [notified(-24 * 90), '已签收', '3'],
        [notified(30), '已签收', '3'],
      ],
    });
    expect(await eventsOf(id)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  });

  it.each(['cut', 'down', 'refused', 'lost'] as const)(
    'where the line is %s, the parcel rests and is followed afterwards',
    async (trouble) => {
      const { id, trackingNo } = await sent();
      counterpart.trouble = trouble;
      expect(await followParcels(db, later(0))).toEqual({ done: 0, failed: 1 });
      const [failure] = await db
        .select()
        .from(jobFailure)
        .where(eq(jobFailure.rowKey, String(id)));
      expect(failure).toMatchObject({ job: 'followParcels', tries: 1 });
      expect(failure!.error).toContain(name);
      counterpart.trouble = 'none';
      expect(await followParcels(db, later(0))).toEqual({ done: 0, failed: 0 });
      expect(await followParcels(db, later(1))).toEqual({ done: 1, failed: 0 });
      expect(counterpart.followed.has(trackingNo)).toBe(true);
      expect(await stateOf(id)).toMatchObject({ provider: name });
    },
  );

  it('does not answer at an address where it is not open', async () => {
    completeEnv(none);
    const { trackingNo } = await sent();
    expect((await counterpart.push(trackingNo)).status).toBe(404);
  });
});

it('without keys nothing is asked and nothing told; the parcel is followed once there are some', async () => {
  completeEnv({ ...none, DEMO: '0' });
  const { id } = await sent();
  expect(logisticsProviders()).toEqual([]);
  expect(await followParcels(db, later(0))).toEqual({ done: 0, failed: 0 });
  expect(await stateOf(id)).toMatchObject({ provider: null, state: 'sent' });
  completeEnv({ ...hundred.env, DEMO: '0' });
  await followParcels(db, later(20));
  expect(await stateOf(id)).toMatchObject({ provider: 'kuaidi100' });
});

it('a carrier that no house follows is asked about nobody, and once', async () => {
  completeEnv(hundred.env);
  const { id } = await sent('本司自有车队');
  await followParcels(db, later(0));
  expect(await stateOf(id)).toMatchObject({ provider: null, askAt: null });
  expect(hundred.asked).toEqual([]);
});

it('快递100 that found another carrier to be right tells under both', async () => {
  completeEnv(hundred.env);
  const { id, trackingNo } = await sent();
  await followParcels(db, later(0));
  await hundred.push(trackingNo, {
    code: 'yuantong',
    comOld: 'shunfeng',
    steps: [[notified(0), '已发车', '0']],
  });
  expect(await eventsOf(id)).toEqual(['已发车']);
});

it('快递鸟 without 在途监控 is asked by its plain calls, and the whole parcel’s state is the newest line’s', async () => {
  completeEnv(bird.env);
  const { id, trackingNo } = await sent();
  bird.ways.set(trackingNo, [
    [notified(0.5), '已揽件', '1'],
    [notified(1), '已签收', '3'],
  ]);
  await followParcels(db, later(0));
  await followParcels(db, later(7));
  expect(bird.asked.map(({ type }) => type)).toEqual(['1008', '1002']);
  expect(await stateOf(id)).toMatchObject({ state: 'signed' });
});

it('the demo’s own carrier moves a parcel by the clock and says what it is', async () => {
  const { id } = await sent('九州通达物流');
  await followParcels(db, later(0));
  await followParcels(db, later(5));
  expect((await eventsOf(id)).every((text) => text.startsWith('【演示】'))).toBe(true);
  expect(await eventsOf(id)).toHaveLength(2);
});

describe('words of the houses', () => {
  it.each([
    ['顺丰速运', 'shunfeng', 'SF'],
    ['顺丰医药冷链', 'shunfenglengyun', 'SF'],
    ['中通快递', 'zhongtong', 'ZTO'],
    ['圆通速递', 'yuantong', 'YTO'],
    ['韵达', 'yunda', 'YD'],
    ['申通快递', 'shentong', 'STO'],
    ['京东物流', 'jd', 'JD'],
    ['京东快运', 'jingdongkuaiyun', 'JDKY'],
    ['德邦快递', 'debangkuaidi', 'DBLKY'],
    ['德邦物流', 'debangwuliu', 'DBL'],
    ['ems', 'ems', 'EMS'],
    ['极兔速递', 'jtexpress', 'JTSD'],
    ['中国邮政', 'youzhengguonei', 'YZPY'],
    ['九州通达物流', undefined, undefined],
  ])('%s', (carrier, code, other) => {
    expect([findCarrier(carrier)?.kuaidi100, findCarrier(carrier)?.kdniao]).toEqual([code, other]);
  });

  it.each([
    ['0', 'moving'],
    ['1', 'taken'],
    ['101', 'sent'],
    ['103', 'taken'],
    ['1001', 'moving'],
    ['2', 'trouble'],
    ['205', 'trouble'],
    ['3', 'signed'],
    ['304', 'signed'],
    ['4', 'returned'],
    ['401', 'trouble'],
    ['5', 'delivering'],
    ['501', 'delivering'],
    ['6', 'returned'],
    ['10', 'moving'],
    ['14', 'returned'],
    ['', null],
    ['99999', null],
  ])('快递100 %s is %s', (code, state) => void expect(stateOfKuaidi100(code)).toBe(state));

  it.each([
    ['0', null],
    ['1', 'taken'],
    ['2', 'moving'],
    ['202', 'delivering'],
    ['211', 'delivering'],
    ['3', 'signed'],
    ['311', 'signed'],
    ['4', 'trouble'],
    ['404', 'returned'],
    ['412', 'trouble'],
    ['', null],
  ])('快递鸟 %s is %s', (code, state) => void expect(stateOfKdniao(code)).toBe(state));

  it.each([
    ['2026-11-23 10:00:00', '2026-11-23T02:00:00.000Z'],
    ['2026/11/23 9:05:07', '2026-11-23T01:05:07.000Z'],
    ['2026-11-23 10:00', '2026-11-23T02:00:00.000Z'],
    ['2026-13-01 10:00:00', undefined],
    ['昨天', undefined],
  ])('the moment %s', (text, iso) => void expect(findMoment(text)?.toISOString()).toBe(iso));
});

it.each([
  [{ KUAIDI100_KEY: 'k' }, 'KUAIDI100_CUSTOMER（快递100密钥不完整）'],
  [{ ...hundred.env, KUAIDI100_SALT: 'short' }, 'KUAIDI100_SALT（至少 8 个字符）'],
  [{ KDNIAO_ID: '1' }, 'KDNIAO_KEY（快递鸟密钥不完整）'],
])('keys that are not whole end the start: %j', (given, sentence) => {
  expect(() => parseEnv(given)).toThrow(sentence);
});
