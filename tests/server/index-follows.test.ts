/**
 * The index takes single changes over and stays what it is: after new goods, new products and products that are others
 * now it answers as one that is built anew.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { buildCatalogue } from '#lib/server/engines/search/build.ts';
import type { Catalogue } from '#lib/server/engines/search/catalogue.ts';
import type { Filters } from '#lib/server/engines/search/filters.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { query, type Sort } from '#lib/server/engines/search/query.ts';
import { suggest } from '#lib/server/engines/search/suggest.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
const today = shanghaiDay(Date.now());
let before: Catalogue;

beforeAll(async () => {
  before = await getCatalogue(db);
});
afterAll(closeCatalogue);

const open: Filters = {
  keywords: '',
  makerKeywords: '',
  categoryId: null,
  merchantIds: [],
  makers: [],
  forms: [],
  specs: [],
  otc: [],
  inStock: false,
  expiry: [],
  within: null,
};
const best: Sort = { by: 'relevance', descending: true };

function find(catalogue: Catalogue, filters: Partial<Filters>, sort = best) {
  const found = query(catalogue, { ...open, ...filters }, sort, today, null);
  const ids = Array.from(found.places.slice(0, found.places.length), (place) => catalogue.goods.idAt(place));
  return { ...found, ids };
}

const idsOf = (keywords: string) => find(before, { keywords }).ids;

/** The product of a goods. */
async function productOf(goodsId: number): Promise<number> {
  const { rows } = await pool.query('select product_id as id from goods where id = $1', [goodsId]);
  return rows[0].id;
}

/** Copies a product, and offers the copy as `goodsId` is offered. */
async function offerCopy(goodsId: number, name: string, sku: string): Promise<number> {
  const columns = `kind, category_id, maker, spec, form, unit, mid_pack, case_pack, otc, scope, storage,
    shelf_life_months, base_price, market_price`;
  const { rows } = await pool.query(
    `insert into product (sku, name, approval_no, ${columns})
     select $2, $3, '国药准字H' || $2, ${columns} from product where id = $1 returning id`,
    [await productOf(goodsId), sku, name],
  );
  return offer(rows[0].id, goodsId);
}

async function offer(productId: number, like: number, merchantId = 1): Promise<number> {
  const columns = `warehouse_id, price, member_price, market_price, stock, pack_step, case_pack, produced_on, expires_on, lot_no`;
  const { rows } = await pool.query(
    `insert into goods (product_id, merchant_id, ${columns}) select $1, $3, ${columns} from goods where id = $2 returning id`,
    [productId, like, merchantId],
  );
  return rows[0].id;
}

test('a new product is found by its name, its code and beside its category with its first goods', async () => {
  const category = before.products.categoryOf(before.goods.productAt(before.goods.places.get(goodsPlain)!));
  const counts = () => find(before, { categoryId: category }).facets.categories.get(category) ?? 0;
  const many = counts();
  const id = await offerCopy(goodsPlain, '新到的试验丸', '20261122');
  await until('it is found', () => idsOf('新到的试验丸').includes(id));
  expect(idsOf('试验丸')).toEqual([id]);
  expect(idsOf('国药准字H20261122')).toEqual([id]);
  expect(counts()).toBe(many + 1);
  expect(find(before, {}, { by: 'new', descending: true }).ids[0]).toBe(id);
  expect(suggest(before, '新到的', 10, today).map(({ name }) => name)).toEqual(['新到的试验丸']);
  expect(await getCatalogue(db)).toBe(before);
});

test('a product that has another name is found by that one, with all of its goods', async () => {
  const product = await productOf(goodsPlain);
  const goods = before.goodsOf.of(must(before.products.places.get(product), 'place')).length;
  const { rows } = await pool.query('select name from product where id = $1', [product]);
  const was = idsOf(rows[0].name).length;
  await pool.query(`update product set name = '改了名的试验片' where id = $1`, [product]);
  await until('it is found', () => idsOf('改了名的试验片').includes(goodsPlain));
  await until('the old name is gone', () => !idsOf(rows[0].name).includes(goodsPlain));
  expect(idsOf('改了名的试验片').length).toBeGreaterThan(0);
  expect(idsOf(rows[0].name).length).toBeLessThan(was);
  expect(before.goodsOf.of(must(before.products.places.get(product), 'place')).length).toBe(goods);
  const other = await offer(product, goodsPlain, 9);
  await until('another goods of it', () => idsOf('改了名的试验片').includes(other));
  expect(before.sameDrug(goodsPlain, 10, today)).toContain(other);
  expect(await getCatalogue(db)).toBe(before);
});

/** Ids of goods of the same name and spec, best first, by looking at every one. */
function alikeOf({ goods, products }: Catalogue, id: number): number[] {
  const own = goods.productAt(must(goods.places.get(id), 'place'));
  const drugOf = (product: number) => [products.nameOf(product), products.specOf(product)].join();
  const found: { rank: number[]; id: number }[] = [];
  for (let place = 0; place < goods.count; place++) {
    const product = goods.productAt(place);
    if (goods.idAt(place) === id || drugOf(product) !== drugOf(own) || !goods.isOffered(place, today))
      continue;
    const rank = [product === own ? 0 : 1, Number(!goods.isInStock(place)), -goods.salesAt(place), place];
    found.push({ rank, id: goods.idAt(place) });
  }
  const order = (a: readonly number[], b: readonly number[]) =>
    a.map((one, at) => one - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return found.sort((a, b) => order(a.rank, b.rank)).map((one) => one.id);
}

test('one that followed answers as one that is built anew', async () => {
  await offerCopy(goodsPlain, '阿莫西林胶囊', '20261123');
  await pool.query(
    `update product set name = '阿莫西林试验胶囊', maker = '试验制药有限公司', spec = '1g*7粒', form = '颗粒剂',
       scope = '抗生素', category_id = (select max(category_id) from product)
     where id in (select id from product where name like '阿莫%' order by id limit 5)`,
  );
  await pool.query(
    `update product set name = '多家试验片', spec = '1g*7片' where id in (select id from product where id % 9 = 4 limit 60)`,
  );
  await pool.query(`update goods set is_on_shelf = not is_on_shelf where id % 97 = 3`);
  await pool.query(`update goods set stock = 0 where id % 89 = 5`);
  const last = await offerCopy(goodsPlain, '最后的试验品', '20261124');
  await until('all is taken over', () => idsOf('最后的试验品').includes(last));
  expect(await getCatalogue(db)).toBe(before);
  const anew = await buildCatalogue(db);
  const category = before.tree.rows.find((row) => row.level === 1)!.id;
  const questions: Partial<Filters>[] = [
    {},
    { keywords: '阿莫西林' },
    { keywords: 'amxl' },
    { keywords: '试验' },
    { keywords: 'h2026112' },
    { keywords: '阿莫西林 胶囊', inStock: true },
    { makerKeywords: '试验制药' },
    { categoryId: category },
    { categoryId: category, inStock: true, forms: ['颗粒剂'] },
    { merchantIds: [1], otc: ['rx'], expiry: [[12, 18]] },
    { makers: ['试验制药有限公司'], specs: ['1g*7粒'] },
  ];
  for (const asked of questions) {
    const [one, other] = [find(before, asked), find(anew, asked)];
    expect(one.ids.toSorted(), JSON.stringify(asked)).toEqual(other.ids.toSorted());
    expect({ ...one.facets, merchants: [...one.facets.merchants].sort() }, JSON.stringify(asked)).toEqual({
      ...other.facets,
      merchants: [...other.facets.merchants].sort(),
    });
  }
  for (const by of ['sale', 'new', 'expiry'] as const)
    for (const descending of [true, false]) {
      const all = find(before, {}, { by, descending }).ids;
      expect(new Set(all).size).toBe(all.length);
      // Walked and sorted, the same.
      const within = () => true;
      expect(find(before, { within }, { by, descending }).ids).toEqual(all);
    }
  let [variants, most] = [0, 0];
  for (let place = 0; place < anew.goods.count; place++) {
    const id = anew.goods.idAt(place);
    const wanted = anew.variants(id, today);
    if (wanted.length > 1) variants++;
    expect(before.variants(id, today).toSorted()).toEqual(wanted.toSorted());
    if (place % 7 !== 0) continue;
    const alike = alikeOf(anew, id);
    for (const limit of [3, 12, 100]) expect(anew.sameDrug(id, limit, today)).toEqual(alike.slice(0, limit));
    expect(before.sameDrug(id, 10_000, today).toSorted()).toEqual(alike.toSorted());
    most = Math.max(most, alike.length);
  }
  // More than are kept in order.
  expect(most).toBeGreaterThan(64);
  expect(variants).toBeGreaterThan(5);
  const gates = (catalogue: Catalogue) =>
    find(catalogue, { keywords: '试验' })
      .ids.toSorted()
      .map(
        (id) => catalogue.goods.gateNumbers.values[catalogue.goods.gates[catalogue.goods.places.get(id)!]!],
      );
  expect(gates(before)).toEqual(gates(anew));
});

test('any page of a list is the part of the whole list', () => {
  const within = () => true;
  const all = find(before, { within }).ids;
  expect(all.length).toBeGreaterThan(2_000);
  expect(find(before, {}).ids).toEqual(all);
  for (const asked of [{ within }, {}])
    for (const [from, to] of [
      [0, 20],
      [990, 1_010],
      [all.length - 30, all.length + 10],
      [1_500, 1_540],
    ] as const) {
      const { places } = query(before, { ...open, ...asked }, best, today, null);
      expect(Array.from(places.slice(from, to), (place) => before.goods.idAt(place))).toEqual(
        all.slice(from, to),
      );
    }
});

test('a warehouse is known by its whole number, however many a merchant has', async () => {
  const id = await offer(await productOf(goodsPlain), goodsPlain, 2);
  await pool.query('update goods set warehouse_id = 300 where id = $1', [id]);
  const { goods } = await buildCatalogue(db);
  expect(goods.warehouseAt(must(goods.places.get(id), 'it was just made'), today)).toBe(300);
});
