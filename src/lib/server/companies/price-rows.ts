/** Prices agreed with companies, for the platform's desk. Writers have locked the company. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Fen } from '#lib/rules/money/money.ts';
import { listStarts } from '../catalogue/start-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { customerPrice, goods, merchant, product } from '../db/schema.ts';

function select(db: Db | Tx, where: SQL | undefined) {
  return db
    .select({
      goodsId: customerPrice.goodsId,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      merchant: merchant.shortName,
      memberPrice: goods.memberPrice,
      price: customerPrice.price,
    })
    .from(customerPrice)
    .innerJoin(goods, eq(goods.id, customerPrice.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(where);
}

/** A page of a company's agreements, by the items' names. */
export function findCompanyPrices(
  db: Db,
  companyId: number,
  name: string,
  asked: { page: number; size: number },
) {
  const found = () =>
    select(db, and(eq(customerPrice.companyId, companyId), contains(product.name, name))).$dynamic();
  return countedPage(db, found, [asc(product.name), asc(customerPrice.goodsId)], asked);
}

/** The agreement on one item; null where there is none. */
export async function findCompanyPrice(db: Db | Tx, companyId: number, goodsId: number) {
  const [row] = await select(
    db,
    and(eq(customerPrice.companyId, companyId), eq(customerPrice.goodsId, goodsId)),
  );
  return row ?? null;
}

/** Agreed prices of these items, in fen; items without an agreement are left out. */
export async function listPricesOf(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, Fen>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: customerPrice.goodsId, price: customerPrice.price })
    .from(customerPrice)
    .where(and(eq(customerPrice.companyId, companyId), inArray(customerPrice.goodsId, [...ids])));
  return new Map(rows.map(({ id, price }) => [id, price]));
}

export interface GoodsFact {
  name: string;
  merchantId: number;
  memberPrice: Fen;
  /** The member price that the floor counts from: the highest of now and the beginning of the window of watched changes. */
  floorPrice: Fen;
}

/** Facts of the existing ones among these items for an agreement. */
export async function listGoodsFacts(tx: Tx, ids: readonly number[]): Promise<Map<number, GoodsFact>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: goods.id,
      name: product.name,
      merchantId: goods.merchantId,
      memberPrice: goods.memberPrice,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(inArray(goods.id, [...ids]));
  const starts = await listStarts(tx, 'goods', ids, ['memberPrice']);
  return new Map(
    rows.map(({ id, ...fact }) => {
      const floorPrice = Math.max(fact.memberPrice, starts.get(id)?.memberPrice ?? 0);
      return [id, { ...fact, floorPrice }];
    }),
  );
}

/** Sets agreed prices, replacing earlier ones. */
export async function putCompanyPrices(
  tx: Tx,
  companyId: number,
  prices: readonly { goodsId: number; price: Fen }[],
): Promise<void> {
  if (prices.length === 0) return;
  await tx
    .insert(customerPrice)
    .values(prices.map((one) => ({ companyId, ...one })))
    .onConflictDoUpdate({
      target: [customerPrice.companyId, customerPrice.goodsId],
      set: { price: sql`excluded.price` },
    });
}

/** Ends agreements. */
export async function dropCompanyPrices(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(customerPrice)
    .where(and(eq(customerPrice.companyId, companyId), inArray(customerPrice.goodsId, [...ids])));
}
