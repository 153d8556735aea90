/** Topping up: money that came becomes balance once, whatever is told twice, late, wrong or of nobody's payment. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { topUpWire } from '#lib/contract/wallet/top-up.ts';
import { topUpLimits } from '#lib/rules/money/top-up.ts';
import { company, message, payment, refund, walletLedger } from '#lib/server/db/schema.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { openResultPage } from '#lib/server/paying/pages.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import {
  findTopUpOf,
  getTopUp,
  isOwnTopUp,
  listOwnTopUps,
  listTopUpWays,
  startTopUp,
} from '#lib/server/paying/top-up.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { findWallet } from '#lib/server/ports/payments/wallet-rows.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { noticeOf, press, sendNotice } from '#tests/support/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const oneCall = routeOf(api.topUp);
const startCall = routeOf(api.startTopUp);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const counter = await openCounter();
const minute = 60_000;

async function newBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1);
  if (buyer === undefined) throw new Error('no buyer was made');
  return buyer;
}

const begin = (buyer: Account, amount: string, now = new Date()) =>
  startTopUp(contextOf(db, buyer, {}, now), { amount, provider: 'sandbox' });

/** Balance and the sum of its ledger, which are one number. */
async function balanceOf({ companyId }: Account): Promise<number> {
  const entries = await db.select().from(walletLedger).where(eq(walletLedger.companyId, companyId));
  const { balance } = await findWallet(db, companyId);
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
  return balance;
}

const notified = ({ companyId }: Account) =>
  db
    .select()
    .from(message)
    .where(and(eq(message.companyId, companyId), eq(message.kind, 'wallet')));

describe('a top-up', () => {
  it('becomes balance when the money comes, and the company is told', async () => {
    const buyer = await newBuyer();
    const { pay_no, status, redirect } = await begin(buyer, '1234.56');
    expect(status).toBe('pending');
    expect(await balanceOf(buyer)).toBe(0);
    await press(db, redirect, 'pay');
    expect(await balanceOf(buyer)).toBe(123_456);
    expect(await db.select().from(walletLedger).where(eq(walletLedger.ref, pay_no))).toMatchObject([
      { useType: 'top_up', amount: 123_456, balanceAfter: 123_456, note: '模拟收银台充值' },
    ]);
    expect(await notified(buyer)).toMatchObject([{ title: '充值到账¥1,234.56', link: '/wdqb/yegl' }]);
    expect(topUpWire.parse(await getTopUp(contextOf(db, buyer), { no: pay_no }))).toMatchObject({
      status_text: '已到账',
      is_open: 0,
      amount: '1234.56',
    });
  });

  it('is entered once, told twice, late, ten times at once or pressed in two tabs', async () => {
    const buyer = await newBuyer();
    const { pay_no, redirect } = await begin(buyer, '100');
    await press(db, redirect, 'twice');
    await press(db, redirect, 'pay');
    const body = noticeOf(pay_no, 10_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendNotice(body)));
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200));
    expect(await balanceOf(buyer)).toBe(10_000);
    expect(await notified(buyer)).toHaveLength(1);
  });

  it('is entered once when ten notices of an open one race', async () => {
    const buyer = await newBuyer();
    const { pay_no } = await begin(buyer, '55.55');
    const body = noticeOf(pay_no, 5555);
    await Promise.all(Array.from({ length: 10 }, () => sendNotice(body)));
    expect(await balanceOf(buyer)).toBe(5555);
  });

  it('of another amount, an unknown number or a wrong signature is no money', async () => {
    const buyer = await newBuyer();
    const { pay_no } = await begin(buyer, '100');
    expect((await sendNotice(noticeOf(pay_no, 10_001))).code).toBe(422);
    expect((await sendNotice(noticeOf('P0', 10_000))).code).toBe(404);
    expect((await sendNotice(noticeOf(pay_no, 10_000), 'sandbox', '00'.repeat(32))).code).toBe(403);
    expect(await balanceOf(buyer)).toBe(0);
  });

  it('paid by a second transaction gives that one back', async () => {
    const buyer = await newBuyer();
    const { pay_no, redirect } = await begin(buyer, '100');
    await press(db, redirect, 'pay');
    await sendNotice(noticeOf(pay_no, 10_000, { transaction_no: 'SBother' }));
    expect(await balanceOf(buyer)).toBe(10_000);
    const rows = await db.select().from(refund).where(eq(refund.payNo, pay_no));
    expect(rows).toMatchObject([{ amount: 10_000, providerNo: 'SBother', orderNo: null }]);
  });

  it('that failed may still succeed at the same counter', async () => {
    const buyer = await newBuyer();
    const { pay_no, redirect } = await begin(buyer, '100');
    await press(db, redirect, 'fail');
    expect(await getTopUp(contextOf(db, buyer), { no: pay_no })).toMatchObject({ status: 'failed' });
    await press(db, redirect, 'pay');
    expect(await balanceOf(buyer)).toBe(10_000);
  });

  it('whose notice got lost is found by asking, by the page or by the job', async () => {
    const buyer = await newBuyer();
    const first = await begin(buyer, '100');
    await press(db, first.redirect, 'silent');
    expect(await balanceOf(buyer)).toBe(0);
    expect(await getTopUp(contextOf(db, buyer), { no: first.pay_no })).toMatchObject({ status: 'paid' });
    const second = await begin(buyer, '200');
    await press(db, second.redirect, 'silent');
    await askProviders(db, new Date(Date.now() + 2 * minute));
    expect(await balanceOf(buyer)).toBe(30_000);
  });

  it('that nobody paid in time has failed, and is asked about no more', async () => {
    const buyer = await newBuyer();
    const { pay_no } = await begin(buyer, '100');
    await askProviders(db, new Date(Date.now() + 40 * minute));
    const [row] = await db.select().from(payment).where(eq(payment.no, pay_no));
    expect(row).toMatchObject({ status: 'failed', askAt: null, failReason: '未在时限内完成支付' });
  });

  it('of a company that was closed meanwhile goes back', async () => {
    const buyer = await newBuyer();
    const { pay_no, redirect } = await begin(buyer, '100');
    await db.update(company).set({ status: 'closed' }).where(eq(company.id, buyer.companyId));
    await press(db, redirect, 'pay');
    expect(await balanceOf(buyer)).toBe(0);
    const [row] = await db.select().from(payment).where(eq(payment.no, pay_no));
    expect(row).toMatchObject({ status: 'refunded' });
    expect(await db.select().from(refund).where(eq(refund.payNo, pay_no))).toMatchObject([
      { amount: 10_000, status: 'done' },
    ]);
  });
});

describe('beginning one', () => {
  it('goes on with the same one when pressed again, of ten at once too', async () => {
    const buyer = await newBuyer();
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin(buyer, '88')));
    expect(new Set(begun.map(({ pay_no }) => pay_no)).size).toBe(1);
    expect((await begin(buyer, '89')).pay_no).not.toBe(begun[0]?.pay_no);
    const later = new Date(Date.now() + 21 * minute);
    expect((await begin(buyer, '88', later)).pay_no).not.toBe(begun[0]?.pay_no);
  });

  it('has an end: five wait, of six at once too', async () => {
    const buyer = await newBuyer();
    const amounts = Array.from({ length: topUpLimits.open + 1 }, (_, at) => `${at + 1}`);
    const results = await Promise.allSettled(amounts.map((amount) => begin(buyer, amount)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('without an answer of the provider is asked about, and entered once it is known', async () => {
    const buyer = await newBuyer();
    counter.trouble('order', 'lost');
    expect(await refusalOf(begin(buyer, '100'))).toMatchObject({ code: 503 });
    const [row] = await db.select().from(payment).where(eq(payment.companyId, buyer.companyId));
    expect(row).toMatchObject({ remoteState: 'unknown', status: 'pending', purpose: 'top_up' });
    await press(db, (await begin(buyer, '100')).redirect, 'pay');
    expect(await balanceOf(buyer)).toBe(10_000);
  });

  it.each([
    ['amount=0.99&provider=sandbox', '每次充值1元到50万元'],
    ['amount=500000.01&provider=sandbox', '每次充值1元到50万元'],
    ['amount=1.234&provider=sandbox', '充值金额须为金额，最多两位小数'],
    ['amount=-5&provider=sandbox', '充值金额须为金额，最多两位小数'],
    ['amount=5', '请填写充值方式'],
    ['amount=5&provider=balance', '该充值方式不可用，请换用其他方式'],
    ['amount=5&provider=nobody', '该充值方式不可用，请换用其他方式'],
  ])('refuses %s', async (body, sentence) => {
    const answer = await request(startCall, { body, cookie: await loginAs('demo') });
    expect([answer.code, answer.message]).toEqual([422, sentence]);
  });

  it('is for an approved company, and who deals with its wallet', async () => {
    const body = 'amount=5&provider=sandbox';
    expect((await request(startCall, { body, cookie: await loginAs('pending') })).code).toBe(403);
    expect((await request(startCall, { body, cookie: await loginAs('demo-caigou') })).code).toBe(403);
    expect((await request(startCall, { body })).code).toBe(401);
    expect((await request(startCall, { body, cookie: await loginAs('demo-caiwu') })).code).toBe(200);
  });

  it('offers what takes money from outside', async () => {
    const ways = await listTopUpWays({ db, headers: new Headers() });
    expect(ways.map(({ provider }) => provider)).toEqual(['sandbox']);
  });
});

describe('to another company', () => {
  it('it is not there; nor is it a payment of orders', async () => {
    const [buyer, stranger] = [await newBuyer(), await newBuyer()];
    const { pay_no } = await begin(buyer, '100');
    const theirs = contextOf(db, stranger);
    expect(await refusalOf(getTopUp(theirs, { no: pay_no }))).toMatchObject({ code: 404 });
    expect(await findTopUpOf(theirs, pay_no)).toBeNull();
    expect(await isOwnTopUp(theirs, pay_no)).toBe(false);
    expect(await listOwnTopUps(theirs)).toEqual([]);
    expect(await listOwnTopUps(contextOf(db, buyer))).toMatchObject([{ pay_no, is_open: 1 }]);
    expect(await refusalOf(getPayment(contextOf(db, buyer), { no: pay_no }))).toMatchObject({ code: 404 });
    expect(await openResultPage(contextOf(db, buyer), pay_no)).toBeNull();
    const cookie = await loginAs('demo');
    expect((await request(oneCall, { params: { no: pay_no }, cookie })).code).toBe(404);
  });
});
