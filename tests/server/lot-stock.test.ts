/** What is for sale of goods with lots, after orders are cancelled, short or late: never what may not go out. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '#lib/server/core/context.ts';
import { putIn, recallLot, writeOffExpired } from '#lib/server/lots/change.ts';
import { reservePaid } from '#lib/server/lots/reserve.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { getDeskOrder } from '#lib/server/shipping/orders.ts';
import { shortLines } from '#lib/server/shipping/parcels.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
await payFreely(db);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk = (now = new Date()): Context<'merchant'> => ({
  db,
  now,
  actor: { kind: 'merchant', name: '库管', merchantId },
  requestId: 'test',
});
/** Last day of a lot that ends before the others. */
const soon = dayKey(Date.now() + 180 * 86_400_000);
const later = new Date(Date.parse(`${soon}T12:00:00+08:00`) + 86_400_000);

let goodsId = 0;
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
const recall = (lotNo: string) => recallLot(clerk(), { goodsId, lotNo, reason: '检验不合格' });

beforeEach(async () => {
  goodsId = await makeGoods(db, goodsPlain, 0);
});

async function placed(lines: { goodsId: number; number: number }[]) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, lines);
  const { no } = made.orders[0]!;
  return {
    no,
    pay: () => pay(db, buyer!, made.trade_no),
    cancel: () => cancelMyOrder(contextOf(db, buyer!), { no }),
  };
}

async function paid(number: number): Promise<string> {
  const one = await placed([{ goodsId, number }]);
  await one.pay();
  return one.no;
}

/** What the shop shows of a goods: its stock and the lot that is sold next. */
async function shown(id = goodsId): Promise<[number, string]> {
  const { rows } = await pool.query('select stock, lot_no from goods where id = $1', [id]);
  return [rows[0].stock, rows[0].lot_no];
}

async function onHand(): Promise<Record<string, number>> {
  // Without the lot of the row that the goods was made of.
  const { rows } = await pool.query(
    `select lot_no, on_hand from lot where goods_id = $1 and lot_no ~ '^[A-Z]' order by lot_no`,
    [goodsId],
  );
  return Object.fromEntries(rows.map((row) => [row.lot_no, row.on_hand]));
}

const parcel = () => ({ carrier: '国药物流', trackingNo: `GY-${randomUUID().slice(0, 8)}` });

it('an order that is cancelled after a recall brings nothing back for sale', async () => {
  await put('BAD', '2030-01-31', 10);
  const open = await placed([{ goodsId, number: 8 }]);
  await recall('BAD');
  expect((await shown())[0]).toBe(0);
  await open.cancel();
  expect((await shown())[0]).toBe(0);
});

it('an order that holds a good lot goes out, though an empty one behind it expired', async () => {
  await put('SOON', soon, 5);
  await shipOrder(clerk(), { no: await paid(5), ...parcel() });
  await put('LONG', '2030-09-30', 8);
  const no = await paid(8);
  await reservePaid(db, new Date());
  expect(await shown()).toEqual([0, 'LONG']);
  // The first minute of a day: nobody has written off yet what ended at midnight.
  await pool.query(`update goods set lot_no = 'SOON', expires_on = $2 where id = $1`, [goodsId, soon]);
  const sent = await shipOrder(clerk(later), { no, ...parcel() });
  expect(sent.lots.map(({ lotNo, quantity }) => [lotNo, quantity])).toEqual([['LONG', 8]]);
});

it('what is short of goods without lots beside goods with lots is missing once', async () => {
  await put('LOT', '2030-01-31', 50);
  const { rows } = await pool.query('select warehouse_id from goods where id = $1', [goodsId]);
  // Of the same warehouse: one order.
  const plain = await makeGoods(db, goodsPlainSecond, 100, { merchantId, warehouseId: rows[0].warehouse_id });
  const one = await placed([
    { goodsId, number: 10 },
    { goodsId: plain, number: 10 },
  ]);
  await one.pay();
  const { lines } = await getDeskOrder(clerk(), { no: one.no });
  expect(lines).toHaveLength(2);
  const short = lines.map(({ id, left }) => ({ line_id: id, pieces: 10, left }));
  await shortLines(clerk(), { no: one.no, reason: '盘亏', lines: short });
  expect((await shown(plain))[0]).toBe(90);
  expect([(await shown())[0], await onHand()]).toEqual([40, { LOT: 40 }]);
});

it('what is short is off lots that may go out, not off a recalled one', async () => {
  await put('BAD', '2030-01-31', 10);
  await recall('BAD');
  await put('GOOD', '2030-09-30', 8);
  const no = await paid(8);
  const [line] = (await getDeskOrder(clerk(), { no })).lines;
  await shortLines(clerk(), { no, reason: '盘亏', lines: [{ line_id: line!.id, pieces: 3, left: 8 }] });
  expect(await onHand()).toEqual({ BAD: 10, GOOD: 5 });
});

it('a lot beyond its day is written off as often as some of it is counted again', async () => {
  await put('SOON', soon, 10);
  expect(await writeOffExpired(db, later)).toEqual({ done: 1, failed: 0 });
  await pool.query(`update lot set on_hand = 5 where goods_id = $1 and lot_no = 'SOON'`, [goodsId]);
  expect(await writeOffExpired(db, new Date(later.getTime() + 60_000))).toEqual({ done: 1, failed: 0 });
  expect(await onHand()).toEqual({ SOON: 0 });
});
