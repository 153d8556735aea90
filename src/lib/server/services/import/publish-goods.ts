import { and, asc, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '#lib/server/db/client.ts';
import { goods } from '#lib/server/db/schema.ts';
import type { Publication } from './plan.ts';

/** Code of the merchant that sells what names no other: 衡川自营. */
export const houseCode = 'M01';

type GoodsValues = typeof goods.$inferInsert;

const day = 86_400_000;

/** Goods as a row offers it: at the base price, nothing in stock unless the file says so, a lot of today. */
function goodsOf({ row }: Publication, productId: number, merchantId: number, now: Date): GoodsValues {
  const isCold = row.storage.startsWith('冷藏');
  const expires = new Date(now.getTime() + Math.round(row.shelfLifeMonths * 30.44) * day);
  return {
    productId,
    merchantId,
    warehouseId: isCold ? 2 : 1,
    isColdChain: isCold,
    price: row.basePrice,
    memberPrice: row.basePrice,
    marketPrice: row.marketPrice,
    stock: row.stock ?? 0,
    packStep: row.midPack,
    casePack: row.casePack,
    minQuantity: row.midPack,
    producedOn: now.toISOString().slice(0, 10),
    expiresOn: expires.toISOString().slice(0, 10),
    updatedAt: now,
  };
}

const stock = { stock: sql`excluded.stock`, updatedAt: sql`excluded.updated_at` };

/** What a changed product changes at its goods. A new price ends the old member prices, they were made for the old one. */
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

/**
 * What merchants offer of the published products: new goods; of changed products the price and packing; the stock only
 * where the file has one. A row without a merchant belongs to the house, which takes up only what nobody sells yet.
 */
export async function publishGoods(
  tx: Tx,
  batch: Publication[],
  ids: ReadonlyMap<string, number>,
  merchants: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const sold = await tx
    .select({
      productId: goods.productId,
      merchantId: goods.merchantId,
      warehouseId: goods.warehouseId,
      stock: goods.stock,
    })
    .from(goods)
    .where(and(inArray(goods.productId, [...ids.values()]), ne(goods.warehouseId, 3)))
    .orderBy(asc(goods.id));
  const byProduct = Map.groupBy(sold, (row) => row.productId);
  const made: GoodsValues[] = [];
  const retermed: GoodsValues[] = [];
  const restocked: GoodsValues[] = [];
  for (const one of batch) {
    const productId = ids.get(one.sku)!;
    const merchantId = merchants.get(one.row.merchant || houseCode)!;
    const offers = byProduct.get(productId) ?? [];
    const own = offers.find((row) => row.merchantId === merchantId);
    const values = goodsOf(one, productId, merchantId, now);
    if (!own) {
      if (one.row.merchant !== '' || offers.length === 0) made.push(values);
      continue;
    }
    const here = { ...values, warehouseId: own.warehouseId };
    if (one.isChanged) retermed.push(here);
    if (one.row.stock !== null && one.row.stock !== own.stock) restocked.push(here);
  }
  const target = [goods.productId, goods.merchantId, goods.warehouseId];
  if (made.length > 0) await tx.insert(goods).values(made).onConflictDoNothing();
  if (retermed.length > 0) {
    await tx.insert(goods).values(retermed).onConflictDoUpdate({ target, set: terms });
  }
  if (restocked.length > 0) {
    await tx.insert(goods).values(restocked).onConflictDoUpdate({ target, set: stock });
  }
}
