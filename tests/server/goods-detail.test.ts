import { existsSync } from 'node:fs';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { demoLeaflets } from '#demo/seed/leaflets.ts';
import { api } from '#lib/contract/api.ts';
import { type GoodsDetail, type GoodsPage, goodsDetail, goodsPage } from '#lib/contract/goods/calls.ts';
import { type MerchantList, merchantDetail, merchantList } from '#lib/contract/merchants.ts';
import { goods, product } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { type Handler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const config = routeOf(api.config);
const detail = routeOf(api.goodsDetail);
const category = routeOf(api.categoryGoods);
const hot = routeOf(api.hotGoods);
const relation = routeOf(api.relatedGoods);
const recommended = routeOf(api.recommendedGoods);
const shop = routeOf(api.merchant);
const shopGoods = routeOf(api.merchantGoods);
const shops = routeOf(api.merchants);

const { db } = await testDatabase();
afterAll(closeCatalogue);

async function ask<T>(
  handler: Handler,
  query: string,
  cookie?: string,
  params?: Record<string, string>,
): Promise<T> {
  const answer = await request<T>(handler, {
    path: `/api/x?${query}`,
    ...(cookie && { cookie }),
    ...(params && { params }),
  });
  expect(answer.code, answer.message).toBe(200);
  return answer.data;
}

const open = (id: number, cookie?: string) => ask<GoodsDetail>(detail, '', cookie, { id: String(id) });

describe('a goods by its id', () => {
  test('tells its facts at the top of data', async () => {
    const goods = goodsDetail.parse(await open(known.goodsPlain));
    expect(goods).toMatchObject({ id: known.goodsPlain, ck_id: 1, zbz: 10, qg_number: 10, sjly: { id: 1 } });
    expect(goods.goods_image.length).toBeGreaterThan(1);
    expect(existsSync(`src/demo/seed/data${goods.goods_video}`), goods.goods_video).toBe(true);
    expect(goods.goods_video).toMatch(/\.mp4$/);
    expect(goods.same_ids).toContain(known.goodsPlainElsewhere);
    expect(goods.category.map(({ name }) => name)[0]).toBe('化学药');
  });

  test('has the buyer’s price and terms for a buyer', async () => {
    const goods = goodsDetail.parse(await open(known.goodsWithLadder, await loginAs('demo')));
    expect(goods.buy_state?.code).toBe('ok');
    expect(goods.ladder_price?.length).toBe(2);
    expect(priceKeysIn(goods).length).toBeGreaterThan(3);
  });

  test.each(['', 'pending', 'rejected', 'frozen'] as const)(
    'tells %s no price and no leaflet of an Rx drug',
    async (name) => {
      const cookie = name === '' ? undefined : await loginAs(name);
      for (const id of [
        known.goodsWithLadder,
        known.goodsFlash,
        known.goodsFullReduction,
        known.goodsAntibiotic,
        known.goodsRebate,
      ]) {
        const goods = await open(id, cookie);
        expect(priceKeysIn(goods)).toEqual([]);
        expect(JSON.stringify(goods)).not.toMatch(/¥|满\d+减|\d+\.\d\d"/);
      }
      expect((await open(known.goodsAntibiotic, cookie)).leaflet).toBeNull();
      expect((await open(known.goodsPlain, cookie)).leaflet?.indications).toBeTruthy();
    },
  );

  test('tells approved buyers the leaflet of an Rx drug', async () => {
    expect((await open(known.goodsAntibiotic, await loginAs('demo'))).leaflet?.indications).toContain('感染');
  });

  test('reads a leaflet under the heads of a real one, and says that the demo’s is none', async () => {
    const leaflets = demoLeaflets();
    expect(leaflets.size).toBeGreaterThanOrEqual(60);
    const rows = await db.select().from(product).where(isNotNull(product.leaflet));
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(leaflets.keys()));
    const [one] = await db
      .select({ id: goods.id })
      .from(goods)
      .innerJoin(product, eq(product.id, goods.productId))
      .where(eq(product.name, '归脾丸'));
    const { leaflet } = await open(one?.id ?? 0);
    expect(leaflet).toMatchObject({ is_demo: 1 });
    expect(leaflet?.sections.map(({ name }) => name)).toEqual(
      '成份 性状 功能主治 用法用量 不良反应 禁忌 注意事项 贮藏 包装 有效期 执行标准 批准文号 生产企业'.split(
        ' ',
      ),
    );
    expect((await open(known.goodsPlain)).leaflet?.sections.length).toBeGreaterThan(0);
  });

  test('hides the price of a goods outside the buyer’s scope or area', async () => {
    const outOfScope = await open(known.goodsAntibiotic, await loginAs('clinic'));
    expect([outOfScope.buy_state?.code, priceKeysIn(outOfScope)]).toEqual(['out_of_scope', []]);
    const outOfArea = await open(known.goodsOutOfArea, await loginAs('demo'));
    expect([outOfArea.buy_state?.code, priceKeysIn(outOfArea)]).toEqual(['out_of_area', []]);
  });

  test('one taken down still answers', async () => {
    expect((await open(known.goodsOffShelf, await loginAs('demo'))).buy_state?.code).toBe('off_shelf');
  });

  test.each([
    ['99999999', 404],
    ['abc', 422],
    ['0', 422],
    ['-1', 422],
    ['1;drop', 422],
    ['99999999999999', 422],
  ])('%s answers %d', async (id, code) => {
    expect((await request(detail, { path: `/api/goods/detail/${id}`, params: { id } })).code).toBe(code);
  });
});

describe('goods beside goods', () => {
  test('related ones are other products of its kind', async () => {
    const page = goodsPage.parse(await ask(relation, `goods_id=${known.goodsPlain}`));
    expect(page.list.length).toBe(10);
    expect(page.list.some(({ name }) => name === '布洛芬缓释胶囊')).toBe(false);
    const next = goodsPage.parse(await ask(relation, `goods_id=${known.goodsPlain}&page=2`));
    expect(next.list.some(({ id }) => page.list.some((one) => one.id === id))).toBe(false);
    expect((await request(relation, { path: '/api/goods/relation?goods_id=99999999' })).code).toBe(404);
  });

  test('hot, recommended and category goods are in stock and carry no price for visitors', async () => {
    for (const [handler, query] of [
      [hot, ''],
      [recommended, 'sort=sale&order=desc'],
      [category, 'category_id=1'],
    ] as const) {
      const page = await ask<GoodsPage>(handler, query);
      expect(page.list.length).toBeGreaterThan(5);
      expect(page.total).toBeGreaterThan(0);
      expect(priceKeysIn(page)).toEqual([]);
    }
    expect(isEach((await ask<GoodsPage>(recommended, '')).list, ({ number, zbz }) => number >= zbz)).toBe(
      true,
    );
  });
});

describe('merchants', () => {
  test('the list, each with three goods', async () => {
    const { list, total } = merchantList.parse(await ask<MerchantList>(shops, ''));
    expect(total).toBe(18);
    expect(list).toHaveLength(18);
    expect(
      list.every(
        ({ goods, goods_count, badges }) => goods.length === 3 && goods_count > 3 && badges.length > 0,
      ),
    ).toBe(true);
    expect(priceKeysIn(list)).toEqual([]);
    expect(priceKeysIn(await ask(shops, 'size=2', await loginAs('demo'))).length).toBeGreaterThan(0);
  });

  test('one of them and its goods', async () => {
    const one = merchantDetail.parse(await ask(shop, 'id=1'));
    expect(one.remarks).toBe('衡川自营');
    const page = goodsPage.parse(await ask(shopGoods, 'id=1&page=2'));
    expect(page.total).toBe(one.goods_count);
    expect(new Set(page.list.map(({ sjly }) => sjly.id))).toEqual(new Set([1]));
    for (const handler of [shop, shopGoods])
      expect((await request(handler, { path: '/api/x?id=4242' })).code).toBe(404);
    expect((await request(shop, { path: '/api/x' })).code).toBe(422);
  });
});

test('the configuration holds what is anybody’s business, or the keys asked for', async () => {
  const all = await ask<Record<string, unknown>>(config, '');
  expect(all).toMatchObject({ hot_line: '400-000-1137' });
  expect(await ask(config, 'keys=hot_line,secret')).toEqual({ hot_line: '400-000-1137' });
});
