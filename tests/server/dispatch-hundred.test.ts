/** A day's hundred orders: sent by one table with a word to each row, and read as a list; the database is asked in proportion. */

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { orders } from '#lib/contract/desk/lists/orders.ts';
import type { DispatchChecked } from '#lib/contract/shipping/dispatch.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const dispatch = routeOf(api.checkDispatch);
const ship = routeOf(api.shipParcel);
const list = routeOf(api.deskOrders);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const hundred = 100;
const name = `百单药房${randomUUID().slice(0, 6)}`;
const nos: string[] = [];
let clerk: Person;

beforeAll(async () => {
  await payFreely(db);
  const goodsId = await makeGoods(db, goodsPlain, 100_000);
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [goodsId]);
  clerk = await person(db, 'baidan', 'orders', rows[0].merchant_id);
  // One company: its orders are found by its name.
  const [buyer] = await makeBuyers(db, 1, 10_000_000_000);
  await pool.query('update company set name = $2 where id = $1', [buyer!.companyId, name]);
  for (let at = 0; at < hundred; at += 1) {
    const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, made.trade_no);
    nos.push(made.orders[0]!.no);
  }
}, 300_000);

/** How often the database was asked, without the bus's sign of life. */
async function asked(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const said = spy.mock.calls as unknown as [string | { text: string }][];
    return said.filter(([one]) => (typeof one === 'string' ? one : one.text) !== 'select 1').length;
  } finally {
    spy.mockRestore();
  }
}

const tracking = (no: string) => `SF-${no.slice(-12)}`;
const head = ['订单号', '承运方', '运单号', '商品编号', '批号', '数量', '追溯码'];
const rowOf = (no: string) => [no, '顺丰速运', tracking(no), '', '', '', ''];

function check(rows: readonly (readonly string[])[]) {
  const body = new FormData();
  body.set('file', new File([csvText([head, ...rows])], '发货表.csv'));
  return request<DispatchChecked>(dispatch, { cookie: clerk.cookie, body });
}

function find(size: number, state: string, after = '') {
  const query = new URLSearchParams({ q: name, after, size: String(size), state });
  return request<ListAnswer<RowOf<typeof orders>>>(list, {
    cookie: clerk.cookie,
    path: `/api/desk/orders?${query}`,
  });
}

describe('a hundred orders', () => {
  it('are listed a page at a time, each once, and a page of all asks no more than one of ten', async () => {
    const first = await find(50, 'to_ship');
    const pages = [first, await find(50, 'to_ship', first.data.next ?? '')];
    const rows = pages.flatMap(({ data }) => data.rows);
    expect(pages.map(({ data }) => data.total)).toEqual([hundred, hundred]);
    expect(rows.map(({ no }) => no).sort()).toEqual([...nos].sort());
    expect(rows.reduce((sum, { pieces_left: left }) => sum + (left ?? 0), 0)).toBe(10 * hundred);
    expect(await asked(() => find(hundred, 'to_ship'))).toBe(await asked(() => find(10, 'to_ship')));
  });

  it('are checked with a word to each row, and each parcel costs the same few questions', async () => {
    const wrong = ['D0', '顺丰速运', 'SF-00000', '', '', '', ''];
    const { data } = await check([...nos.map(rowOf), wrong, rowOf(nos[0]!).with(2, '?')]);
    expect(data.rows).toBe(hundred + 2);
    // A number that is none may be that of the same parcel: the first order is held.
    expect(data.faults).toMatchObject([
      { row: 2, sentence: '同一订单有其他行不正确，整单未发' },
      { row: hundred + 2, sentence: '没有订单D0' },
      { row: hundred + 3, sentence: expect.stringContaining('运单号须为') },
    ]);
    expect(data.parcels.map(({ no, rows, pieces }) => [no, rows, pieces])).toEqual(
      nos.slice(1).map((no, at) => [no, [at + 3], 10]),
    );
    const few = await asked(() => check(nos.slice(0, 10).map(rowOf)));
    const all = await asked(() => check(nos.map(rowOf)));
    const each = (all - few) / (hundred - 10);
    expect(each).toBe(Math.round(each));
    expect(each).toBeLessThanOrEqual(5);
  });

  it('go out one by one; broken off half way, the same file sends the rest and nothing twice', async () => {
    const send = async ({ no, carrier, tracking_no, lines }: DispatchChecked['parcels'][number]) =>
      request(ship, {
        method: 'POST',
        cookie: clerk.cookie,
        params: { no },
        body: { carrier, tracking_no, lines },
      });
    const { parcels } = (await check(nos.map(rowOf))).data;
    for (const parcel of parcels.slice(0, hundred / 2)) expect((await send(parcel)).code).toBe(200);
    const rest = (await check(nos.map(rowOf))).data;
    expect(rest.parcels.filter(({ is_done: isDone }) => isDone === 1)).toHaveLength(hundred / 2);
    for (const parcel of rest.parcels.filter(({ is_done: isDone }) => isDone === 0))
      expect((await send(parcel)).code).toBe(200);
    const { rows } = await pool.query(
      `select count(*)::int as parcels, count(distinct s.order_no)::int as orders, sum(l.quantity)::int as pieces
       from shipment s join shipment_lot l on l.shipment_id = s.id where s.order_no = any($1)`,
      [nos],
    );
    expect(rows).toEqual([{ parcels: hundred, orders: hundred, pieces: 10 * hundred }]);
    expect((await find(10, 'to_ship')).data.total).toBe(0);
  }, 120_000);
});
