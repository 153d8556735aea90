/** Items of one merchant, as its people change them at the desk. */
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { HeldRow } from '#lib/rules/changes/plan-row.ts';
import type { OwnGoodsFacts, OwnGoodsField, OwnGoodsValues } from '#lib/rules/goods/own-goods.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
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
  rankPrices: goods.rankPrices,
};

function select(db: Db | Tx, where: SQL | undefined) {
  return db.select(columns).from(goods).innerJoin(product, eq(product.id, goods.productId)).where(where);
}

type Selected = Awaited<ReturnType<typeof select>>[number];

function rowOf({ id, name, spec, packStep, ladder, rankPrices, ...values }: Selected): OwnGoodsRow {
  return { id, label: `${name} ${spec}`, values, facts: { packStep, ladder, rankPrices } };
}

/** These items of the merchant by their ids. */
export async function readOwnGoods(
  db: Db | Tx,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, OwnGoodsRow>> {
  if (ids.length === 0) return new Map();
  const rows = await select(db, and(eq(goods.merchantId, merchantId), inArray(goods.id, [...ids])));
  return new Map(rows.map((row) => [row.id, rowOf(row)]));
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

/** Whether an item of the merchant fits. Over `goods` and `product`. */
export function fitsOwnGoods(merchantId: number, { keyword, view }: OwnGoodsSearch): SQL | undefined {
  const word = keyword.trim();
  const isId = /^[1-9]\d{0,8}$/.test(word);
  return and(
    eq(goods.merchantId, merchantId),
    word === ''
      ? undefined
      : sql`(${contains(product.name, word)} or ${contains(product.maker, word)} or ${product.sku} = ${word}
          or ${product.approvalNo} = ${word} ${isId ? sql`or ${goods.id} = ${Number(word)}` : sql``})`,
    view === 'on' ? eq(goods.isOnShelf, true) : undefined,
    view === 'off' ? eq(goods.isOnShelf, false) : undefined,
    view === 'stopped' ? eq(goods.isStopped, true) : undefined,
    view === 'out' ? eq(goods.stock, 0) : undefined,
  );
}

/** The ids of all items that fit, as a part of another statement. */
export function ownGoodsIds(merchantId: number, search: OwnGoodsSearch): SQL {
  return sql`select ${goods.id} as id from ${goods} join ${product} on ${product.id} = ${goods.productId}
    where ${fitsOwnGoods(merchantId, search)} order by ${goods.id}`;
}

/** Items with what the list shows besides. */
function selectListed(db: Db | Tx) {
  return db
    .select({
      ...columns,
      sku: product.sku,
      maker: product.maker,
      stock: goods.stock,
      expiresOn: goods.expiresOn,
      isStopped: goods.isStopped,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .$dynamic();
}

/** Items that fit, by their ids behind one. */
export function listOwnGoods(
  db: Db,
  merchantId: number,
  { after, size, ...search }: OwnGoodsSearch & { after: number; size: number },
) {
  return selectListed(db)
    .where(and(fitsOwnGoods(merchantId, search), gt(goods.id, after)))
    .orderBy(asc(goods.id))
    .limit(size);
}

/** One item; null where the merchant has none of the number. */
export async function findOwnGoodsRow(db: Db | Tx, merchantId: number, id: number) {
  const [row] = await selectListed(db).where(and(eq(goods.merchantId, merchantId), eq(goods.id, id)));
  return row ?? null;
}

/** How many items fit. */
export async function countOwnGoods(
  db: Db | Tx,
  merchantId: number,
  search: OwnGoodsSearch,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${ownGoodsIds(merchantId, search)}) f`,
  );
  return rows[0]?.n ?? 0;
}

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
