/** Counting, writing off, taking back, correcting and locking lots at the desks: stock, lots and orders stay equal. */

import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { orders } from '#lib/contract/desk/lists/orders.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import type { Context } from '#lib/server/core/context.ts';
import { putIn } from '#lib/server/lots/change.ts';
import { reservePaid } from '#lib/server/lots/reserve.ts';
import { countLot, writeOffLot } from '#lib/server/quality/lot-acts.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const cancel = routeOf(api.cancelPutIn);
const correct = routeOf(api.correctLot);
const count = routeOf(api.countLot);
const damage = routeOf(api.damageLot);
const one = routeOf(api.deskLot);
const lock = routeOf(api.lockLot);
const put = routeOf(api.putInLot);

const { db, pool } = await testDatabase();
await payFreely(db);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk = (): Context<'merchant'> => ({
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
});
let keeper: Person;
let other: Person;
let finance: Person;
let quality: Person;

beforeAll(async () => {
  keeper = await person(db, 'kuguan', 'goods', merchantId);
  other = await person(db, 'bieren', 'goods', merchantId + 1);
  finance = await person(db, 'caiwu', 'finance', merchantId);
  quality = await person(db, 'zhiguan', 'review');
});

let goodsId = 0;
beforeEach(async () => {
  goodsId = await makeGoods(db, goodsPlain, 0);
});

const bring = (lotNo: string, pieces: number, expiresOn = '2030-09-30') =>
  putIn(clerk(), {
    ref: randomUUID(),
    goodsId,
    lotNo,
    producedOn: '2026-10-01',
    expiresOn,
    pieces,
    isConfirmed: true,
  });

async function placed(number: number) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  return { no: made.orders[0]!.no, buyer: buyer!, pay: () => pay(db, buyer!, made.trade_no) };
}

async function paid(number: number): Promise<string> {
  const { no, pay: payIt } = await placed(number);
  await payIt();
  await reservePaid(db, new Date());
  return no;
}

type Act = typeof count;
const send = (act: Act, who: Person, lotNo: string, body: object) =>
  request<DeskLot>(act, {
    method: 'POST',
    cookie: who.cookie,
    params: { goods: String(goodsId) },
    body: { lot_no: lotNo, reason: '盘点', ref: randomUUID(), ...body },
  });
const read = async (lotNo: string, who = keeper) =>
  (
    await request<DeskLot>(one, {
      cookie: who.cookie,
      params: { goods: String(goodsId) },
      path: `/api/desk/lots/${goodsId}?${new URLSearchParams({ lot_no: lotNo })}`,
    })
  ).data;

/** What is for sale, what open orders are still to get, and what may go out. */
async function book() {
  const { rows } = await pool.query(
    `select g.stock, coalesce((select sum(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity)
        from order_line l join "order" o on o.no = l.order_no
        where l.goods_id = g.id and o.status in ('to_pay', 'to_verify', 'to_approve', 'to_ship', 'part_shipped')), 0)::int as open,
      coalesce((select sum(on_hand) from lot where goods_id = g.id and locked_at is null and recalled_at is null), 0)::int as lots,
      (select count(*) from lot where goods_id = g.id and (held > on_hand
        or held <> coalesce((select sum(pieces) from line_lot h where h.lot_id = lot.id), 0)))::int as wrong
     from goods g where g.id = $1`,
    [goodsId],
  );
  return rows[0] as { stock: number; open: number; lots: number; wrong: number };
}
async function expectEqual() {
  const { stock, open, lots, wrong } = await book();
  expect({ sum: stock + open, wrong }).toEqual({ sum: lots, wrong: 0 });
}

describe('a count', () => {
  it('moves stock and lot together, is written down with its reason, and once for each press', async () => {
    await bring('A', 100);
    await paid(30);
    const ref = randomUUID();
    const press = () => send(count, keeper, 'A', { counted: 90, known: 100, reason: '少10盒', ref });
    const [first, again] = await Promise.all([press(), press()]);
    expect([first.code, again.code]).toEqual([200, 200]);
    expect(first.data).toMatchObject({
      on_hand: 90,
      open_paid: 30,
      moves: [{ kind_text: '盘点', pieces: -10, reason: '少10盒', by: 'kuguan' }, { kind_text: '入库' }],
    });
    expect(await book()).toMatchObject({ stock: 60, open: 30, lots: 90 });
    const { rows } = await pool.query(
      `select act, merchant_id, before, after from audit_log where act = 'lot.count' and after->>'goodsId' = $1`,
      [String(goodsId)],
    );
    expect(rows).toMatchObject([{ merchant_id: merchantId, before: { onHand: 100 }, after: { onHand: 90 } }]);
    // More than the book says, by the platform; what was seen has moved meanwhile.
    expect((await send(count, quality, 'A', { counted: 95, known: 100 })).code).toBe(409);
    expect((await send(count, quality, 'A', { counted: 95, known: 90 })).data).toMatchObject({ on_hand: 95 });
    await expectEqual();
  });

  it('is nobody else’s, and wants a reason', async () => {
    await bring('A', 10);
    expect((await send(count, other, 'A', { counted: 9, known: 10 })).code).toBe(404);
    expect((await send(count, finance, 'A', { counted: 9, known: 10 })).code).toBe(403);
    expect((await send(count, keeper, 'B', { counted: 9, known: 10 })).code).toBe(404);
    expect((await send(count, keeper, 'A', { counted: 9, known: 10, reason: '' })).code).toBe(422);
    expect((await send(count, keeper, 'A', { counted: -1, known: 10 })).code).toBe(422);
    expect((await read('A')).on_hand).toBe(10);
  });

  it('far from the book is asked about with both numbers', async () => {
    await bring('A', 500);
    const asked = await send(count, keeper, 'A', { counted: 50, known: 500 });
    expect([asked.code, asked.data]).toMatchObject([409, { asks: 1 }]);
    expect(JSON.stringify(asked)).toContain('账面500');
    expect((await read('A')).on_hand).toBe(500);
    expect((await send(count, keeper, 'A', { counted: 50, known: 500, confirmed: 1 })).data.on_hand).toBe(50);
    await expectEqual();
  });

  it('never takes what paid orders are to get, and names them; unpaid ones are given back and told', async () => {
    await bring('A', 100);
    const no = await paid(40);
    const open = await placed(50);
    const refused = await send(count, keeper, 'A', { counted: 39, known: 100 });
    expect(refused.code).toBe(409);
    expect(JSON.stringify(refused)).toContain(no);
    expect(await book()).toMatchObject({ stock: 10, open: 90, lots: 100 });
    const done = await send(count, keeper, 'A', { counted: 60, known: 100 });
    expect(done.data).toMatchObject({ on_hand: 60, cancelled: 1, open_unpaid: 0 });
    expect(await book()).toMatchObject({ stock: 20, open: 40, lots: 60, wrong: 0 });
    const { rows } = await pool.query(
      `select o.status, m.body from "order" o
      join message m on m.company_id = o.company_id and m.ref = 'called-off:' || o.no where o.no = $1`,
      [open.no],
    );
    expect(rows).toMatchObject([{ status: 'cancelled', body: expect.stringContaining('库存不足') }]);
  });

  it('of pieces that an order holds lets it hold others', async () => {
    await bring('A', 20, '2029-01-31');
    const no = await paid(20);
    await bring('B', 20);
    expect((await send(count, keeper, 'A', { counted: 5, known: 20 })).code).toBe(200);
    await expectEqual();
    const sent = await shipOrder(clerk(), { no, carrier: '国药物流', trackingNo: `GY-${no}` });
    expect(sent.lots.map(({ lotNo, quantity }) => [lotNo, quantity])).toEqual([
      ['A', 5],
      ['B', 15],
    ]);
  });
});

it('a write-off takes pieces off with its kind, and never more than lie there', async () => {
  await bring('A', 50);
  expect((await send(damage, keeper, 'A', { pieces: 51, kind: 'broken', text: '压坏' })).code).toBe(409);
  expect((await send(damage, keeper, 'A', { pieces: 5, kind: 'eaten', text: '压坏' })).code).toBe(422);
  const { data } = await send(damage, keeper, 'A', { pieces: 5, kind: 'broken', text: '压坏' });
  expect(data).toMatchObject({
    on_hand: 45,
    moves: [{ kind_text: '报损', pieces: -5, reason: '破损：压坏' }, {}],
  });
  await expectEqual();
});

describe('a put-in', () => {
  it('far above the usual one is asked about', async () => {
    await bring('A', 100);
    const input = (over: object) =>
      request(put, {
        cookie: keeper.cookie,
        body: {
          ref: randomUUID(),
          goods_id: goodsId,
          lot_no: 'B',
          produced_on: '2026-10-01',
          expires_on: '2028-09-30',
          pieces: 1000,
          ...over,
        },
      });
    const asked = await input({});
    expect([asked.code, JSON.stringify(asked)]).toEqual([409, expect.stringContaining('平时一次入库约100')]);
    expect((await input({ confirmed: 1 })).code).toBe(200);
    expect((await book()).lots).toBe(1100);
  });

  it('is taken back once, where nothing went out after it, and orders hold other lots', async () => {
    await bring('A', 10, '2029-01-31');
    await bring('B', 30);
    await paid(10);
    const { moves } = await read('A');
    const move = moves[0]!.cancels;
    expect(move).toBeGreaterThan(0);
    expect((await send(cancel, other, 'A', { move })).code).toBe(404);
    const [first, again] = await Promise.all([1, 2].map(() => send(cancel, keeper, 'A', { move })));
    expect([first!.code, again!.code]).toEqual([200, 200]);
    expect((await read('A')).moves).toMatchObject([{ kind_text: '撤销入库', pieces: -10 }, { cancels: 0 }]);
    expect(await book()).toMatchObject({ stock: 20, open: 10, lots: 30, wrong: 0 });
    // The rest is what the order has: that is named, and nothing is taken back.
    await shipOrder(clerk(), { no: await paid(10), carrier: '国药物流', trackingNo: randomUUID() });
    expect((await read('B')).moves.map(({ cancels }) => cancels)).toEqual([0, 0]);
    const refused = await send(cancel, keeper, 'B', { move: move + 1 });
    expect([404, 409]).toContain(refused.code);
    await expectEqual();
  });
});

it('number and days of a lot are corrected while nothing of it was shipped, with its report', async () => {
  await bring('A1', 20);
  const to = { new_lot_no: 'A7', produced_on: '2026-09-01', expires_on: '2028-08-31', reason: '抄错' };
  await bring('TAKEN', 5);
  expect((await send(correct, keeper, 'A1', { ...to, new_lot_no: 'TAKEN' })).code).toBe(422);
  expect((await send(correct, keeper, 'A1', { ...to, expires_on: '2026-08-31' })).code).toBe(422);
  expect((await send(correct, other, 'A1', to)).code).toBe(404);
  const ref = randomUUID();
  const done = await Promise.all([1, 2].map(() => send(correct, keeper, 'A1', { ...to, ref })));
  for (const { code, data } of done)
    expect([code, data]).toMatchObject([
      200,
      {
        lot_no: 'A7',
        expires_on: '2028-08-31',
        moves: [{ pieces: 0, reason: expect.stringContaining('批号A1改为A7') }, {}],
      },
    ]);
  expect((await pool.query('select lot_no from goods where id = $1', [goodsId])).rows[0].lot_no).toBe('A7');
  await shipOrder(clerk(), { no: await paid(10), carrier: '国药物流', trackingNo: randomUUID() });
  expect((await send(correct, keeper, 'A7', { ...to, new_lot_no: 'A8' })).code).toBe(409);
  await expectEqual();
});

describe('a locked lot', () => {
  const hold = (who: Person, lotNo: string, locks: 0 | 1, reason = '外观异常') =>
    send(lock, who, lotNo, { locks, reason });

  it('makes an order 质量待处理 that has no other lot, and so does a stop of its goods', async () => {
    await bring('A', 20);
    const no = await paid(10);
    const marked = async (by: Context<'staff'> = clerk()) =>
      (await askList(by, orders, { state: 'quality', size: 50 })).rows.flatMap((row) =>
        row.no === no ? row.is_quality : [],
      );
    expect(await marked()).toEqual([]);
    await hold(keeper, 'A', 1);
    const another = { ...clerk(), actor: { ...clerk().actor, merchantId: merchantId + 1 } };
    expect([await marked(), await marked(byStaff(db)), await marked(another)]).toEqual([[1], [1], []]);
    await bring('B', 10);
    expect(await marked()).toEqual([]);
    await pool.query('update goods set is_stopped = true where id = $1', [goodsId]);
    expect(await marked()).toEqual([1]);
    await pool.query('update goods set is_stopped = false where id = $1', [goodsId]);
    await shipOrder(clerk(), { no });
    expect(await marked()).toEqual([]);
  });

  it('is not for sale and does not go out; orders hold others, and wait where there are none', async () => {
    await bring('A', 20, '2029-01-31');
    const no = await paid(10);
    const open = await placed(10);
    expect((await hold(keeper, 'A', 1)).data).toMatchObject({
      state_text: '质量锁定',
      on_hand: 20,
      is_closed: 1,
      may_unlock: 1,
    });
    expect(await book()).toMatchObject({ stock: 0, lots: 0, wrong: 0 });
    const parcel = { carrier: '国药物流', trackingNo: randomUUID() };
    await expect(shipOrder(clerk(), { no, ...parcel })).rejects.toMatchObject({ code: 409 });
    await expect(open.pay()).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('库存不足'),
    });
    expect((await send(put as Act, keeper, 'A', {})).code).toBe(422);
    await bring('B', 15);
    expect(await book()).toMatchObject({ stock: 5, open: 10, lots: 15 });
    expect((await shipOrder(clerk(), { no, ...parcel })).lots).toMatchObject([{ lotNo: 'B', quantity: 10 }]);
    expect((await hold(keeper, 'A', 0, '检验合格')).data).toMatchObject({ locked_at: '', on_hand: 20 });
    expect(await book()).toMatchObject({ stock: 25, open: 0, lots: 25 });
  });

  it('by the platform is lifted by the platform alone', async () => {
    await bring('A', 20);
    expect((await hold(other, 'A', 1)).code).toBe(404);
    expect((await hold(finance, 'A', 1)).code).toBe(403);
    await hold(keeper, 'A', 1, '待查');
    expect((await hold(quality, 'A', 1, '抽检不合格')).data).toMatchObject({
      locked_by_text: '平台',
      lock_reason: '抽检不合格',
    });
    expect((await read('A')).may_unlock).toBe(0);
    expect((await hold(keeper, 'A', 0)).code).toBe(409);
    expect((await hold(quality, 'A', 1, '抽检不合格')).code).toBe(200);
    expect((await hold(quality, 'A', 0)).data).toMatchObject({ may_lock: 1, on_hand: 20 });
    const { rows } = await pool.query(
      `select act from audit_log where subject = 'lot' and after->>'goodsId' = $1 and act ~ 'lock' order by id`,
      [String(goodsId)],
    );
    expect(rows.map(({ act }) => act)).toEqual(['lot.lock', 'lot.lock', 'lot.unlock']);
    await expectEqual();
  });
});

it('acts, orders, payments and parcels at once leave the book equal', async () => {
  await bring('A', 60, '2029-01-31');
  await bring('B', 60);
  const buying = [5, 10, 15, 20].map(async (number) => {
    const { no, pay: payIt } = await placed(number);
    await payIt();
    await shipOrder(clerk(), { no, carrier: '国药物流', trackingNo: randomUUID() });
  });
  const acting = [3, 7, 11].map((pieces, at) =>
    writeOffLot(clerk(), {
      goodsId,
      lotNo: at % 2 === 0 ? 'A' : 'B',
      ref: randomUUID(),
      pieces,
      kind: 'broken',
      text: '压坏',
      isConfirmed: true,
    }),
  );
  const counting = [20, 30].map(async (counted) => {
    const known = (await read('B')).on_hand;
    return countLot(clerk(), {
      goodsId,
      lotNo: 'B',
      ref: randomUUID(),
      counted,
      known,
      reason: '盘点',
      isConfirmed: true,
    });
  });
  const done = await Promise.allSettled([...buying, ...acting, ...counting]);
  const odd = done.flatMap((one) =>
    one.status === 'rejected' && one.reason.code !== 409 ? [one.reason] : [],
  );
  expect(odd).toEqual([]);
  await expectEqual();
});
