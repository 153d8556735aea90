/** Receiving several orders by one press: each by itself, once, and for the company alone. */
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Context } from '#lib/server/core/context.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { findParcel, findScanned, getOrdersToReceive, receiveOrders } from '#lib/server/receiving/many.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  makeBuyers,
  makeGoods,
  order,
  pay,
  payFreely,
  withMembership,
} from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const clerk: Context<'merchant'> = {
  db,
  now: new Date(),
  actor: { kind: 'merchant', name: '发货员', merchantId },
  requestId: 'test',
};
let warehouse = 31_300;
let parcels = 0;

/** A paid and completely shipped order of ten pieces. */
async function sent(buyer: Account, { isCold = false, isArrived = false, traceCodes = [] as string[] } = {}) {
  const goodsId = await makeGoods(db, goodsPlain, 100, { warehouseId: warehouse++, merchantId });
  const made = await order(db, buyer, [{ goodsId, number: 10 }]);
  await pay(db, buyer, made.trade_no);
  const no = made.orders[0]!.no;
  if (isCold) await pool.query('update "order" set is_cold_chain = true where no = $1', [no]);
  const { rows } = await pool.query<{ id: number }>('select id from order_line where order_no = $1', [no]);
  const trackingNo = `SF-MANY-${parcels++}`;
  await shipOrder(clerk, {
    no,
    carrier: '顺丰速运',
    trackingNo,
    ...(isCold && { coldRecord: { degrees: 4.5, cooler: '冷藏箱07号', recorder: 'LJ-12' } }),
    lines: [{ id: rows[0]!.id, pieces: 10, ...(traceCodes.length > 0 && { traceCodes }) }],
  });
  if (isArrived)
    await pool.query(
      `update tracking set state = 'signed', ask_at = null where shipment_id in (select id from shipment where order_no = $1)`,
      [no],
    );
  return { no, trackingNo };
}

const points = async (no: string) =>
  (await pool.query(`select count(*)::int as n from points_ledger where ref = $1`, [no])).rows[0].n;

describe('the page', () => {
  it('lists what is completely shipped, says what arrived and what needs a thermometer', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const arrived = await sent(buyer!, { isArrived: true });
    const cold = await sent(buyer!, { isCold: true });
    const { list, total, may_receive: may } = await getOrdersToReceive(contextOf(db, buyer!));
    expect([total, may]).toEqual([2, 1]);
    expect(list.map(({ no, is_arrived, why }) => [no, is_arrived, why !== ''])).toEqual([
      [arrived.no, 1, false],
      [cold.no, 0, true],
    ]);
    expect(list[0]!.parcels).toMatchObject([{ tracking_no: arrived.trackingNo }]);
    expect((await getOrdersToReceive(contextOf(db, stranger!))).list).toEqual([]);
    // The scanned one is among them also where more are shipped before it than are shown.
    const first = await getOrdersToReceive(contextOf(db, buyer!), { no: cold.no });
    expect(first.list.map(({ no }) => no)).toEqual([cold.no, arrived.no]);
    expect((await getOrdersToReceive(contextOf(db, stranger!), { no: cold.no })).list).toEqual([]);
    const buying = await withMembership(db, buyer!, { role: 'buyer' });
    expect((await getOrdersToReceive(contextOf(db, buying))).may_receive).toBe(0);
  });
});

describe('a scan', () => {
  it('finds the order by its parcel in any spelling, its number and its codes, and no one else’s', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const traceCodes = Array.from({ length: 10 }, (_, at) => `86${String(at).padStart(18, '0')}`);
    const { no, trackingNo } = await sent(buyer!, { traceCodes });
    for (const code of [trackingNo, trackingNo.toLowerCase(), no, traceCodes[3]!]) {
      expect(await findParcel(contextOf(db, buyer!), { code }), code).toMatchObject({
        no,
        status_text: '待收货',
      });
      await expect(findParcel(contextOf(db, stranger!), { code })).rejects.toMatchObject({ code: 404 });
      expect(await findScanned(contextOf(db, stranger!), code)).toBe('');
    }
    await expect(findParcel(contextOf(db, buyer!), { code: 'SF-NONE' })).rejects.toMatchObject({ code: 404 });
  });
});

describe('the press', () => {
  it('receives each by itself, says why one is not, and a repeat changes nothing', async () => {
    const [buyer, stranger] = await makeBuyers(db, 2, 100_000_000);
    const plain = [await sent(buyer!), await sent(buyer!)].map(({ no }) => no);
    const cold = await sent(buyer!, { isCold: true });
    const foreign = await sent(stranger!);
    const nos = [plain[0]!, cold.no, foreign.no, plain[1]!, plain[0]!];
    const { list } = await receiveOrders(contextOf(db, buyer!), { nos });
    expect(list.map(({ no, is_received }) => [no, is_received])).toEqual([
      [plain[0], 1],
      [cold.no, 0],
      [foreign.no, 0],
      [plain[1], 1],
    ]);
    expect(list[1]!.text).toContain('到货温度');
    expect(list[2]!.text).toBe('订单不存在');
    const again = await receiveOrders(contextOf(db, buyer!), { nos: plain });
    expect(again.list.map(({ is_received: done }) => done)).toEqual([1, 1]);
    for (const no of plain) expect(await points(no)).toBe(1);
    const { rows } = await pool.query('select status from "order" where no = any($1)', [
      [cold.no, foreign.no],
    ]);
    expect(rows).toEqual([{ status: 'to_receive' }, { status: 'to_receive' }]);
  });

  it('counts once, however many press at once', async () => {
    const [buyer] = await makeBuyers(db, 1, 100_000_000);
    const nos = [await sent(buyer!), await sent(buyer!)].map(({ no }) => no);
    const press = () => receiveOrders(contextOf(db, buyer!), { nos });
    const answers = await Promise.all([press(), press(), press()]);
    for (const { list } of answers) expect(list.every(({ is_received: done }) => done === 1)).toBe(true);
    for (const no of nos) {
      expect(await points(no)).toBe(1);
      const { rows } = await pool.query(
        `select count(*)::int as n from order_event where order_no = $1 and to_status = 'completed'`,
        [no],
      );
      expect(rows[0].n).toBe(1);
    }
  });
});
