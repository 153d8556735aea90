/** Cache of the public data of items, with product and merchant; an item is read again when one of them changes. */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import {
  listPublicRows,
  type MerchantRow,
  type ProductRow,
  type PublicRow,
} from '../catalogue/offer-rows.ts';
import type { StockNow } from '../core/bus/channels.ts';
import type { Db, Tx } from '../db/client.ts';
import { CachedRows } from './row-cache.ts';

/** About 3 KB each. */
export const goodsRows = new CachedRows<number, PublicRow>(20_000);

/** Current items by id, with product and merchant. Unknown ids are left out. */
export function findPublicRows(db: Db | Tx, ids: readonly number[]): Promise<Map<number, PublicRow>> {
  return goodsRows.get(db, ids, async (missing) =>
    (await listPublicRows(db, missing)).map(
      (row) => [row.goods.id, goodsRows.isListening(db) ? withShared(row) : row] as const,
    ),
  );
}

/** Shared products and merchants: several merchants sell a product, and each merchant has hundreds of items. */
const products = new LRUCache<number, ProductRow>({ max: 10_000 });
const merchants = new LRUCache<number, MerchantRow>({ max: 2_000 });

/**
 * The row with the shared product and merchant where they are equal, so that memory does not hold a copy for each item.
 */
function withShared(row: PublicRow): PublicRow {
  return { ...row, product: shared(products, row.product), merchant: shared(merchants, row.merchant) };
}

function shared<Row extends { id: number }>(known: LRUCache<number, Row>, row: Row): Row {
  const before = known.get(row.id);
  if (before !== undefined && isDeepStrictEqual(before, row)) return before;
  known.set(row.id, row);
  return row;
}

/** All public facts of an item, without any price. */
export function factsOf({ goods, product, merchant }: PublicRow) {
  // A product has no prices; the fields of an item are listed one by one, so that no price gets in. Its indications are
  // a leaflet: the service decides who may read them.
  return {
    ...product,
    id: goods.id,
    productId: product.id,
    warehouseId: goods.warehouseId,
    stock: goods.stock,
    packStep: goods.packStep,
    casePack: goods.casePack,
    minQuantity: goods.minQuantity,
    limitQuantity: goods.limitQuantity,
    dayLimit: goods.dayLimit,
    weekLimit: goods.weekLimit,
    producedOn: goods.producedOn,
    expiresOn: goods.expiresOn,
    buyerTypes: goods.buyerTypes,
    isControlled: goods.isControlled,
    controlClass: goods.controlClass,
    isPreferred: goods.isPreferred,
    isColdChain: goods.isColdChain,
    withCoupon: goods.withCoupon,
    freeShippingNumber: goods.freeShippingNumber,
    flaw: goods.flaw,
    level: goods.level,
    isOnShelf: goods.isOnShelf && !goods.isStopped,
    sales: goods.sales,
    createdAt: goods.createdAt,
    merchantId: merchant.id,
    merchantName: merchant.shortName,
  };
}
export type GoodsFacts = ReturnType<typeof factsOf>;

/** The same rows in the order of `ids`. Unknown ids are left out. */
export async function listGoodsRows(db: Db | Tx, ids: readonly number[]): Promise<PublicRow[]> {
  const rows = await findPublicRows(db, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Facts of goods in the order of `ids`. Unknown ids are left out. */
export async function listGoodsFacts(db: Db | Tx, ids: readonly number[]): Promise<GoodsFacts[]> {
  return (await listGoodsRows(db, ids)).map(factsOf);
}

export function dropGoods(ids: readonly number[] | 'all'): void {
  if (ids === 'all') goodsRows.dropAll();
  else goodsRows.drop(ids);
}

/** Applies announced stock changes by orders. */
export function changeStocks(all: readonly StockNow[] | 'all'): void {
  if (all === 'all') goodsRows.dropAll();
  else
    for (const { goodsId, stock, sales } of all)
      goodsRows.change(goodsId, (row) => ({ ...row, goods: { ...row.goods, stock, sales } }));
}
