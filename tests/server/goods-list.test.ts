import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { type GoodsItem, type GoodsList, goodsList, goodsListInput } from '#lib/contract/goods/calls.ts';
import { shopActor } from '#lib/server/core/context.ts';
import { customerPrice, goods } from '#lib/server/db/schema.ts';
import { isOffered } from '#lib/server/db/shelf.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { openGoodsList } from '#lib/server/goods/list-page.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const listHandler = routeOf(api.goodsList);

const { db, pool } = await testDatabase();
afterAll(closeCatalogue);

const demo = await loginAs('demo');

async function list(query: Record<string, string | number>, cookie?: string): Promise<GoodsList> {
  const path = `/api/goods/list?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`;
  const answer = await request<GoodsList>(listHandler, { path, ...(cookie && { cookie }) });
  expect(answer.code, answer.message).toBe(200);
  return goodsList.parse(answer.data);
}

async function code(query: string, cookie?: string): Promise<number> {
  return (await request(listHandler, { path: `/api/goods/list?${query}`, ...(cookie && { cookie }) })).code;
}

/** All pages of a list. */
async function whole(query: Record<string, string | number>, cookie?: string): Promise<GoodsItem[]> {
  const items: GoodsItem[] = [];
  for (let page = 1; ; page++) {
    const { list: part, total } = await list({ ...query, size: 100, page }, cookie);
    items.push(...part);
    if (part.length === 0 || items.length >= total) return items;
  }
}

const yuan = (item: GoodsItem) => Number(item.price);

describe('filters', () => {
  test('without any, everything on the shelf', async () => {
    const onShelf = await db.$count(goods, isOffered(new Date()));
    const { total, list: items, page, size } = await list({});
    expect(total).toBe(onShelf);
    expect({ page, size, shown: items.length }).toEqual({ page: 1, size: 20, shown: 20 });
  });

  test('a category counts with everything below it, at any level', async () => {
    const { facets, total } = await list({});
    const tops = facets.category.filter(({ level }) => level === 1);
    expect(tops.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    for (const level of [1, 2, 3]) {
      const category = facets.category.find((one) => one.level === level)!;
      expect((await list({ category_id: category.id })).total).toBe(category.count);
    }
  });

  test.each(['maker', 'form', 'spec'] as const)(
    'each value of %s gives what stands beside it',
    async (key) => {
      const { facets } = await list({ category_id: 1 });
      const wire = { maker: 'sccj', form: 'jx', spec: 'ypgg' } as const;
      for (const { value, count } of facets[key].slice(0, 3)) {
        const found = await whole({ category_id: 1, [key]: value });
        expect(found).toHaveLength(count);
        expect(new Set(found.map((item) => item[wire[key]]))).toEqual(new Set([value]));
      }
    },
  );

  test('several values of one filter widen, another filter narrows', async () => {
    const { facets } = await list({});
    const [first, second] = facets.form;
    const both = await list({ form: `${first!.value}|${second!.value}` });
    expect(both.total).toBe(first!.count + second!.count);
    // A filter's own counts stay as if it were not set: the next value can be weighed.
    expect(both.facets.form).toEqual(facets.form);
    const narrowed = await list({ form: `${first!.value}|${second!.value}`, otc: 'rx' });
    expect(narrowed.total).toBe(both.facets.otc.find(({ value }) => value === 'rx')!.count);
  });

  test('merchants by id, one or several', async () => {
    const one = await whole({ merchant_id: known.merchantHerbal });
    expect(new Set(one.map(({ sjly }) => sjly.id))).toEqual(new Set([known.merchantHerbal]));
    const { facets } = await list({});
    const counts = new Map(facets.merchant.map(({ id, count }) => [id, count]));
    expect(one).toHaveLength(counts.get(known.merchantHerbal)!);
    const two = await list({ merchant_id: `${known.merchantHerbal},${known.merchantColdChain}` });
    expect(two.total).toBe(counts.get(known.merchantHerbal)! + counts.get(known.merchantColdChain)!);
  });

  test('several values of a filter are read the same way, repeated or parted', () => {
    const both = [known.merchantHerbal, known.merchantColdChain];
    for (const merchant_id of [both, both.map(String), both.join(), both.join('|'), [both.join('|')]])
      expect(parseSent(goodsListInput, { merchant_id }).data?.merchant_id).toEqual(both);
    for (const otc of [['rx', 'otc'], 'rx,otc', 'rx|otc', ['rx|otc']])
      expect(parseSent(goodsListInput, { otc }).data?.otc).toEqual(['rx', 'otc']);
    for (const maker of [['甲,乙', '丙'], '甲,乙|丙', ['甲,乙|丙']])
      expect(parseSent(goodsListInput, { maker }).data?.maker).toEqual(['甲,乙', '丙']);
  });

  test('a page whose address names two merchants shows the goods of both', async () => {
    const query = new URLSearchParams([
      ['merchant_id', String(known.merchantHerbal)],
      ['merchant_id', String(known.merchantColdChain)],
    ]);
    const context = { db, now: new Date(), actor: shopActor(null), requestId: 'test' };
    const { input, notices } = await openGoodsList(context, query, 20);
    expect(input.merchant_id).toEqual([known.merchantHerbal, known.merchantColdChain]);
    expect(notices).toEqual([]);
  });

  test('prescription and OTC', async () => {
    const rx = await whole({ otc: 'rx', merchant_id: 1 });
    expect(new Set(rx.map(({ otc }) => otc))).toEqual(new Set(['处方药']));
    const otc = await whole({ otc: 'otc', merchant_id: 1 });
    expect(new Set(otc.map((item) => item.otc))).toEqual(new Set(['甲类OTC', '乙类OTC']));
  });

  test('in stock leaves out what cannot be bought in its least quantity', async () => {
    const { facets } = await list({ merchant_id: 1 });
    const found = await whole({ merchant_id: 1, in_stock: 1 });
    expect(found).toHaveLength(facets.in_stock);
    const ids = found.map(({ id }) => id);
    expect(ids).not.toContain(known.goodsOutOfStock);
    expect(ids).not.toContain(known.goodsBelowStep);
    expect(found.every((item) => item.number >= item.qg_number && item.number >= item.zbz)).toBe(true);
  });

  test('expiry windows part everything that has not run out', async () => {
    const { facets, total } = await list({});
    expect(facets.expiry.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    const near = await whole({ expiry: '0-6' });
    expect(near).toHaveLength(facets.expiry.find(({ value }) => value === '0-6')!.count);
    const limit = new Date(Date.now() + 184 * 86_400_000).toISOString().slice(0, 10);
    expect(near.every((item) => item.expires_on <= limit && item.is_yj === 1)).toBe(near.length > 0);
    expect(near.map(({ id }) => id)).toContain(known.goodsNearExpiry);
  });

  test('what is taken down is in no list', async () => {
    expect((await whole({ merchant_id: 1 })).map(({ id }) => id)).not.toContain(known.goodsOffShelf);
  });
});

describe('order', () => {
  test('what is out of stock comes behind the same name in stock', async () => {
    const isThereOf = (item: GoodsItem) => item.number >= item.qg_number && item.number >= item.zbz;
    const byName = Map.groupBy(await whole({}), ({ name }) => name);
    const [name = ''] = [...byName].find(([, all]) => new Set(all.map(isThereOf)).size === 2) ?? [];
    const isThere = (await whole({ keywords: name })).filter((item) => item.name === name).map(isThereOf);
    expect(new Set(isThere)).toEqual(new Set([true, false]));
    expect(isThere).toEqual(isThere.toSorted((a, b) => Number(b) - Number(a)));
  });

  test.each([
    ['expiry', 'desc', -1],
    ['expiry', 'asc', 1],
  ] as const)('%s %s', async (sort, order, sign) => {
    const days = (await list({ sort, order, size: 100 })).list.map((item) => item.expires_on);
    expect(days).toEqual(days.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0)));
  });

  test('sale: the best sellers of the database first', async () => {
    const rows = await db
      .select({ id: goods.id, sales: goods.sales })
      .from(goods)
      .where(isOffered(new Date()));
    const salesOf = new Map(rows.map(({ id, sales }) => [id, sales]));
    const best = rows
      .map(({ sales }) => sales)
      .toSorted((a, b) => b - a)
      .slice(0, 50);
    const found = await list({ sort: 'sale', size: 50 });
    expect(found.list.map(({ id }) => salesOf.get(id))).toEqual(best);
    const worst = await list({ sort: 'sale', order: 'asc', size: 50 });
    expect(worst.list.map(({ id }) => salesOf.get(id))).toEqual(
      rows
        .map(({ sales }) => sales)
        .toSorted((a, b) => a - b)
        .slice(0, 50),
    );
  });

  test('pages hold everything once', async () => {
    const ids = (await whole({ merchant_id: 1 })).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await list({ merchant_id: 1, page: 100_000 })).list).toEqual([]);
  });
});

describe('prices', () => {
  test('a buyer finds their own, in order and in range, and only what they may buy', async () => {
    const found = await whole({ sort: 'price', buyable: 1, price_min: '5', price_max: '8.50' }, demo);
    expect(found.length).toBeGreaterThan(100);
    const prices = found.map(yuan);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(isEach(prices, (price) => price >= 5 && price <= 8.5)).toBe(true);
    expect(new Set(found.map((item) => item.buy_state?.code))).toEqual(new Set(['ok']));
  });

  test('what is hidden from a buyer comes last and falls in no range', async () => {
    const clinic = await loginAs('clinic');
    const all = await whole({ sort: 'price', order: 'desc', keywords: '阿莫西林' }, clinic);
    expect(all.length).toBeGreaterThan(0);
    expect(all.every((item) => item.buy_state?.code === 'out_of_scope')).toBe(true);
    expect(priceKeysIn(all)).toEqual([]);
    expect((await list({ keywords: '阿莫西林', price_max: '99999' }, clinic)).total).toBe(0);
    // Hidden ones keep one order whichever way prices run.
    const up = await whole({ sort: 'price', order: 'asc', keywords: '阿莫西林' }, clinic);
    expect(up.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('an agreed price counts for its company alone', async () => {
    await db
      .insert(customerPrice)
      .values({ companyId: known.companies.demo, goodsId: known.goodsPlain, price: 7 });
    const query = { keywords: '布洛芬', sort: 'price' };
    const first = (await list(query, demo)).list[0];
    expect({ id: first?.id, price: first?.price }).toEqual({ id: known.goodsPlain, price: '0.07' });
    expect((await list(query, await loginAs('other'))).list[0]?.price).not.toBe('0.07');
  });

  test.each(['', 'pending', 'rejected', 'frozen'] as const)(
    'whoever sees none (%s) finds none, and can learn none by sorting or halving',
    async (name) => {
      const cookie = name === '' ? undefined : await loginAs(name);
      const plain = await list({ keywords: '布洛芬' }, cookie);
      expect(plain.total).toBeGreaterThan(5);
      expect(priceKeysIn(plain)).toEqual([]);
      expect(JSON.stringify(plain)).not.toMatch(/¥|\d+\.\d\d"/);
      for (const asked of [{ sort: 'price' }, { price_max: '0.01' }, { price_min: '1000' }, { buyable: 1 }]) {
        const locked = await list({ keywords: '布洛芬', ...asked } as Record<string, string>, cookie);
        expect(locked.list.map(({ id }) => id)).toEqual(plain.list.map(({ id }) => id));
        expect(locked.total).toBe(plain.total);
      }
    },
  );
});

test.each([
  'page=abc',
  'page=0',
  'size=1000000000',
  'size=0',
  'sort=random()',
  'order=up',
  'otc=x',
  'expiry=1',
  'category_id=99999999',
  'category_id=abc',
  'merchant_id=-1',
  `keywords=${'长'.repeat(5000)}`,
  'keywords=a%00b',
  'price_max=abc',
  'in_stock=2',
  `form=${'x|'.repeat(60)}`,
])('%s is refused with a sentence', async (query) => {
  expect(await code(query)).toBe(422);
});

test.each([
  "keywords='; drop table goods;--",
  'keywords=%25_%25',
  'keywords=😀',
  'keywords=<script>',
  'keywords=   ',
  'keywords=********',
  'category_id=',
  'form=没有的剂型',
  'merchant_id=424242',
  'page=100000',
])('%s is answered', async (query) => {
  expect(await code(query)).toBe(200);
});

test('a search word that comes twice is told so, not asked for', async () => {
  const answer = await request(listHandler, { path: '/api/goods/list?keywords=a&keywords=b' });
  expect(answer).toMatchObject({ code: 422, message: '搜索词只能有一个' });
});

test('a change in the database shows in lists', async () => {
  const inStock = async () =>
    (await whole({ keywords: '布洛芬', in_stock: 1 })).some(({ id }) => id === known.goodsPlainElsewhere);
  expect(await inStock()).toBe(true);
  await db.update(goods).set({ stock: 0 }).where(eq(goods.id, known.goodsPlainElsewhere));
  await expect.poll(inStock).toBe(false);
  const [row] = await db.select().from(goods).where(eq(goods.id, known.goodsPlainElsewhere));
  const { id: _, ...copy } = row!;
  // A new goods is a new index.
  const [made] = await db
    .insert(goods)
    .values({ ...copy, merchantId: 1, warehouseId: 3, stock: 500 })
    .returning({ id: goods.id });
  await expect
    .poll(async () => (await whole({ keywords: '布洛芬' })).some(({ id }) => id === made!.id))
    .toBe(true);
});

test('an injection of the demo is for hospitals alone in all its sizes, or in none', async () => {
  const { rows } = await pool.query(
    `select p.name from goods g join product p on p.id = g.product_id where p.form like '注射剂%'
     group by p.name having count(g.buyer_types) not in (0, count(*)) order by p.name collate "C"`,
  );
  // Their offers stand in activities of the demo.
  const drawn = [
    '盐酸利多卡因注射液',
    '硫酸庆大霉素注射液',
    '注射用头孢呋辛钠',
    '注射用头孢唑林钠',
    '乳酸钠林格注射液',
  ];
  expect(rows.map(({ name }) => name).sort()).toEqual(drawn.sort());
});
