/** Rows of the catalogue for the index, by id: many at once, or a few. Public facts only. */
import { gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../db/client.ts';
import { goods, product } from '../../db/schema.ts';
import { binaryRows, type RowReader } from '../../fast/binary-rows.ts';
import type { KnownTexts } from '../../fast/known-texts.ts';

/** Rows after an id, limited in number; or those of some ids. */
export type Which = { after: number; limit: number } | { ids: readonly number[] };

function part(id: PgColumn, which: Which): SQL {
  if ('ids' in which) return sql`where ${inArray(id, [...which.ids])} order by ${id}`;
  return sql`where ${gt(id, which.after)} order by ${id} limit ${which.limit}`;
}

/** Number of rows. */
export async function countIndexed(db: Db | Tx): Promise<{ products: number; goods: number }> {
  const [products, offers] = await Promise.all([db.$count(product), db.$count(goods)]);
  return { products, goods: offers };
}

/** Products by id. */
export function readIndexedProducts(db: Db, which: Which, texts: KnownTexts) {
  const { name, brand, maker, spec, form, size, kind, otc, scope, indications } = product;
  const { id, categoryId, approvalNo, nationalCode, barcode } = product;
  const { pinyin, initials, makerPinyin, makerInitials } = product;
  const columns = [id, categoryId, kind, name, brand, maker, spec, form, size, approvalNo, nationalCode];
  const others = [barcode, otc, scope, indications, pinyin, initials, makerPinyin, makerInitials];
  // Fields that pictures and pages show and the index does not read.
  const { sku, origin, video, unit, midPack, casePack, storage, shelfLifeMonths } = product;
  const { basePrice, marketPrice, pictures } = product;
  const shown = [
    sku,
    origin,
    video,
    unit,
    midPack,
    casePack,
    storage,
    shelfLifeMonths,
    basePrice,
    marketPrice,
    pictures,
  ];
  const read = sql.join([...columns, ...others], sql`, `);
  const all = sql.join([...columns, ...others, ...shown], sql`, `);
  return binaryRows(
    db,
    sql`select ${read}, hash_record_extended(row(${all}), 0) from ${product} ${part(id, which)}`,
    texts,
    readProduct,
  );
}

function readProduct(row: RowReader) {
  const text = () => row.text() ?? '';
  const ownText = () => row.ownText() ?? '';
  return {
    id: row.number(),
    categoryId: row.number(),
    kind: text(),
    name: text(),
    brand: text(),
    maker: text(),
    spec: text(),
    form: text(),
    size: text(),
    approvalNo: ownText(),
    nationalCode: ownText(),
    barcode: ownText(),
    otc: text(),
    scope: text(),
    indications: text(),
    pinyin: text(),
    initials: text(),
    makerPinyin: text(),
    makerInitials: text(),
    /** Two numbers that change with any of these fields, or any other shown field of the product. */
    print: row.halves(),
  };
}
export type IndexedProduct = ReturnType<typeof readProduct>;

/** Items by id. */
export function readIndexedGoods(db: Db, which: Which, texts: KnownTexts) {
  const { id, productId, merchantId, warehouseId, price, memberPrice, stock, packStep, minQuantity } = goods;
  const { limitQuantity, dayLimit, weekLimit, isControlled, isPreferred, sales } = goods;
  const isOnShelf = sql`(${goods.isOnShelf} and not ${goods.isStopped}
    and ${goods.merchantId} not in (select id from merchant where closing_at is not null))`;
  const numbers = [id, productId, merchantId, warehouseId, price, memberPrice, stock, packStep, minQuantity];
  const others = [limitQuantity, dayLimit, weekLimit, sales, isControlled, isPreferred, isOnShelf];
  const list = sql.join([...numbers, ...others, goods.expiresOn, goods.createdAt], sql`, `);
  return binaryRows(
    db,
    sql`select ${list}, array_to_string(${goods.buyerTypes}, ',') as buyer_types,
      nullif(${goods.rankPrices}, '{}')::text as rank_prices,
      ${goods.ladderType}, nullif(${goods.ladder}, '[]')::text as ladder
      from ${goods} ${part(id, which)}`,
    texts,
    readGoods,
  );
}

function readGoods(row: RowReader) {
  return {
    id: row.number(),
    productId: row.number(),
    merchantId: row.number(),
    warehouseId: row.number(),
    price: row.number(),
    memberPrice: row.number(),
    stock: row.number(),
    packStep: row.number(),
    minQuantity: row.number(),
    limitQuantity: row.number(),
    dayLimit: row.number(),
    weekLimit: row.number(),
    sales: row.number(),
    isControlled: row.boolean(),
    isPreferred: row.boolean(),
    isOnShelf: row.boolean(),
    /** Days since 1970; null while no lot is recorded. */
    expiryDay: row.day(),
    createdAt: row.moment(),
    /** Separated by commas; null is everyone. */
    buyerTypes: row.text(),
    rankPrices: jsonOf<Record<string, number>>(row.ownText()) ?? {},
    ladderType: row.text() === 'up_to' ? ('up_to' as const) : ('from' as const),
    ladder: jsonOf<{ number: number; price: number }[]>(row.ownText()) ?? [],
  };
}
export type IndexedGoods = ReturnType<typeof readGoods>;

function jsonOf<T>(text: string | null): T | null {
  return text === null ? null : JSON.parse(text);
}
