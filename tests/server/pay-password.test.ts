/** The payment password: who sets it, what it stands before, and how many may be tried. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { demoPassword, goodsPlain, users } from '#demo/seed/known.ts';
import { payPasswordLockMs } from '#lib/rules/money/pay-password.ts';
import {
  deriveKey,
  hashThreads,
  maxWaiting,
  reservedPlaces,
} from '#lib/server/core/sessions/hash-threads.ts';
import { hashPassword } from '#lib/server/core/sessions/password-hashes.ts';
import { payment, payPassword, wallet } from '#lib/server/db/schema.ts';
import { putPayPassword } from '#lib/server/orders/pay-password-rows.ts';
import { startPayment } from '#lib/server/paying/pay.ts';
import { setPayPassword } from '#lib/server/paying/pay-password.ts';
import { listPayMethods } from '#lib/server/paying/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { openCounter } from '#tests/counterparts/counter.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, giveMoney, makeBuyers, makeGoods, order } from '#tests/support/orders.ts';

const { db } = await testDatabase();
await openCounter();
const right = '208417';
const hash = await hashPassword(right);
/** 10.00 yuan a piece. */
const goodsId = await makeGoods(db, goodsPlain, 100_000, { price: 1000, memberPrice: 1000 });

/** A buyer with 20,000.00 and an unpaid trade of so many pieces. */
async function unpaid(number: number, { isSet = true, now = new Date() } = {}) {
  const [buyer] = await makeBuyers(db, 1, 2_000_000);
  if (isSet) await putPayPassword(db, buyer!.userId, hash, new Date());
  const { trade_no } = await order(db, buyer!, [{ goodsId, number }], now);
  return { buyer: buyer!, tradeNo: trade_no };
}

interface Try {
  password?: string;
  now?: Date;
  provider?: string;
  balance?: string;
}

function pay(buyer: Account, tradeNo: string, { password, now, provider = 'balance', balance }: Try = {}) {
  return startPayment(contextOf(db, buyer, {}, now), {
    trade_no: [tradeNo],
    provider,
    ...(balance !== undefined && { balance_amount: balance }),
    ...(password !== undefined && { pay_password: password }),
  });
}

async function balanceOf(buyer: Account): Promise<number> {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, buyer.companyId));
  return row?.balance ?? 0;
}

const refusal = (code: number, message: string) => expect.objectContaining({ code, message });

describe('where none is set', () => {
  it('up to the amount the balance is paid with as before, beyond it nothing leaves it', async () => {
    const small = await unpaid(500, { isSet: false });
    expect(await pay(small.buyer, small.tradeNo)).toMatchObject({ status: 'paid' });
    const large = await unpaid(501, { isSet: false });
    const sentence = '余额支付超过¥5,000.00，请先设置支付密码';
    await expect(pay(large.buyer, large.tradeNo)).rejects.toEqual(refusal(422, sentence));
    await expect(pay(large.buyer, large.tradeNo, { password: right })).rejects.toEqual(
      refusal(422, sentence),
    );
    expect(await balanceOf(large.buyer)).toBe(2_000_000);
  });

  it('goes by all of the day: what was paid before counts, what came back and other days do not', async () => {
    const noon = new Date('2026-11-23T12:00:00+08:00');
    const { buyer, tradeNo } = await unpaid(300, { isSet: false, now: noon });
    expect(await pay(buyer, tradeNo, { now: noon })).toMatchObject({ status: 'paid' });
    const method = async (now: Date) =>
      (await listPayMethods(contextOf(db, buyer, {}, now), {})).find(
        ({ provider }) => provider === 'balance',
      );
    expect((await method(noon))?.password_above).toBe('2000.00');
    const { trade_no: second } = await order(db, buyer, [{ goodsId, number: 201 }], noon);
    await expect(pay(buyer, second, { now: noon })).rejects.toEqual(
      refusal(422, '今天用余额支付合计超过¥5,000.00，请先设置支付密码'),
    );
    expect(await balanceOf(buyer)).toBe(2_000_000 - 300_000);
    await expect(
      pay(buyer, second, { provider: 'sandbox', balance: '2000.01', now: noon }),
    ).rejects.toMatchObject({ code: 422 });
    // Of the balance's part of a payment that is closed nothing is left.
    await pay(buyer, second, { provider: 'sandbox', balance: '2000.00', now: noon });
    expect((await method(noon))?.password_above).toBe('0.00');
    await pay(buyer, second, { provider: 'sandbox', now: noon });
    expect((await method(noon))?.password_above).toBe('2000.00');
    const tomorrow = new Date('2026-11-24T00:00:00+08:00');
    expect((await method(tomorrow))?.password_above).toBe('5000.00');
  });

  it('two at once take no more than one after the other', async () => {
    const { buyer, tradeNo } = await unpaid(300, { isSet: false });
    const { trade_no: second } = await order(db, buyer, [{ goodsId, number: 300 }]);
    const answers = await Promise.all(
      [tradeNo, second].map((no) =>
        pay(buyer, no).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
      ),
    );
    expect(answers.sort()).toEqual([422, 'paid']);
    expect(await balanceOf(buyer)).toBe(2_000_000 - 300_000);
  });

  it('counts only what the balance gives beside another way', async () => {
    const { buyer, tradeNo } = await unpaid(900, { isSet: false });
    await expect(pay(buyer, tradeNo, { provider: 'sandbox', balance: '5000.01' })).rejects.toMatchObject({
      code: 422,
    });
    expect(await pay(buyer, tradeNo, { provider: 'sandbox', balance: '5000.00' })).toMatchObject({
      status: 'pending',
    });
  });
});

describe('where one is set', () => {
  it('every payment from the balance needs it, another way does not', async () => {
    const { buyer, tradeNo } = await unpaid(1);
    await expect(pay(buyer, tradeNo)).rejects.toEqual(refusal(422, '请输入支付密码'));
    await expect(pay(buyer, tradeNo, { provider: 'sandbox', balance: '1.00' })).rejects.toEqual(
      refusal(422, '请输入支付密码'),
    );
    expect(await pay(buyer, tradeNo, { provider: 'sandbox' })).toMatchObject({ status: 'pending' });
    expect(await pay(buyer, tradeNo, { password: right })).toMatchObject({ status: 'paid' });
  });

  it('three wrong ones lock it for half an hour, the right one too; then the count begins anew', async () => {
    const { buyer, tradeNo } = await unpaid(1);
    const now = new Date();
    for (const left of [2, 1])
      await expect(pay(buyer, tradeNo, { password: '208416', now })).rejects.toEqual(
        refusal(422, `支付密码错误，还可以再试${left}次`),
      );
    await expect(pay(buyer, tradeNo, { password: '208416', now })).rejects.toEqual(
      refusal(429, '支付密码连续错误3次，已锁定，请30分钟后再试'),
    );
    const last = new Date(now.getTime() + payPasswordLockMs - 1);
    await expect(pay(buyer, tradeNo, { password: right, now: last })).rejects.toEqual(
      refusal(429, '支付密码已锁定，请1分钟后再试'),
    );
    await db.update(payPassword).set({ lockedUntil: last }).where(eq(payPassword.userId, buyer.userId));
    await expect(pay(buyer, tradeNo, { password: '208416', now: last })).rejects.toMatchObject({ code: 422 });
    const { trade_no: another } = await order(db, buyer, [{ goodsId, number: 1 }], last);
    expect(await pay(buyer, another, { password: right, now: last })).toMatchObject({ status: 'paid' });
    expect(await db.select().from(payPassword).where(eq(payPassword.userId, buyer.userId))).toMatchObject([
      { tries: 0, lockedUntil: null },
    ]);
  });

  it('of twenty wrong ones at once three are looked at, and nothing is paid', async () => {
    const { buyer, tradeNo } = await unpaid(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        pay(buyer, tradeNo, { password: `3084${String(at).padStart(2, '0')}` }).catch(
          (error: unknown) => error,
        ),
      ),
    );
    const codes = answers.map((answer) => (answer as { code: number }).code).sort();
    expect(codes).toEqual([422, 422, ...Array.from({ length: 18 }, () => 429)]);
    expect(await db.$count(payment, eq(payment.companyId, buyer.companyId))).toBe(0);
    expect(await balanceOf(buyer)).toBe(2_000_000);
  });

  it("a colleague's or a stranger's password is nobody else's", async () => {
    const { buyer, tradeNo } = await unpaid(501, { isSet: false });
    const [stranger] = await makeBuyers(db, 1);
    await putPayPassword(db, stranger!.userId, hash, new Date());
    await expect(pay(buyer, tradeNo, { password: right })).rejects.toMatchObject({ code: 422 });
  });

  it('is said beside the balance', async () => {
    const { buyer } = await unpaid(1);
    const methods = await listPayMethods(contextOf(db, buyer), {});
    expect(methods.find(({ provider }) => provider === 'balance')).toMatchObject({
      has_password: 1,
      password_above: '5000.00',
    });
  });
});

describe('setting it', () => {
  it('takes the login password, refuses easy ones, and ends a lock', async () => {
    const demo = await accountOf(db, users.demo);
    const set = (pay_password: string, password = demoPassword) =>
      setPayPassword(contextOf(db, demo), { password, pay_password });
    await expect(set('123456')).rejects.toMatchObject({ code: 422 });
    await expect(set(right, 'Wrong@2026')).rejects.toEqual(refusal(422, '登录密码错误'));
    expect(await db.$count(payPassword, eq(payPassword.userId, demo.userId))).toBe(0);
    expect(await set(right)).toMatchObject({ is_set: 1, locked_until: '' });
    await db
      .update(payPassword)
      .set({ tries: 3, lockedUntil: new Date(Date.now() + 60_000) })
      .where(eq(payPassword.userId, demo.userId));
    expect(await set('471902')).toMatchObject({ is_set: 1, locked_until: '' });
    await giveMoney(db, [demo.companyId], 100_000);
    const { trade_no } = await order(db, demo, [{ goodsId, number: 1 }]);
    await expect(pay(demo, trade_no, { password: right })).rejects.toMatchObject({ code: 422 });
    expect(await pay(demo, trade_no, { password: '471902' })).toMatchObject({ status: 'paid' });
  });

  it('lets five login passwords be tried in a quarter of an hour', async () => {
    const other = await accountOf(db, users.other);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        setPayPassword(contextOf(db, other), { password: 'Wrong@2026', pay_password: right }).catch(
          (error) => error.code,
        ),
      ),
    );
    expect(answers.sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  });

  it('counts none that could not be looked at because too many hashes wait', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const wrong = () =>
      setPayPassword(contextOf(db, buyer!), { password: 'Wrong@2026', pay_password: right }).catch(
        (error) => error.code,
      );
    const others = Array.from({ length: hashThreads + maxWaiting - reservedPlaces }, (_, nth) =>
      deriveKey(`${nth}`, 'salt'),
    );
    expect(await wrong()).toBe(503);
    await Promise.all(others);
    expect(await Promise.all(Array.from({ length: 6 }, wrong)).then((codes) => codes.sort())).toEqual([
      422, 422, 422, 422, 422, 429,
    ]);
  });
});
