/** Refunds at the desk: asked about, and paid by another way by two people, once, whatever the house says when. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { moneyList } from '#lib/contract/desk/lists/money.ts';
import { refunds } from '#lib/contract/desk/lists/refunds.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import {
  auditLog,
  bankPayout,
  billDifference,
  booking,
  message,
  refund,
  refundReroute,
  waitingAct,
  walletLedger,
} from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askDeskRefund, settleTwice } from '#lib/server/payments/refund-desk.ts';
import {
  creditReroute,
  refuseReroute,
  rerouteRefund,
  sendReroute,
} from '#lib/server/payments/refund-reroute.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { recordReturned } from '#lib/server/payments/stopped-refunds.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const acts = [
  api.deskRefundsAsk,
  api.deskRefundsDivert,
  api.deskRefundsSent,
  api.deskRefundsBalance,
  api.deskRefundsRefuse,
  api.deskRefundsSettle,
].map(routeOf);
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
  await rerouteRefund(by(admin), { id: made.no, way, reason });
  return { ...made, read: await readAs(finance, made.no) };
}

const stateOf = async (no: string) => (await db.select().from(refund).where(eq(refund.no, no)))[0]!.status;
const credited = (no: string) =>
  db
    .select()
    .from(walletLedger)
    .where(and(eq(walletLedger.useType, 'refund'), eq(walletLedger.ref, no)));
const counterpart = (no: string) => wechat.refunds.get(no)!;
const find = async (state: string, keyword: string) =>
  (await askList(by(finance), refunds, { state, keyword })).rows;
/** The request of a refund, as a person has read it. */
async function readAs(who: Person, no: string) {
  const { rows } = await askList(by(who), refunds, { state: 'all', keyword: no });
  return { id: no, reroute_id: rows[0]!.reroute_id };
}
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
          answer: expect.stringMatching(/^渠道拒绝：退款异常/),
          may_ask: 1,
          may_divert: 1,
          may_refuse: 0,
        },
      ]);
    expect(await find('failed', made.no)).toHaveLength(1);
    expect(await find('done', made.no)).toEqual([]);
    expect(await find('unknown', made.no)).toEqual([]);
    const wrong = await request(list, {
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
      const body = { reroute_id: '1', way: 'balance', reason, serial: 'A-1234' };
      for (const handler of acts)
        expect
          .soft(await request(handler, { method: 'POST', params: { id: no }, cookie, body }))
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
    await Promise.all([1, 2, 3].map(() => askDeskRefund(by(finance), { id: no })));
    expect(await stateOf(no)).toBe('done');
    expect(counterpart(no)).toMatchObject({ refund: amount, status: 'SUCCESS' });
    await expect(rerouteRefund(by(admin), { id: no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
    });
    await expect(askDeskRefund(by(finance), { id: 'X' })).rejects.toMatchObject({ code: 404 });
  });
});

describe('another way', () => {
  it('is asked for by one, carried out by another, once, and nobody sends it meanwhile', async () => {
    const { no, amount, companyId, orderNo, buyer } = await refused();
    const seen = async () => (await getMyOrder(contextOf(db, buyer), { no: orderNo })).refunds;
    expect(await seen()).toMatchObject([{ status_text: '退款受阻，正在重试', is_back: 0 }]);
    const before = await countOf('?state=held');
    const input = { id: no, way: 'balance', reason } as const;
    await Promise.all([1, 2, 3].map(() => rerouteRefund(by(admin), input)));
    const read = await readAs(finance, no);
    expect(await db.$count(refundReroute, eq(refundReroute.refundNo, no))).toBe(1);
    expect(await find('held', no)).toMatchObject([{ may_turn: 1, may_send: 0, may_refuse: 1 }]);
    expect((await askList(by(admin), refunds, { keyword: no })).rows).toMatchObject([
      { may_turn: 0, may_refuse: 0, asked_by: 'ref.admin' },
    ]);
    await expect(rerouteRefund(by(admin), { ...input, way: 'bank' })).rejects.toMatchObject({ code: 409 });
    await expect(rerouteRefund(by(finance), input)).rejects.toMatchObject({ code: 409 });
    expect(await countOf('?state=held')).toBe(before + 1);
    const sent = wechat.count('refund', no);
    wechat.refunds.delete(no);
    await runRefunds(db, later());
    expect([wechat.count('refund', no), await stateOf(no)]).toEqual([sent, 'held']);
    for (const act of [creditReroute, refuseReroute])
      await expect(act(by(admin), { ...read, reason: '算了' })).rejects.toMatchObject({ code: 403 });
    await expect(creditReroute(by(finance), { id: no, reroute_id: 999_999 })).rejects.toMatchObject({
      code: 404,
    });
    await expect(sendReroute(by(finance), { ...read, serial: 'TX-980001' })).rejects.toMatchObject({
      code: 409,
    });
    await Promise.all(Array.from({ length: 5 }, () => creditReroute(by(finance), read)));
    expect(await stateOf(no)).toBe('diverted');
    expect(await credited(no)).toMatchObject([{ companyId, amount, note: reason }]);
    expect(await seen()).toMatchObject([{ status_text: '已退回', is_back: 1 }]);
    await runRefunds(db, later());
    expect(wechat.count('refund', no)).toBe(sent);
    expect(await db.$count(message, eq(message.ref, `divert:${read.reroute_id}`))).toBe(1);
    await expect(refuseReroute(by(finance), { ...read, reason: '不对' })).rejects.toMatchObject({
      code: 409,
    });
    const log = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'refund'), eq(auditLog.subjectKey, no)))
      .orderBy(auditLog.id);
    expect(log.map(({ act, actorId }) => `${act} ${actorId}`)).toEqual([
      'refund.divert ref.admin',
      'refund.divert_pass ref.finance',
    ]);
  });

  it('by the bank needs a serial number of its own', async () => {
    const [first, second] = [await asked('bank'), await asked('bank')];
    const paid = ({ read }: typeof first, serial: string) => sendReroute(by(finance), { ...read, serial });
    for (const serial of ['', '12', '流水号一二'])
      await expect(paid(first, serial)).rejects.toMatchObject({ code: 422 });
    await expect(creditReroute(by(finance), first.read)).rejects.toMatchObject({ code: 409 });
    await paid(first, 'tx-990001');
    await paid(first, 'TX-990001');
    expect(await find('diverted', first.no)).toMatchObject([{ serial: 'TX-990001' }]);
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
    await Promise.all([1, 2].map(() => refuseReroute(by(finance), { ...made.read, reason: word })));
    expect(await stateOf(made.no)).toBe('failed');
    await expect(creditReroute(by(finance), made.read)).rejects.toMatchObject({ code: 409 });
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
    await expect(rerouteRefund(by(admin), { id: no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
    });
    expect(await stateOf(no)).toBe(state);
    const made = await asked();
    counterpart(made.no).status = status;
    await expect(creditReroute(by(finance), made.read)).rejects.toMatchObject({ code: 409 });
    expect(await stateOf(made.no)).toBe(status === 'SUCCESS' ? 'done' : 'held');
    expect(await credited(made.no)).toEqual([]);
  });

  it('waits while the house does not answer', async () => {
    const [first, second] = [await refused(), await asked()];
    wechat.trouble('query_refund', 'down', 2);
    await expect(rerouteRefund(by(admin), { id: first.no, way: 'balance', reason })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('没有答复'),
    });
    await expect(creditReroute(by(finance), second.read)).rejects.toMatchObject({ code: 409 });
    expect([await stateOf(first.no), await stateOf(second.no)]).toEqual(['failed', 'held']);
  });
});

describe('a late success', () => {
  it('while it is decided about is the refund itself, and the other way is void', async () => {
    const made = await asked();
    counterpart(made.no).status = 'SUCCESS';
    expect(await wechat.notifyRefund(made.no)).toMatchObject({ status: 200 });
    expect(await find('done', made.no)).toMatchObject([{ reroute_state: 'void', may_refuse: 0 }]);
    await expect(creditReroute(by(finance), made.read)).rejects.toMatchObject({ code: 409 });
    expect(await credited(made.no)).toEqual([]);
  });

  it('after it was paid otherwise is a case of the desk, told once, and nothing is paid again', async () => {
    const made = await asked();
    await creditReroute(by(finance), made.read);
    expect(await find('twice', made.no)).toEqual([]);
    const before = await countOf('?state=twice');
    counterpart(made.no).status = 'SUCCESS';
    for (let at = 0; at < 3; at += 1)
      expect(await wechat.notifyRefund(made.no)).toMatchObject({ status: 200 });
    expect(await stateOf(made.no)).toBe('diverted');
    expect(await credited(made.no)).toHaveLength(1);
    expect(await find('twice', made.no)).toMatchObject([{ may_settle: 1, state: 'twice' }]);
    expect(await countOf('?state=twice')).toBe(before + 1);
    const booked = db
      .select()
      .from(booking)
      .where(eq(booking.ref, `${made.no}:twice`));
    expect(await booked).toMatchObject([
      { fromAccount: 'platform', toAccount: 'house', amount: made.amount },
    ]);
    const word = '企业已退还';
    await Promise.all([1, 2].map(() => settleTwice(by(finance), { id: made.no, word })));
    await expect(settleTwice(by(admin), { id: made.no, word })).rejects.toMatchObject({ code: 409 });
    expect(await find('twice', made.no)).toEqual([]);
    expect(await find('diverted', made.no)).toMatchObject([{ settled_word: word }]);
    const other = await refused();
    await expect(settleTwice(by(admin), { id: other.no, word })).rejects.toMatchObject({ code: 409 });
  });
});

describe('at once', () => {
  it('with the job, either has it: the house pays, or it can be paid otherwise', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { no } = await refused();
      // The house forgot it: it is not back now, and would be paid if it were sent.
      wechat.refunds.delete(no);
      const input = rerouteRefund(by(admin), { id: no, way: 'balance', reason });
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
        creditReroute(by(finance), made.read),
        recordReturned(db, made.no, new Date()),
      ]);
      const isPassed = won?.status === 'fulfilled';
      expect(await credited(made.no)).toHaveLength(isPassed ? 1 : 0);
      expect(await find('twice', made.no)).toHaveLength(isPassed ? 1 : 0);
      expect(await stateOf(made.no)).toBe(isPassed ? 'diverted' : 'done');
    }
  });
});

describe('the queue of money', () => {
  it('has what a role may decide, the longest waiting first, with where it is decided', async () => {
    const stuck = await refused();
    const act = {
      companyId: stuck.companyId,
      reason: '多收',
      askedBy: 'ref.admin',
      state: 'waiting',
    } as const;
    const [correction] = await db
      .insert(waitingAct)
      .values({ ...act, kind: 'balance', amount: 5_00, createdAt: new Date('2026-01-02T03:04:05Z') })
      .returning();
    await db.insert(waitingAct).values({ ...act, companyId: null, kind: 'setting' });
    const clerk = { ...by(finance), actor: { ...by(finance).actor, role: 'finance' } };
    const { rows } = await askList(clerk, moneyList);
    expect(rows[0]).toMatchObject({
      ...{ id: `act:${correction!.id}`, about: '余额调整', amount: '5.00', asked_by: 'ref.admin' },
      href: expect.stringMatching(/^\/desk\/countersign\?kind=balance&company=/),
    });
    expect(rows).toContainEqual(
      expect.objectContaining({
        id: `refund:${stuck.no}`,
        about: '渠道拒绝',
        href: `/desk/refunds?keyword=${stuck.no}`,
      }),
    );
    expect(rows.map(({ since }) => since)).toEqual(rows.map(({ since }) => since).toSorted());
    expect(rows.some(({ about }) => about === '修改设置')).toBe(false);
    const boss = { ...by(admin), actor: { ...by(admin).actor, role: 'admin' } };
    const tile = (await listToday(boss)).find(({ href }) => href === '/desk/money');
    expect(tile).toMatchObject({
      count: (await askList(boss, moneyList)).total,
      since: correction!.createdAt,
    });
    await db.delete(waitingAct);
    expect((await askList(clerk, moneyList, { kind: 'act' })).rows).toEqual([]);
  });

  it('has two differences of one number on two pages', async () => {
    const one = { source: 'wechat', day: '2026-01-02', kind: 'refund', no: 'R1', providerNo: '' } as const;
    await db.insert(billDifference).values([
      { ...one, problem: 'amount', theirs: 200 },
      { ...one, kind: 'payment', problem: 'amount', theirs: 300 },
    ]);
    const clerk = { ...by(finance), actor: { ...by(finance).actor, role: 'finance' } };
    const asked = { kind: 'difference', size: 1 } as const;
    const first = await askList(clerk, moneyList, asked);
    const second = await askList(clerk, moneyList, { ...asked, after: first.next ?? '' });
    const amounts = [first, second].map(({ rows }) => rows.map(({ amount }) => amount));
    expect(amounts.flat().toSorted()).toEqual(['2.00', '3.00']);
    await db.delete(billDifference);
  });
});
