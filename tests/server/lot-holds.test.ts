/** Paid orders hold lots: who gets which, who lets go, and under several at once; nothing is held that does not lie there. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { putIn, recallLot, writeOffExpired } from '#lib/server/lots/change.ts';
import { reservePaid } from '#lib/server/lots/reserve.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

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

let goodsId = 0;
/** Lots by number, as they were put in. */
const put = (lotNo: string, expiresOn: string, pieces: number) =>
  putIn(clerk(), {
    ref: randomUUID(),
    goodsId,
    lotNo,
    producedOn: '2026-10-01',
    expiresOn,
    pieces,
    isConfirmed: true,
  });

beforeEach(async () => {
  goodsId = await makeGoods(db, goodsPlain, 0);
});

async function placed(number: number) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  return { no: made.orders[0]!.no, pay: () => pay(db, buyer!, made.trade_no) };
}

async function paid(number: number): Promise<string> {
  const one = await placed(number);
  await one.pay();
  return one.no;
}

/** What an order holds, by lot, the earliest to expire first. */
async function holds(no: string): Promise<[string, number][]> {
  const { rows } = await pool.query<{ lot_no: string; pieces: number }>(
    `select t.lot_no, h.pieces from line_lot h join lot t on t.id = h.lot_id join order_line l on l.id = h.order_line_id
     where l.order_no = $1 order by t.expires_on, t.id`,
    [no],
  );
  return rows.map((row) => [row.lot_no, row.pieces]);
}

async function stock(): Promise<number> {
  return (await pool.query('select stock from goods where id = $1', [goodsId])).rows[0].stock;
}

/** For each lot of the goods: what came in is there or went away in a way that is written down; what is held is there. */
async function isInStep(): Promise<void> {
  const { rows } = await pool.query(
    `select l.on_hand, l.held, l.held <= l.on_hand as fits,
       (select coalesce(sum(pieces), 0)::int from line_lot h where h.lot_id = l.id) as lines,
       (select sum(pieces)::int from lot_movement m where m.lot_id = l.id and kind = 'put_in') as came,
       (select coalesce(-sum(pieces), 0)::int from lot_movement m where m.lot_id = l.id and kind <> 'put_in') as went,
       (select coalesce(sum(s.quantity), 0)::int from shipment_lot s join order_line o on o.id = s.order_line_id
        where o.goods_id = l.goods_id and s.lot_no = l.lot_no) as sent,
       (select coalesce(-sum(pieces), 0)::int from lot_movement m where m.lot_id = l.id and kind = 'shipped') as shipped
     from lot l where l.goods_id = $1`,
    [goodsId],
  );
  for (const lot of rows) {
    expect(lot.fits).toBe(true);
    expect([lot.lines, lot.shipped]).toEqual([lot.held, lot.sent]);
    expect(lot.on_hand + lot.went).toBe(lot.came);
  }
  const { rows: greedy } = await pool.query(
    `select l.id from order_line l join line_lot h on h.order_line_id = l.id where l.goods_id = $1
     group by l.id having sum(h.pieces) > l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity`,
    [goodsId],
  );
  expect(greedy).toEqual([]);
}

const parcel = () => ({ carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });
/** Last day of a lot that ends before the others. */
const soon = dayKey(Date.now() + 180 * 86_400_000);
const later = new Date(Date.parse(`${soon}T12:00:00+08:00`) + 86_400_000);

it('holds the earliest to expire once it is paid, and lets go of it when it is refunded', async () => {
  await put('LATE', '2030-09-30', 20);
  await put('EARLY', '2030-01-31', 6);
  const open = await placed(4);
  await reservePaid(db, new Date());
  expect(await holds(open.no)).toEqual([]);
  const first = await paid(8);
  await open.pay();
  await reservePaid(db, new Date());
  // The one that was placed first comes first.
  expect(await holds(open.no)).toEqual([['EARLY', 4]]);
  expect(await holds(first)).toEqual([
    ['EARLY', 2],
    ['LATE', 6],
  ]);
  expect(await reservePaid(db, new Date())).toEqual({ done: 0, failed: 0 });
  await refundOrder(byStaff(db), { no: open.no, reason: '不要了' });
  expect(await holds(open.no)).toEqual([]);
  expect(await stock()).toBe(18);
  const next = await paid(5);
  await reservePaid(db, new Date());
  expect(await holds(next)).toEqual([
    ['EARLY', 4],
    ['LATE', 1],
  ]);
  const sent = await shipOrder(clerk(), { no: first, ...parcel() });
  expect(sent.lots.map(({ lotNo, quantity }) => [lotNo, quantity])).toEqual([
    ['EARLY', 2],
    ['LATE', 6],
  ]);
  await isInStep();
});

it('what is left of an order after a parcel is held too', async () => {
  await put('A', '2030-01-31', 6);
  await put('B', '2030-09-30', 20);
  const no = await paid(8);
  const [line] = (await getDeskOrder(clerk(), { no })).lines;
  await shipOrder(clerk(), { no, ...parcel(), lines: [{ id: line!.id, pieces: 3 }] });
  expect(await holds(no)).toEqual([
    ['A', 3],
    ['B', 2],
  ]);
  await isInStep();
});

it('a parcel leaves what is still to go out its lots, though somebody who ordered before holds none yet', async () => {
  await put('A', '2030-01-31', 5);
  await put('B', '2030-09-30', 3);
  const older = await placed(3);
  const no = await paid(5);
  await reservePaid(db, new Date());
  expect(await holds(no)).toEqual([['A', 5]]);
  await older.pay();
  const [line] = (await getDeskOrder(clerk(), { no })).lines;
  await shipOrder(clerk(), { no, ...parcel(), lines: [{ id: line!.id, pieces: 2 }] });
  expect([await holds(no), await holds(older.no)]).toEqual([[['A', 3]], [['B', 3]]]);
  await isInStep();
});

it('a clerk’s own choice leaves the line what it held, no more than is still to go out', async () => {
  await put('A', '2030-01-31', 5);
  await put('B', '2030-09-30', 5);
  const no = await paid(5);
  await reservePaid(db, new Date());
  const [line] = (await getDeskOrder(clerk(), { no })).lines;
  const b = line!.lots.find(({ lot_no }) => lot_no === 'B')!;
  const lots = [{ lotId: b.id, pieces: 2 }];
  await shipOrder(clerk(), { no, ...parcel(), lines: [{ id: line!.id, pieces: 2, lots }] });
  expect(await holds(no)).toEqual([['A', 3]]);
  await isInStep();
});

it('of the last pieces of a lot, paid for and dealt out at once, each order holds its own', async () => {
  await put('LAST', '2030-01-31', 10);
  await put('NEXT', '2030-09-30', 30);
  const orders = await Promise.all([7, 6, 8].map(placed));
  await Promise.all(
    orders.flatMap((one) => [one.pay(), reservePaid(db, new Date()), reservePaid(db, new Date())]),
  );
  await Promise.all([1, 2, 3].map(() => reservePaid(db, new Date())));
  const all = await Promise.all(orders.map(({ no }) => holds(no)));
  expect(all.map((own) => own.reduce((sum, [, pieces]) => sum + pieces, 0))).toEqual([7, 6, 8]);
  const last = all.flat().filter(([lotNo]) => lotNo === 'LAST');
  expect(last.reduce((sum, [, pieces]) => sum + pieces, 0)).toBe(10);
  await isInStep();
});

it('a recall while orders are paid and dealt out leaves nobody with the lot', async () => {
  await put('BAD', '2030-01-31', 10);
  await put('GOOD', '2030-09-30', 30);
  const before = await paid(4);
  await reservePaid(db, new Date());
  expect(await holds(before)).toEqual([['BAD', 4]]);
  const orders = await Promise.all([5, 6].map(placed));
  const recall = () => recallLot(clerk(), { goodsId, lotNo: 'BAD', reason: '检验不合格' });
  await Promise.all([
    ...orders.map((one) => one.pay()),
    reservePaid(db, new Date()),
    recall(),
    recall(),
    reservePaid(db, new Date()),
  ]);
  await reservePaid(db, new Date());
  expect(await holds(before)).toEqual([['GOOD', 4]]);
  expect(await holds(orders[0]!.no)).toEqual([['GOOD', 5]]);
  expect(await holds(orders[1]!.no)).toEqual([['GOOD', 6]]);
  expect(await stock()).toBe(15);
  await isInStep();
});

it('what a recall leaves too little for waits for the next put-in, and is not sold to others', async () => {
  await put('BAD', '2030-01-31', 10);
  const no = await paid(8);
  await reservePaid(db, new Date());
  await recallLot(clerk(), { goodsId, lotNo: 'BAD', reason: '检验不合格' });
  expect([await holds(no), await stock()]).toEqual([[], 0]);
  await put('GOOD', '2030-09-30', 5);
  expect([await holds(no), await stock()]).toEqual([[['GOOD', 5]], 0]);
  await put('GOOD', '2030-09-30', 5);
  expect([await holds(no), await stock()]).toEqual([[['GOOD', 8]], 2]);
  // Refunded pieces of a recalled lot are not for sale; these are.
  await refundOrder(byStaff(db), { no, reason: '不要了' });
  expect(await stock()).toBe(10);
  await isInStep();
});

it('a refund after a recall brings nothing back for sale', async () => {
  await put('BAD', '2030-01-31', 10);
  const no = await paid(8);
  await recallLot(clerk(), { goodsId, lotNo: 'BAD', reason: '检验不合格' });
  await refundOrder(byStaff(db), { no, reason: '不要了' });
  expect(await stock()).toBe(0);
  await isInStep();
});

it('a lot beyond its day leaves whoever held it, and the stock', async () => {
  await put('SOON', soon, 10);
  await put('LONG', '2030-09-30', 10);
  const no = await paid(8);
  await reservePaid(db, new Date());
  await Promise.all([writeOffExpired(db, later), writeOffExpired(db, later)]);
  expect([await holds(no), await stock()]).toEqual([[['LONG', 8]], 2]);
  await isInStep();
});

it('a clerk takes a lot that another order holds, which holds another one then', async () => {
  const early = await put('EARLY', '2030-01-31', 5);
  await put('LATE', '2030-09-30', 5);
  const first = await paid(5);
  const second = await paid(5);
  await reservePaid(db, new Date());
  expect([await holds(first), await holds(second)]).toEqual([[['EARLY', 5]], [['LATE', 5]]]);
  const [line] = (await getDeskOrder(clerk(), { no: second })).lines;
  expect(line!.lots.map(({ lot_no: lotNo, free }) => [lotNo, free])).toEqual([
    ['EARLY', 5],
    ['LATE', 5],
  ]);
  const lines = [{ id: line!.id, pieces: 5, lots: [{ lotId: early, pieces: 5 }] }];
  await shipOrder(clerk(), { no: second, ...parcel(), lines });
  expect(await holds(first)).toEqual([['LATE', 5]]);
  await isInStep();
});

it('a clerk cannot take what another order could not do without', async () => {
  await put('BAD', '2030-01-31', 5);
  const good = await put('GOOD', '2030-09-30', 5);
  const first = await paid(5);
  const second = await paid(5);
  await reservePaid(db, new Date());
  await recallLot(clerk(), { goodsId, lotNo: 'BAD', reason: '检验不合格' });
  expect([await holds(first), await holds(second)]).toEqual([[], [['GOOD', 5]]]);
  const [line] = (await getDeskOrder(clerk(), { no: first })).lines;
  const lines = [{ id: line!.id, pieces: 5, lots: [{ lotId: good, pieces: 5 }] }];
  await expect(shipOrder(clerk(), { no: first, ...parcel(), lines })).rejects.toMatchObject({ code: 409 });
  expect(await holds(second)).toEqual([['GOOD', 5]]);
  await isInStep();
});
