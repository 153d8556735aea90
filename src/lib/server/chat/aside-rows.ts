/** Data of the company beside a talk. A merchant's desk reads only rows of its own orders and goods. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { afterSale, cartLine, company, goods, order, paper, product } from '../db/schema.ts';

const few = 5;
const fewLines = 20;

function isOf(companyId: number, merchantId: number | null) {
  return and(
    eq(order.companyId, companyId),
    merchantId === null ? undefined : eq(order.merchantId, merchantId),
  );
}

/** Number of the company's newest order with one merchant, with null of all merchants; null without one. */
export async function findLastOrder(
  db: Db,
  companyId: number,
  merchantId: number | null,
): Promise<string | null> {
  const [row] = await db
    .select({ no: order.no })
    .from(order)
    .where(isOf(companyId, merchantId))
    .orderBy(desc(order.createdAt), desc(order.no))
    .limit(1);
  return row?.no ?? null;
}

export function listLastOrders(db: Db, companyId: number, merchantId: number | null) {
  return db
    .select()
    .from(order)
    .where(isOf(companyId, merchantId))
    .orderBy(desc(order.createdAt), desc(order.no))
    .limit(few);
}

export function listLastCases(db: Db, companyId: number, merchantId: number | null) {
  return db
    .select()
    .from(afterSale)
    .where(
      and(
        eq(afterSale.companyId, companyId),
        merchantId === null ? undefined : eq(afterSale.merchantId, merchantId),
      ),
    )
    .orderBy(desc(afterSale.id))
    .limit(few);
}

/** Lines of the carts of the company's people. */
export function listCartLines(db: Db, companyId: number, merchantId: number | null) {
  return db
    .select({
      goodsId: goods.id,
      name: sql<string>`${product.name} || ' ' || ${product.spec}`,
      number: sql<number>`sum(${cartLine.number})::int`,
    })
    .from(cartLine)
    .innerJoin(goods, eq(goods.id, cartLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(
      and(
        eq(cartLine.companyId, companyId),
        merchantId === null ? undefined : eq(goods.merchantId, merchantId),
      ),
    )
    .groupBy(goods.id, product.name, product.spec)
    .orderBy(goods.id)
    .limit(fewLines);
}

export function listCurrentPapers(db: Db, companyId: number) {
  return db
    .select({ kind: paper.kind, validTo: paper.validTo })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), eq(paper.status, 'approved')))
    .orderBy(paper.kind);
}

export async function findCompany(db: Db, id: number) {
  const [row] = await db.select().from(company).where(eq(company.id, id));
  return row ?? null;
}
