/** 微信支付 over a counterpart that checks, signs and seals as it does: every step, and each fault of it. */
import { X509Certificate } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { jobFailure, order as orderTable, payment, refund, walletLedger } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { openPayPage } from '#lib/server/paying/pages.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { getTopUp, startTopUp } from '#lib/server/paying/top-up.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import { findForgery } from '#lib/server/ports/payments/wechat-signature.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { noticeVector } from './data/wechat-vector.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const wechat = await openWechat();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);

beforeEach(() => void completeEnv(wechat.env));

async function unpaid(balance = 0) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, tradeNo: trade_no, no: orders[0]!.no };
}

/** A trade whose code is shown. `balance`: yuan of it from the balance. */
async function begun(balance?: string) {
  const made = await unpaid(balance === undefined ? 0 : 1_000_000);
  const { pay_no } = await pay(db, made.buyer, made.tradeNo, 'wechat', new Date(), balance);
  return { ...made, payNo: pay_no, amount: (await paymentOf(pay_no)).amount };
}

/** The same, scanned and told. */
async function paidFor(balance?: string) {
  const made = await begun(balance);
  expect(wechat.scan(made.payNo)).toBe(true);
  expect(await wechat.notifyPaid(made.payNo)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  expect(await statusOf(made.no)).toBe('to_ship');
  return made;
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function statusOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

const refundsOf = (payNo: string) => db.select().from(refund).where(eq(refund.payNo, payNo));
const giveUp = (no: string) => refundOrder(byStaff(db), { no, reason: '不要了' });
const look = ({ buyer, payNo }: { buyer: Parameters<typeof contextOf>[1]; payNo: string }) =>
  getPayment(contextOf(db, buyer), { no: payNo });

describe('signatures', () => {
  const { certificate, headers, body, at } = noticeVector;
  const theirs = [{ id: 'D7CE59D1F522D701', key: new X509Certificate(certificate).publicKey }];
  const check = (changes: Record<string, string> = {}, text = body, now = at) =>
    findForgery({ theirs }, Buffer.from(text), new Headers({ ...headers, ...changes }), now);

  it('of the vector in their own SDK are right over exactly its bytes', () => {
    expect(check()).toBeNull();
    expect(check({}, body.replace('签约', '解约'))).toBe('签名不正确');
    expect(check({ 'wechatpay-nonce': 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBy' })).toBe('签名不正确');
    expect(check({ 'wechatpay-timestamp': '1624523847' })).toBe('签名不正确');
  });

  it('hold five minutes either way, and by a known key alone', () => {
    expect(check({}, body, at + 5 * minute)).toBeNull();
    expect(check({}, body, at + 5 * minute + 1)).toContain('时间戳');
    expect(check({}, body, at - 5 * minute - 1)).toContain('时间戳');
    expect(check({ 'wechatpay-serial': 'D7CE59D1F522D702' })).toContain('D7CE59D1F522D702');
    expect(check({ 'wechatpay-nonce': '' })).toContain('随机串');
  });
});

describe('keys', () => {
  it('are all there or none: what is missing is named', () => {
    const { WECHAT_PAY_API_KEY: _, ...half } = wechat.env;
    expect(() => parseEnv(half)).toThrow(/^环境变量有误：WECHAT_PAY_API_KEY（微信支付密钥不完整）/);
    expect(parseEnv({}).WECHAT_PAY_API_KEY).toBeUndefined();
  });

  it.each([
    ['WECHAT_PAY_PRIVATE_KEY', 'no key', /WECHAT_PAY_PRIVATE_KEY（不是 RSA 私钥/],
    ['WECHAT_PAY_PRIVATE_KEY', wechat.env.WECHAT_PAY_PUBLIC_KEY, /WECHAT_PAY_PRIVATE_KEY（不是 RSA 私钥/],
    ['WECHAT_PAY_PUBLIC_KEY', wechat.env.WECHAT_PAY_PRIVATE_KEY, /WECHAT_PAY_PUBLIC_KEY（这里应填对方的公钥/],
    [
      'WECHAT_PAY_PUBLIC_KEY',
      noticeVector.certificate,
      /WECHAT_PAY_PUBLIC_KEY_ID（与 .*D7CE59D1F522D701 不符/,
    ],
    ['WECHAT_PAY_PUBLIC_KEY_ID', '5157F09EFDC096DE', /WECHAT_PAY_PUBLIC_KEY_ID（.*PUB_KEY_ID_ 开头/],
    ['WECHAT_PAY_API_KEY', 'short', /WECHAT_PAY_API_KEY（APIv3 密钥应为 32 个字符/],
    ['WECHAT_PAY_MERCHANT_ID', 'me', /WECHAT_PAY_MERCHANT_ID（应为/],
    ['WECHAT_PAY_APP_ID', 'wx1', /WECHAT_PAY_APP_ID（应形如/],
    ['WECHAT_PAY_SERIAL', 'xyz', /WECHAT_PAY_SERIAL（应为/],
  ])('%s that is wrong (%.12s…) is named at the start', (name, value, sentence) => {
    expect(() => parseEnv({ ...wechat.env, [name]: value })).toThrow(sentence);
  });

  it('that are somebody else’s are refused there, and the log says which to look at', async () => {
    completeEnv({ WECHAT_PAY_PRIVATE_KEY: wechat.otherKey });
    const made = await unpaid();
    const forged = wechat.seen.forged;
    await expect(pay(db, made.buyer, made.tradeNo, 'wechat')).rejects.toMatchObject({ code: 503 });
    expect(wechat.seen.forged).toBe(forged + 1);
    expect((await askProviders(db, later(2 * minute))).failed).toBe(1);
    const [failure] = await db.select().from(jobFailure);
    expect(failure!.error).toContain('WECHAT_PAY_SERIAL 和 WECHAT_PAY_PRIVATE_KEY');
    completeEnv(wechat.env);
    await askProviders(db, later(60 * minute));
  });
});

describe('paying', () => {
  it('shows a code that a phone scans, also to who comes back, and the notice pays once', async () => {
    const made = await begun();
    const asked = wechat.asked.findLast(({ act }) => act === 'native');
    expect(JSON.parse(asked!.body)).toMatchObject({
      mchid: '1900000001',
      out_trade_no: made.payNo,
      amount: { total: made.amount, currency: 'CNY' },
      time_expire: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
      notify_url: expect.stringMatching(/\/api\/pay\/notify\/wechat$/),
    });
    expect(await look(made)).toMatchObject({ status: 'pending', qr: { size: expect.any(Number) } });
    const page = await openPayPage(contextOf(db, made.buyer), made.tradeNo);
    expect(page).toMatchObject({ trade: { waiting: { pay_no: made.payNo } }, paidBy: null });

    wechat.scan(made.payNo);
    const both = await Promise.all([1, 2].map(() => wechat.notifyPaid(made.payNo)));
    expect(both.map(({ body }) => body.code)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await wechat.notifyPaid(made.payNo)).toMatchObject({ status: 200 });
    expect(await look(made)).toMatchObject({ status: 'paid', qr: null, qr_until: '' });
    expect(await refundsOf(made.payNo)).toEqual([]);
    expect(await openPayPage(contextOf(db, made.buyer), made.tradeNo)).toMatchObject({
      trade: { waiting: null },
      paidBy: made.payNo,
    });
  });

  it('tops the balance up by the same code, notice and question', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const context = contextOf(db, buyer!);
    const begin = () => startTopUp(context, { amount: '200.00', provider: 'wechat' });
    const [first, again] = [await begin(), await begin()];
    expect(again).toEqual({ pay_no: first.pay_no, status: 'pending' });
    expect(await getTopUp(context, { no: first.pay_no })).toMatchObject({ qr: { size: expect.any(Number) } });
    wechat.scan(first.pay_no);
    await Promise.all([1, 2].map(() => wechat.notifyPaid(first.pay_no)));
    expect(await getTopUp(context, { no: first.pay_no })).toMatchObject({ status: 'paid', qr: null });
    const entries = await db.select().from(walletLedger).where(eq(walletLedger.companyId, buyer!.companyId));
    expect(entries.map(({ amount }) => amount)).toEqual([20_000]);
  });

  it('is made up for by asking when the notice gets lost: by the page, or by the job', async () => {
    const [seen, unseen] = [await begun(), await begun()];
    for (const { payNo } of [seen, unseen]) wechat.scan(payNo);
    expect(await look(seen)).toMatchObject({ status: 'paid' });
    await Promise.all([1, 2].map(() => askProviders(db, later(61_000))));
    expect(await paymentOf(unseen.payNo)).toMatchObject({ status: 'paid', remoteState: 'done', askAt: null });
  });

  it('stays open while nobody scans, and is over after its time', async () => {
    const made = await begun();
    await askProviders(db, later(2 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'pending', remoteState: 'sent' });
    await askProviders(db, later(40 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'failed', askAt: null });
  });

  it('with the balance takes its part first, and gives it back when nobody scans', async () => {
    const made = await begun('3.00');
    const entries = () =>
      db.select().from(walletLedger).where(eq(walletLedger.companyId, made.buyer.companyId));
    expect((await entries()).map(({ amount }) => amount)).toEqual([1_000_000, -300]);
    await cancelMyOrder(contextOf(db, made.buyer), { no: made.no });
    await askProviders(db, later(minute));
    await runRefunds(db, later(minute));
    expect((await entries()).map(({ amount }) => amount)).toEqual([1_000_000, -300, 300]);
    expect(wechat.scan(made.payNo)).toBe(false);
  });
});

describe('a notice is refused', () => {
  it.each([
    ['signed by somebody else', {}, { signer: wechat.otherKey }, 403],
    ['changed on its way', {}, { change: (body: string) => body.replace('支付成功', '支付完成') }, 403],
    ['of ten minutes ago', {}, { at: Date.now() - 10 * minute }, 403],
    ['by an unknown key', {}, { headers: { 'wechatpay-serial': 'PUB_KEY_ID_0' } }, 403],
    ['sealed with another APIv3 key', {}, { key: '0'.repeat(32) }, 403],
    ['of another merchant', { mchid: '1900000002' }, {}, 403],
    ['of another AppID', { appid: 'wx9999999999abcdef' }, {}, 403],
    ['of another amount', { amount: { total: 1, currency: 'CNY' } }, {}, 422],
    ['in another currency', { amount: { total: 1, currency: 'USD' } }, {}, 422],
    ['of an unknown payment', { out_trade_no: 'P0' }, {}, 404],
    ['without its number', { transaction_id: '' }, {}, 422],
    ['that is no JSON', {}, { change: () => '{' }, 403],
  ])('%s', async (_name, changes, sending, status) => {
    const made = await begun();
    wechat.scan(made.payNo);
    expect(await wechat.notifyPaid(made.payNo, changes, sending)).toMatchObject({
      status,
      body: { code: 'FAIL' },
    });
    expect(await statusOf(made.no)).toBe('to_pay');
    expect(await wechat.notifyPaid(made.payNo)).toMatchObject({ status: 200 });
    expect(await statusOf(made.no)).toBe('to_ship');
  });
});

describe('a line that breaks', () => {
  it.each(['cut', 'lost', 'forged', 'stale', 'down'] as const)(
    'as it begins (%s): 503; the buyer begins again and pays, the first one is closed',
    async (kind) => {
      const made = await unpaid();
      wechat.trouble('native', kind);
      await expect(pay(db, made.buyer, made.tradeNo, 'wechat')).rejects.toMatchObject({ code: 503 });
      const [first] = await db.select().from(payment).where(eq(payment.companyId, made.buyer.companyId));
      expect(first).toMatchObject({ status: 'pending', remoteState: 'unknown', qr: null });
      const again = await pay(db, made.buyer, made.tradeNo, 'wechat');
      await askProviders(db, later(2 * minute));
      // One that they have never heard of may still be on its way, and is closed when it cannot be any more.
      await askProviders(db, later(20 * minute));
      expect(await paymentOf(first!.no)).toMatchObject({
        status: 'closed',
        remoteState: 'failed',
        askAt: null,
      });
      expect(wechat.scan(first!.no)).toBe(false);
      expect(wechat.scan(again.pay_no)).toBe(true);
      await wechat.notifyPaid(again.pay_no);
      expect(await statusOf(made.no)).toBe('to_ship');
    },
  );

  it('for an hour: what was paid, closed and given back meanwhile is done when it is back', async () => {
    const [asked, closed, given] = [await begun(), await begun(), await paidFor()];
    wechat.scan(asked.payNo);
    await cancelMyOrder(contextOf(db, closed.buyer), { no: closed.no });
    for (const act of ['query', 'close', 'refund', 'query_refund'] as const) wechat.trouble(act, 'down', 30);
    await giveUp(given.no);
    for (let at = 1; at <= 60; at += 10) {
      await askProviders(db, later(at * minute));
      await runRefunds(db, later(at * minute));
    }
    expect(await statusOf(asked.no)).toBe('to_pay');
    expect(await refundsOf(given.payNo)).toMatchObject([{ status: 'unknown' }]);
    wechat.restore();
    await askProviders(db, later(180 * minute));
    await runRefunds(db, later(180 * minute));
    expect(await paymentOf(asked.payNo)).toMatchObject({ remoteState: 'done' });
    expect(await paymentOf(closed.payNo)).toMatchObject({ status: 'closed', remoteState: 'failed' });
    expect(wechat.given(given.payNo)).toEqual([given.amount]);
  });
});

describe('closing', () => {
  it('takes no more money; what came before goes back once, told or not', async () => {
    const [open, scanned] = [await begun(), await begun()];
    wechat.scan(scanned.payNo);
    for (const one of [open, scanned]) await cancelMyOrder(contextOf(db, one.buyer), { no: one.no });
    await Promise.all([1, 2].map(() => askProviders(db, later(0))));
    expect(wechat.scan(open.payNo)).toBe(false);
    expect(await wechat.notifyPaid(scanned.payNo)).toMatchObject({ status: 200 });
    expect(wechat.given(scanned.payNo)).toEqual([scanned.amount]);
    expect(await paymentOf(scanned.payNo)).toMatchObject({ status: 'refunded', remoteState: 'done' });
  });

  it('begun twice and scanned twice, one pays and the other comes back', async () => {
    const made = await unpaid();
    const both = await Promise.all([1, 2].map(() => pay(db, made.buyer, made.tradeNo, 'wechat')));
    for (const { pay_no } of both) wechat.scan(pay_no);
    await Promise.all(both.map(({ pay_no }) => wechat.notifyPaid(pay_no)));
    await runRefunds(db, later(minute));
    const states = await Promise.all(both.map(({ pay_no }) => paymentOf(pay_no)));
    expect(states.map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
    expect(both.flatMap(({ pay_no }) => wechat.given(pay_no))).toEqual([states[0]!.amount]);
  });

  it('told, asked, cancelled at once: it pays the order or comes back whole', async () => {
    for (let round = 0; round < 8; round++) {
      const made = await begun(round % 2 === 0 ? '1.00' : undefined);
      wechat.scan(made.payNo);
      await Promise.allSettled([
        wechat.notifyPaid(made.payNo),
        look(made),
        cancelMyOrder(contextOf(db, made.buyer), { no: made.no }),
        askProviders(db, later(61_000)),
        wechat.notifyPaid(made.payNo),
      ]);
      await askProviders(db, later(5 * minute));
      await runRefunds(db, later(10 * minute));
      const isPaid = (await statusOf(made.no)) === 'to_ship';
      expect(wechat.given(made.payNo)).toEqual(isPaid ? [] : [made.amount]);
      const entries = await db
        .select()
        .from(walletLedger)
        .where(eq(walletLedger.companyId, made.buyer.companyId));
      const left = entries.reduce((sum, { amount }) => sum + amount, 0);
      expect(left).toBe(round % 2 === 0 ? (isPaid ? 999_900 : 1_000_000) : 0);
    }
  });
});

describe('a refund', () => {
  it('goes back by both ways in proportion, the wallet’s at once', async () => {
    const made = await paidFor('3.00');
    await giveUp(made.no);
    expect(wechat.given(made.payNo)).toEqual([made.amount]);
    const entries = await db
      .select()
      .from(walletLedger)
      .where(eq(walletLedger.companyId, made.buyer.companyId));
    expect(entries.map(({ amount }) => amount)).toEqual([1_000_000, -300, 300]);
  });

  it.each(['lost', 'forged', 'stale'] as const)(
    'whose answer got lost (%s) is asked about and not sent twice',
    async (kind) => {
      const made = await paidFor();
      wechat.trouble('refund', kind);
      await giveUp(made.no);
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'unknown' }]);
      const sent = wechat.count('refund', made.no.slice(1));
      await Promise.all([1, 2, 3].map(() => runRefunds(db, later(2 * minute))));
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
      expect(wechat.given(made.payNo)).toEqual([made.amount]);
      expect(wechat.count('refund', made.no.slice(1))).toBe(sent);
    },
  );

  it('that takes its time is done by its notice, once; a notice alone is not believed', async () => {
    const made = await paidFor();
    wechat.next.refund = 'PROCESSING';
    await giveUp(made.no);
    const [row] = await refundsOf(made.payNo);
    expect(row).toMatchObject({ status: 'sent' });
    expect(await wechat.notifyRefund(row!.no)).toMatchObject({ status: 200 });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'sent' }]);
    wechat.refunds.get(row!.no)!.status = 'SUCCESS';
    expect(await wechat.notifyRefund(row!.no)).toMatchObject({ status: 200 });
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
    expect(await wechat.notifyRefund(row!.no)).toMatchObject({ status: 200 });
    expect(await wechat.notifyRefund('R0')).toMatchObject({ status: 404 });
  });

  it('that they closed is sent again under the next number', async () => {
    const made = await paidFor();
    wechat.next.refund = 'CLOSED';
    await giveUp(made.no);
    await runRefunds(db, later(2 * minute));
    expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
    expect(wechat.given(made.payNo)).toEqual([made.amount]);
  });

  it.each(['ABNORMAL', 'NOT_ENOUGH'] as const)(
    'that does not go through (%s) is owed, tried again, and an alarm',
    async (why) => {
      const made = await paidFor();
      const row = wechat.orders.get(made.payNo)!;
      if (why === 'ABNORMAL') wechat.next.refund = why;
      else
        wechat.refunds.set('other', {
          no: 'other',
          orderNo: made.payNo,
          refund: row.total,
          status: 'SUCCESS',
          at: '',
          way: 'wechat',
        });
      await giveUp(made.no);
      const [owed] = await refundsOf(made.payNo);
      expect(owed).toMatchObject({ status: 'failed' });
      const [failure] = await db.select().from(jobFailure).where(eq(jobFailure.rowKey, owed!.no));
      expect(failure!.error).toContain(why === 'ABNORMAL' ? '退款异常' : 'NOT_ENOUGH');
      wechat.refunds.delete('other');
      if (why === 'ABNORMAL') wechat.refunds.get(owed!.no)!.status = 'SUCCESS';
      await runRefunds(db, later(10 * minute));
      expect(await refundsOf(made.payNo)).toMatchObject([{ status: 'done' }]);
      expect(wechat.given(made.payNo)).toEqual([made.amount]);
    },
  );
});
