/** Paying in WeChat's own browser: who comes back is told by WeChat, the order is theirs alone, and nothing they say is believed. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { completeEnv, parseEnv } from '#lib/server/core/process/env.ts';
import { order as orderTable, payment } from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { askProviders } from '#lib/server/paying/ask.ts';
import { payByLink, readLinkedTrade } from '#lib/server/paying/by-link.ts';
import { openInWechat } from '#lib/server/paying/in-wechat.ts';
import { makePayLink } from '#lib/server/paying/links.ts';
import { getPayment, listPayMethods } from '#lib/server/paying/read.ts';
import { getTopUp, startTopUp } from '#lib/server/paying/top-up.ts';
import { runRefunds } from '#lib/server/payments/refunds.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { jsapiState, jsapiTtl, readJsapiState } from '#lib/server/ports/payments/jsapi-state.ts';
import { findRemote, listOffered } from '#lib/server/ports/payments/providers.ts';
import { findWallet } from '#lib/server/ports/payments/wallet-rows.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const wechat = await openWechat();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);
const phone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN',
};
const me = wechat.oauth.openid;
const somebody = 'oOther_0000000000000000009';

beforeEach(() => {
  completeEnv(wechat.env);
  wechat.oauth.openid = me;
  wechat.oauth.trouble = 'none';
});

async function unpaid(balance = 0) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const { trade_no, orders } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, tradeNo: trade_no, no: orders[0]!.no };
}

/** What the browser is sent to, and what WeChat sends it back with. */
async function visit(address: string | undefined, agent = phone['user-agent']) {
  const answer = await fetch(address ?? '', { redirect: 'manual', headers: { 'user-agent': agent } });
  const back = URL.parse(answer.headers.get('location') ?? '');
  const said = (name: string) => back?.searchParams.get(name) ?? '';
  return { at: back?.pathname, code: said('code'), state: said('state'), back: said('back') };
}

/** Pressed on the pay page, sent to WeChat and back. */
async function begun(balance?: string) {
  const made = await unpaid(balance === undefined ? 0 : 1_000_000);
  const { pay_no, redirect } = await pay(db, made.buyer, made.tradeNo, 'wechat_jsapi', new Date(), balance);
  return { ...made, payNo: pay_no, redirect, sent: await visit(redirect) };
}

type Sent = { code: string; state: string; back: string };

const open = (buyer: Account | null, sent: Sent, now = new Date()) =>
  openInWechat(
    {
      db,
      now,
      requestId: 'test',
      actor: buyer === null ? { kind: 'visitor', account: null } : { kind: 'buyer', account: buyer },
    },
    sent,
  );

/** What the sheet is opened with. Throws where it is not. */
async function valuesOf(buyer: Account | null, sent: Sent) {
  const opened = await open(buyer, sent);
  if (opened.kind !== 'ready') throw new Error(JSON.stringify(opened));
  return { ...opened.values };
}

async function paymentOf(no: string) {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row!;
}

async function statusOf(no: string) {
  const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
  return row!.status;
}

describe('the way', () => {
  const offered = (headers: object) => listOffered(new Headers({ ...headers })).map(({ key }) => key);

  it('is offered in WeChat, where nobody can scan, and nowhere else', async () => {
    expect(offered(phone)).toEqual(expect.arrayContaining(['wechat_jsapi']));
    expect(offered(phone)).not.toContain('wechat');
    expect(offered({})).toEqual(expect.not.arrayContaining(['wechat_jsapi']));
    expect(offered({})).toContain('wechat');
    // 企业微信 says both names.
    expect(offered({ 'user-agent': `${phone['user-agent']} wxwork/4.1.20` })).toContain('wechat');
    const { buyer } = await unpaid();
    const methods = async (headers: Record<string, string>) =>
      (await listPayMethods(contextOf(db, buyer, headers), {})).map(({ provider }) => provider);
    expect(await methods(phone)).toContain('wechat_jsapi');
    expect(await methods({})).not.toContain('wechat_jsapi');
  });

  it('needs the secret of the 公众号, and that one all the other keys', () => {
    const { WECHAT_PAY_APP_SECRET: secret, ...seven } = wechat.env;
    expect(parseEnv(seven).WECHAT_PAY_APP_SECRET).toBeUndefined();
    expect(() => parseEnv({ WECHAT_PAY_APP_SECRET: secret })).toThrow(/WECHAT_PAY_MERCHANT_ID（设置了/);
    expect(() => parseEnv({ ...wechat.env, WECHAT_PAY_APP_SECRET: 'short' })).toThrow(
      /WECHAT_PAY_APP_SECRET（应为公众号的 AppSecret/,
    );
    completeEnv({ ...wechat.env, WECHAT_PAY_APP_SECRET: '' });
    expect(offered(phone)).toContain('wechat');
    expect(offered(phone)).not.toContain('wechat_jsapi');
    // What was paid by it while there was one is looked after all the same.
    expect(findRemote('wechat_jsapi')).toBeDefined();
  });
});

describe('the state', () => {
  it('is ours, of one payment, for ten minutes, in letters that WeChat takes', () => {
    const now = new Date(1_700_000_000_000);
    const state = jsapiState('P260101000000000001', now);
    expect(state).toMatch(/^[0-9a-zA-Z]{1,128}$/);
    expect(readJsapiState(state, now)).toBe('P260101000000000001');
    expect(readJsapiState(state, new Date(now.getTime() + jsapiTtl - 1))).toBe('P260101000000000001');
    expect(readJsapiState(state, new Date(now.getTime() + jsapiTtl))).toBeNull();
    for (const wrong of [
      '',
      'x',
      state.replace('P26', 'P27'),
      state.replace('z1700000600z', 'z1700009999z'),
      `${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`,
      `${state}0`,
    ])
      expect(readJsapiState(wrong, now), wrong).toBeNull();
  });

  it('that is wrong, over or of somebody else’s session opens nothing, and WeChat is not asked', async () => {
    const { buyer, sent } = await begun();
    const [other] = await makeBuyers(db, 1);
    const asked = wechat.oauth.asked;
    const wrong = { ...sent, state: sent.state.replace(/z(\d+)z/, 'z9999999999z') };
    for (const opened of [
      await open(buyer, wrong),
      await open(buyer, { ...sent, state: '' }),
      await open(buyer, sent, later(jsapiTtl + minute)),
      await open(other!, sent),
      await open(null, sent),
    ])
      expect(opened).toEqual({
        kind: 'refused',
        text: '这次付款已过期或不完整，请回到订单重新支付。',
        again: '',
        back: '/order',
      });
    expect(wechat.oauth.asked).toBe(asked);
    expect(wechat.count('jsapi')).toBe(0);
    // The buyer's own goes on.
    expect(await open(buyer, sent)).toMatchObject({ kind: 'ready' });
  });
});

describe('paying', () => {
  it('orders for who came back, opens the sheet by our signature, and the notice pays once', async () => {
    const made = await begun();
    expect(made.sent).toMatchObject({ at: '/wechat/pay', back: '' });
    const opened = await open(made.buyer, made.sent);
    const { amount } = await paymentOf(made.payNo);
    expect(opened).toMatchObject({
      kind: 'ready',
      subject: `药批网订单 ${made.tradeNo}`,
      back: `/cart/step4?pay_no=${made.payNo}`,
      values: { signType: 'RSA', appId: 'wx0123456789abcdef', timeStamp: expect.stringMatching(/^\d{10}$/) },
    });
    const asked = wechat.asked.findLast(({ act }) => act === 'jsapi');
    expect(JSON.parse(asked!.body)).toMatchObject({
      out_trade_no: made.payNo,
      amount: { total: amount, currency: 'CNY' },
      payer: { openid: me },
      notify_url: expect.stringMatching(/\/api\/pay\/notify\/wechat_jsapi$/),
    });
    if (opened.kind !== 'ready') throw new Error('no sheet');
    const values = { ...opened.values };
    expect(wechat.sheet({ ...values, package: 'prepay_id=wx1' })).toBe('get_brand_wcpay_request:fail');
    expect(wechat.sheet({ ...values, timeStamp: '1' })).toBe('get_brand_wcpay_request:fail');
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:ok');
    // What the browser says moves nothing; only WeChat's word does.
    expect((await paymentOf(made.payNo)).status).toBe('pending');
    const both = await Promise.all([1, 2].map(() => wechat.notifyPaid(made.payNo)));
    expect(both.map(({ body }) => body.code)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await wechat.notifyPaid(made.payNo)).toMatchObject({ status: 200 });
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(wechat.given(made.payNo)).toEqual([]);
    // The page opened once more leads to nothing to pay.
    expect(await open(made.buyer, { ...made.sent, code: wechat.oauth.code() })).toMatchObject({
      kind: 'refused',
      again: '',
    });
    await refundOrder(byStaff(db), { no: made.no, reason: '不要了' });
    expect(wechat.given(made.payNo)).toEqual([amount]);
    const [refundNo] = [...wechat.refunds.values()].filter((one) => one.orderNo === made.payNo);
    expect(await wechat.notifyRefund(refundNo!.no)).toMatchObject({ status: 200 });
  });

  it('is made up for by asking when the notice gets lost, and goes beside the balance', async () => {
    const made = await begun('10.00');
    expect(wechat.sheet(await valuesOf(made.buyer, made.sent))).toBe('get_brand_wcpay_request:ok');
    const seen = await getPayment(contextOf(db, made.buyer), { no: made.payNo });
    expect(seen).toMatchObject({ status: 'paid', parts: [{ amount: '10.00' }, {}] });
  });

  it('refuses a notice of another amount, and one that is not signed by them', async () => {
    const made = await begun();
    wechat.sheet(await valuesOf(made.buyer, made.sent));
    const { total } = wechat.orders.get(made.payNo)!;
    const other = { amount: { total: total - 1, currency: 'CNY' } };
    expect((await wechat.notifyPaid(made.payNo, other)).status).toBe(422);
    expect((await wechat.notifyPaid(made.payNo, {}, { signer: wechat.otherKey })).status).toBe(403);
    expect(await statusOf(made.no)).toBe('to_pay');
    expect((await wechat.notifyPaid(made.payNo)).status).toBe(200);
    expect(await statusOf(made.no)).toBe('to_ship');
  });

  it('tops the balance up', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const context = contextOf(db, buyer!);
    const begin = () => startTopUp(context, { amount: '50.00', provider: 'wechat_jsapi' });
    const [first, again] = [await begin(), await begin()];
    expect(again.pay_no).toBe(first.pay_no);
    wechat.sheet(await valuesOf(buyer!, await visit(again.redirect)));
    await wechat.notifyPaid(first.pay_no);
    expect(await getTopUp(context, { no: first.pay_no })).toMatchObject({ status: 'paid' });
  });
});

describe('a top-up in a second WeChat', () => {
  async function topping() {
    const [buyer] = await makeBuyers(db, 1);
    const context = contextOf(db, buyer!);
    const { pay_no: first, redirect } = await startTopUp(context, {
      amount: '50.00',
      provider: 'wechat_jsapi',
    });
    const values = await valuesOf(buyer!, await visit(redirect));
    const { state } = await visit(redirect);
    /** Their other WeChat comes back with the same state. */
    const again = () => {
      wechat.oauth.openid = somebody;
      return open(buyer!, { code: wechat.oauth.code(), state, back: '' });
    };
    const rows = () => db.select().from(payment).where(eq(payment.companyId, buyer!.companyId));
    const balance = async () => (await findWallet(db, buyer!.companyId)).balance;
    return { buyer: buyer!, context, first, values, state, again, rows, balance };
  }

  const notified = (no: string) => wechat.notifyPaid(no).then(({ status }) => expect(status).toBe(200));

  it('goes on under a new number, once the first one is closed there', async () => {
    const one = await topping();
    const moved = await one.again();
    expect(moved).toMatchObject({ kind: 'done', back: expect.stringContaining('oauth2/authorize') });
    expect(wechat.sheet(one.values, me)).toBe('get_brand_wcpay_request:fail');
    const sent = await visit(moved.back);
    const values = await valuesOf(one.buyer, sent);
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:ok');
    const [second] = (await one.rows()).filter(({ no }) => no !== one.first);
    await notified(second!.no);
    expect(await one.balance()).toBe(5_000);
    expect(await paymentOf(one.first)).toMatchObject({ status: 'failed', askAt: null });
    expect(await getTopUp(one.context, { no: one.first })).toMatchObject({
      is_open: 0,
      reason: '已换另一个微信号充值',
    });
    // The first WeChat, and whoever loads the page again, find nothing to pay.
    wechat.oauth.openid = me;
    expect(await open(one.buyer, { code: wechat.oauth.code(), state: one.state, back: '' })).toMatchObject({
      kind: 'refused',
    });
    expect(await one.rows()).toHaveLength(2);
  });

  it('that was paid meanwhile leads to its result, and no second one is begun', async () => {
    const one = await topping();
    expect(wechat.sheet(one.values, me)).toBe('get_brand_wcpay_request:ok');
    expect(await one.again()).toEqual({ kind: 'done', back: `/cart/step4?pay_no=${one.first}` });
    // Told late, it is entered once.
    await notified(one.first);
    expect(await one.balance()).toBe(5_000);
    expect(await one.rows()).toHaveLength(1);
  });

  it('begins nothing new while the house does not say that the first one is closed', async () => {
    const one = await topping();
    for (const kind of ['cut', 'lost', 'down', 'forged'] as const) {
      wechat.trouble('close', kind);
      wechat.trouble('query', 'down');
      expect(await one.again()).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('没有打开微信支付'),
        again: expect.stringContaining('oauth2/authorize'),
      });
      wechat.restore();
      expect(await one.rows()).toHaveLength(1);
      // What got lost was done: the house says over, and only then there is another.
      if (wechat.orders.get(one.first)?.state === 'CLOSED') break;
    }
    expect(await one.again()).toMatchObject({ kind: 'done' });
    expect(await one.rows()).toHaveLength(2);
  });

  it('is one number more, whoever comes at once; the sheet of the first is paid or shut, never both', async () => {
    for (let late = 0; late < 12; late += 1) {
      wechat.oauth.openid = me;
      const one = await topping();
      const opening = Promise.all([one.again(), one.again(), one.again()]);
      for (let tick = 0; tick < late; tick += 1) await new Promise(setImmediate);
      const isPaid = wechat.sheet(one.values, me).endsWith(':ok');
      const opened = await opening;
      if (isPaid) await notified(one.first);
      const rows = await one.rows();
      expect(rows).toHaveLength(isPaid ? 1 : 2);
      expect(await one.balance()).toBe(isPaid ? 5_000 : 0);
      const moved = opened.filter(({ kind }) => kind === 'done').map(({ back }) => back);
      expect(moved).not.toEqual([]);
      if (isPaid) {
        expect(new Set(moved)).toEqual(new Set([`/cart/step4?pay_no=${one.first}`]));
        continue;
      }
      const sent = await Promise.all(moved.map((back) => visit(back)));
      const nos = sent.map(({ state }) => readJsapiState(state, new Date()));
      expect(new Set(nos)).toEqual(new Set([rows.find(({ no }) => no !== one.first)!.no]));
    }
  });

  it('is closed for nobody but whoever began it', async () => {
    const one = await topping();
    const { userId, companyId } = one.buyer;
    const colleague = { ...one.buyer, userId: `${userId}-2` };
    wechat.oauth.openid = somebody;
    const sent = () => ({ code: wechat.oauth.code(), state: one.state, back: '' });
    const refused = { kind: 'refused', text: expect.stringContaining('另一个微信号') };
    expect(await open(colleague, sent())).toMatchObject(refused);
    expect(await open({ ...one.buyer, role: 'receiver' }, sent())).toMatchObject(refused);
    expect(await open({ ...one.buyer, companyState: 'frozen' }, sent())).toMatchObject(refused);
    expect(wechat.sheet(one.values, me)).toBe('get_brand_wcpay_request:ok');
    await notified(one.first);
    expect((await findWallet(db, companyId)).balance).toBe(5_000);
  });
});

describe('a code', () => {
  it('that was used, or is none, leads to WeChat once more, which opens the same order', async () => {
    const made = await begun();
    const values = await valuesOf(made.buyer, made.sent);
    for (const code of [made.sent.code, 'nonsense', '']) {
      const opened = await open(made.buyer, { ...made.sent, code });
      expect(opened).toMatchObject({ kind: 'refused', back: `/cart/step4?pay_no=${made.payNo}` });
      if (opened.kind !== 'refused') continue;
      const once = await visit(opened.again);
      expect(once.state).toBe(made.sent.state);
      expect((await valuesOf(made.buyer, once)).package).toBe(values.package);
    }
    expect([...wechat.orders.keys()].filter((no) => no === made.payNo)).toHaveLength(1);
  });

  it('of another person opens nothing once the order is somebody’s', async () => {
    const made = await begun();
    const values = await valuesOf(made.buyer, made.sent);
    wechat.oauth.openid = somebody;
    expect(await open(made.buyer, { ...made.sent, code: wechat.oauth.code() })).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('另一个微信号'),
    });
    // Nor does what was signed for the first one.
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:fail');
    expect(wechat.sheet(values, me)).toBe('get_brand_wcpay_request:ok');
  });

  it('is not answered for, or the order is not: said so, tried again, nothing is lost', async () => {
    const made = await begun();
    for (const trouble of ['busy', 'nonsense'] as const) {
      wechat.oauth.trouble = trouble;
      expect(await open(made.buyer, made.sent)).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('没有打开微信支付'),
      });
    }
    wechat.oauth.trouble = 'none';
    for (const kind of ['cut', 'lost', 'down', 'forged'] as const) {
      wechat.trouble('jsapi', kind);
      const opened = await open(made.buyer, { ...made.sent, code: wechat.oauth.code() });
      expect(opened).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('没有打开微信支付'),
        again: expect.stringContaining('oauth2/authorize'),
      });
    }
    const values = await valuesOf(made.buyer, { ...made.sent, code: wechat.oauth.code() });
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:ok');
    await askProviders(db, later(61_000));
    expect(await statusOf(made.no)).toBe('to_ship');
  });
});

describe('never pays twice', () => {
  it('when another way is taken meanwhile: the order is closed there, and what came before goes back', async () => {
    const made = await begun();
    const values = await valuesOf(made.buyer, made.sent);
    const { pay_no: second } = await pay(db, made.buyer, made.tradeNo, 'wechat');
    expect(await open(made.buyer, { ...made.sent, code: wechat.oauth.code() })).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('已结束'),
    });
    // Both are paid in the same moment.
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:ok');
    expect(wechat.scan(second)).toBe(true);
    await Promise.all([wechat.notifyPaid(second), wechat.notifyPaid(made.payNo)]);
    await runRefunds(db, later(2 * minute));
    expect(await statusOf(made.no)).toBe('to_ship');
    expect(wechat.given(made.payNo)).toHaveLength(1);
    expect(wechat.given(second)).toEqual([]);
  });

  it('when the order is cancelled: it is closed there, and a sheet that is still open pays nothing', async () => {
    const made = await begun();
    const values = await valuesOf(made.buyer, made.sent);
    await cancelMyOrder(contextOf(db, made.buyer), { no: made.no, reason: '不想要了' });
    await askProviders(db, later(61_000));
    expect(wechat.sheet(values)).toBe('get_brand_wcpay_request:fail');
    expect(await open(made.buyer, { ...made.sent, code: wechat.oauth.code() })).toMatchObject({
      kind: 'refused',
    });
  });

  it('stays open while the person may still come back, and is over after that', async () => {
    const made = await begun();
    await askProviders(db, later(9 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'pending' });
    await askProviders(db, later(20 * minute));
    expect(await paymentOf(made.payNo)).toMatchObject({ status: 'failed', askAt: null });
    expect(await open(made.buyer, made.sent)).toMatchObject({ kind: 'refused' });
  });
});

describe('by a 代付 link', () => {
  it('whoever has it pays in their WeChat without a login, and comes back to the link', async () => {
    const { buyer, tradeNo, no } = await unpaid();
    const made = await makePayLink(contextOf(db, buyer), { trade_no: tradeNo });
    const token = made.url.split('/').at(-1)!;
    const asking = { db, now: new Date(), requestId: 'test', headers: new Headers(phone) };
    expect((await readLinkedTrade(asking, { token })).methods.map(({ provider }) => provider)).toEqual(
      expect.arrayContaining(['wechat_jsapi']),
    );
    wechat.oauth.openid = somebody;
    const { redirect } = await payByLink(asking, { token, provider: 'wechat_jsapi' });
    const sent = await visit(redirect);
    const opened = await open(null, sent);
    expect(opened).toMatchObject({ kind: 'ready', back: `/pay/${token}` });
    // What the address says is believed as this link's alone.
    expect(await open(null, { ...sent, code: wechat.oauth.code(), back: '//evil.example' })).toMatchObject({
      back: '/',
    });
    if (opened.kind === 'ready')
      expect(wechat.sheet({ ...opened.values })).toBe('get_brand_wcpay_request:ok');
    expect(await readLinkedTrade(asking, { token })).toMatchObject({ state: 'paid' });
    expect(await statusOf(no)).toBe('to_ship');
  });
});
