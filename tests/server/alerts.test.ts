import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { alertWire } from '#lib/contract/alerts.ts';
import { api } from '#lib/contract/api.ts';
import { connect } from '#lib/server/db/client.ts';
import { activity, activityGoods, goods, goodsAlert, message } from '#lib/server/db/schema.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { answerWishes } from '#lib/server/wanted/alert-answer.ts';
import { watchRequests } from '#lib/server/wanted/alert-watch.ts';
import { askForPrice, askForStock, cancelAlert, listAlerts, maxRequests } from '#lib/server/wanted/alerts.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';

const priceCall = routeOf(api.askForPrice);
const stockCall = routeOf(api.askForStock);

const { db, url } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const colleague = await contextOf(db, 'demo-caigou');
const { goodsOutOfStock, goodsPlain } = known;
const [before] = await db.select().from(goods).where(eq(goods.id, goodsPlain));

const stopWatching: (() => Promise<void>)[] = [];
const stopAll = async () => {
  for (const stop of stopWatching.splice(0)) await stop();
};
afterAll(stopAll);

function setStock(stock: number) {
  return db.update(goods).set({ stock }).where(eq(goods.id, goodsOutOfStock));
}

function setPrice(price: number) {
  return db
    .update(goods)
    .set({ price, memberPrice: price, rankPrices: {}, ladder: [] })
    .where(eq(goods.id, goodsPlain));
}

async function notified(companyId: number): Promise<string[]> {
  const rows = await db
    .select({ title: message.title, link: message.link })
    .from(message)
    .where(eq(message.companyId, companyId));
  return rows.map((row) => `${row.title} ${row.link}`);
}

const back = `到货通知：${await nameOf(goodsOutOfStock)} /list/info/${goodsOutOfStock}`;
const cheaper = `降价通知：${await nameOf(goodsPlain)} /list/info/${goodsPlain}`;

async function nameOf(id: number): Promise<string> {
  const row = await db.query.goods.findFirst({ where: eq(goods.id, id) });
  const product = await db.query.product.findFirst({
    where: (table) => eq(table.id, row!.productId),
  });
  return product!.name;
}

beforeEach(async () => {
  await db.delete(goodsAlert);
  await db.delete(message);
  await setStock(0);
  await db.update(goods).set(before!).where(eq(goods.id, goodsPlain));
});

describe('asking', () => {
  it('keeps one open wish a user, goods and kind', async () => {
    const cookie = await loginAs('demo');
    for (let round = 0; round < 3; round++) {
      const answer = await request(stockCall, { body: `goods_id=${goodsOutOfStock}`, cookie });
      expect(alertWire.parse(answer.data)).toEqual({ goods_id: goodsOutOfStock, kind: 'stock' });
    }
    await Promise.all(Array.from({ length: 10 }, () => askForStock(demo, { goods_id: goodsOutOfStock })));
    await request(priceCall, { body: `goods_id=${goodsPlain}`, cookie });
    const answer = await request(priceCall, { body: `goods_id=${goodsPlain}&price=0.5`, cookie });
    expect(answer.data).toEqual({ goods_id: goodsPlain, kind: 'price', price: '0.50' });
    const rows = await db.select().from(goodsAlert);
    expect(rows.map(({ kind, price }) => [kind, price]).sort()).toEqual([
      ['price', 50],
      ['stock', null],
    ]);
  });

  it('is refused where it makes no sense, and tells nothing to who sees no price', async () => {
    await expect(askForStock(demo, { goods_id: goodsPlain })).rejects.toMatchObject({ code: 409 });
    await expect(askForStock(demo, { goods_id: 2_000_000 })).rejects.toMatchObject({ code: 404 });
    for (const id of [known.goodsControlled, known.goodsOffShelf, known.goodsOutOfArea]) {
      await expect(askForStock(demo, { goods_id: id })).rejects.toMatchObject({ code: 403 });
      await expect(askForPrice(demo, { goods_id: id, price: undefined })).rejects.toMatchObject({
        code: 403,
      });
    }
    for (const name of ['pending', 'rejected', 'frozen'] as const) {
      const context = await contextOf(db, name);
      await expect(askForStock(context, { goods_id: goodsOutOfStock })).rejects.toMatchObject({ code: 403 });
      // Halving would find the price, if a wish above it were refused otherwise than one below it.
      for (const price of ['0.01', '99999.00'])
        await expect(askForPrice(context, { goods_id: goodsPlain, price })).rejects.toMatchObject({
          code: 403,
        });
    }
    await expect(askForPrice(demo, { goods_id: goodsPlain, price: '99999.00' })).rejects.toMatchObject({
      code: 422,
    });
    const cookie = await loginAs('demo');
    for (const body of [
      '',
      'goods_id=0',
      'goods_id=abc',
      'goods_id=1591&price=1.234',
      'goods_id=1591&price=0',
    ])
      expect(await request(priceCall, { body: body || 'x=1', cookie })).toMatchObject({ code: 422 });
    expect(await request(stockCall, { body: `goods_id=${goodsOutOfStock}` })).toMatchObject({ code: 401 });
    expect(await db.$count(goodsAlert)).toBe(0);
  });

  it('has an end, also under many at once', async () => {
    const ids = (await db.select({ id: goods.id }).from(goods).limit(maxRequests)).map(({ id }) => id);
    await db.insert(goodsAlert).values(
      ids
        .filter((id) => id !== goodsOutOfStock)
        .slice(0, maxRequests - 1)
        .map((goodsId) => ({ ...requestOf(demo), goodsId, kind: 'stock' as const })),
    );
    const results = await Promise.allSettled([
      askForStock(demo, { goods_id: goodsOutOfStock }),
      askForPrice(demo, { goods_id: goodsPlain, price: undefined }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

function requestOf({ actor: { account } }: typeof demo) {
  return { userId: account.userId, companyId: account.companyId };
}

describe('answering', () => {
  it('tells once when a goods is back, each who asked and nobody else', async () => {
    await askForStock(demo, { goods_id: goodsOutOfStock });
    await askForStock(other, { goods_id: goodsOutOfStock });
    expect(await answerWishes(db, [goodsOutOfStock], new Date())).toBe(0);
    await setStock(5_000);
    expect(await answerWishes(db, [goodsPlain], new Date())).toBe(0);
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => answerWishes(db, [goodsOutOfStock], new Date())),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    expect(await notified(known.companies.demo)).toEqual([back]);
    expect(await notified(known.companies.other)).toEqual([back]);
    expect(await notified(known.companies.clinic)).toEqual([]);
    // A new wish after that is a new one.
    await setStock(0);
    await askForStock(demo, { goods_id: goodsOutOfStock });
    await setStock(5_000);
    expect(await answerWishes(db, null, new Date())).toBe(1);
    expect(await notified(known.companies.demo)).toEqual([back, back]);
  });

  it('waits while the stock is below what can be bought', async () => {
    await askForStock(demo, { goods_id: goodsOutOfStock });
    const [row] = await db.select().from(goods).where(eq(goods.id, goodsOutOfStock));
    await setStock(row!.packStep - 1);
    expect(await answerWishes(db, null, new Date())).toBe(0);
    await setStock(row!.packStep * 100);
    expect(await answerWishes(db, null, new Date())).toBe(1);
  });

  it('tells when the buyer’s own price falls, not before', async () => {
    await askForPrice(demo, { goods_id: goodsPlain, price: undefined });
    await askForPrice(colleague, { goods_id: goodsPlain, price: '0.60' });
    expect(await answerWishes(db, null, new Date())).toBe(0);
    await setPrice(100);
    expect(await answerWishes(db, [goodsPlain], new Date())).toBe(1);
    expect(await notified(known.companies.demo)).toEqual([cheaper]);
    await setPrice(60);
    expect(await answerWishes(db, [goodsPlain], new Date())).toBe(0);
    await setPrice(59);
    expect(await answerWishes(db, [goodsPlain], new Date())).toBe(1);
    const [row] = await db.select().from(message);
    expect(row!.body).not.toMatch(/\d+\.\d{2}/);
  });

  it('hears of a promo that a date brings', async () => {
    await askForPrice(demo, { goods_id: goodsPlain, price: undefined });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const [sale] = await db
      .insert(activity)
      .values({ kind: 'flash', name: '夜场', startsAt: at(1), endsAt: at(2) })
      .returning();
    await db.insert(activityGoods).values({ activityId: sale!.id, goodsId: goodsPlain, price: 1 });
    expect(await answerWishes(db, null, new Date())).toBe(0);
    expect(await answerWishes(db, null, at(1.5))).toBe(1);
    await db.delete(activityGoods).where(eq(activityGoods.activityId, sale!.id));
    await db.delete(activity).where(eq(activity.id, sale!.id));
  });

  it('keeps the wishes of a company that may not buy', async () => {
    const frozen = await contextOf(db, 'frozen');
    await db.insert(goodsAlert).values({ ...requestOf(frozen), goodsId: goodsOutOfStock, kind: 'stock' });
    await setStock(5_000);
    expect(await answerWishes(db, null, new Date())).toBe(0);
    expect(await db.$count(goodsAlert, and(eq(goodsAlert.companyId, known.companies.frozen)))).toBe(1);
  });
});

describe('watching', () => {
  it('answers after a change is announced, one process at a time, each wish once', async () => {
    await askForStock(demo, { goods_id: goodsOutOfStock });
    stopWatching.push(await watchRequests(db), await watchRequests(db));
    await setStock(5_000);
    await until('the wish is answered', async () => (await notified(known.companies.demo)).length > 0);
    await askForPrice(demo, { goods_id: goodsPlain, price: undefined });
    await setPrice(1);
    await until('the price is told', async () => (await notified(known.companies.demo)).length > 1);
    expect(await notified(known.companies.demo)).toEqual([back, cheaper]);
  });

  it('holds no connection while it waits for another: one is enough', async () => {
    await stopAll();
    const narrow = connect(url, { max: 1 });
    await askForStock(demo, { goods_id: goodsOutOfStock });
    stopWatching.push(await watchRequests(narrow.db));
    await setStock(5_000);
    await until('the wish is answered', async () => (await notified(known.companies.demo)).length > 0);
    await stopAll();
    await narrow.pool.end();
  });
});

describe('the list of wishes', () => {
  it('is one’s own, with the price wanted and the price now, and is ended by its owner alone', async () => {
    await db.delete(goodsAlert);
    await askForPrice(demo, { goods_id: goodsPlain, price: '0.50' });
    await askForStock(demo, { goods_id: goodsOutOfStock });
    const { list, open } = await listAlerts(demo);
    expect(open).toBe(2);
    expect(list).toMatchObject([
      { goods_id: goodsOutOfStock, kind: 'stock', state_text: '缺货', told_at: '' },
      { goods_id: goodsPlain, kind: 'price', price: '0.50', price_now: expect.stringMatching(/^\d/) },
    ]);
    const [offer] = await listOffers(demo, { ids: [goodsPlain] });
    expect(offer?.alerts).toEqual(['price']);
    expect((await listOffers(colleague, { ids: [goodsPlain] }))[0]?.alerts).toBeUndefined();

    expect(await cancelAlert(other, { goods_id: goodsPlain, kind: 'price' })).toEqual({ open: 0 });
    expect((await listAlerts(demo)).open).toBe(2);
    for (const _ of [1, 2])
      expect(await cancelAlert(demo, { goods_id: goodsPlain, kind: 'price' })).toEqual({ open: 1 });
    expect((await listOffers(demo, { ids: [goodsPlain] }))[0]?.alerts).toBeUndefined();
  });

  it('keeps what came true for a month', async () => {
    await db.delete(goodsAlert);
    await askForStock(demo, { goods_id: goodsOutOfStock });
    await db.update(goodsAlert).set({ toldAt: demo.now });
    expect(await listAlerts(demo)).toMatchObject({ open: 0, list: [{ kind: 'stock' }] });
    await db.update(goodsAlert).set({ toldAt: new Date(demo.now.getTime() - 31 * 24 * 3600_000) });
    expect((await listAlerts(demo)).list).toEqual([]);
  });
});
