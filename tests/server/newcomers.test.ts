/** What is for newcomers (rules 6): companies that have paid no order yet. Others neither see nor get it. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { listActivityGoods } from '#lib/server/activities/goods.ts';
import { type Context, shopActor } from '#lib/server/core/context.ts';
import { listCouponCenter } from '#lib/server/coupons/center.ts';
import { company, orderLine, order as orderTable } from '#lib/server/db/schema.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { getGoods } from '#lib/server/goods/detail.ts';
import { goodsItems } from '#lib/server/goods/items.ts';
import { listGoods } from '#lib/server/goods/list.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { findActivityZone } from '#lib/server/zones/activity-zone.ts';
import { withinGoods } from '#lib/server/zones/within.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, order } from '#tests/support/orders.ts';

const { db } = await testDatabase();
afterAll(closeCatalogue);

const [young, old] = (await makeBuyers(db, 2)) as [Account, Account];
await db.update(company).set({ firstPaidAt: new Date() }).where(eq(company.id, old.companyId));
const grown = (await findAccount(db, old.userId))!;

const as = (account: Account | null): Context<'all'> => ({
  ...contextOf(db, young),
  actor: shopActor(account),
});
const zone = withinGoods({ activityZone: 'xr' });
const zoneIds = async () => {
  const { list } = await listGoods(as(null), goodsListInput.parse({ size: 40 }), zone);
  return list.map(({ id }) => id);
};
const priceFor = async (account: Account, id: number) => {
  const [offer] = await listOffers(as(account), { ids: [id] });
  return Number(offer!.price);
};

describe("newcomers' prices", () => {
  it('are lower for a company without a paid order, and not there for any other', async () => {
    const ids = await zoneIds();
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids.slice(0, 5)) {
      expect(await priceFor(young, id)).toBeLessThan(await priceFor(grown, id));
      const [offer] = await listOffers(as(grown), { ids: [id] });
      expect(offer!.tags.map(({ name }) => name)).not.toContain('特');
      expect((offer!.terms as { promo: unknown }).promo).toBeNull();
    }
  });

  it('are no label, no promotion and no zone of 特价 to the public and to others', async () => {
    const [id] = await zoneIds();
    const [card] = await goodsItems(db, null, await getCatalogue(db), [id!], Date.now());
    expect(card!.tags.map(({ name }) => name)).not.toContain('特');
    const promotionsOf = async (account: Account | null) =>
      (await getGoods(as(account), { id: id! })).promotions.map(({ activity_id }) => activity_id);
    expect(await promotionsOf(young)).toContain(known.activityNewcomers);
    for (const account of [null, grown])
      expect(await promotionsOf(account)).not.toContain(known.activityNewcomers);
    const specials = await listGoods(
      as(null),
      goodsListInput.parse({ size: 100 }),
      withinGoods({ promotions: ['特价'] }),
    );
    expect(specials.list.map((one) => one.id)).not.toContain(id);
    expect(await findActivityZone(as(null), String(known.activityNewcomers))).toBeNull();
  });

  it('sort a list as they are, for each buyer by their own', async () => {
    const input = goodsListInput.parse({ sort: 'price', size: 40 });
    for (const account of [young, grown]) {
      const prices = (await listGoods(as(account), input, zone)).list.map(({ price }) => Number(price));
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    }
  });

  it('are refused as a list to a company that has paid', async () => {
    const id = known.activityNewcomers;
    expect((await listActivityGoods(as(young), { id })).length).toBeGreaterThan(10);
    await expect(listActivityGoods(as(grown), { id })).rejects.toMatchObject({
      code: 403,
      message: expect.stringContaining('新人专享'),
    });
  });

  it('price an order of a newcomer, and no order of another', async () => {
    const [id] = await zoneIds();
    const paidBy = async (account: Account) => {
      const [offer] = await listOffers(as(account), { ids: [id!] });
      const price = Number(offer!.price);
      const { trade_no } = await order(db, account, [{ goodsId: id!, number: 50 }]);
      const [line] = await db
        .select({ gross: orderLine.gross })
        .from(orderLine)
        .innerJoin(orderTable, eq(orderTable.no, orderLine.orderNo))
        .where(eq(orderTable.tradeNo, trade_no));
      const { promo } = offer!.terms as { promo: { activityLimit: number } | null };
      return { price, gross: line!.gross, limit: promo?.activityLimit ?? 0 };
    };
    const [own, others] = [await paidBy(young), await paidBy(grown)];
    expect(own.price).toBeLessThan(others.price);
    // Within the limit at the newcomers' price, the rest as everybody else.
    const atPromo = own.limit * own.price + (50 - own.limit) * others.price;
    expect(own.gross).toBe(Math.round(atPromo * 100));
    expect(others.gross).toBe(Math.round(others.price * 5_000));
  });
});

it("newcomers' coupons stand in the coupon centre for newcomers and visitors alone", async () => {
  const names = async (account: Account | null) =>
    (await listCouponCenter(as(account), { page: 1, size: 50, type: undefined })).list.map(
      ({ name }) => name,
    );
  expect(await names(null)).toContain('新店首单券');
  expect(await names(young)).toContain('新店首单券');
  expect(await names(grown)).not.toContain('新店首单券');
});
