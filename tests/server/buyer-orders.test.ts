/** A company's orders by day, merchant and store, their files and the statement: nobody else's, and they foot. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import { listOrdersInput, purchaseStatementInput } from '#lib/contract/orders/search.ts';
import { addStoreInput } from '#lib/contract/stores/calls.ts';
import { member, user } from '#lib/server/db/schema.ts';
import { importLimits } from '#lib/server/engines/tables/limits.ts';
import { readTable } from '#lib/server/engines/tables/read-table.ts';
import { streamCsv, writeTable } from '#lib/server/engines/tables/write-table.ts';
import { listMyOrders } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { getPurchaseStatement, listStatementRows } from '#lib/server/orders/statement.ts';
import { findOrderRows, orderColumns } from '#lib/server/orders/table.ts';
import { type Account, findAccountFor } from '#lib/server/people/account-rows.ts';
import { addStore } from '#lib/server/stores/stores.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  accountOf,
  contextOf,
  giveMoney,
  makeBuyers,
  makeGoods,
  order,
  pay,
  payFreely,
} from '#tests/support/orders.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { GET as ordersFile } from '../../src/pages/order/dc/[file].ts';

const { db, pool } = await testDatabase();
await payFreely(db);

const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);

/** A paid order of an item of its own, placed and paid at a moment. */
async function paidAt(account: Account, at: string, like = goodsPlain): Promise<string> {
  const goodsId = await makeGoods(db, like, 100, {});
  const { orders, trade_no } = await order(db, account, [{ goodsId, number: 10 }]);
  await pay(db, account, trade_no);
  const no = orders[0]!.no;
  await pool.query('update "order" set created_at = $2, paid_at = $2 where no = $1', [no, at]);
  return no;
}

const find = async (account: Account, sent: Parameters<typeof listOrdersInput.parse>[0]) => {
  const { list, total } = await listMyOrders(contextOf(db, account), listOrdersInput.parse(sent));
  expect(total).toBe(list.length);
  return list.map(({ no }) => no).sort();
};

/** A head office with a store of its own licences, and a colleague who may act for none. */
async function headOffice() {
  const [owner] = await makeBuyers(db, 1, 100_000_000);
  const input = { name: '一号分店', code: '001', inherits: 1, receiver: '店长', phone: '13800138000' };
  const made = addStoreInput.parse({ ...input, region_code: '420102', detail: '示范路9号' });
  const { id } = await addStore(contextOf(db, owner!), made);
  await giveMoney(db, [id], 100_000_000);
  const clerk = `clerk-${randomUUID()}`;
  await db.insert(user).values({ id: clerk, name: '同事', email: `${clerk}@users.invalid`, username: clerk });
  await db.insert(member).values({ userId: clerk, companyId: owner!.companyId, role: 'finance' });
  const atStore = await findAccountFor(db, owner!.userId, id);
  return { owner: owner!, clerk: await accountOf(db, clerk), storeId: id, atStore: atStore! };
}

describe('the search', () => {
  it('takes days of Shanghai, both included, a merchant, and words of the receiver', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const last = await paidAt(buyer!, '2026-10-31T23:59:59+08:00');
    const first = await paidAt(buyer!, '2026-11-01T00:00:00+08:00', goodsPlainElsewhere);
    const { list, merchants, counts } = await listMyOrders(
      contextOf(db, buyer!),
      listOrdersInput.parse({ from: '2026-11-01' }),
    );
    expect([list.map(({ no }) => no), counts]).toEqual([[first], { 20: 1 }]);
    expect(await find(buyer!, { to: '2026-10-31' })).toEqual([last]);
    expect(await find(buyer!, { from: '2026-10-31', to: '2026-11-01' })).toEqual([first, last].sort());
    expect(await find(buyer!, { from: '2026-11-02' })).toEqual([]);
    expect(merchants).toHaveLength(2);
    const { merchant_id: merchant } = list[0]!;
    expect(await find(buyer!, { merchant })).toEqual([first]);
    const [{ receiver, detail }] = (
      await pool.query(
        `select address->>'receiver' as receiver, address->>'detail' as detail from trade
        where company_id = $1`,
        [buyer!.companyId],
      )
    ).rows;
    for (const keywords of [receiver, detail]) expect(await find(buyer!, { keywords })).toHaveLength(2);
    // Another company finds nothing by the same words, and none of these merchants.
    expect(await find(stranger!, { from: '2026-10-01', merchant })).toEqual([]);
    expect((await listMyOrders(contextOf(db, stranger!), listOrdersInput.parse({}))).merchants).toEqual([]);
  });

  it('opens the stores of a head office to those who may act for them; what is done is done at the store', async () => {
    const { owner, clerk, storeId, atStore } = await headOffice();
    const own = await paidAt(owner, '2026-11-03T10:00:00+08:00');
    const stores = await paidAt(atStore, '2026-11-04T10:00:00+08:00');
    const { list, stores: choice } = await listMyOrders(
      contextOf(db, owner),
      listOrdersInput.parse({ store: 'all' }),
    );
    expect(choice).toEqual([{ id: storeId, name: '一号分店' }]);
    expect(list.map(({ no, store, actions }) => [no, store?.id ?? null, actions.length > 0])).toEqual([
      [stores, storeId, false],
      [own, null, true],
    ]);
    expect(await find(owner, {})).toEqual([own]);
    expect(await find(owner, { store: storeId })).toEqual([stores]);
    // One who may not act for the store, the store itself, and another company.
    expect(await find(clerk, { store: storeId })).toEqual([]);
    expect(await find(clerk, { store: 'all' })).toEqual([own]);
    expect(await find(atStore, { store: 'all' })).toEqual([stores]);
    const [stranger] = await makeBuyers(db, 1);
    expect(await find(stranger!, { store: storeId })).toEqual([]);
  });
});

describe('the file', () => {
  it('has every order of the search, however many slices they take, in the order of the list', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const no = await paidAt(buyer!, '2026-11-05T10:00:00+08:00');
    // Of one moment, as a table of orders for many stores makes them: none is lost between two slices.
    await pool.query(
      `insert into "order" select (jsonb_populate_record(o, jsonb_build_object('no', o.no || '-' || n))).*
       from "order" o, generate_series(1, 450) n where o.no = $1`,
      [no],
    );
    const search = listOrdersInput.parse({ from: '2026-11-05' });
    const { total, slices } = await findOrderRows(contextOf(db, buyer!), search);
    expect(total).toBe(451);
    const text = await new Response(streamCsv(orderColumns, slices)).text();
    const [heads = [], ...rows] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(heads[0]).toContain('订单号');
    expect(new Set(rows.map(([one]) => one)).size).toBe(451);
    const { slices: again } = await findOrderRows(contextOf(db, buyer!), search);
    const few = (await Array.fromAsync(again)).flat().slice(0, 3);
    const book = await writeTable('xlsx', orderColumns, few);
    const inBook = (await readTable(book, importLimits, 'test')).rows;
    expect(inBook.map(([one]) => one)).toEqual(['订单号', ...few.map((row) => row.order.no)]);
    const paid = rows[0]?.[heads.indexOf('订单金额（元）')] ?? '';
    const { rows: known } = await pool.query('select pay_amount from "order" where no = $1', [no]);
    expect(fenOf(paid)).toBe(known[0].pay_amount);
  });

  it('is the company’s own', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const no = await paidAt(buyer!, '2026-11-06T10:00:00+08:00');
    const take = async (cookie?: string, query = '') =>
      callHandler(ordersFile, {
        path: `/order/dc/mingxi.csv${query}`,
        params: { file: 'mingxi.csv' },
        ...(cookie !== undefined && { cookie }),
      });
    const others = await take(await loginAs('other'));
    expect(others.status).toBe(200);
    expect(await others.text()).not.toContain(no);
    expect((await take()).status).toBe(302);
    expect((await take(await loginAs('other'), '?from=yesterday')).status).toBe(422);
  });
});

describe('the statement', () => {
  it('foots: what was paid in a month, what came back in it, to the fen and for nobody else', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const october = await paidAt(buyer!, '2026-10-31T23:59:59+08:00');
    const november = await paidAt(buyer!, '2026-11-01T00:00:00+08:00');
    await refundOrder(byStaff(db), { no: october, reason: '测试' });
    await pool.query(`update refund set created_at = '2026-11-02T00:00:00+08:00' where order_no = $1`, [
      october,
    ]);
    const read = (account: Account, sent: object) =>
      getPurchaseStatement(contextOf(db, account), purchaseStatementInput.parse(sent));
    const { rows: known } = await pool.query(
      'select no, pay_amount, refunded_amount from "order" where company_id = $1',
      [buyer!.companyId],
    );
    const of = (no: string) => known.find((one) => one.no === no);
    const both = await read(buyer!, { from: '2026-10', to: '2026-11' });
    expect(
      both.rows.map(({ month, orders, paid, refunded }) => [month, orders, fenOf(paid), fenOf(refunded)]),
    ).toEqual([
      ['2026-11', 1, of(november).pay_amount, of(october).refunded_amount],
      ['2026-10', 1, of(october).pay_amount, 0],
    ]);
    expect(fenOf(both.total.sum)).toBe(
      known.reduce((sum, one) => sum + one.pay_amount - one.refunded_amount, 0),
    );
    expect((await read(buyer!, { from: '2026-10', to: '2026-10' })).total.orders).toBe(1);
    expect((await read(stranger!, { from: '2026-10', to: '2026-11' })).rows).toEqual([]);
    const table = await listStatementRows(
      contextOf(db, buyer!),
      purchaseStatementInput.parse({ from: '2026-10', to: '2026-11' }),
    );
    expect(table.at(-1)).toMatchObject({ month: '合计', orders: 2 });
    await expect(read(buyer!, { from: '2020-01', to: '2026-11' })).rejects.toMatchObject({ code: 422 });
  });
});
