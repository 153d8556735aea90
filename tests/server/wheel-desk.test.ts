/** Wheels at the desk: opened by two people, changed in the buyers' favour alone, closed; and what brings chances. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { draws } from '#lib/contract/desk/lists/draws.ts';
import { wheels } from '#lib/contract/desk/lists/wheels.ts';
import type { DeskWheel, SaveWheelInput } from '#lib/contract/wheel-desk.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { faultOf } from '#lib/rules/wheel/draw.ts';
import { passAct } from '#lib/server/countersign/countersign.ts';
import {
  auditLog,
  message,
  pointsGoods,
  pointsLedger,
  signIn,
  wallet,
  wheel,
  wheelChance,
} from '#lib/server/db/schema.ts';
import { buyChances } from '#lib/server/draws/buy-chances.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import { closeWheel, closeWheels } from '#lib/server/draws/open.ts';
import { play } from '#lib/server/draws/play.ts';
import { getProof, getWheel } from '#lib/server/draws/read.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { sign } from '#lib/server/points/sign-in.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { countChances, listVersions } from '#lib/server/wheel/rows.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { giveChance, openedWheel, prize } from '#tests/support/wheels.ts';

const { db, pool } = await testDatabase();
const hour = 3_600_000;
const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
let marketing: Person;
let finance: Person;
let service: Person;

beforeAll(async () => {
  marketing = await person(db, 'wheel.marketing', 'marketing');
  finance = await person(db, 'wheel.finance', 'finance');
  service = await person(db, 'wheel.service', 'service');
});

const minute = (ms: number) => minuteKey(Date.now() + ms);
const draft = (own: Partial<SaveWheelInput> = {}): SaveWheelInput => ({
  id: 0,
  token: randomUUID(),
  revision: 0,
  name: '新春大转盘',
  remarks: '每企业可参加',
  start_time: minute(hour),
  end_time: minute(48 * hour),
  per_sign: 1,
  per_order: 1,
  per_amount: '100',
  prizes: [
    { kind: 'points', name: '10积分', count: 10, cost: '0.10', points: 10 },
    { kind: 'coupon', name: '满50减5', count: 5, cost: '5', value: '5', threshold: '50', days: 30 },
    { kind: 'nothing', name: '谢谢参与', count: 85 },
  ],
  ...own,
});
const save = (body: object, cookie = marketing.cookie) =>
  request<DeskWheel>(routeOf(api.saveWheel), { body, cookie });
const open = (at: DeskWheel, cookie = marketing.cookie) =>
  request<DeskWheel>(routeOf(api.openWheel), {
    body: { revision: at.revision, reason: '新春活动' },
    params: { id: String(at.id) },
    cookie,
  });
const as = (who: Person, role: string) => ({
  ...byStaff(db),
  actor: { kind: 'platform' as const, name: who.username, merchantId: null, role },
});
/** Passes what waits of wheels. */
async function passOpen(): Promise<void> {
  const asked = { kind: 'wheel_open', state: 'waiting' };
  const [act] = (await askList(as(finance, 'finance'), countersign, asked)).rows;
  await passAct(as(finance, 'finance'), { id: Number(act?.id) });
}
/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0].n;
}
/** A saved wheel as a form would send it back. */
const again = (at: DeskWheel, own: Partial<SaveWheelInput> = {}): SaveWheelInput => ({
  ...at,
  token: randomUUID(),
  prizes: at.prizes,
  ...own,
});

it('is drafted once, opened by a second person, and from then on changed in the buyers’ favour alone', async () => {
  const first = draft();
  const [one, two] = await Promise.all([save(first), save(first)]);
  expect(one).toMatchObject({ code: 200, data: { state: 'draft', problem: '', seen: { tickets: 100 } } });
  expect(two?.data?.id).toBe(one?.data?.id);
  const made = one?.data as DeskWheel;
  expect(await save(draft(), service.cookie)).toMatchObject({ code: 403 });
  expect(await save(draft({ end_time: minute(0) }))).toMatchObject({ code: 422 });
  const twice = made.prizes.map((row) => ({ ...row, id: made.prizes[0]!.id }));
  const repeated = await save(again(made, { name: '重复奖品', prizes: twice }));
  expect(repeated).toMatchObject({ code: 422, message: /出现了两次/ });
  const dear = [{ kind: 'thing', name: '车', count: 1, cost: '50000.01', goods_id: 1 }];
  expect(await save({ ...draft(), prizes: dear })).toMatchObject({ code: 422, message: /50000元/ });
  const none = [{ kind: 'thing', name: '杯', count: 1, cost: '50', goods_id: 999_999 }];
  expect(await save({ ...draft(), prizes: none })).toMatchObject({ code: 422, message: /“杯”须填写/ });
  // Nobody sees a draft.
  const visiting = { ...byStaff(db), actor: { kind: 'visitor', account: null } } as const;
  await expect(getWheel(visiting, { id: made.id })).rejects.toMatchObject({ code: 404 });

  const asked = await open(made);
  expect(asked).toMatchObject({ code: 200, data: { asked_by: 'wheel.marketing', state: 'draft' } });
  expect(await open(made)).toMatchObject({ code: 200 });
  const [act] = (await askList(as(finance, 'finance'), countersign, { kind: 'wheel_open' })).rows;
  const id = Number(act?.id);
  expect(act).toMatchObject({ changes: expect.stringContaining('10积分×10') });
  await expect(passAct(as(marketing, 'marketing'), { id })).rejects.toMatchObject({ code: 403 });
  // What was changed after it was asked is not what was asked.
  const renamed = await save(again(made, { name: '元宵大转盘' }));
  await expect(passAct(as(finance, 'finance'), { id })).rejects.toMatchObject({ code: 409 });
  expect(await save(again(renamed.data as DeskWheel, { name: '新春大转盘' }))).toMatchObject({ code: 200 });
  await db.update(wheel).set({ revision: made.revision }).where(eq(wheel.id, made.id));
  await Promise.allSettled([
    passAct(as(finance, 'finance'), { id }),
    passAct(as(finance, 'finance'), { id }),
  ]);
  const opened = await request<DeskWheel>(routeOf(api.deskWheel), {
    params: { id: String(made.id) },
    cookie: marketing.cookie,
  });
  expect(opened).toMatchObject({
    code: 200,
    data: { state: 'coming', seen: { state: 'coming', secret: '' } },
  });
  const now = opened.data as DeskWheel;
  expect(now.seen.secret_hash).toMatch(/^[0-9a-f]{64}$/);

  const more = (at: number) =>
    now.prizes.map((row, place) => (place === at ? { ...row, count: row.count + 1 } : row));
  expect(await save(again(now, { name: '别的' }))).toMatchObject({ code: 409 });
  expect(await save(again(now, { per_sign: 0 }))).toMatchObject({ code: 409 });
  expect(await save(again(now, { prizes: more(2) }))).toMatchObject({ code: 409, message: /中奖概率/ });
  expect(await save(again(now, { prizes: now.prizes.slice(1) }))).toMatchObject({ code: 409 });
  const foreign = [...now.prizes, { ...now.prizes[0]!, id: 999_999, name: '别的' }];
  const mixed = await save(again(now, { prizes: foreign }));
  expect(mixed).toMatchObject({ code: 422, message: /不属于这个大转盘/ });
  expect(await save(again(now))).toMatchObject({ code: 200, data: { revision: now.revision } });
  // What costs nothing is done at once, what costs more by two people.
  const later = await save(again(now, { per_sign: 2, end_time: minute(72 * hour) }));
  expect(later).toMatchObject({ code: 200, data: { seen: { tickets: 100 }, per_sign: 2, asked_by: '' } });
  expect(await save(again(now, { prizes: more(0) }))).toMatchObject({ code: 409, message: /刚被修改过/ });
  const better = await save(again(later.data as DeskWheel, { prizes: more(1) }));
  expect(better).toMatchObject({ code: 200, data: { seen: { tickets: 100 }, asked_by: 'wheel.marketing' } });
  await passOpen();
  expect(await listVersions(db, made.id)).toMatchObject([
    { no: 1, fromSeq: 1, tickets: 100 },
    { no: 2, fromSeq: 1, tickets: 101 },
  ]);
  const acts = await db
    .select({ act: auditLog.act })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'wheel'), eq(auditLog.subjectKey, String(made.id))))
    .orderBy(auditLog.id);
  expect(acts.map(({ act: word }) => word)).toEqual([
    'wheel.save',
    'wheel.save',
    'wheel.save',
    'wheel.open',
    'wheel.change',
    'wheel.change',
  ]);
});

it('verifies after a change amid the draws, and is closed once, by the job or by hand', async () => {
  const { id } = await openedWheel(db, [prize('points', 2), prize('nothing', 18)]);
  const drawOf = () => play(contextOf(db, buyer!), { id, token: randomUUID(), buyer_seed: undefined });
  await giveChance(db, id, buyer!.companyId, 30);
  for (let at = 0; at < 12; at += 1) await drawOf();
  const { data: before } = await request<DeskWheel>(routeOf(api.deskWheel), {
    params: { id: String(id) },
    cookie: marketing.cookie,
  });
  const prizes = before!.prizes.map((row) => (row.kind === 'points' ? { ...row, count: 10 } : row));
  const added = { kind: 'voucher', name: '现金券', count: 2, cost: '1', value: '1', days: 9 } as const;
  const changed = await save(again(before as DeskWheel, { prizes: [...prizes, added] }));
  expect(changed).toMatchObject({ code: 200, data: { seen: { tickets: 20 }, asked_by: 'wheel.marketing' } });
  await passOpen();
  await expect(closeWheel(byStaff(db), { id })).rejects.toMatchObject({ code: 409 });
  for (let at = 12; at < 30; at += 1) await drawOf();
  const row = async () => (await askList(as(marketing, 'marketing'), wheels, { name: '测试转盘' })).rows[0];
  expect(await row()).toMatchObject({ state: 'over', drawn: 30, tickets: 30, is_closable: 1 });
  await Promise.all([
    closeWheel(byStaff(db), { id }),
    closeWheel(byStaff(db), { id }),
    closeWheels(db, new Date()),
  ]);
  expect(await row()).toMatchObject({ state: 'closed', is_closable: 0 });
  const proof = await getProof({ db, now: new Date() }, { id, from: 1 });
  const versions = proof.versions.map(({ from_seq: fromSeq, root, deck }) => ({
    fromSeq,
    root,
    deck: deck.map(({ prize_id: prizeId, count }) => ({ prizeId, count })),
  }));
  expect(versions.map(({ fromSeq }) => fromSeq)).toEqual([1, 13]);
  const played = proof.draws.map(({ seq, buyer_seed: buyerSeed, ticket, prize_id: prizeId }) => ({
    seq,
    buyerSeed,
    ticket,
    prizeId,
  }));
  const all = { secret: proof.secret, secretHash: proof.secret_hash, versions, draws: played };
  expect(faultOf(hashes, all)).toBeNull();
  const [last] = (await askList(as(marketing, 'marketing'), draws, { wheel: '测试转盘' })).rows;
  expect(last).toMatchObject({ seq: 30, company_id: buyer!.companyId });
  const closed = and(eq(auditLog.act, 'wheel.close'), eq(auditLog.subjectKey, String(id)));
  expect(await db.$count(auditLog, closed)).toBe(1);
});

it('has no medicine among its things, and none that is worth more than it says, at its save and its opening', async () => {
  const rest = draft().prizes.slice(1);
  const [goods] = await db
    .insert(pointsGoods)
    .values({ kind: 'thing', name: '帆布包', points: 1, stock: 1, value: 20_00, onFrom: new Date() })
    .returning();
  const bag = { kind: 'thing', name: '帆布包', count: 1, cost: '20', goods_id: goods!.id } as const;
  for (const [wrong, said] of [
    [{ ...bag, name: '阿莫西林胶囊' }, /是药品/],
    [{ ...bag, remarks: '国药准字H20013179' }, /批准文号/],
    [{ ...bag, cost: '19.99' }, /不能低于商品成本20\.00元/],
    [{ kind: 'points', name: '10积分', count: 1, cost: '0.09', points: 10 }, /不能低于积分折合的0\.10元/],
  ] as const)
    expect(await save(draft({ prizes: [wrong, ...rest] }))).toMatchObject({ code: 422, message: said });
  const made = (await save(draft({ prizes: [bag, ...rest] }))).data as DeskWheel;
  // What the mall says of it has changed since.
  await db.update(pointsGoods).set({ value: 30_00 }).where(eq(pointsGoods.id, goods!.id));
  expect(await open(made)).toMatchObject({ code: 409, message: /不能低于商品成本30\.00元/ });
  await db
    .update(pointsGoods)
    .set({ value: 20_00, description: '内有国药准字H20013179' })
    .where(eq(pointsGoods.id, goods!.id));
  expect(await open(made)).toMatchObject({ code: 409, message: /批准文号/ });
});

it('is not closed by the job where its end is put off at the same moment', async () => {
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)], {
    endsAt: new Date(Date.now() - 1_000),
  });
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`update wheel set ends_at = now() + interval '1 day' where id = $1`, [id]);
    const closing = closeWheels(db, new Date());
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await holder.query('commit');
    await closing;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const [row] = await db.select().from(wheel).where(eq(wheel.id, id));
  expect(row?.closedAt).toBeNull();
});

it('brings chances of a sign-in, of a completed order by what was paid, and from the desk, each cause once', async () => {
  await db.update(wheel).set({ endsAt: sql`starts_at + interval '1 second'` });
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)], {
    perSign: 2,
    perOrder: 1,
    perAmount: 100_00,
  });
  const left = (companyId = buyer!.companyId) => countChances(db, id, companyId);
  await db.delete(signIn);
  await Promise.all([sign(contextOf(db, buyer!)), sign(contextOf(db, buyer!))]);
  expect(await left()).toBe(2);
  const goodsId = await makeGoods(db, goodsPlain, 1000, { price: 30_00 });
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  const { no } = made.orders[0]!;
  await shipOrder(byStaff(db), { no });
  await receiveOrder(byStaff(db), { no });
  const [row] = await db
    .select()
    .from(wheelChance)
    .where(and(eq(wheelChance.sourceId, no), eq(wheelChance.wheelId, id)));
  const { rows } = await db.execute<{ paid: number }>(
    sql`select pay_amount::int as paid from "order" where no = ${no}`,
  );
  expect(row?.count).toBe(1 + Math.floor(rows[0]!.paid / 100_00));
  const given = { company_id: other!.companyId, count: 3, reason: '补偿', token: randomUUID() };
  const giving = () =>
    request<DeskWheel>(routeOf(api.giveChances), {
      body: given,
      params: { id: String(id) },
      cookie: marketing.cookie,
    });
  expect((await Promise.all([giving(), giving()])).map(({ code }) => code)).toEqual([200, 200]);
  expect(await left(other!.companyId)).toBe(3);
  expect(await db.$count(auditLog, eq(auditLog.act, 'wheel.grant'))).toBe(1);
  const told = and(eq(message.companyId, other!.companyId), eq(message.title, '获赠3次抽奖机会'));
  expect(await db.$count(message, told)).toBe(1);
  // A form that was changed after a lost answer is not told that it was done.
  const changed = await request<DeskWheel>(routeOf(api.giveChances), {
    body: { ...given, company_id: buyer!.companyId },
    params: { id: String(id) },
    cookie: marketing.cookie,
  });
  expect(changed).toMatchObject({
    code: 409,
    message: expect.stringContaining(`企业（编号${other!.companyId}）3次`),
  });
  // Of several at once no more than a day's.
  const more = () =>
    request<DeskWheel>(routeOf(api.giveChances), {
      body: { ...given, count: 40, token: randomUUID() },
      params: { id: String(id) },
      cookie: marketing.cookie,
    });
  const codes = (await Promise.all([more(), more(), more()])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, 200, 409]);
  expect(await more()).toMatchObject({ message: '每企业每天最多赠送100次，今天还可送17次' });
  expect(await left(other!.companyId)).toBe(83);
});

it('writes chances of a completed order behind the lock of the points: an account that is closed meanwhile does not wait in a circle', async () => {
  await openedWheel(db, [prize('points', 1), prize('nothing', 9)], { perOrder: 1 });
  const [client] = await makeBuyers(db, 1, 100_000_000);
  const { companyId } = client!;
  const goodsId = await makeGoods(db, goodsPlain, 1000, { price: 30_00 });
  const made = await order(db, client!, [{ goodsId, number: 10 }]);
  await pay(db, client!, made.trade_no);
  const { no } = made.orders[0]!;
  await shipOrder(byStaff(db), { no });
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from wallet where company_id = $1 for update', [companyId]);
    const receiving = receiveOrder(byStaff(db), { no });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    // As closing an account does, which has the wallet by now.
    await holder.query('select 1 from company where id = $1 for update nowait', [companyId]);
    await holder.query('commit');
    await receiving;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await db.$count(wheelChance, eq(wheelChance.sourceId, no))).toBeGreaterThan(0);
});

it('sells chances for points: at most so many a day under a race, once a key, never more than the points', async () => {
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 9)], {
    pointsPrice: 10,
    pointsDaily: 3,
  });
  const [rich] = await makeBuyers(db, 1);
  const { companyId } = rich!;
  const buy = (count: number, key: string = randomUUID()) =>
    buyChances({ ...contextOf(db, rich!), key }, { id, count });
  await expect(buy(1)).rejects.toMatchObject({ code: 409, message: '积分不足，换1次需要10积分' });
  await db.transaction((tx) =>
    grantPoints(tx, { companyId, useType: 'task', points: 100, ref: 'x', note: '' }),
  );
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => buy(1)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(buy(1)).rejects.toMatchObject({ message: '每企业每天最多用积分换3次，今天还可换0次' });
  expect(await countChances(db, id, companyId)).toBe(3);
  await db
    .update(wheelChance)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(wheelChance.companyId, companyId));
  const key = randomUUID();
  const twice = await Promise.all([buy(2, key), buy(2, key)]);
  expect(twice).toMatchObject([{ mine: { points: 50, points_left: 1 } }, { mine: { chances: 5 } }]);
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  expect(row?.points).toBe(50);
  const spent = and(eq(pointsLedger.companyId, companyId), eq(pointsLedger.useType, 'spend'));
  expect(await db.$count(pointsLedger, spent)).toBe(4);
});
