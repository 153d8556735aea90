/**
 * Offers and items that are kept for many with their text: each buyer is answered what the rows say for them, the same
 * the second time, and what is written is what was answered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodsPlain, users } from '#demo/seed/known.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { activityScope } from '#lib/rules/promotions/quota.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { followDatabase } from '#lib/server/cache/follow.ts';
import { getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { jsonOf } from '#lib/server/fast/json-text.ts';
import { goodsItems } from '#lib/server/goods/items.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { listOffers, offersOf } from '#lib/server/offers/offers.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { accountOf } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
let stop = async () => {};
beforeAll(async () => {
  stop = await followDatabase(db);
});
afterAll(() => stop());

const demo = await accountOf(db, users.demo);
const asked = await contextOf(db, 'demo');
const accounts: (Account | null)[] = [
  demo,
  // The same company in a higher rank: nothing of the lower one may come along.
  { ...demo, rank: demo.rank + 2 },
  await accountOf(db, users.clinic),
  await accountOf(db, users.pending),
  await accountOf(db, users.other),
  null,
];

async function offersFor(
  account: Account | null,
  goodsIds: readonly number[],
  isFresh: boolean,
  now = new Date(),
) {
  return offersOf(
    await loadOffers(db, account, { goodsIds, source: isFresh ? 'database' : 'buyer' }, now),
    goodsIds,
    now.getTime(),
  );
}

test('offers are those of the rows, for each buyer, the first time and again', async () => {
  await pool.query(`insert into favorite (user_id, goods_id) values ($1, $2) on conflict do nothing`, [
    demo.userId,
    goodsPlain,
  ]);
  const { rows } = await pool.query('select id from goods order by id limit 600');
  const ids = [goodsPlain, ...rows.map((row) => Number(row.id))];
  for (const account of [...accounts, ...accounts]) {
    if (account !== null) await expectInStep(account, ids);
    const kept = await offersFor(account, ids, false);
    expect(kept).toEqual(await offersFor(account, ids, true));
    expect(JSON.parse(jsonOf({ data: kept }).toString())).toEqual(JSON.parse(JSON.stringify({ data: kept })));
  }
  const own = await offersFor(demo, [goodsPlain], false);
  expect(own[0]?.is_favorite).toBe(1);
});

test('items are written as they are, and no buyer gets the ones of another', async () => {
  const catalogue = await getCatalogue(db);
  const { rows } = await pool.query('select id from goods where is_on_shelf order by id limit 200');
  const ids = rows.map((row) => Number(row.id));
  const pricesOf = new Map<Account | null, string>();
  for (const account of [...accounts, ...accounts]) {
    const list = await goodsItems(db, account, catalogue, ids, Date.now());
    const text = jsonOf({ data: { list } }).toString();
    expect(JSON.parse(text)).toEqual({ data: { list: JSON.parse(JSON.stringify(list)) } });
    expect(pricesOf.get(account) ?? text).toBe(text);
    pricesOf.set(account, text);
  }
  expect(pricesOf.get(null)).not.toContain('"price"');
  expect(pricesOf.get(accounts[3] ?? null)).not.toContain('"price"');
  expect(pricesOf.get(demo)).not.toBe(pricesOf.get(accounts[1] ?? null));
});

test('a price that changes is offered at once, by whatever was kept of the goods', async () => {
  const priceOf = async () => (await offersFor(demo, [goodsPlain], false))[0]?.price;
  const before = await priceOf();
  await pool.query(
    `update goods set price = price + 1000, member_price = member_price + 1000, rank_prices = '{}', ladder = '[]' where id = $1`,
    [goodsPlain],
  );
  await until('the new price is offered', async () => (await priceOf()) !== before);
  expect(await priceOf()).toBe((await offersFor(demo, [goodsPlain], true))[0]?.price);
});

/** What is kept says what the rows say: terms, offers as they are sent, and cards; when they are made, and again. */
async function expectInStep(account: Account, all: readonly number[], now = new Date()) {
  const kept = await offersFor(account, all, false, now);
  expect(kept).toEqual(await offersFor(account, all, true, now));
  // Of many some: what is written takes its time to be read.
  const ids = all.filter((_, at) => at < 20 || at >= all.length - 20);
  const catalogue = await getCatalogue(db);
  const day = shanghaiDay(now.getTime());
  const variantCounts = new Map(ids.map((id) => [id, catalogue.variants(id, day).length]));
  const wanted = { goodsIds: ids, variantCounts, source: 'database' as const, withNet: true };
  const loaded = await loadOffers(db, account, wanted, now);
  const fresh = written(offersOf(loaded, ids, now.getTime(), variantCounts));
  for (const _ of ['made', 'found']) {
    const context = { ...asked, now, actor: { kind: 'buyer' as const, account } };
    const sent = await listOffers(context, { ids: [...ids] });
    expect(written(sent)).toEqual(fresh);
    const cards = written(await goodsItems(db, account, catalogue, ids, now.getTime()));
    expect(cards.map((card, at) => sameFields(card, fresh[at]))).toEqual(fresh.map(own));
    expect(cards.map(pricesIn)).toEqual(fresh.map(pricesIn));
  }
  return kept;
}

/** As it comes over the wire. */
function written(value: readonly object[]): Offer[] {
  return JSON.parse(jsonOf({ data: value }).toString()).data;
}

/** An offer without what a card says together with the goods' public face: labels and pictures. */
function own({ tags: _, image: __, goods_image: ___, ...offer }: Offer) {
  return offer;
}

/** Of a card what stands in an offer. */
function sameFields(card: object, offer: Offer | undefined) {
  const fields = new Set(Object.keys(offer ? own(offer) : {}));
  return Object.fromEntries(Object.entries(card).filter(([field]) => fields.has(field)));
}

/** What nobody may see who is not told it. */
function pricesIn({ price, qhj, net, last, ladder_price, terms }: Offer) {
  return { price, qhj, net, last, ladder_price, terms };
}

async function someIds(count: number): Promise<number[]> {
  const { rows } = await pool.query(
    'select id from goods where is_on_shelf and stock > 0 order by id limit $1',
    [count],
  );
  return rows.map((row) => Number(row.id));
}

test('a coupon that is used, one that has ended and a region with a fee of its own change what is kept', async () => {
  const ids = await someIds(300);
  const withCoupons = await expectInStep(demo, ids);
  expect(withCoupons.some((offer) => offer.qhj !== undefined)).toBe(true);
  // The same offers for somebody of the same class who holds none, and back.
  const other = { ...(await accountOf(db, users.other)), rank: demo.rank };
  await expectInStep(other, ids);
  expect(await expectInStep(demo, ids)).toEqual(withCoupons);
  // All coupons end; nothing is announced.
  await expectInStep(demo, ids, new Date(Date.now() + 400 * 86_400_000));
  const { rows } = await pool.query(
    `update company_coupon set status = 'held' where company_id = $1 and status = 'unused' returning id`,
    [demo.companyId],
  );
  const without = await expectInStep(demo, ids);
  expect(isEach(without, (offer) => offer.qhj === undefined)).toBe(true);
  await pool.query(`update company_coupon set status = 'unused' where id = any($1)`, [
    rows.map(({ id }) => id),
  ]);
  expect(await expectInStep(demo, ids)).toEqual(withCoupons);
  const fee = `[{"regions":["${demo.regionCode.slice(0, 2)}"],"fee":9900,"freeFrom":null}]`;
  await pool.query(
    `update merchant set freight_rules = freight_rules || jsonb_build_object('regionFees', $1::jsonb)`,
    [fee],
  );
  await until('the fee is counted', async () => {
    const [kept] = await offersFor(demo, ids, false);
    return kept?.net !== undefined && kept.net.freight !== withCoupons[0]?.net?.freight;
  });
  await expectInStep(demo, ids);
});

test('an agreement, a favourite, a cart and a stock of none are seen by the next call', async () => {
  const [id = 0, ...others] = await someIds(40);
  const ids = [id, ...others];
  await expectInStep(demo, ids);
  await pool.query('insert into customer_price (company_id, goods_id, price) values ($1, $2, 77)', [
    demo.companyId,
    id,
  ]);
  expect((await expectInStep(demo, ids))[0]?.price).toBe('0.77');
  await pool.query('delete from customer_price where company_id = $1 and goods_id = $2', [
    demo.companyId,
    id,
  ]);
  await pool.query('insert into favorite (user_id, goods_id) values ($1, $2) on conflict do nothing', [
    demo.userId,
    id,
  ]);
  expect((await expectInStep(demo, ids))[0]?.is_favorite).toBe(1);
  await pool.query('delete from favorite where user_id = $1 and goods_id = $2', [demo.userId, id]);
  expect((await expectInStep(demo, ids))[0]?.is_favorite).toBe(0);
  await pool.query('update goods set stock = 0 where id = $1', [id]);
  await until('it is sold out', async () => (await offersFor(demo, [id], false))[0]?.is_buy === 0);
  await expectInStep(demo, ids);
});

test('of one account a rank, a paper that ends and a new day change what is kept', async () => {
  const ids = await someIds(300);
  const now = Date.now();
  const ending: Account = {
    ...demo,
    papers: demo.papers.map((paper) => ({ ...paper, validTo: now + 60_000 })),
  };
  const before = await expectInStep(ending, ids, new Date(now));
  await expectInStep(ending, ids, new Date(now + 60_000));
  const after = await expectInStep(ending, ids, new Date(now + 60_001));
  const buyable = (offers: typeof before) => offers.filter((offer) => offer.is_buy === 1).length;
  expect(buyable(after)).toBeLessThan(buyable(before));
  expect(await expectInStep(ending, ids, new Date(now))).toEqual(before);
  for (const days of [1, 100, 200, 400, 2_000])
    await expectInStep(demo, ids, new Date(now + days * 86_400_000));
  for (const state of ['frozen', 'reviewing'] as const) {
    const hidden = await expectInStep({ ...demo, companyState: state }, ids);
    expect(isEach(hidden, (offer) => offer.price === undefined)).toBe(true);
  }
  await expectInStep({ ...demo, regionCode: '650100' }, ids);
  await expectInStep({ ...demo, scopes: [] }, ids);
});

test('what activities make of a goods is kept until one changes, sells, begins, ends or is used up', async () => {
  const { rows } = await pool.query(
    `select distinct g.goods_id as id from activity_goods g join activity a on a.id = g.activity_id
     where g.role = 'subject' and a.ends_at > now() and a.starts_at < now() + interval '1 day'`,
  );
  const ids = rows.map((row) => Number(row.id));
  const [id = 0] = await someIds(1);
  const now = Date.now();
  const { id: activityId } = await makeActivity(
    db,
    { kind: 'flash', merchantId: 1, startsAt: new Date(now + 60_000), endsAt: new Date(now + 120_000) },
    [{ goodsId: id, role: 'subject', price: 1, companyLimit: 40, stock: 1000 }],
  );
  ids.push(id);
  const promoOf = async (at = now) =>
    (await offersFor(demo, [id], false, new Date(at)))[0]?.terms?.promo ?? undefined;
  await until('the activity is known', async () => (await promoOf())?.activityId === activityId);
  /** Whether the flash price is the one to pay, for somebody like all others; what is kept is in step for each. */
  const isPriced = async (at: number) => {
    await expectInStep({ ...demo, isNewcomer: true }, ids, new Date(at));
    const offers = await expectInStep(demo, ids, new Date(at));
    expect(await expectInStep(demo, ids, new Date(at))).toEqual(offers);
    return offers.at(-1)?.price === '0.01';
  };
  expect([await isPriced(now + 59_999), await isPriced(now + 60_000)]).toEqual([false, true]);
  expect([await isPriced(now + 119_999), await isPriced(now + 120_000)]).toEqual([true, false]);
  const at = now + 60_000;
  await pool.query('update activity_goods set sold = 990 where activity_id = $1', [activityId]);
  await until('what is left is known', async () => (await promoOf(at))?.stock === 10);
  expect(await isPriced(at)).toBe(true);
  const own = [demo.companyId, activityScope(activityId, id)];
  await pool.query('insert into quota_use (company_id, scope, used) values ($1, $2, 40)', own);
  expect(await isPriced(at)).toBe(false);
  await pool.query('delete from quota_use where company_id = $1 and scope = $2', own);
  expect(await isPriced(at)).toBe(true);
  await pool.query('update activity_goods set price = 2 where activity_id = $1', [activityId]);
  await until('the new price is known', async () => (await promoOf(at))?.price === '0.02');
  expect(await isPriced(at)).toBe(false);
});
