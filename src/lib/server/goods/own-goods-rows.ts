/** Items of one merchant, as its people change them at the desk. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { goodsList } from '#lib/contract/desk/lists/goods.ts';
import type { HeldRow } from '#lib/rules/changes/plan-row.ts';
import {
  type OwnGoodsFacts,
  type OwnGoodsField,
  type OwnGoodsValues,
  watchedFields,
} from '#lib/rules/goods/own-goods.ts';
import { listStarts } from '../catalogue/start-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { goods, product } from '../db/schema.ts';

export interface OwnGoodsRow extends HeldRow<OwnGoodsField, OwnGoodsFacts> {
  id: number;
  /** Name and specification. */
  label: string;
}

const columns = {
  id: goods.id,
  name: product.name,
  spec: product.spec,
  price: goods.price,
  memberPrice: goods.memberPrice,
  minQuantity: goods.minQuantity,
  limitQuantity: goods.limitQuantity,
  dayLimit: goods.dayLimit,
  weekLimit: goods.weekLimit,
  withCoupon: goods.withCoupon,
  isOnShelf: goods.isOnShelf,
  packStep: goods.packStep,
  ladder: goods.ladder,
};

function select(db: Db | Tx, where: SQL | undefined) {
  return db.select(columns).from(goods).innerJoin(product, eq(product.id, goods.productId)).where(where);
}

type Selected = Awaited<ReturnType<typeof select>>[number];

function rowOf(
  { id, name, spec, packStep, ladder, ...values }: Selected,
  starts: OwnGoodsFacts['starts'],
): OwnGoodsRow {
  return { id, label: `${name} ${spec}`, values, facts: { packStep, ladder, starts } };
}

/** These items of the merchant by their ids. */
export async function readOwnGoods(
  db: Db | Tx,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, OwnGoodsRow>> {
  if (ids.length === 0) return new Map();
  const rows = await select(db, and(eq(goods.merchantId, merchantId), inArray(goods.id, [...ids])));
  const starts = await listStarts(
    db,
    'goods',
    rows.map(({ id }) => id),
    watchedFields,
  );
  return new Map(rows.map((row) => [row.id, rowOf(row, starts.get(row.id) ?? {})]));
}

/** Writes all changeable values of items that the transaction has locked. */
export async function writeOwnGoods(
  tx: Tx,
  merchantId: number,
  rows: readonly { id: number; values: OwnGoodsValues }[],
  now: Date,
): Promise<void> {
  const json = JSON.stringify(rows.map(({ id, values }) => ({ id, ...values })));
  await tx.execute(sql`
    update goods g set price = r.price, member_price = r."memberPrice", min_quantity = r."minQuantity",
      limit_quantity = r."limitQuantity", day_limit = r."dayLimit", week_limit = r."weekLimit",
      with_coupon = r."withCoupon", is_on_shelf = r."isOnShelf", updated_at = ${now}
    from jsonb_to_recordset(${json}::jsonb) as r(id int, price bigint, "memberPrice" bigint, "minQuantity" int,
      "limitQuantity" int, "dayLimit" int, "weekLimit" int, "withCoupon" boolean, "isOnShelf" boolean)
    where g.id = r.id and g.merchant_id = ${merchantId}`);
}

/** The search of a merchant's items; empty texts are any. */
export interface OwnGoodsSearch {
  /** A part of the name, maker or approval number, a SKU, or the item's number. */
  keyword: string;
  /** on, off, stopped, out (no stock). */
  view: string;
}

/** Whether an item fits a search: over `goods` and `product`. */
export function hasKeyword(text: string): SQL {
  const word = text.trim();
  const isId = /^[1-9]\d{0,8}$/.test(word);
  return sql`(${contains(product.name, word)} or ${contains(product.maker, word)} or ${product.sku} = ${word}
    or ${product.approvalNo} = ${word} ${isId ? sql`or ${goods.id} = ${Number(word)}` : sql``})`;
}

function isInView(view: string): SQL | undefined {
  if (view === 'on') return eq(goods.isOnShelf, true);
  if (view === 'off') return eq(goods.isOnShelf, false);
  if (view === 'stopped') return eq(goods.isStopped, true);
  return view === 'out' ? eq(goods.stock, 0) : undefined;
}

/** Whether an item of the merchant fits; empty texts are any. Over `goods` and `product`. */
function fitsOwnGoods(merchantId: number, { keyword, view }: OwnGoodsSearch): SQL | undefined {
  return and(
    eq(goods.merchantId, merchantId),
    keyword.trim() === '' ? undefined : hasKeyword(keyword),
    isInView(view),
  );
}

/** The ids of all items that fit, as a part of another statement. */
export function ownGoodsIds(merchantId: number, search: OwnGoodsSearch): SQL {
  return sql`select ${goods.id} as id from ${goods} join ${product} on ${product.id} = ${goods.productId}
    where ${fitsOwnGoods(merchantId, search)} order by ${goods.id}`;
}

/** The list of a merchant's items. */
export const ownGoodsListRows = listRows(goodsList, {
  source: ({ merchantId }) => ({
    from: sql`${goods} join ${product} on ${product.id} = ${goods.productId}`,
    key: sql`${goods.id}`,
    // The desk of the platform has no such page.
    bound: eq(goods.merchantId, merchantId ?? 0),
    columns: {
      name: sql`${product.name}`,
      spec: sql`${product.spec}`,
      maker: sql`${product.maker}`,
      sku: sql`${product.sku}`,
      goods_id: sql`${goods.id}`,
      stock: sql`${goods.stock}`,
      expires_on: sql`${goods.expiresOn}`,
      price: sql`${goods.price}`,
      memberPrice: sql`${goods.memberPrice}`,
      minQuantity: sql`${goods.minQuantity}`,
      limitQuantity: sql`${goods.limitQuantity}`,
      dayLimit: sql`${goods.dayLimit}`,
      weekLimit: sql`${goods.weekLimit}`,
      withCoupon: sql`${goods.withCoupon}`,
      isOnShelf: sql`${goods.isOnShelf}`,
      is_stopped: sql`${goods.isStopped}`,
    },
    filters: { keyword: hasKeyword, view: isInView },
  }),
});

/** Item numbers by SKU, of one merchant; an SKU with items in several warehouses is left out. */
export async function findIdsBySku(
  db: Db | Tx,
  merchantId: number,
  skus: readonly string[],
): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: product.sku, id: sql<number>`min(${goods.id})`, n: sql<number>`count(*)::int` })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(goods.merchantId, merchantId), inArray(product.sku, [...skus])))
    .groupBy(product.sku);
  return new Map(rows.filter(({ n }) => n === 1).map(({ sku, id }) => [sku, id]));
}
