/** Refunds at the desk: asked about, and paid by another way by two people, once, whatever the house says when. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DeskRefundsList, DeskRefundsValues } from '#lib/contract/refunds.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { auditLog, bankPayout, booking, message, refund, walletLedger } from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askDeskRefund, listDeskRefunds, settleTwice } from '#lib/server/payments/refund-desk.ts';
import { passReroute, refuseReroute, rerouteRefund } from '#lib/server/payments/refund-reroute.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { recordReturned } from '#lib/server/payments/stopped-refunds.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const ask = routeOf(api.askRefund);
const reroute = routeOf(api.rerouteRefund);
const pass = routeOf(api.passReroute);
const refuse = routeOf(api.refuseReroute);
const settle = routeOf(api.settleTwice);
const list = routeOf(api.deskRefunds);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const wechat = await openWechat();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const admin = await person(db, 'ref.admin', 'admin');
const finance = await person(db, 'ref.finance', 'finance');
const by = ({ username }: Person, now = new Date()): Context<'platform'> => ({
  db,
  now,
  actor: { kind: 'platform', name: username, merchantId: null },
  requestId: 'test',
});
const later = () => new Date(Date.now() + 3_600_000 * 2);
const reason = '原支付账户已注销';

beforeEach(() => void completeEnv(wechat.env));

/** A refund that the house has refused for good. */
async function refused() {
  const [buyer] = await makeBuyers(db, 1, 0);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const { pay_no } = await pay(db, buyer!, trade_no, 'wechat');
  expect(wechat.scan(pay_no)).toBe(true);
  await wechat.notifyPaid(pay_no);
  wechat.next.refund = 'ABNORMAL';
  await refundOrder(byStaff(db), { no: orders[0]!.no, reason: '不要了' });
  const [row] = await db.select().from(refund).where(eq(refund.payNo, pay_no));
  expect(row!.status).toBe('failed');
  return {
    no: row!.no,
    amount: row!.amount,
    companyId: buyer!.companyId,
    orderNo: orders[0]!.no,
    buyer: buyer!,
  };
}

/** The same, with a first person's wish. */
async function asked(way: 'balance' | 'bank' = 'balance') {
  const made = await refused();
  const row = await rerouteRefund(by(admin), { no: made.no, way, reason });
  return { ...made, id: row.reroute!.id };
}

const stateOf = async (no: string) => (await db.select().from(refund).where(eq(refund.no, no)))[0]!.status;
const credited = (no: string) =>
  db
    .select()
    .from(walletLedger)
    .where(and(eq(walletLedger.useType, 'refund'), eq(walletLedger.ref, no)));
const counterpart = (no: string) => wechat.refunds.get(no)!;
const find = async (state: DeskRefundsValues['state'], keyword: string) =>
  (await listDeskRefunds(by(finance), { state, way: '', keyword, page: 1, size: 50 })).list;
const countOf = async (search: string) =>
  (await listToday(by(admin))).find((item) => item.href === '/desk/refunds' && item.search === search)!.count;

describe('the list', () => {
  it('shows what is stuck with what the house said, and finds it by any of its numbers', async () => {
    const made = await refused();
    for (const keyword of [made.no, made.orderNo])
      expect(await find('open', keyword)).toMatchObject([
        {
          no: made.no,
          order_no: made.orderNo,
          state: 'failed',
          tries: 1,
          last_answer: expect.stringMatching(/^渠道拒绝：退款异常/),
          may_ask: 1,
          may_divert: 1,
          may_decide: 0,
        },
      ]);
    expect(await find('failed', made.no)).toHaveLength(1);
    expect(await find('done', made.no)).toEqual([]);
    expect(await find('unknown', made.no)).toEqual([]);
    const wrong = await request<DeskRefundsList>(list, {
      path: '/api/desk/refunds?state=x',
      cookie: admin.cookie,
    });
    expect(wrong.code).toBe(422);
  });

  it('is nobody’s but those who look after payments', async () => {
    const buyer = await loginAs('demo');
    const boss = (await person(db, 'ref.boss', 'admin', 5)).cookie;
    const service = (await person(db, 'ref.service', 'service')).cookie;
    const { no } = await refused();
    for (const [cookie, code] of [
      ['', 404],
      [buyer, 404],
      [boss, 404],
      [service, 403],
    ] as const) {
      const body = { id: '1', way: 'balance', reason, word: reason, serial: 'A-1234' };
      for (const handler of [ask, reroute, pass, refuse, settle])
        expect
          .soft(await request(handler, { method: 'POST', params: { no }, cookie, body }))
          .toMatchObject({ code });
      expect.soft(await request(list, { path: '/api/desk/refunds', cookie })).toMatchObject({ code });
    }
    expect(await stateOf(no)).toBe('failed');
  });
});

describe('asking the house', () => {
  it('sends a refused one again under its number, at once, once', async () => {
    const { no, amount } = await refused();
    wechat.refunds.delete(no);
    await Promise.all([1, 2, 3].map(() => askDeskRefund(by(finance), { no })));
    expect(await stateOf(no)).toBe('done');
    expect(counterpart(no)).toMatchObject({ refund: amount, status: 'SUCCESS' });
    await expect(rerouteRefund(by(admin), { no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
    });
    await expect(askDeskRefund(by(finance), { no: 'X' })).rejects.toMatchObject({ code: 404 });
  });
});

describe('another way', () => {
  it('is asked for by one, carried out by another, once, and nobody sends it meanwhile', async () => {
    const { no, amount, companyId, orderNo, buyer } = await refused();
    const seen = async () => (await getMyOrder(contextOf(db, buyer), { no: orderNo })).refunds;
    expect(await seen()).toMatchObject([{ status_text: '退款受阻，正在重试', is_back: 0 }]);
    const before = await countOf('?state=held');
    const input = { no, way: 'balance', reason } as const;
    const rows = await Promise.all([1, 2, 3].map(() => rerouteRefund(by(admin), input)));
    const id = rows[0]!.reroute!.id;
    expect(rows.map((row) => row.reroute!.id)).toEqual([id, id, id]);
    await expect(rerouteRefund(by(admin), { ...input, way: 'bank' })).rejects.toMatchObject({ code: 409 });
    await expect(rerouteRefund(by(finance), input)).rejects.toMatchObject({ code: 409 });
    expect(await countOf('?state=held')).toBe(before + 1);
    const sent = wechat.count('refund', no);
    wechat.refunds.delete(no);
    await runRefunds(db, later());
    expect([wechat.count('refund', no), await stateOf(no)]).toEqual([sent, 'held']);
    for (const act of [passReroute, refuseReroute])
      await expect(act(by(admin), { no, id, serial: '', word: '算了' })).rejects.toMatchObject({ code: 403 });
    await expect(passReroute(by(finance), { no, id: id + 999, serial: '' })).rejects.toMatchObject({
      code: 404,
    });
    const passed = await Promise.all(
      Array.from({ length: 5 }, () => passReroute(by(finance), { no, id, serial: '' })),
    );
    expect(new Set(passed.map(({ state }) => state))).toEqual(new Set(['diverted']));
    expect(await credited(no)).toMatchObject([{ companyId, amount, note: reason }]);
    expect(await seen()).toMatchObject([{ status_text: '已退回', is_back: 1 }]);
    await runRefunds(db, later());
    expect(wechat.count('refund', no)).toBe(sent);
    expect(await db.$count(message, eq(message.ref, `divert:${id}`))).toBe(1);
    await expect(refuseReroute(by(finance), { no, id, word: '不对' })).rejects.toMatchObject({ code: 409 });
    const acts = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'refund'), eq(auditLog.subjectKey, no)))
      .orderBy(auditLog.id);
    expect(acts.map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      'refund.divert ref.admin',
      'refund.divert_pass ref.finance',
    ]);
  });

  it('by the bank needs a serial number of its own', async () => {
    const [first, second] = [await asked('bank'), await asked('bank')];
    const paid = (made: { no: string; id: number }, serial: string) =>
      passReroute(by(finance), { ...made, serial });
    for (const serial of ['', '12', '流水号一二'])
      await expect(paid(first, serial)).rejects.toMatchObject({ code: 422 });
    expect(await paid(first, 'tx-990001')).toMatchObject({
      state: 'diverted',
      reroute: { serial: 'TX-990001' },
    });
    expect(await paid(first, 'TX-990001')).toMatchObject({ state: 'diverted' });
    await expect(paid(first, 'TX-990002')).rejects.toMatchObject({ code: 409 });
    await expect(paid(second, 'TX-990001')).rejects.toMatchObject({ code: 422 });
    expect(await stateOf(second.no)).toBe('held');
    expect(await db.$count(bankPayout, eq(bankPayout.refundNo, first.no))).toBe(1);
    expect(await credited(first.no)).toEqual([]);
  });

  it('that is refused leaves the refund to its house again', async () => {
    const made = await asked();
    wechat.refunds.delete(made.no);
    const word = '再试一次原路';
    const twice = [1, 2].map(() => refuseReroute(by(finance), { ...made, word }));
    for (const row of await Promise.all(twice)) expect(row).toMatchObject({ state: 'failed' });
    await expect(passReroute(by(finance), { ...made, serial: '' })).rejects.toMatchObject({ code: 409 });
    await runRefunds(db, new Date());
    expect(await stateOf(made.no)).toBe('done');
    expect(await credited(made.no)).toEqual([]);
  });

  it.each([
    ['SUCCESS', 'done'],
    ['PROCESSING', 'unknown'],
  ] as const)('is refused where the house says %s, whoever is at it', async (status, state) => {
    const { no } = await refused();
    counterpart(no).status = status;
    await expect(rerouteRefund(by(admin), { no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
    });
    expect(await stateOf(no)).toBe(state);
    const made = await asked();
    counterpart(made.no).status = status;
    await expect(passReroute(by(finance), { ...made, serial: '' })).rejects.toMatchObject({ code: 409 });
    expect(await stateOf(made.no)).toBe(status === 'SUCCESS' ? 'done' : 'held');
    expect(await credited(made.no)).toEqual([]);
  });

  it('waits while the house does not answer', async () => {
    const [first, second] = [await refused(), await asked()];
    wechat.trouble('query_refund', 'down', 2);
    await expect(rerouteRefund(by(admin), { no: first.no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('没有答复'),
    });
    await expect(passReroute(by(finance), { ...second, serial: '' })).rejects.toMatchObject({ code: 409 });
    expect([await stateOf(first.no), await stateOf(second.no)]).toEqual(['failed', 'held']);
  });
});

describe('a late success', () => {
  it('while it is decided about is the refund itself, and the other way is void', async () => {
    const made = await asked();
    counterpart(made.no).status = 'SUCCESS';
    expect(await wechat.notifyRefund(made.no)).toMatchObject({ status: 200 });
    expect(await find('done', made.no)).toMatchObject([{ reroute: { state: 'void' }, may_decide: 0 }]);
    await expect(passReroute(by(finance), { ...made, serial: '' })).rejects.toMatchObject({ code: 409 });
    expect(await credited(made.no)).toEqual([]);
  });

  it('after it was paid otherwise is a case of the desk, told once, and nothing is paid again', async () => {
    const made = await asked();
    await passReroute(by(finance), { ...made, serial: '' });
    expect(await find('twice', made.no)).toEqual([]);
    const before = await countOf('?state=twice');
    counterpart(made.no).status = 'SUCCESS';
    for (let at = 0; at < 3; at += 1)
      expect(await wechat.notifyRefund(made.no)).toMatchObject({ status: 200 });
    expect(await stateOf(made.no)).toBe('diverted');
    expect(await credited(made.no)).toHaveLength(1);
    expect(await find('twice', made.no)).toMatchObject([{ may_settle: 1, state_text: '两种方式都退了' }]);
    expect(await countOf('?state=twice')).toBe(before + 1);
    const booked = db
      .select()
      .from(booking)
      .where(eq(booking.ref, `${made.no}:twice`));
    expect(await booked).toMatchObject([
      { fromAccount: 'platform', toAccount: 'house', amount: made.amount },
    ]);
    const word = '企业已退还';
    await Promise.all([1, 2].map(() => settleTwice(by(finance), { no: made.no, word })));
    await expect(settleTwice(by(admin), { no: made.no, word })).rejects.toMatchObject({ code: 409 });
    expect(await find('twice', made.no)).toEqual([]);
    expect(await find('diverted', made.no)).toMatchObject([{ reroute: { settled_word: word } }]);
    const other = await refused();
    await expect(settleTwice(by(admin), { no: other.no, word })).rejects.toMatchObject({ code: 409 });
  });
});

describe('at once', () => {
  it('with the job, either has it: the house pays, or it can be paid otherwise', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { no } = await refused();
      // The house forgot it: it is not back now, and would be paid if it were sent.
      wechat.refunds.delete(no);
      const input = rerouteRefund(by(admin), { no, way: 'balance', reason });
      const [won] = await Promise.allSettled([input, runRefunds(db, later())]);
      const isPaidByProvider = wechat.refunds.get(no)?.status === 'SUCCESS';
      expect(won?.status).toBe(isPaidByProvider ? 'rejected' : 'fulfilled');
      expect(await stateOf(no)).toBe(isPaidByProvider ? 'done' : 'held');
    }
  });

  it('with a late success, the money goes once, or is told to have gone twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const made = await asked();
      const [won] = await Promise.allSettled([
        passReroute(by(finance), { ...made, serial: '' }),
        recordReturned(db, made.no, new Date()),
      ]);
      const isPassed = won?.status === 'fulfilled';
      expect(await credited(made.no)).toHaveLength(isPassed ? 1 : 0);
      expect(await find('twice', made.no)).toHaveLength(isPassed ? 1 : 0);
      expect(await stateOf(made.no)).toBe(isPassed ? 'diverted' : 'done');
    }
  });
});
