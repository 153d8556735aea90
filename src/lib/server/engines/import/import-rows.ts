/** An import's reads and writes of the catalogue: products, their categories, and merchants' offers of them. */

import { and, asc, inArray, ne, sql } from 'drizzle-orm';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import type { Db, Tx } from '../../db/client.ts';
import { category, goods, merchant, product } from '../../db/schema.ts';

/** All fields by which a row of a file finds its product. */
export type KnownProduct = Pick<
  typeof product.$inferSelect,
  'id' | 'sku' | 'name' | 'approvalNo' | 'spec' | 'maker' | 'size' | 'rowHash' | 'pictures'
>;

export type ProductValues = typeof product.$inferInsert;
export type GoodsValues = typeof goods.$inferInsert;

export async function listKnownProducts(db: Db): Promise<KnownProduct[]> {
  return db
    .select({
      id: product.id,
      sku: product.sku,
      name: product.name,
      approvalNo: product.approvalNo,
      spec: product.spec,
      maker: product.maker,
      size: product.size,
      rowHash: product.rowHash,
      pictures: product.pictures,
    })
    .from(product);
}

/** Merchant ids by code. */
export async function listMerchantIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.select({ code: merchant.code, id: merchant.id }).from(merchant);
  return new Map(rows.map((row) => [row.code, row.id]));
}

/** Every category with its path in the tree. */
export async function listCategoryPlaces(db: Db) {
  return db
    .select({ id: category.id, parentId: category.parentId, kind: category.kind, name: category.name })
    .from(category);
}

/** Finds or makes a category; answers its id. */
export async function ensureCategory(
  tx: Tx,
  row: { parentId: number | null; kind: string; name: string; level: number },
): Promise<number> {
  const [made] = await tx
    .insert(category)
    .values({ ...row, sort: 1000 })
    .onConflictDoUpdate({
      target: [category.parentId, category.kind, category.name],
      set: { name: row.name },
    })
    .returning({ id: category.id });
  if (!made) throw new Error('category was not written');
  return made.id;
}

/** Saves products by sku, new and changed ones; they are locked in the order given. Answers their ids. */
export async function writeProducts(tx: Tx, values: ProductValues[]): Promise<{ id: number; sku: string }[]> {
  if (values.length === 0) return [];
  return tx
    .insert(product)
    .values(values)
    .onConflictDoUpdate({ target: product.sku, set: productSet() })
    .returning({ id: product.id, sku: product.sku });
}

const productColumns = {
  kind: 'kind',
  categoryId: 'category_id',
  name: 'name',
  brand: 'brand',
  maker: 'maker',
  spec: 'spec',
  form: 'form',
  origin: 'origin',
  size: 'size',
  approvalNo: 'approval_no',
  nationalCode: 'national_code',
  unit: 'unit',
  midPack: 'mid_pack',
  casePack: 'case_pack',
  otc: 'otc',
  scope: 'scope',
  storage: 'storage',
  shelfLifeMonths: 'shelf_life_months',
  indications: 'indications',
  basePrice: 'base_price',
  marketPrice: 'market_price',
  pinyin: 'pinyin',
  initials: 'initials',
  makerPinyin: 'maker_pinyin',
  makerInitials: 'maker_initials',
  rowHash: 'row_hash',
  updatedAt: 'updated_at',
} as const;

function productSet() {
  const set = Object.entries(productColumns).map(([key, name]) => [
    key,
    sql`excluded.${sql.identifier(name)}`,
  ]);
  // A file without these columns, or with an empty cell, leaves the stored values.
  for (const name of ['barcode', 'video'] as const)
    set.push([name, sql`coalesce(nullif(excluded.${sql.identifier(name)}, ''), ${product[name]})`]);
  // A file's leaflet fields are merged into the stored ones; a demo's text is replaced as a whole.
  set.push([
    'leaflet',
    sql`case when excluded.leaflet is null then ${product.leaflet}
      when ${product.leaflet} ? 'isDemo' then excluded.leaflet
      else coalesce(${product.leaflet}, '{}') || excluded.leaflet end`,
  ]);
  return Object.fromEntries(set);
}

/** Updates of a changed product's items. A new price ends the old member prices, which were made for the old one. */
const terms = {
  memberPrice: sql`case when ${goods.price} = excluded.price then ${goods.memberPrice} else excluded.price end`,
  rankPrices: sql`case when ${goods.price} = excluded.price then ${goods.rankPrices} else '{}'::jsonb end`,
  ladder: sql`case when ${goods.price} = excluded.price then ${goods.ladder} else '[]'::jsonb end`,
  price: sql`excluded.price`,
  marketPrice: sql`excluded.market_price`,
  packStep: sql`excluded.pack_step`,
  casePack: sql`excluded.case_pack`,
  minQuantity: sql`excluded.min_quantity`,
  updatedAt: sql`excluded.updated_at`,
};

/** Adds items; existing ones stay as they are. */
export async function addGoods(tx: Tx, values: GoodsValues[]): Promise<void> {
  if (values.length > 0) await tx.insert(goods).values(values).onConflictDoNothing();
}

/** Prices and packing of items whose product has changed. */
export async function writeTerms(tx: Tx, values: GoodsValues[]): Promise<void> {
  if (values.length === 0) return;
  const target = [goods.productId, goods.merchantId, goods.warehouseId];
  await tx.insert(goods).values(values).onConflictDoUpdate({ target, set: terms });
}

/** The offers of products that an import may change, locked in the order of their ids until the transaction ends. */
export async function lockOffers(tx: Tx, productIds: readonly number[]) {
  return tx
    .select({
      id: goods.id,
      productId: goods.productId,
      merchantId: goods.merchantId,
      warehouseId: goods.warehouseId,
      stock: goods.stock,
      lotNo: goods.lotNo,
      producedOn: goods.producedOn,
      expiresOn: goods.expiresOn,
    })
    .from(goods)
    .where(and(inArray(goods.productId, [...productIds]), ne(goods.warehouseId, nearExpiryWarehouse)))
    .orderBy(asc(goods.id))
    .for('no key update');
}
