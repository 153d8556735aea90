/** 找人代付: a signed link that anyone may pay by, that tells nothing, ends with its trade and never pays twice. */

import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { sendNews } from '#lib/server/core/bus/event-rows.ts';
import { closeStreams, countListeners, maxOfCompany, maxStreams } from '#lib/server/core/events/hub.ts';
import { openStream } from '#lib/server/core/events/stream.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { member, order as orderTable, payment, refund, walletLedger } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { payByLink, readLinkedTrade } from '#lib/server/paying/by-link.ts';
import { makePayLink, readPayLink, revokePayLink } from '#lib/server/paying/links.ts';
import { getPayment } from '#lib/server/paying/read.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { linkToken, readLinkToken } from '#lib/server/ports/payments/link-token.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { callHandler } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { busy, until } from '#tests/support/server-process.ts';
import { GET as receiveCall } from '../../src/pages/api/pay/link/[token]/events.ts';

const payCall = routeOf(api.payByLink);
const readCall = routeOf(api.linkedTrade);

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const wechat = await openWechat();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const later = (ms: number) => new Date(Date.now() + ms);
const minute = 60_000;
const visit = (now = new Date()) => ({ db, now, requestId: 'test', headers: new Headers() });

beforeEach(() => void completeEnv(wechat.env));

async function linked(balance = 0) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const { trade_no: tradeNo, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const made = await makePayLink(contextOf(db, buyer!), { trade_no: tradeNo });
  return { buyer: buyer!, tradeNo, no: orders[0]!.no, made, token: made.url.split('/').at(-1)! };
}

const openOf = (token: string) =>
  db
    .select()
    .from(payment)
    .where(and(eq(payment.status, 'pending'), eq(payment.linkId, readLinkToken(token)!.id)));

async function begun(token: string): Promise<string> {
  expect(await payByLink(visit(), { token, provider: 'wechat' })).toEqual({
    pay_no: expect.any(String),
  });
  return (await openOf(token))[0]!.no;
}

async function statusOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

describe('the link', () => {
  it('is the same while it lives, and another company neither makes, sees nor revokes it', async () => {
    const { buyer, tradeNo, made } = await linked();
    expect((await makePayLink(contextOf(db, buyer), { trade_no: tradeNo })).url).toBe(made.url);
    const [other] = await makeBuyers(db, 1);
    const foreign = contextOf(db, other!);
    await expect(makePayLink(foreign, { trade_no: tradeNo })).rejects.toMatchObject({ code: 404 });
    await expect(revokePayLink(foreign, { trade_no: tradeNo })).rejects.toMatchObject({ code: 404 });
    expect(await readPayLink(foreign, tradeNo)).toBeNull();
    expect((await readPayLink(contextOf(db, buyer), tradeNo))?.url).toBe(made.url);
  });

  it('is one also where two make it at once', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const { trade_no } = await order(db, buyer!, [{ goodsId, number: 10 }]);
    const made = await Promise.all([1, 2, 3].map(() => makePayLink(contextOf(db, buyer!), { trade_no })));
    expect(new Set(made.map(({ url }) => url)).size).toBe(1);
  });

  it('shows who asks, merchants and the total, and nothing of lines or of people', async () => {
    const { buyer, tradeNo, no, token } = await linked();
    const answer = await callHandler(readCall, { path: `/api/pay/link/${token}`, params: { token } });
    const text = await answer.text();
    const { data } = JSON.parse(text);
    expect(data).toMatchObject({ state: 'open', waiting: null });
    expect(data.merchants).toHaveLength(1);
    expect(data.company).toBe(buyer.company);
    expect(data.methods.map(({ provider }: { provider: string }) => provider)).not.toContain('balance');
    for (const secret of [tradeNo, no, buyer.name, buyer.userId, '采购', '示范路', 'price', 'goods'])
      expect(text).not.toContain(secret);
  });

  it('forged or cut tells nothing and pays nothing', async () => {
    const { token } = await linked();
    const [id = '', until = '', mac = ''] = token.split('.');
    const longer = (Number.parseInt(until, 36) + 60).toString(36);
    for (const wrong of [
      '1',
      '',
      `${id}.${longer}.${mac}`,
      `${id}.${until}.${'A'.repeat(43)}`,
      `${token}x`,
    ]) {
      expect(await readLinkedTrade(visit(), { token: wrong })).toMatchObject({
        state: 'unknown',
        merchants: [],
      });
      await expect(payByLink(visit(), { token: wrong, provider: 'wechat' })).rejects.toMatchObject({
        code: 404,
      });
    }
    expect((await readLinkedTrade(visit(), { token: linkToken(9_999_999, later(minute)) })).state).toBe(
      'unknown',
    );
  });
});

describe('paying by it', () => {
  it('takes the money, and the buyer sees that somebody else paid', async () => {
    const { buyer, no, token } = await linked();
    const payNo = await begun(token);
    const seen = await readLinkedTrade(visit(), { token });
    expect(seen.waiting).toMatchObject({ provider_text: '微信支付' });
    expect([seen.company, seen.receipt]).toEqual([buyer.company, null]);
    expect(seen.waiting?.qr).not.toBeNull();
    expect(wechat.scan(payNo)).toBe(true);
    // The notice was lost: looking at the page makes up for it.
    expect(await readLinkedTrade(visit(), { token })).toMatchObject({
      state: 'paid',
      amount: '0.00',
      company: '',
      receipt: null,
    });
    expect(await statusOf(no)).toBe('to_ship');
    // Only who began the payment knows its number, and gets a receipt by this link alone.
    const { receipt } = await readLinkedTrade(visit(), { token, pay_no: payNo });
    expect(receipt).toMatchObject({ pay_no: payNo, company: buyer.company, amount: seen.amount });
    const other = await linked(1_000_000);
    for (const asked of [
      { token, pay_no: 'P1' },
      { token: other.token, pay_no: payNo },
    ])
      expect((await readLinkedTrade(visit(), asked)).receipt).toBeNull();
    const own = await getPayment(contextOf(db, buyer), { no: payNo });
    expect(own).toMatchObject({ status: 'paid', provider_text: '微信支付（他人代付）' });
    await expect(payByLink(visit(), { token, provider: 'wechat' })).rejects.toMatchObject({ code: 409 });
    await wechat.notifyPaid(payNo);
    expect(wechat.given(payNo)).toEqual([]);
  });

  it('needs no login, and no way that is the buyer’s own', async () => {
    const { token } = await linked(1_000_000);
    const ask = (provider: string) =>
      callHandler(payCall, {
        path: `/api/pay/link/${token}`,
        params: { token },
        body: new URLSearchParams({ provider }).toString(),
      });
    for (const provider of ['balance', 'transfer', 'nobody', ''])
      expect((await ask(provider)).status).toBe(422);
    expect((await ask('wechat')).status).toBe(200);
  });

  it('never pays twice, whoever is first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { buyer, tradeNo, no, token } = await linked(1_000_000);
      const before = await payNosOf(buyer);
      const tries = await Promise.allSettled([
        payByLink(visit(), { token, provider: 'wechat' }),
        pay(db, buyer, tradeNo, round % 2 === 0 ? 'balance' : 'wechat'),
        payByLink(visit(), { token, provider: 'wechat' }),
      ]);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
      const all = (await payNosOf(buyer)).filter((one) => !before.includes(one));
      // Everybody who still has a code pays it, at once.
      const scanned = all.filter((one) => wechat.scan(one));
      await Promise.all(scanned.map((one) => wechat.notifyPaid(one)));
      await askProviders(db, later(minute));
      await runRefunds(db, later(2 * minute));
      const rows = await db.select().from(payment).where(eq(payment.companyId, buyer.companyId));
      expect(rows.filter(({ status }) => status === 'paid')).toHaveLength(1);
      expect(await statusOf(no)).toBe('to_ship');
      // What every provider holds is what the order costs.
      const price = rows[0]!.amount;
      const held = scanned.reduce(
        (sum, one) => sum + price - wechat.given(one).reduce((gone, amount) => gone + amount, 0),
        0,
      );
      const spent = await db
        .select()
        .from(walletLedger)
        .where(and(eq(walletLedger.companyId, buyer.companyId), eq(walletLedger.useType, 'pay')));
      expect(held + spent.reduce((sum, row) => sum - row.amount, 0)).toBe(price);
    }
  });
});

async function payNosOf(buyer: Account): Promise<string[]> {
  const rows = await db.select().from(payment).where(eq(payment.companyId, buyer.companyId));
  return rows.map(({ no }) => no);
}

describe('its end', () => {
  it('comes when its buyer revokes it: what was begun is closed, and what comes on it goes back', async () => {
    const { buyer, tradeNo, no, token, made } = await linked();
    const early = await begun(token);
    await revokePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    await revokePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    expect((await readLinkedTrade(visit(), { token })).state).toBe('revoked');
    await expect(payByLink(visit(), { token, provider: 'wechat' })).rejects.toMatchObject({ code: 409 });
    expect(wechat.scan(early)).toBe(true);
    await wechat.notifyPaid(early);
    expect(await statusOf(no)).toBe('to_pay');
    expect(wechat.given(early)).toHaveLength(1);
    const again = await makePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    expect(again.url).not.toBe(made.url);
    const second = await begun(again.url.split('/').at(-1)!);
    await revokePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    await askProviders(db, later(1_000));
    // The provider closed it too: a phone that has the code pays nothing.
    expect(wechat.scan(second)).toBe(false);
  });

  it('comes with the trade: cancelled, over, paid by its buyer', async () => {
    const gone = await linked();
    await cancelMyOrder(contextOf(db, gone.buyer), { no: gone.no, reason: '不想要了' });
    expect((await readLinkedTrade(visit(), gone)).state).toBe('cancelled');
    const over = await linked();
    const after = visit(later(31 * minute));
    expect((await readLinkedTrade(after, over)).state).toBe('expired');
    await expect(payByLink(after, { ...over, provider: 'wechat' })).rejects.toMatchObject({ code: 409 });
    const paid = await linked(1_000_000);
    const payNo = await begun(paid.token);
    await pay(db, paid.buyer, paid.tradeNo);
    expect((await readLinkedTrade(visit(), paid)).state).toBe('paid');
    wechat.scan(payNo);
    await wechat.notifyPaid(payNo);
    expect(wechat.given(payNo)).toHaveLength(1);
    expect(await db.select().from(refund).where(eq(refund.payNo, payNo))).toHaveLength(1);
    await expect(makePayLink(contextOf(db, paid.buyer), { trade_no: paid.tradeNo })).rejects.toMatchObject({
      code: 409,
    });
  });

  it('comes with its maker’s right to pay', async () => {
    const { buyer, token } = await linked();
    await db.update(member).set({ role: 'viewer' }).where(eq(member.userId, buyer.userId));
    expect((await readLinkedTrade(visit(), { token })).state).toBe('revoked');
    await expect(payByLink(visit(), { token, provider: 'wechat' })).rejects.toMatchObject({ code: 409 });
  });
});

describe('its stream', () => {
  afterEach(closeStreams);

  /** Reads a stream on the side; `heard` grows. */
  async function receive(token: string) {
    const response = await callHandler(receiveCall, {
      path: `/api/pay/link/${token}/events`,
      params: { token },
    });
    if (response.status !== 200) return { status: response.status, received: [] };
    const stream = { status: 200, received: [] as string[], isOver: false };
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    void (async () => {
      for (let text = ''; ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        const parts = (text + value).split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts)
          stream.received.push(
            part.replace(/^event: (\w+)\ndata: (.*)$/s, (_, event, data) =>
              event === 'hello' ? event : `${event} ${data}`,
            ),
          );
      }
      stream.isOver = true;
    })();
    await until('hello', () => stream.received.length > 0);
    return stream;
  }

  it('tells that it was paid, soon after the notice, and says nothing of what', async () => {
    const { token } = await linked();
    const payNo = await begun(token);
    const stream = await receive(token);
    expect(wechat.scan(payNo)).toBe(true);
    const before = Date.now();
    await wechat.notifyPaid(payNo);
    await until('paid', () => stream.received.length > 1);
    expect(Date.now() - before).toBeLessThan(busy * 1_000);
    expect(stream.received).toEqual(['hello', 'order null']);
  });

  it('tells nothing of the buyer’s other orders, and that it was revoked', async () => {
    const { buyer, tradeNo, token } = await linked();
    const stream = await receive(token);
    const other = await order(db, buyer, [{ goodsId, number: 10 }]);
    const { pay_no } = await pay(db, buyer, other.trade_no, 'wechat');
    wechat.scan(pay_no);
    await wechat.notifyPaid(pay_no);
    await sendNews(db, [
      { companyId: buyer.companyId, kind: 'message' },
      { companyId: buyer.companyId, kind: 'order' },
    ]);
    await revokePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    await until('revoked', () => stream.received.length > 1);
    expect(stream.received).toEqual(['hello', 'order null']);
  });

  it('is opened by a token of ours alone, and takes no place of the company’s people', async () => {
    const { buyer, token } = await linked();
    expect((await receive(`${token}x`)).status).toBe(404);
    const own = await openStream(contextOf(db, buyer));
    for (let count = 0; count < maxStreams + 2; count += 1) await receive(token);
    // Its own oldest gave way, the buyer's did not.
    expect(countListeners()).toBe(maxStreams + 1);
    await own.body?.cancel();
    expect(countListeners()).toBe(maxStreams);
  });

  it('leaves a company whose people have taken every place all of them, and they leave it its own', async () => {
    const { buyer, token } = await linked();
    const person = (at: number) => openStream(contextOf(db, { ...buyer, userId: `${buyer.userId}-${at}` }));
    for (let at = 0; at < maxOfCompany; at += 1) await person(at);
    expect(countListeners()).toBe(maxOfCompany);
    const guest = await receive(token);
    expect(countListeners()).toBe(maxOfCompany + 1);
    // One more of theirs takes the place of their oldest.
    await person(maxOfCompany);
    expect(countListeners()).toBe(maxOfCompany + 1);
    expect(guest).toMatchObject({ status: 200, isOver: false });
  });
});
