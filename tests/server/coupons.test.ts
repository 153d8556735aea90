import { and, eq, inArray, or } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { growCompanies } from '#demo/seed/grow.ts';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import {
  type CouponCenterValues,
  centerCoupon,
  couponCenter,
  couponCount,
  heldCoupons,
} from '#lib/contract/coupons.ts';
import type { AppError } from '#lib/contract/errors.ts';
import type { Context } from '#lib/server/core/context.ts';
import { claimCoupon, listCouponCenter } from '#lib/server/coupons/center.ts';
import { countHeldCoupons, listAvailableCoupons, listHeldCoupons } from '#lib/server/coupons/held.ts';
import { takeCoupon } from '#lib/server/coupons/rows.ts';
import { company, companyCoupon, coupon, user } from '#lib/server/db/schema.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { holdCoupons, releaseCoupons } from '#lib/server/orders/voucher-rows.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const claim = routeOf(api.claimCoupon);
const center = routeOf(api.couponCenter);
const available = routeOf(api.availableCoupons);
const held = routeOf(api.heldCoupons);
const counted = routeOf(api.couponCount);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const visitor: Context<'all'> = { ...demo, actor: { kind: 'visitor', account: null } };
const day = 86_400_000;
const all = { type: undefined, page: 1, size: 100 };

/** What the coupon centre shows to whoever asks, logged in or not. */
function centerFor(context: Context<'buyer'> | Context<'all'>, input: CouponCenterValues = all) {
  return listCouponCenter({ ...context }, input);
}

/** A coupon of its own for a test: claimable now, one a company, 10 in all. */
async function make(over: Partial<typeof coupon.$inferInsert> = {}): Promise<number> {
  const from = new Date(demo.now.getTime() - day);
  const to = new Date(demo.now.getTime() + day);
  const [row] = await db
    .insert(coupon)
    .values({
      name: '测试券',
      threshold: 10_000,
      value: 500,
      total: 10,
      claimFrom: from,
      claimTo: to,
      validFrom: from,
      validTo: to,
      ...over,
    })
    .returning({ id: coupon.id });
  return row!.id;
}

async function claimed(id: number): Promise<{ rows: number; counter: number }> {
  const rows = await db.$count(companyCoupon, eq(companyCoupon.couponId, id));
  const [row] = await db.select().from(coupon).where(eq(coupon.id, id));
  return { rows, counter: row!.claimed };
}

function codesOf(results: PromiseSettledResult<unknown>[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const result of results) {
    const code = result.status === 'fulfilled' ? 'ok' : String((result.reason as AppError).code);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

beforeEach(async () => {
  const own = db.select({ id: coupon.id }).from(coupon).where(eq(coupon.name, '测试券'));
  await db
    .delete(companyCoupon)
    .where(or(eq(companyCoupon.couponId, known.couponClaimable), inArray(companyCoupon.couponId, own)));
  await db.update(coupon).set({ claimed: 0 }).where(eq(coupon.id, known.couponClaimable));
});

describe('the coupon centre', () => {
  it('shows what can be claimed first, with the state of each', async () => {
    const upcoming = await make({ claimFrom: new Date(demo.now.getTime() + day / 2) });
    const ended = await make({ claimTo: new Date(demo.now.getTime() - day / 2) });
    const { list, total } = couponCenter.parse(await centerFor(demo));
    expect(total).toBe(list.length);
    const stateOf = (id: number) => list.find((one) => one.id === id)?.state_text;
    expect(stateOf(known.couponClaimable)).toBe('可领');
    expect(stateOf(known.couponMerchant)).toBe('已领');
    expect(stateOf(10)).toBe('已抢光');
    expect(stateOf(upcoming)).toBe('未开始');
    expect(stateOf(ended)).toBe('已过期');
    expect(list.at(-1)?.state).toBe('ended');
    expect(list[0]).toMatchObject({ type: 'platform', value: '100.00', amount: '2000.00', merchant: '平台' });
    // Cash vouchers are given, not claimed.
    expect(list.every((one) => one.type !== 'voucher')).toBe(true);
  });

  it('tells no amount to whoever sees no price', async () => {
    const answers = [await centerFor(visitor)];
    for (const name of ['pending', 'rejected', 'frozen'] as const)
      answers.push(await centerFor(await contextOf(db, name)));
    for (const { list } of answers) {
      expect(list.length).toBeGreaterThan(5);
      for (const one of list) {
        expect(one).not.toHaveProperty('amount');
        expect(one).not.toHaveProperty('value');
        expect(one.mine).toBe(0);
      }
    }
  });

  it('is asked by type and page', async () => {
    const merchant = await centerFor(demo, { ...all, type: 'merchant' });
    expect(isEach(merchant.list, (one) => one.type === 'merchant' && one.merchant_id > 0)).toBe(true);
    const platform = await centerFor(demo, { ...all, type: 'platform' });
    expect(merchant.total + platform.total).toBe((await centerFor(demo)).total);
    const second = await centerFor(demo, { ...all, page: 2, size: 3 });
    expect(second.list.map(({ id }) => id)).toEqual(
      (await centerFor(demo)).list.slice(3, 6).map(({ id }) => id),
    );
    const answer = await request(center, { path: '/api/coupon-center?type=voucher' });
    expect(answer).toMatchObject({ code: 422, message: '优惠券类型不正确' });
  });
});

describe('claiming', () => {
  it('gives one until the company has its share, then says so', async () => {
    const id = known.couponClaimable;
    const cookie = await loginAs('demo');
    const first = await request(claim, { params: { id: String(id) }, body: {}, cookie });
    expect(centerCoupon.parse(first.data)).toMatchObject({
      id,
      mine: 1,
      state: 'open',
      state_text: '可再领',
    });
    const second = await request(claim, { params: { id: String(id) }, body: {}, cookie });
    expect(second.data).toMatchObject({ mine: 2, state: 'taken' });
    const third = await request(claim, { params: { id: String(id) }, body: {}, cookie });
    expect(third).toMatchObject({ code: 409, data: { id, mine: 2, state: 'taken' } });
    expect(third.message).toBe('您的企业已领取过该优惠券，每家企业限领2张');
    expect(await claimed(id)).toEqual({ rows: 2, counter: 2 });
  });

  it('gives one of a coupon for one under 20 at once by one company', async () => {
    const id = await make();
    const colleague = await contextOf(db, 'demo-caigou');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => claimCoupon(at % 2 ? demo : colleague, { id })),
    );
    expect(codesOf(results)).toEqual({ ok: 1, 409: 19 });
    expect(await claimed(id)).toEqual({ rows: 1, counter: 1 });
  });

  it('never gives more than there are, under 50 companies at once', async () => {
    await growCompanies(db, 50, demo.now);
    const people = await db
      .select({ id: user.id })
      .from(user)
      .then((rows) => rows.filter(({ id }) => !Object.values(known.users).includes(id as never)));
    const contexts = await Promise.all(
      people.slice(0, 50).map(async ({ id }) => ({
        ...demo,
        actor: { ...demo.actor, account: (await findAccount(db, id))! },
      })),
    );
    expect(contexts).toHaveLength(50);
    const id = await make({ total: 7 });
    const results = await Promise.allSettled(contexts.map((context) => claimCoupon(context, { id })));
    expect(codesOf(results)).toEqual({ ok: 7, 409: 43 });
    expect(await claimed(id)).toEqual({ rows: 7, counter: 7 });
    const refusal = results.find((one) => one.status === 'rejected')?.reason as AppError;
    expect(refusal.message).toBe('该优惠券已抢光，请看看其他优惠券');
  });

  it('refuses what is not there, not open, a voucher, and who may not', async () => {
    const upcoming = await make({ claimFrom: new Date(demo.now.getTime() + day / 2) });
    const ended = await make({ claimTo: new Date(demo.now.getTime() - 1) });
    await expect(claimCoupon(demo, { id: upcoming })).rejects.toMatchObject({ code: 409 });
    await expect(claimCoupon(demo, { id: ended })).rejects.toMatchObject({ code: 409 });
    await expect(claimCoupon(demo, { id: 999_999 })).rejects.toMatchObject({ code: 404 });
    await expect(claimCoupon(demo, { id: 12 })).rejects.toMatchObject({ code: 404 });
    for (const name of ['demo-zhidu', 'demo-shouhuo'] as const) {
      const params = { id: String(known.couponClaimable) };
      expect(await request(claim, { params, body: {}, cookie: await loginAs(name) })).toMatchObject({
        code: 403,
      });
    }
    for (const name of ['pending', 'frozen'] as const) {
      const context = await contextOf(db, name);
      await expect(claimCoupon(context, { id: known.couponClaimable })).rejects.toMatchObject({ code: 403 });
    }
    expect(await request(claim, { params: { id: '1' }, body: {} })).toMatchObject({ code: 401 });
    const cookie = await loginAs('demo');
    for (const id of ['0', '-1', 'abc', '1.5', "1'; drop table coupon"])
      expect(await request(claim, { params: { id }, body: {}, cookie })).toMatchObject({ code: 422 });
    const headers = { origin: 'https://elsewhere.test' };
    expect(await request(claim, { params: { id: '3' }, body: {}, cookie, headers })).toMatchObject({
      code: 403,
    });
  });
});

it('what was claimed and is over or used has nothing to use: 已领完, not 去使用', async () => {
  const id = await make({ perCompany: 1 });
  expect(await claimCoupon(demo, { id })).toMatchObject({ state: 'taken' });
  const own = and(eq(companyCoupon.couponId, id), eq(companyCoupon.companyId, known.companies.demo));
  for (const [change, state] of [
    [{ status: 'held' }, 'taken'],
    [{ status: 'used' }, 'spent'],
    [{ status: 'unused', validTo: new Date(demo.now.getTime() - 1) }, 'spent'],
  ] as const) {
    await db.update(companyCoupon).set(change).where(own);
    const { list } = await centerFor(demo);
    expect(list.find((one) => one.id === id)).toMatchObject({ state, mine: 1 });
  }
});

describe('a coupon for newcomers', () => {
  const paidAt = async (at: Date | null) =>
    db.update(company).set({ firstPaidAt: at }).where(eq(company.id, known.companies.demo));
  const later = () => contextOf(db, 'demo');
  afterEach(() => paidAt(null));

  it('is claimed by a company that has paid no order, and by no other', async () => {
    const id = await make({ isNewcomerOnly: true, perCompany: 2 });
    expect(await claimCoupon(demo, { id })).toMatchObject({ state: 'open', mine: 1 });
    await paidAt(demo.now);
    await expect(claimCoupon(await later(), { id })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('首次采购'),
      data: { state: 'newcomers', mine: 1 },
    });
    // The guard of the write itself, for an order that is paid while the coupon is being claimed.
    const take = (companyId: number) => db.transaction((tx) => takeCoupon(tx, companyId, id, demo.now));
    expect(await take(known.companies.demo)).toBeNull();
    expect(await claimed(id)).toEqual({ rows: 1, counter: 1 });
    expect(await take(known.companies.other)).toMatchObject({ id, claimed: 2 });
    const { list } = await centerFor(other);
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'open' });
  });

  it('that was claimed in time is of no use after the first paid order', async () => {
    const id = await make({ isNewcomerOnly: true, threshold: 0 });
    await claimCoupon(demo, { id });
    const isAvailable = async () =>
      (await listAvailableCoupons(await later(), all)).list.some((one) => one.coupon_id === id);
    const inQuote = async () => {
      const {
        actor: { account },
        now,
      } = await later();
      const { offers } = await loadOffers(db, account, { goodsIds: [known.goodsPlain] }, now);
      return offers.coupons.find((one) => one.name === '测试券')!;
    };
    const hold = () =>
      db.transaction(async (tx) => {
        const { id: heldId } = await inQuote();
        const held = await holdCoupons(tx, known.companies.demo, [heldId], 'T9', demo.now);
        await releaseCoupons(tx, known.companies.demo, held);
        return held.length;
      });
    expect([await isAvailable(), (await inQuote()).isBarred, await hold()]).toEqual([true, false, 1]);
    await paidAt(demo.now);
    expect([await isAvailable(), (await inQuote()).isBarred, await hold()]).toEqual([false, true, 0]);
  });

  it('is what the demo promises of its own', async () => {
    const promised = await db.select().from(coupon).where(eq(coupon.remarks, '首次采购可用'));
    expect(promised.map((one) => one.isNewcomerOnly)).toEqual([true]);
  });
});

describe('what a company holds', () => {
  it('stands under its status, expired by the calendar', async () => {
    const status = async (name: 'unused' | 'held' | 'used' | 'expired') =>
      heldCoupons.parse(await listHeldCoupons(demo, { ...all, status: name })).list;
    expect((await status('unused')).map((one) => one.coupon_id).sort()).toEqual([
      known.couponMerchant,
      known.couponPlatform,
    ]);
    expect(await status('expired')).toMatchObject([{ coupon_id: 9, status_text: '已过期', is_soon: 0 }]);
    await db
      .update(companyCoupon)
      .set({ status: 'held', tradeNo: 'T1' })
      .where(
        and(
          eq(companyCoupon.companyId, known.companies.demo),
          eq(companyCoupon.couponId, known.couponPlatform),
        ),
      );
    expect(await status('held')).toMatchObject([{ status_text: '占用中', trade_no: 'T1' }]);
    expect(couponCount.parse(await countHeldCoupons(demo))).toEqual({
      unused: 1,
      held: 1,
      used: 0,
      expired: 1,
      voucher: { unused: 1, used: 0, expired: 0, balance: '50.00' },
    });
    await db.update(companyCoupon).set({ status: 'unused', tradeNo: null });
  });

  it('keeps vouchers apart, with their balance', async () => {
    const { list } = await listHeldCoupons(demo, { ...all, type: 'voucher', status: undefined });
    expect(list).toMatchObject([{ coupon_id: known.voucherDemo, balance: '50.00', value: '50.00' }]);
    const coupons = await listHeldCoupons(demo, { ...all, status: undefined });
    expect(coupons.list.some((one) => one.type === 'voucher')).toBe(false);
  });

  it('is available when it can be used now', async () => {
    const before = await listAvailableCoupons(demo, all);
    expect(before.list.map((one) => one.coupon_id).sort()).toEqual([
      known.couponMerchant,
      known.couponPlatform,
    ]);
    await db
      .update(companyCoupon)
      .set({ validFrom: new Date(demo.now.getTime() + day) })
      .where(eq(companyCoupon.couponId, known.couponMerchant));
    const after = await listAvailableCoupons(demo, all);
    expect(after.list.map((one) => one.coupon_id)).toEqual([known.couponPlatform]);
  });

  it('is the company’s own', async () => {
    const { list } = await listHeldCoupons(other, { ...all, status: undefined });
    expect(list.map((one) => one.coupon_id)).toEqual([known.couponPlatform]);
    const cookie = await loginAs('demo');
    for (const handler of [held, available, counted]) {
      expect(await request(handler)).toMatchObject({ code: 401 });
      expect(await request(handler, { cookie })).toMatchObject({ code: 200 });
    }
    expect(await request(held, { cookie, path: '/api/user/coupon?status=gone' })).toMatchObject({
      code: 422,
      message: '优惠券状态不正确',
    });
    expect(
      await request(held, { cookie, path: '/api/user/coupon?status=&type=coupon&page=１' }),
    ).toMatchObject({ code: 200 });
  });
});
