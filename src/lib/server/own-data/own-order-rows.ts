/** A company's orders, money and points, in batches. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import {
  merchant,
  order,
  orderLine,
  pointsLedger,
  pointsOrder,
  walletLedger,
  wheel,
  wheelDraw,
  wheelPrize,
} from '../db/schema.ts';
import { pointsEntries } from '../ports/payments/wallet-rows.ts';

/** Rows a read. */
const batch = 500;

/** Orders of a company by their number, hidden ones too: the batch after the last number read. */
export function listOwnOrders(db: Db, companyId: number, after: string) {
  return db
    .select({ order, merchant: merchant.shortName })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .where(and(eq(order.companyId, companyId), gt(order.no, after)))
    .orderBy(asc(order.no))
    .limit(batch);
}

/** Lines of a company's orders, in their order. */
export function listOwnLines(db: Db, companyId: number, after: number) {
  return db
    .select({ line: orderLine })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .where(and(eq(order.companyId, companyId), gt(orderLine.id, after)))
    .orderBy(asc(orderLine.id))
    .limit(batch);
}

export function listOwnEntries(db: Db, companyId: number, after: number) {
  return db
    .select()
    .from(walletLedger)
    .where(and(eq(walletLedger.companyId, companyId), gt(walletLedger.id, after)))
    .orderBy(asc(walletLedger.id))
    .limit(batch);
}

/** Orders of the points mall by their number. */
export function listOwnPointsOrders(db: Db, companyId: number, after: string) {
  return db
    .select()
    .from(pointsOrder)
    .where(and(eq(pointsOrder.companyId, companyId), gt(pointsOrder.no, after)))
    .orderBy(asc(pointsOrder.no))
    .limit(batch);
}

/** Draws of a company with their prizes, in their order. */
export function listOwnDraws(db: Db, companyId: number, after: number) {
  return db
    .select({
      id: wheelDraw.id,
      wheel: wheel.name,
      seq: wheelDraw.seq,
      prize: wheelPrize.name,
      ticket: wheelDraw.ticket,
      buyerSeed: wheelDraw.buyerSeed,
      createdAt: wheelDraw.createdAt,
    })
    .from(wheelDraw)
    .innerJoin(wheelPrize, eq(wheelPrize.id, wheelDraw.prizeId))
    .innerJoin(wheel, eq(wheel.id, wheelDraw.wheelId))
    .where(and(eq(wheelDraw.companyId, companyId), gt(wheelDraw.id, after)))
    .orderBy(asc(wheelDraw.id))
    .limit(batch);
}

export function listOwnPoints(db: Db, companyId: number, after: number) {
  return pointsEntries(db)
    .where(and(eq(pointsLedger.companyId, companyId), gt(pointsLedger.id, after)))
    .orderBy(asc(pointsLedger.id))
    .limit(batch);
}
