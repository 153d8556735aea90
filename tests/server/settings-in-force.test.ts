/** Settings that the server keeps to, not the page alone: ways to pay, and what a new merchant begins with. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodsPlain, voucherDemo } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import type { SettingsAnswer } from '#lib/contract/settings.ts';
import type { SettingKey } from '#lib/rules/site/settings.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { companyCoupon, payment, siteSetting } from '#lib/server/db/schema.ts';
import { payByLink, readLinkedTrade } from '#lib/server/paying/by-link.ts';
import { makePayLink, readPayLink } from '#lib/server/paying/links.ts';
import { startPayment } from '#lib/server/paying/pay.ts';
import { listPayMethods } from '#lib/server/paying/read.ts';
import { listTopUpWays, startTopUp } from '#lib/server/paying/top-up.ts';
import { getSettings } from '#lib/server/site/settings.ts';
import { openWechat } from '#tests/counterparts/wechat-pay.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { merchantFieldsOf } from '#tests/support/merchant.ts';
import {
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  order,
  payFreely,
  place,
} from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const read = routeOf(api.deskSettings);
const save = routeOf(api.saveSettings);
const create = routeOf(api.createMerchant);

const { db } = await testDatabase();
const ming = await person(db, 'force.ming', 'admin');
const ling = await person(db, 'force.ling', 'admin');
const wechat = await openWechat();
const goodsId = await makeGoods(db, goodsPlain, 1_000_000);
await payFreely(db);

beforeEach(() => void completeEnv(wechat.env));
afterEach(async () => {
  for (const key of ['payByBalance', 'payByCashier', 'payByTransfer', 'payByLink'])
    await db.delete(siteSetting).where(eq(siteSetting.key, key));
  await expect.poll(async () => (await getSettings(db)).payByBalance, { timeout: 20_000 }).toBe(true);
});

async function set(values: Partial<Record<SettingKey, string>>, cookie = ming.cookie) {
  const rows = (await request<SettingsAnswer>(read, { cookie })).data.list;
  const changes = Object.entries(values).map(([key, value]) => {
    const { version, value: seen } = rows.find((row) => row.key === key)!;
    return { key, version, seen, value };
  });
  return request<SettingsAnswer>(save, { body: { changes, reason: '试行' }, cookie });
}
/** The change is seen here, as by every process. */
const seen = (key: 'payByBalance' | 'payByCashier' | 'payByTransfer' | 'payByLink') =>
  expect.poll(async () => (await getSettings(db))[key], { timeout: 20_000 }).toBe(false);

async function placed() {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const { trade_no: tradeNo } = await order(db, buyer!, [{ goodsId, number: 10 }]);
  const context = contextOf(db, buyer!);
  const pay = (provider: string, more: object = {}) =>
    startPayment(context, { trade_no: [tradeNo], provider, ...more });
  const methods = async () =>
    (await listPayMethods(context, { trade_no: [tradeNo] })).map(({ provider }) => provider);
  return { tradeNo, context, pay, methods };
}

describe('a way to pay that is switched off', () => {
  it('of the balance is neither shown nor taken, alone or beside another', async () => {
    const { pay, methods } = await placed();
    expect(await methods()).toEqual(expect.arrayContaining(['balance', 'wechat']));
    expect((await set({ payByBalance: '否' })).code).toBe(200);
    await seen('payByBalance');
    expect(await methods()).not.toContain('balance');
    await expect(pay('balance')).rejects.toMatchObject({ code: 422, message: /已停用/ });
    await expect(pay('wechat', { balance_amount: '1.00' })).rejects.toMatchObject({
      code: 422,
      message: /余额支付已停用/,
    });
    expect(await pay('wechat')).toMatchObject({ status: 'pending' });
  });

  it('of the balance is still there to confirm what costs nothing', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const [voucher] = await db
      .insert(companyCoupon)
      .values({
        couponId: voucherDemo,
        companyId: buyer!.companyId,
        balance: 5_000_000,
        validFrom: new Date(0),
        validTo: new Date(Date.now() + 86_400_000),
      })
      .returning();
    const ids = await fillCart(db, buyer!, [{ goodsId, number: 600 }]);
    const free = await place(db, buyer!, { ids, more: { vouchers: [voucher!.id] } });
    expect((await set({ payByBalance: '否' })).code).toBe(200);
    await seen('payByBalance');
    const context = contextOf(db, buyer!);
    const ways = await listPayMethods(context, { trade_no: [free.trade_no] });
    expect(ways).toContainEqual(expect.objectContaining({ provider: 'balance', is_enabled: 1 }));
    const paid = await startPayment(context, { trade_no: [free.trade_no], provider: 'balance' });
    expect(paid).toMatchObject({ status: 'paid' });
  });

  it('at a provider takes the link and the top-up along', async () => {
    const { pay, methods, context, tradeNo } = await placed();
    const { url } = await makePayLink(context, { trade_no: tradeNo });
    const token = url.split('/').at(-1)!;
    expect((await set({ payByCashier: '否' })).code).toBe(200);
    await seen('payByCashier');
    expect(await methods()).not.toContain('wechat');
    await expect(pay('wechat')).rejects.toMatchObject({ code: 422, message: /已停用/ });
    await expect(makePayLink(context, { trade_no: tradeNo })).rejects.toMatchObject({ code: 409 });
    expect(await readPayLink(context, tradeNo)).toBeNull();
    const visit = { db, now: new Date(), requestId: 'test', headers: new Headers() };
    expect((await readLinkedTrade(visit, { token })).methods).toEqual([]);
    await expect(payByLink(visit, { token, provider: 'wechat' })).rejects.toMatchObject({ code: 409 });
    expect(await listTopUpWays(context)).toEqual([]);
    await expect(startTopUp(context, { provider: 'wechat', amount: '100' })).rejects.toMatchObject({
      code: 422,
    });
    expect(await db.$count(payment, eq(payment.provider, 'wechat'))).toBe(1);
    expect(await pay('balance')).toMatchObject({ status: 'paid' });
  });

  it('by a link leaves the provider to the buyer alone', async () => {
    const { context, tradeNo, pay } = await placed();
    expect((await set({ payByLink: '否' })).code).toBe(200);
    await seen('payByLink');
    await expect(makePayLink(context, { trade_no: tradeNo })).rejects.toMatchObject({ code: 409 });
    expect(await pay('wechat')).toMatchObject({ status: 'pending' });
  });

  it('is never the last, not by two people at once either', async () => {
    const all = { payByBalance: '否', payByCashier: '否', payByTransfer: '否' };
    expect(await set(all)).toMatchObject({ code: 409, message: /至少保留一种/ });
    expect((await set({ payByTransfer: '否' })).code).toBe(200);
    const both = await Promise.all([
      set({ payByBalance: '否' }, ming.cookie),
      set({ payByCashier: '否' }, ling.cookie),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });
});

it('a new merchant begins with the shop’s freight rules, where none are given', async () => {
  expect((await set({ newMerchantFee: '12', newMerchantFree: '800', newMerchantMin: '50' })).code).toBe(200);
  expect((await set({ newMerchantFee: '1001' })).code).toBe(422);
  await expect.poll(async () => (await getSettings(db)).newMerchantFee, { timeout: 20_000 }).toBe(12);
  const fields = Object.entries({ ...merchantFieldsOf(), alias: '启新医药' })
    .filter(([field]) => !['fee', 'free', 'cold', 'min'].includes(field))
    .map(([field, value]) => ({ field, value }));
  const papers = [
    { kind: 'business_licence', number: '91420100MA4KXAAA1P', valid_from: '2020-01-01', valid_to: '' },
    { kind: 'drug_licence', number: '鄂AA0270001', valid_from: '2024-01-01', valid_to: '2028-12-31' },
  ];
  const made = await request<MerchantFileWire>(create, {
    body: { code: 'Q01', fields, papers },
    cookie: ming.cookie,
  });
  expect(made).toMatchObject({
    code: 200,
    data: { values: { fee: '12.00', free: '800.00', cold: '0.00', min: '50.00' } },
  });
});
