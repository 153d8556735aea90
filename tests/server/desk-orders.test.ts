/** Orders at the merchants' desk, by their calls: found, sent in parcels, short, and nobody else's. */

import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { AnyAnswer, ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { orders } from '#lib/contract/desk/lists/orders.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { writeEvents } from '#lib/server/tracking/write.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const one = routeOf(api.deskOrder);
const correct = routeOf(api.correctParcel);
const ship = routeOf(api.shipParcel);
const short = routeOf(api.shortLines);
const list = routeOf(api.deskOrders);
type Found = ListAnswer<RowOf<typeof orders>>;
const payments = routeOf(api.deskPayments);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
let clerk: Person;
let other: Person;
let goodsClerk: Person;
let platform: Person;

beforeAll(async () => {
  clerk = await person(db, 'fahuo', 'orders', merchantId);
  other = await person(db, 'bieren', 'orders', merchantId + 1);
  goodsClerk = await person(db, 'shangpin', 'goods', merchantId);
  platform = await person(db, 'kefu', 'service');
});

async function paid(number = 10) {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  await pay(db, buyer!, made.trade_no);
  return { buyer: buyer!, no: made.orders[0]!.no };
}

const address = '/api/desk/orders';
const read = (who: Person, no: string) => request<DeskOrder>(one, { params: { no }, cookie: who.cookie });
const send = (who: Person, no: string, body: object) =>
  request<DeskOrder>(ship, { method: 'POST', params: { no }, cookie: who.cookie, body });
const miss = (who: Person, no: string, body: object) =>
  request<DeskOrder>(short, { method: 'POST', params: { no }, cookie: who.cookie, body });
const parcel = (no: string, more: object) => ({
  carrier: '顺丰速运',
  tracking_no: `SF${no.slice(-10)}`,
  ...more,
});
const code = (n: number) => `8${String(n).padStart(19, '0')}`;

describe('the list', () => {
  it('has what waits, the first paid first, and of another merchant nothing of it', async () => {
    const first = await paid();
    const second = await paid();
    const mine = await request<Found>(list, { cookie: clerk.cookie, path: `${address}?size=100` });
    const nos = mine.data.rows.map(({ no }) => no);
    expect(nos.indexOf(first.no)).toBeGreaterThanOrEqual(0);
    expect(nos.indexOf(first.no)).toBeLessThan(nos.indexOf(second.no));
    const theirs = await request<Found>(list, {
      cookie: other.cookie,
      path: `${address}?q=${first.no}`,
    });
    expect(theirs.data.total).toBe(0);
    const all = await request<Found>(list, {
      cookie: platform.cookie,
      path: `${address}?q=${first.no}`,
    });
    expect(all.data.rows).toMatchObject([{ no: first.no, lines_left: 1, pieces_left: 10 }]);
  });

  it('is found by company, goods and state', async () => {
    const { no } = await paid();
    const { data } = await read(clerk, no);
    const by = async (query: Record<string, string>) =>
      (
        await request<Found>(list, {
          cookie: clerk.cookie,
          path: `${address}?${new URLSearchParams({ size: '100', ...query })}`,
        })
      ).data.rows.some((row) => row.no === no);
    expect(await by({ q: data.company })).toBe(true);
    expect(await by({ q: data.lines[0]!.name })).toBe(true);
    expect(await by({ q: '没有这个药' })).toBe(false);
    expect(await by({ q: data.company, state: 'sent' })).toBe(false);
    expect(await by({ state: 'part' })).toBe(false);
    expect(await by({ state: 'all' })).toBe(true);
  });

  it('is found by every number that belongs to it, whatever became of it, and by nobody else’s', async () => {
    const { no } = await paid();
    const [line] = (await read(clerk, no)).data.lines;
    const sent = await send(clerk, no, parcel(no, { lines: [{ line_id: line!.id, pieces: 10 }] }));
    const { trade_no: tradeNo, phone, sent: parcels } = sent.data;
    const { rows: paying } = await pool.query('select pay_no from payment_trade where trade_no = $1', [
      tradeNo,
    ]);
    const tracking = parcels[0]!.tracking_no;
    const { rows: sku } = await pool.query(
      'select p.sku from goods g join product p on p.id = g.product_id where g.id = $1',
      [goodsId],
    );
    const words = [
      no,
      no.slice(-8),
      no.slice(-6),
      sku[0].sku,
      tradeNo,
      paying[0].pay_no,
      tracking,
      tracking.toLowerCase(),
      phone,
    ];
    const by = async (who: Person, q: string, state = 'to_ship') =>
      (
        await request<Found>(list, {
          cookie: who.cookie,
          path: `${address}?${new URLSearchParams({ q, state, size: '100' })}`,
        })
      ).data.rows.some((row) => row.no === no);
    for (const q of words) {
      expect(await by(clerk, q), q).toBe(true);
      expect(await by(platform, q), q).toBe(true);
      expect(await by(other, q), q).toBe(false);
    }
  });

  it('says that there is no such state', async () => {
    const asked = await request(list, { cookie: clerk.cookie, path: `${address}?state=shipped` });
    expect(asked).toMatchObject({ code: 422, message: '没有“shipped”这个状态' });
  });

  it('is closed to who does not look at orders, and who only looks finds nothing to do', async () => {
    expect((await request(list, { cookie: goodsClerk.cookie })).code).toBe(403);
    const { no } = await paid();
    const finance = await person(db, 'orders.finance', 'finance', merchantId);
    expect((await read(finance, no)).data).toMatchObject({ no, may_ship: 0 });
    expect((await send(finance, no, parcel(no, { lines: [{ line_id: 1, pieces: 1 }] }))).code).toBe(403);
  });

  it('tells what was paid, payments in full to the platform alone', async () => {
    const { no } = await paid();
    const own = (await read(clerk, no)).data;
    const { money, lines, log } = own;
    const fen = (yuan: string) => Math.round(Number(yuan) * 100);
    expect(fen(money.goods) - fen(money.discount) + fen(money.freight)).toBe(fen(money.pay));
    expect(lines.reduce((sum, { paid: one }) => sum + fen(one), 0) + fen(money.freight)).toBe(fen(money.pay));
    expect(money.payments).toMatchObject([{ no: '', serial: '', share: '', status_text: '已支付' }]);
    expect(log.map(({ status_text: text }) => text)).toEqual(['待付款', '待发货']);
    const [payment] = (await read(platform, no)).data.money.payments;
    expect(payment).toMatchObject({ share: money.pay });
    const found = await request<AnyAnswer>(payments, {
      cookie: platform.cookie,
      path: `/api/desk/payments?q=${no}`,
    });
    expect(found.data.rows).toMatchObject([{ no: payment!.no, amount: money.pay, orders: no }]);
    const amounts = await request(payments, {
      cookie: platform.cookie,
      path: '/api/desk/payments?amount=x',
    });
    expect(amounts).toMatchObject({ code: 422 });
    expect((await request(payments, { cookie: clerk.cookie })).code).toBe(404);
  });
});

describe('a parcel', () => {
  it('of some pieces with their codes, then the rest', async () => {
    const { no } = await paid();
    const { data } = await read(clerk, no);
    const [line] = data.lines;
    const codes = [1, 2, 3, 4].map(code).join('\n');
    const sent = await send(clerk, no, parcel(no, { lines: [{ line_id: line!.id, pieces: 4, codes }] }));
    expect(sent).toMatchObject({
      code: 200,
      data: { status_text: '部分发货', pieces_left: 6, sent: [{ lots: [{ quantity: 4, trace_codes: 4 }] }] },
    });
    const rest = await send(clerk, no, {
      carrier: '顺丰速运',
      tracking_no: `SF-2-${no.slice(-8)}`,
      lines: [{ line_id: line!.id, pieces: 6 }],
    });
    expect(rest.data).toMatchObject({ status_text: '待收货', pieces_left: 0, may_ship: 0 });
  });

  it('of a refrigerated order tells its record, and does not go without any of it', async () => {
    const { no, buyer } = await paid();
    await pool.query('update "order" set is_cold_chain = true where no = $1', [no]);
    const [line] = (await read(clerk, no)).data.lines;
    const lines = [{ line_id: line!.id, pieces: 10 }];
    const record = { temperature: '4', cooler: '保温箱07号', recorder: 'LJ-12' };
    for (const [typed, says] of [
      [{ temperature: '', cooler: '', recorder: '' }, `订单${no}是冷链订单，请填写启运温度`],
      [{ ...record, temperature: '凉的' }, '启运温度须为'],
      [{ ...record, temperature: '60' }, '启运温度须为'],
      [{ ...record, cooler: ' ' }, '请填写冷藏车或冷藏箱'],
      [{ ...record, recorder: '' }, '请填写温度记录仪编号'],
    ] as const) {
      const refused = await send(clerk, no, parcel(no, { lines, ...typed }));
      expect(refused.code).toBe(422);
      expect(JSON.stringify(refused)).toContain(says);
    }
    expect((await read(clerk, no)).data).toMatchObject({ pieces_left: 10, parcels: 0 });
    const sent = await send(clerk, no, parcel(no, { lines, ...record }));
    const notified = { text: '冷链发货：启运温度4.0℃，保温箱07号，记录仪LJ-12' };
    expect(sent.data.sent[0]!.events).toContainEqual(expect.objectContaining(notified));
    const mine = await getMyOrder(contextOf(db, buyer), { no });
    expect(mine.shipments[0]!.events).toContainEqual(expect.objectContaining(notified));
  });

  it.each<[string, object, number, string]>([
    ['more than is left', { pieces: 11 }, 409, '待发10'],
    ['too few codes', { pieces: 10, codes: code(1) }, 422, '追溯码1个，与发货数量10不符'],
    ['a code that is none', { pieces: 1, codes: '123' }, 422, '追溯码须为20位数字'],
    ['a lot of others', { pieces: 1, lot_id: 2_000_000_000 }, 409, '批次'],
  ])('%s is refused, and nothing goes out', async (_name, over, refused, says) => {
    const { no } = await paid();
    const { data } = await read(clerk, no);
    const lines = [{ line_id: data.lines[0]!.id, ...over }];
    const answer = await send(clerk, no, parcel(no, { lines }));
    expect(answer.code).toBe(refused);
    expect(JSON.stringify(answer)).toContain(says);
    expect((await read(clerk, no)).data).toMatchObject({ pieces_left: 10, parcels: 0 });
  });

  it('of two clerks at once one sends it; the platform and another merchant never', async () => {
    const { no } = await paid();
    const { data } = await read(clerk, no);
    const body = parcel(no, { lines: [{ line_id: data.lines[0]!.id, pieces: 10 }] });
    expect((await send(platform, no, body)).code).toBe(404);
    expect((await send(other, no, body)).code).toBe(404);
    const codes = (await Promise.all([send(clerk, no, body), send(clerk, no, body)])).map((one) => one.code);
    expect(codes.sort()).toEqual([200, 409]);
    expect((await read(clerk, no)).data.parcels).toBe(1);
  });
});

describe('what is short', () => {
  it('is refunded once, the buyer is told, and the rest is sent', async () => {
    const { no, buyer } = await paid();
    const { data } = await read(clerk, no);
    const body = { reason: '仓库破损', lines: [{ line_id: data.lines[0]!.id, pieces: 4, left: 10 }] };
    expect((await miss(other, no, body)).code).toBe(404);
    expect((await miss(clerk, no, body)).data).toMatchObject({ pieces_left: 6, lines: [{ refunded: 4 }] });
    const { rows } = await pool.query(
      `select sum(amount)::int as back from wallet_ledger
      where company_id = $1 and use_type = 'refund'`,
      [buyer.companyId],
    );
    const { rows: paidRows } = await pool.query('select refunded_amount from "order" where no = $1', [no]);
    expect(rows[0].back).toBe(Number(paidRows[0].refunded_amount));
    const { rows: notified } = await pool.query(
      `select body from message where company_id = $1 and kind = 'order' and ref like 'short:%'`,
      [buyer.companyId],
    );
    expect(notified).toMatchObject([{ body: expect.stringContaining('仓库破损') }]);
    const { rows: kept } = await pool.query(
      `select actor, actor_id, merchant_id from audit_log where act = 'order.short' and subject_key = $1`,
      [no],
    );
    expect(kept).toEqual([{ actor: 'merchant', actor_id: 'fahuo', merchant_id: merchantId }]);
    const answer = await miss(clerk, no, {
      ...body,
      lines: [{ line_id: data.lines[0]!.id, pieces: 7, left: 6 }],
    });
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining('待发6') });
  });

  it('is refunded once where the answer was lost or two clerks say it at once, and told as often as it is said', async () => {
    const { no, buyer } = await paid();
    const id = (await read(clerk, no)).data.lines[0]!.id;
    const body = (left: number) => ({ reason: '盘亏', lines: [{ line_id: id, pieces: 4, left }] });
    const both = await Promise.all([miss(clerk, no, body(10)), miss(clerk, no, body(10))]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    const again = await miss(clerk, no, body(10));
    expect(again).toMatchObject({ code: 409, message: expect.stringContaining('待发已变为6') });
    expect((await read(clerk, no)).data).toMatchObject({ pieces_left: 6, lines: [{ refunded: 4 }] });
    expect((await miss(clerk, no, body(6))).data).toMatchObject({ pieces_left: 2, lines: [{ refunded: 8 }] });
    const { rows } = await pool.query(
      `select count(*)::int as notified from message where company_id = $1 and kind = 'order' and ref like 'short:%'`,
      [buyer.companyId],
    );
    expect(rows[0].notified).toBe(2);
  });
});

describe('a parcel under a wrong number', () => {
  const mend = (who: Person, no: string, body: object) =>
    request<DeskOrder>(correct, { method: 'POST', params: { no }, cookie: who.cookie, body });

  it('is corrected once, by its merchant, and what was told of the other number is gone', async () => {
    const { no, buyer } = await paid();
    const [line] = (await read(clerk, no)).data.lines;
    const wrong = parcel(no, { carrier: '顺风', lines: [{ line_id: line!.id, pieces: 4 }] });
    const [sent] = (await send(clerk, no, wrong)).data.sent;
    expect(sent).toMatchObject({ carrier: '顺丰速运', may_correct: 1 });
    const notified = [{ at: new Date(), text: '别人的包裹已发车', state: 'moving' as const }];
    const by = (trackingNo: string) => ({ now: new Date(), askEvery: 3_600_000, trackingNo });
    await writeEvents(db, sent!.id, notified, by(sent!.tracking_no));
    const right = {
      parcel_id: sent!.id,
      known: sent!.tracking_no,
      carrier: '中通',
      tracking_no: `ZT${no.slice(-9)}`,
      reason: '填错了',
    };
    for (const [who, body, code] of [
      [other, right, 404],
      [platform, right, 404],
      [goodsClerk, right, 403],
      [clerk, { ...right, reason: '' }, 422],
      [clerk, { ...right, tracking_no: '错' }, 422],
      [clerk, { ...right, carrier: '快快快' }, 422],
      [clerk, { ...right, parcel_id: 99_999_999 }, 404],
      [clerk, { ...right, known: 'SF000000' }, 409],
    ] as const)
      expect((await mend(who, no, body)).code, JSON.stringify(body)).toBe(code);
    const both = await Promise.all([
      mend(clerk, no, right),
      mend(clerk, no, { ...right, tracking_no: 'ZT2222222' }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    const done = both.find(({ code }) => code === 200)!;
    const [now] = done.data.sent;
    expect(now).toMatchObject({ carrier: '中通快递', may_correct: 1 });
    expect(now!.events.map(({ text }) => text).join()).not.toContain('别人的包裹');
    const again = { ...right, tracking_no: now!.tracking_no };
    expect((await mend(clerk, no, again)).code).toBe(200);
    // What is still on its way about the other number is not written down.
    expect(await writeEvents(db, sent!.id, notified, by(sent!.tracking_no))).toBe(0);
    const mine = await getMyOrder(contextOf(db, buyer), { no });
    expect(mine.shipments[0]).toMatchObject({ tracking_no: now!.tracking_no });
    const { rows } = await pool.query(
      `select title from message where company_id = $1 and ref like 'parcel-corrected:%'`,
      [buyer.companyId],
    );
    expect(rows).toHaveLength(1);
    await pool.query(`update tracking set state = 'signed' where shipment_id = $1`, [sent!.id]);
    expect(
      await mend(clerk, no, { ...again, known: now!.tracking_no, tracking_no: 'ZT3333333' }),
    ).toMatchObject({
      code: 409,
      message: '包裹已签收，不能更正',
    });
  });

  it('is told of a carrier that is not in the list only under its name', async () => {
    const { no } = await paid();
    const [line] = (await read(clerk, no)).data.lines;
    const lines = [{ line_id: line!.id, pieces: 1 }];
    const unknown = await send(clerk, no, parcel(no, { carrier: '快快快', lines }));
    expect(unknown).toMatchObject({ code: 422, message: expect.stringContaining('没有“快快快”这个承运方') });
    const named = await send(clerk, no, parcel(no, { carrier: '其他：快快快物流', lines }));
    expect(named.data.sent[0]).toMatchObject({ carrier: '快快快物流' });
    expect(named.data.carriers[0]).toBe('快快快物流');
  });
});
