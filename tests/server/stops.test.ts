/** Stops of sale by the platform: what they are about, who may, and what orders of stopped goods do. */

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { stops } from '#lib/contract/desk/lists/stops.ts';
import type { Stopped } from '#lib/contract/stops.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

type StopRow = RowOf<typeof stops>;
const lift = routeOf(api.deskStopsLift);
const list = routeOf(api.deskStops);
const stop = routeOf(api.setStop);

const { db, pool } = await testDatabase();
await payFreely(db);
const { rows: own } = await pool.query(
  'select g.merchant_id, p.approval_no from goods g join product p on p.id = g.product_id where g.id = $1',
  [goodsPlain],
);
const approvalNo: string = own[0].approval_no;
let quality: Person;
let service: Person;
let clerk: Person;
beforeAll(async () => {
  quality = await person(db, 'zhiguan', 'review');
  service = await person(db, 'kefu', 'service');
  clerk = await person(db, 'kuguan', 'admin', own[0].merchant_id);
});

const set = (who: Person, what: string, reason = '抽检待复核') =>
  request<Stopped>(stop, { cookie: who.cookie, body: { what, reason } });
const free = (who: Person, id: number, reason = '复核合格') =>
  request<StopRow>(lift, {
    method: 'POST',
    cookie: who.cookie,
    params: { id: String(id) },
    body: { reason },
  });
const isStopped = async (id: number) =>
  (await pool.query('select is_stopped from goods where id = $1', [id])).rows[0].is_stopped as boolean;

async function placed(goodsId: number) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { no: made.orders[0]!.no, pay: () => pay(db, buyer!, made.trade_no) };
}

it('a goods is stopped and freed once, by the platform’s quality people alone', async () => {
  const id = await makeGoods(db, goodsPlain, 100);
  expect((await set(clerk, String(id))).code).toBe(404);
  expect((await set(service, String(id))).code).toBe(403);
  expect((await set(quality, String(id), '')).code).toBe(422);
  expect((await set(quality, '999999999')).code).toBe(422);
  const open = await placed(id);
  const paid = await placed(id);
  await paid.pay();
  const [first, again] = await Promise.all([set(quality, String(id)), set(quality, String(id))]);
  expect([first.code, again.code]).toEqual([200, 200]);
  expect(again.data.id).toBe(first.data.id);
  expect((await set(quality, String(id), '别的原因')).code).toBe(409);
  expect(await isStopped(id)).toBe(true);
  // Unpaid orders are given back, paid ones wait and are not refunded.
  await expect(open.pay()).rejects.toMatchObject({ code: 409, message: expect.stringContaining('质量核查') });
  await expect(placed(id)).rejects.toMatchObject({ code: 409 });
  await expect(shipOrder(byStaff(db), { no: paid.no })).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining('质量核查'),
  });
  const found = await request<ListAnswer<StopRow>>(list, {
    cookie: quality.cookie,
    path: `/api/desk/stops?what=${id}`,
  });
  expect(found.data.rows).toMatchObject([{ goods_id: id, goods: 1, is_open: 1 }]);
  expect((await free(quality, first.data.id)).data).toMatchObject({ is_open: 0, lift_reason: '复核合格' });
  expect((await free(quality, first.data.id, '再来一次')).data.lift_reason).toBe('复核合格');
  expect(await isStopped(id)).toBe(false);
  const sent = await shipOrder(byStaff(db), { no: paid.no, carrier: '国药物流', trackingNo: randomUUID() });
  expect(sent.refunded).toBeNull();
  const { rows } = await pool.query(`select act from audit_log where subject = 'stop' and subject_key = $1`, [
    String(first.data.id),
  ]);
  expect(rows.map(({ act }) => act)).toEqual(['stop.set', 'stop.lift']);
});

it('a 批准文号 stops all its goods, those that come afterwards and meanwhile too', async () => {
  const id = await makeGoods(db, goodsPlain, 100);
  const coming = pool.connect();
  const client = await coming;
  await client.query('begin');
  const { rows: made } = await client.query(
    `insert into goods (product_id, merchant_id, warehouse_id, price, member_price, market_price, stock, pack_step, case_pack)
     select product_id, merchant_id, 7, price, member_price, market_price, 5, 1, 1 from goods where id = $1 returning id`,
    [goodsPlain],
  );
  const stopping = set(quality, approvalNo);
  // It waits for the goods that is being written.
  await client.query('commit');
  client.release();
  const { data } = await stopping;
  expect(data.goods).toBeGreaterThan(1);
  expect(await isStopped(id)).toBe(true);
  expect(await isStopped(made[0].id)).toBe(true);
  const later = await makeGoods(db, goodsPlain, 100);
  expect(await isStopped(later)).toBe(true);
  const alone = (await set(quality, String(later), '仅此一家')).data;
  await free(quality, data.id);
  // Another stop stands for this one.
  expect([await isStopped(id), await isStopped(later)]).toEqual([false, true]);
  await free(quality, alone.id);
  expect(await isStopped(later)).toBe(false);
});
