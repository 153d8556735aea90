/** 箱码 at a merchant's desk: found by code, lot and item, and taken back where nothing of them was shipped. */
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ActDone, RowOf } from '#lib/contract/desk/list.ts';
import { packs } from '#lib/contract/desk/lists/packs.ts';
import { auditLog, goods, orderLine, shipment, tracePack } from '#lib/server/db/schema.ts';
import { savePacks } from '#lib/server/lots/trace-pack-rows.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const drop = routeOf(api.deskPacksDrop);

const { db, pool } = await testDatabase();
const [plain] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
const merchantId = plain!.merchantId;
const packer = await person(db, 'packs.packer', 'orders', merchantId);
const other = await person(db, 'packs.other', 'orders', merchantId + 1);
const code = (nth: number) => `8100000000000000${String(nth).padStart(4, '0')}`;
const [big, middle, box1, box2, lone] = [1, 2, 3, 4, 5].map(code) as [string, string, string, string, string];

await db.transaction((tx) =>
  savePacks(tx, merchantId, [
    { code: middle, parent: big },
    { code: box1, parent: middle },
    { code: box2, parent: middle },
    { code: lone, parent: code(9) },
  ]),
);
await db.transaction((tx) => savePacks(tx, merchantId + 1, [{ code: lone, parent: big }]));

const at = (id: number) => ({ kind: 'merchant' as const, name: 'packs.packer', merchantId: id });
const found = async (asked: object, id = merchantId) =>
  (await askList({ db, now: new Date(), actor: at(id) }, packs, asked)).rows.map((row) => row.code);
const restore = routeOf(api.deskPacksRestore);
const take = (id: string, cookie = packer.cookie) =>
  request<ActDone<RowOf<typeof packs>>>(drop, { params: { id }, body: {}, cookie });
const left = (id: string, merchant = merchantId) =>
  db.$count(tracePack, and(eq(tracePack.code, id), eq(tracePack.merchantId, merchant)));

it('finds codes of the own merchant, by whole code, case, lot and item', async () => {
  const goodsId = await makeGoods(db, goodsPlain, 100);
  const [buyer] = await makeBuyers(db, 1, 10_000_000);
  const { trade_no: tradeNo, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, tradeNo);
  const no = orders[0]!.no;
  const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
  const [parcel] = await db
    .insert(shipment)
    .values({ orderNo: no, carrier: '顺丰', trackingNo: 'SF1' })
    .returning({ id: shipment.id });
  await pool.query(
    'insert into trace_code (code, shipment_id, order_line_id, lot_no) values ($1, $2, $3, $4)',
    [box2, parcel!.id, line!.id, 'L-77'],
  );
  expect(await found({})).toEqual([middle, box1, box2, lone]);
  expect(await found({ code: middle })).toEqual([middle, box1, box2]);
  expect(await found({ code: box1 })).toEqual([box1]);
  expect(await found({ lot_no: 'l-77' })).toEqual([box2]);
  expect(await found({ state: 'kept' })).toEqual([middle, box1, lone]);
  const { rows } = await pool.query(
    'select p.name from goods g join product p on p.id = g.product_id where g.id = $1',
    [goodsId],
  );
  expect(await found({ state: 'sent', goods: rows[0].name.slice(0, 3) })).toEqual([box2]);
  expect(await found({ goods: '没有这个商品' })).toEqual([]);
  expect(await found({ code: '没有' })).toEqual([]);
  expect(await found({}, merchantId + 1)).toEqual([lone]);
});

it('takes back what was not shipped, once, of the own merchant alone', async () => {
  expect(await take(box2)).toMatchObject({ code: 409, message: /已发出/ });
  expect(await take(middle)).toMatchObject({ code: 409, message: /里有1个盒码已发出/ });
  await take(lone, other.cookie);
  expect([await left(lone), await left(lone, merchantId + 1)]).toEqual([1, 0]);
  const both = await Promise.all([take(lone), take(lone)]);
  expect(both.every(({ code: answer }) => answer === 200 || answer === 404)).toBe(true);
  expect(await left(lone)).toBe(0);
  expect(
    await db.$count(auditLog, and(eq(auditLog.act, 'lot.pack_drop'), eq(auditLog.actorId, 'packs.packer'))),
  ).toBe(1);
  expect(await found({})).toEqual([middle, box1, box2]);
});

it('puts a code back where its taking is undone, unless it was brought in again, of the own merchant alone', async () => {
  const undo = (id: string, undoes: number, cookie = packer.cookie) =>
    request(restore, { params: { id }, body: { undoes }, cookie });
  const first = (await take(box1)).data;
  expect(first).toMatchObject({ row: null, entry: expect.any(Number) });
  expect((await undo(box1, first.entry, other.cookie)).code).toBe(409);
  expect((await undo(lone, first.entry)).code).toBe(409);
  const twice = await Promise.all([undo(box1, first.entry), undo(box1, first.entry)]);
  expect(twice.map(({ code: answer }) => answer).sort()).toEqual([200, 409]);
  expect(await found({ code: box1 })).toEqual([box1]);
  const again = (await take(box1)).data;
  await db.transaction((tx) => savePacks(tx, merchantId, [{ code: box1, parent: big }]));
  expect(await undo(box1, again.entry)).toMatchObject({ code: 409, message: `${box1}已重新导入，没有撤销` });
  expect((await undo(box1, 0)).code).toBe(422);
});
