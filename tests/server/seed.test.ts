import { existsSync } from 'node:fs';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { seedDemo } from '#demo/seed/demo.ts';
import * as known from '#demo/seed/known.ts';
import { refreshDemoDates } from '#demo/seed/refresh.ts';
import { findTierProblem } from '#lib/rules/promotions/promotions.ts';
import { dayKey, startOfDay } from '#lib/rules/terms/activity-time.ts';
import { findRest } from '#lib/rules/terms/shelf-life.ts';
import { readActivity } from '#lib/server/db/activity-config.ts';
import * as schema from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';

const day = 86_400_000;
const now = new Date();
const { db } = await testDatabase();
const other = await testDatabase('empty');

async function goodsOf(id: number) {
  const [row] = await db
    .select({ goods: schema.goods, product: schema.product, merchant: schema.merchant })
    .from(schema.goods)
    .innerJoin(schema.product, eq(schema.product.id, schema.goods.productId))
    .innerJoin(schema.merchant, eq(schema.merchant.id, schema.goods.merchantId))
    .where(eq(schema.goods.id, id));
  return row!;
}

/** Every reason for which a demo buyer could not buy the goods (rules 1). */
async function obstacles(id: number): Promise<string[]> {
  const { goods, merchant } = await goodsOf(id);
  const least = Math.ceil(goods.minQuantity / goods.packStep) * goods.packStep;
  const reasons = {
    out_of_area: merchant.salesRegions !== null && !merchant.salesRegions.includes('42'),
    buyer_type: goods.buyerTypes !== null && !goods.buyerTypes.includes('pharmacy'),
    controlled: goods.isControlled,
    off_shelf:
      !goods.isOnShelf ||
      findRest(
        { isStopped: goods.isStopped, expiresOn: goods.expiresOn, merchantPapersUntil: null },
        now.getTime(),
      ) !== null,
    out_of_stock: goods.stock < goods.packStep,
    limited: goods.limitQuantity > 0 || goods.dayLimit > 0 || goods.weekLimit > 0,
    minimum: goods.stock < least,
    unserved: merchant.freightRules.unservedRegions?.includes('42') === true,
  };
  return Object.entries(reasons).flatMap(([name, holds]) => (holds ? [name] : []));
}

describe('named goods', () => {
  test.each([
    ['goodsPlain', known.goodsPlain, []],
    ['goodsPlainElsewhere', known.goodsPlainElsewhere, []],
    ['goodsPlainSecond', known.goodsPlainSecond, []],
    ['goodsAntibiotic', known.goodsAntibiotic, []],
    ['goodsAntibioticElsewhere', known.goodsAntibioticElsewhere, []],
    ['goodsWithLadder', known.goodsWithLadder, []],
    ['goodsWithLadderUpTo', known.goodsWithLadderUpTo, []],
    ['goodsLimited', known.goodsLimited, ['limited']],
    ['goodsDayLimited', known.goodsDayLimited, ['limited']],
    ['goodsWeekLimited', known.goodsWeekLimited, ['limited']],
    ['goodsOutOfStock', known.goodsOutOfStock, ['out_of_stock', 'minimum']],
    ['goodsBelowStep', known.goodsBelowStep, ['out_of_stock', 'minimum']],
    ['goodsNearExpiry', known.goodsNearExpiry, []],
    ['goodsExpiredLot', known.goodsExpiredLot, ['off_shelf']],
    ['goodsControlled', known.goodsControlled, ['controlled']],
    ['goodsControlledGranted', known.goodsControlledGranted, ['controlled']],
    ['goodsControlledApplied', known.goodsControlledApplied, ['controlled']],
    ['goodsClinicOnly', known.goodsClinicOnly, ['buyer_type']],
    ['goodsOutOfArea', known.goodsOutOfArea, ['out_of_area']],
    ['goodsOffShelf', known.goodsOffShelf, ['off_shelf']],
    ['goodsHerbal', known.goodsHerbal, []],
    ['goodsColdChain', known.goodsColdChain, []],
    ['goodsColdChainHouse', known.goodsColdChainHouse, []],
    ['goodsDevice', known.goodsDevice, []],
    ['goodsDeviceNoScope', known.goodsDeviceNoScope, []],
    ['goodsHealthFood', known.goodsHealthFood, []],
    ['goodsNoCoupon', known.goodsNoCoupon, []],
    ['goodsFreeShipping', known.goodsFreeShipping, []],
    ['goodsRebate', known.goodsRebate, []],
    ['goodsPreferred', known.goodsPreferred, []],
    ['goodsFlash', known.goodsFlash, []],
    ['goodsSpecial', known.goodsSpecial, []],
    ['goodsGroupBuy', known.goodsGroupBuy, []],
    ['goodsFullReduction', known.goodsFullReduction, []],
    ['goodsWithGift', known.goodsWithGift, []],
    ['goodsGift', known.goodsGift, []],
    ['goodsWithAddOn', known.goodsWithAddOn, []],
    ['goodsAddOn', known.goodsAddOn, []],
    ['goodsCombination', known.goodsCombination[0], []],
    ['goodsCombination', known.goodsCombination[1], []],
  ])('%s: nothing but its trait stands against it', async (_, id, expected) => {
    expect(await obstacles(id)).toEqual(expected);
  });

  test('have what their names say', async () => {
    const at = async (id: number) => goodsOf(id);
    expect((await at(known.goodsAntibiotic)).product).toMatchObject({
      name: '阿莫西林胶囊',
      scope: '抗生素',
    });
    expect((await at(known.goodsAntibioticElsewhere)).goods.productId).toBe(1);
    expect((await at(known.goodsWithLadder)).goods).toMatchObject({ ladderType: 'from' });
    expect((await at(known.goodsWithLadder)).goods.ladder).toHaveLength(2);
    expect((await at(known.goodsWithLadderUpTo)).goods).toMatchObject({ ladderType: 'up_to' });
    expect((await at(known.goodsNearExpiry)).goods).toMatchObject({ warehouseId: 3, flaw: '近效期' });
    expect((await at(known.goodsHerbal)).product.scope).toBe('中药饮片');
    expect((await at(known.goodsColdChain)).goods).toMatchObject({ merchantId: 18, isColdChain: true });
    expect((await at(known.goodsColdChainHouse)).goods).toMatchObject({ merchantId: 1, warehouseId: 2 });
    expect((await at(known.goodsColdChain)).product.storage).toMatch(/^冷藏/);
    expect((await at(known.goodsDevice)).product.scope).toBe('二类器械');
    expect((await at(known.goodsDeviceNoScope)).product.scope).toBe('');
    expect((await at(known.goodsHealthFood)).product.scope).toBe('保健食品');
    expect((await at(known.goodsNoCoupon)).goods.withCoupon).toBe(false);
    expect((await at(known.goodsFreeShipping)).goods.freeShippingNumber).toBe(60);
    expect((await at(known.goodsRebate)).goods.rebate).toBe(30);
    expect((await at(known.goodsPreferred)).goods.isPreferred).toBe(true);
    const grants = await db.select().from(schema.controlledGrant);
    expect(grants.map(({ goodsId, status }) => [goodsId, status])).toEqual([
      [known.goodsControlledGranted, 'granted'],
      [known.goodsControlledApplied, 'applied'],
    ]);
  });
});

test('some 4,000 goods: each product by one to four merchants, none expired but one', async () => {
  const goods = await db.select().from(schema.goods);
  expect(goods.length).toBeGreaterThan(3800);
  const perProduct = Map.groupBy(
    goods.filter((row) => row.warehouseId !== 3),
    (row) => row.productId,
  );
  expect(perProduct.size).toBe(1782);
  for (const offers of perProduct.values()) {
    expect(offers.length).toBeLessThanOrEqual(4);
    expect(new Set(offers.map((row) => row.merchantId)).size).toBe(offers.length);
  }
  for (const row of goods) {
    if (row.id !== known.goodsExpiredLot)
      expect(new Date(row.expiresOn!).getTime()).toBeGreaterThan(now.getTime() + 30 * day);
    expect(new Date(row.producedOn!).getTime()).toBeLessThan(now.getTime());
    expect(row.lotNo).not.toBe('');
    for (const tier of row.ladder) expect(tier.price).toBeLessThan(row.memberPrice);
    for (const price of Object.values(row.rankPrices)) expect(price).toBeLessThanOrEqual(row.memberPrice);
    expect(row.memberPrice).toBeLessThanOrEqual(row.price);
    expect(row.marketPrice).toBeGreaterThan(row.price);
  }
});

test('is the same every time but for dates, and moves on when it falls behind', async () => {
  await seedDemo(other.db, new Date(now.getTime() - 400 * day));
  const key = sql<string>`md5(string_agg(concat_ws(',', id, merchant_id, price, stock, sales), ';' order by id))`;
  const [[first], [second]] = await Promise.all([
    db.select({ key }).from(schema.goods),
    other.db.select({ key }).from(schema.goods),
  ]);
  expect(second).toEqual(first);

  await refreshDemoDates(other.db, now);
  const dates = () =>
    other.db.execute(sql`select (select min(expires_on) from goods where id <> ${known.goodsExpiredLot}) lots, (select min(ends_at) from activity) activities,
      (select count(*) from activity where kind = 'flash' and starts_at <= ${now.toISOString()}) flashes,
      (select min(valid_to) from paper where company_id not in (5, 10)) papers, (select min(valid_to) from coupon) coupons`);
  const moved = (await dates()).rows[0] as Record<string, string>;
  for (const what of ['lots', 'activities', 'papers', 'coupons']) {
    // Sessions of today that are over stay on show until midnight.
    const from = what === 'activities' ? startOfDay(now.getTime()) : now.getTime();
    expect(new Date(moved[what]!).getTime()).toBeGreaterThan(from);
  }
  expect(Number(moved.flashes)).toBeGreaterThan(0);
  const contracts = async () =>
    (
      await other.db.execute<{ merchant: number; days: number }>(sql`
        select merchant_id as merchant, valid_to - ${dayKey(now.getTime())}::date as days from contract
        where company_id = ${known.companies.demo} and state = 'signed' order by valid_to`)
    ).rows;
  const ending = await contracts();
  const within = (from: number, to: number) => ending.filter(({ days }) => days >= from && days <= to).length;
  expect([within(31, 60), within(8, 30), within(0, 7), within(-4_000, -1)]).toEqual([1, 1, 1, 1]);
  await refreshDemoDates(other.db, now);
  expect((await dates()).rows[0]).toEqual(moved);
  expect(await contracts()).toEqual(ending);
  // On its last day the first to end is moved on; the others count down.
  await refreshDemoDates(other.db, new Date(now.getTime() + 6 * day));
  const later = await contracts();
  expect(isEach(later, ({ days }) => days < 0 || days > 6)).toBe(true);
});

test('activities: every kind runs now, tiers never punish more goods, promo prices are lower', async () => {
  const running = await db.select().from(schema.activity);
  for (const [kind, id] of Object.entries(known.activities)) {
    const row = running.find((activity) => activity.id === id)!;
    expect(row.kind).toBe(kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    expect(row.startsAt < now && now < row.endsAt).toBe(true);
  }
  for (const activity of running.map(readActivity)) {
    if (activity?.kind !== 'full_reduction') continue;
    expect(findTierProblem(activity.config.tiers)).toBeNull();
  }
  const promoted = await db
    .select({ price: schema.activityGoods.price, goods: schema.goods })
    .from(schema.activityGoods)
    .innerJoin(schema.goods, eq(schema.goods.id, schema.activityGoods.goodsId));
  for (const { price, goods } of promoted) {
    if (price !== null)
      expect(price).toBeLessThan(Math.min(goods.memberPrice, ...Object.values(goods.rankPrices)));
  }
});

test('accounts: companies, colleagues of demo, wallets in step with their ledgers', async () => {
  const members = await db.select().from(schema.member);
  expect(members).toHaveLength(Object.keys(known.users).length);
  const addresses = await db
    .select()
    .from(schema.address)
    .where(inArray(schema.address.id, [known.addressDefault, known.addressSecond]));
  expect(addresses.map((row) => [row.companyId, row.isDefault])).toEqual([
    [known.companies.demo, true],
    [known.companies.demo, false],
  ]);
  const wallets = await db.execute(
    sql`select company_id from wallet w where balance <> coalesce((select sum(amount) from wallet_ledger l where l.company_id = w.company_id), 0)`,
  );
  expect(wallets.rows).toEqual([]);
  const next = await db
    .insert(schema.accountManager)
    .values({ name: '试', phone: '1' })
    .returning({ id: schema.accountManager.id });
  expect(next).toEqual([{ id: 4 }]);
});

test('what the wire knows of people and herbs has values in the demo', async () => {
  const people = await db
    .select({ name: schema.user.username, image: schema.user.image, wechat: schema.user.wechat })
    .from(schema.user)
    .where(inArray(schema.user.username, ['demo', 'demo-caigou']));
  expect(people.map(({ name, image, wechat }) => [name, image, wechat]).sort()).toEqual([
    ['demo', '/store.svg', null],
    ['demo-caigou', null, '采薇'],
  ]);
  const levels = await db.selectDistinct({ level: schema.goods.level }).from(schema.goods);
  expect(levels.map(({ level }) => level).sort()).toEqual(['', '一级', '特级', '统货']);
});

test('each link of the navigation has a picture that is there', async () => {
  const links = await db.select().from(schema.navLink);
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ image }) => !image.endsWith('.svg') || !existsSync(`public${image}`))).toEqual([]);
});
