import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { preview } from '#lib/contract/checkout.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { listSelectedIds, openCheckout, previewOrder } from '#lib/server/cart/checkout.ts';
import { listCart } from '#lib/server/cart/list.ts';
import { activityGoods, address, cartLine, companyCoupon, member, merchant } from '#lib/server/db/schema.ts';
import { listOpenTrades } from '#lib/server/paying/pay-trades.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf as contextOfAccount, fillCart, makeBuyers, pay, place } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const checkout = routeOf(api.checkoutCart);
const previewCall = routeOf(api.previewOrder);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const best = { coupons: 'best' as const, gifts: {} };

async function fill(...wanted: [id: number, number: number][]): Promise<number[]> {
  const { added } = await addLines(
    db,
    demo.actor.account,
    wanted.map(([goods_id, number]) => ({ goods_id, type: 0, number })),
    demo.now,
  );
  return added.map((line) => line.id);
}

beforeEach(async () => {
  await db.delete(cartLine);
});

describe('the preview', () => {
  it('shows the same total as the cart, by merchant and order, under both names', async () => {
    const ids = await fill(
      [known.goodsPlain, 200],
      [known.goodsPlainElsewhere, 40],
      [known.goodsColdChainHouse, 20],
      [known.goodsFullReduction, 60],
    );
    const cookie = await loginAs('demo');
    const body = ids.map((id) => `ids[]=${id}`).join('&');
    const made = preview.parse((await request(previewCall, { body, cookie })).data);
    expect(made.total).toEqual((await listCart(demo)).total);
    expect(made.address_id).toBe(known.addressDefault);
    const orders = made.groups.flatMap((group) => group.orders);
    expect(made.groups.length).toBe(3);
    expect(orders.length).toBeGreaterThan(3);
    expect(new Set(orders.map((order) => order.key)).size).toBe(orders.length);
    const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + parseYuan(amount), 0);
    expect(sum(orders.map((order) => order.pay_amount))).toBe(parseYuan(made.total.pay_amount));
    const again = preview.parse((await request(checkout, { body, cookie })).data);
    expect({ ...again, timestamp: 0 }).toEqual({ ...made, timestamp: 0 });
  });

  it('uses the best coupons unless others, or none, are chosen', async () => {
    const ids = await fill([known.goodsPlain, 600]);
    const chosen = (made: { coupons: { id: number; is_chosen: number }[] }) =>
      made.coupons.filter((coupon) => coupon.is_chosen === 1).map((coupon) => coupon.id);
    const first = await previewOrder(demo, { ids, ...best });
    expect(chosen(first).length).toBeGreaterThan(0);
    const none = await previewOrder(demo, { ids, gifts: {}, coupons: 'none' });
    expect(chosen(none)).toEqual([]);
    expect(parseYuan(none.total.pay_amount)).toBeGreaterThan(parseYuan(first.total.pay_amount));
    const one = await previewOrder(demo, { ids, gifts: {}, coupons: chosen(first).slice(0, 1) });
    expect(chosen(one)).toEqual(chosen(first).slice(0, 1));
    const voucher = first.vouchers[0]!;
    const paid = await previewOrder(demo, { ids, ...best, vouchers: [voucher.id] });
    expect(paid.vouchers[0]).toMatchObject({ is_chosen: 1, used_amount: '50.00' });
    // Those that help are taken by themselves, in the cart too; none has a word of its own.
    expect(first.vouchers[0]).toMatchObject({ is_chosen: 1, used_amount: '50.00' });
    expect((await listCart(demo)).total.pay_amount).toBe(first.total.pay_amount);
    const unspent = await previewOrder(demo, { ids, ...best, vouchers: '' });
    expect(unspent.vouchers[0]).toMatchObject({ is_chosen: 0, used_amount: '0.00' });
  });

  it('names the trade that holds a coupon, in the cart too', async () => {
    const ids = await fill([known.goodsPlain, 600]);
    await db
      .update(companyCoupon)
      .set({ status: 'held', tradeNo: '2026112900000123456' })
      .where(eq(companyCoupon.couponId, known.couponPlatform));
    const { coupons } = await previewOrder(demo, { ids, ...best });
    const held = coupons.filter(({ held_by }) => held_by !== '');
    expect(held).toMatchObject([{ held_by: '2026112900000123456', is_usable: 0, is_chosen: 0 }]);
    expect(coupons.length).toBeGreaterThan(1);
    expect((await listCart(demo)).coupons.find(({ id }) => id === held[0]!.id)).toEqual(held[0]);
    await db
      .update(companyCoupon)
      .set({ status: 'unused', tradeNo: null })
      .where(eq(companyCoupon.couponId, known.couponPlatform));
  });

  it('buys exactly the lines asked for, also those that are not ticked', async () => {
    const [first, second] = await fill([known.goodsPlain, 20], [known.goodsPlainSecond, 20]);
    await db.update(cartLine).set({ isSelected: false });
    const made = await previewOrder(demo, { ids: [first!], ...best });
    expect(made.groups.flatMap((group) => group.lines.map((line) => line.id))).toEqual([first]);
    expect(await listSelectedIds(demo)).toEqual([]);
    await db.update(cartLine).set({ isSelected: true }).where(eq(cartLine.id, second!));
    expect(await listSelectedIds(demo)).toEqual([second]);
  });

  it('measures freight at the address chosen', async () => {
    const ids = await fill([known.goodsPlain, 20]);
    const made = await previewOrder(demo, { ids, address_id: known.addressSecond, ...best });
    expect(made.address).toMatchObject({ id: known.addressSecond, city: '宜昌市' });
  });

  it('knows neither lines nor addresses of others', async () => {
    const ids = await fill([known.goodsPlain, 20]);
    const other = await contextOf(db, 'other');
    await expect(previewOrder(other, { ids, ...best })).rejects.toMatchObject({ code: 404 });
    const [foreign] = await db.select().from(address).where(eq(address.companyId, known.companies.other));
    await expect(previewOrder(demo, { ids, address_id: foreign!.id, ...best })).rejects.toMatchObject({
      code: 404,
    });
    await expect(previewOrder(demo, { ids: [999_999], ...best })).rejects.toMatchObject({ code: 404 });
  });

  it('is refused to those who may not order', async () => {
    const ids = await fill([known.goodsPlain, 20]);
    for (const role of ['demo-caiwu', 'demo-shouhuo', 'demo-zhidu'] as const) {
      const body = ids.map((id) => `ids[]=${id}`).join('&');
      expect(await request(previewCall, { body, cookie: await loginAs(role) })).toMatchObject({ code: 403 });
      expect(await openCheckout(await contextOf(db, role), String(ids[0]), null)).toMatchObject({
        preview: null,
        reason: expect.stringContaining('不能加购和下单'),
      });
    }
  });

  it('has nothing left of what was placed; the trade that waits for its payment is the company’s alone', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    const ids = await fillCart(db, buyer!, [{ goodsId: known.goodsPlain, number: 20 }]);
    const { trade_no } = await place(db, buyer!, { ids });
    const own = contextOfAccount(db, buyer!);
    expect((await openCheckout(own, String(ids[0]), null)).preview).toBeNull();
    expect((await listOpenTrades(own)).map((trade) => trade.trade_no)).toEqual([trade_no]);
    const [other] = await makeBuyers(db, 1);
    expect(await listOpenTrades(contextOfAccount(db, other!))).toEqual([]);
    await pay(db, buyer!, trade_no);
    expect(await listOpenTrades(own)).toEqual([]);
  });

  it('takes the chosen gift out of a form, whose name is a number in brackets', async () => {
    const ids = await fill([known.goodsWithGift, 120]);
    const cookie = await loginAs('demo');
    const body = ids.map((id) => `ids[]=${id}`).join('&');
    const ask = async (more: string) =>
      preview.parse((await request(previewCall, { body: body + more, method: 'POST', cookie })).data);
    const giftOf = (made: Awaited<ReturnType<typeof ask>>) =>
      made.groups.flatMap((group) => group.orders.flatMap((order) => order.gifts))[0]!;
    const given = giftOf(await ask(''));
    const rows = await db
      .select()
      .from(activityGoods)
      .where(and(eq(activityGoods.activityId, given.activity_id), eq(activityGoods.role, 'gift')));
    const other = rows.find((row) => row.goodsId !== given.goods_id)!.goodsId;
    expect(giftOf(await ask(`&gifts[${given.activity_id}]=${other}`)).goods_id).toBe(other);
    expect(giftOf(await ask(`&gifts%5B${given.activity_id}%5D=${given.goods_id}`)).goods_id).toBe(
      given.goods_id,
    );
  });

  it('tells what stands in the way, no address or a minimum not reached, and what needs approval', async () => {
    const ids = await fill([known.goodsPlain, 20]);
    await db.update(merchant).set({ minOrderAmount: 99_999_999 }).where(eq(merchant.id, known.merchantHouse));
    await db.update(address).set({ isDefault: false }).where(eq(address.companyId, known.companies.demo));
    await db.update(member).set({ orderLimit: 1 }).where(eq(member.userId, known.users.demo));
    const made = await previewOrder(await contextOf(db, 'demo'), { ids, ...best });
    expect(made.problems.join()).toMatch(/收货地址.*起订金额/);
    expect(made.notices.join()).toMatch(/单笔限额.*审批/);
    expect(made.address_id).toBeNull();
  });

  it.each(['ids[]=abc', '', 'ids[]=-1', 'ids[]=1&coupons=x', 'ids[]=1&gifts[a]=b', 'ids[]=1&address_id=x'])(
    'answers 422 to %j',
    async (body) => {
      const cookie = await loginAs('demo');
      expect(await request(previewCall, { body, method: 'POST', cookie })).toMatchObject({ code: 422 });
    },
  );
});
