/** Trades of a company and of its stores that wait for approval, and the changes of an approver. */
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import type { OrderReservations } from '../db/schema.ts';
import { company, goods, member, order, orderLine, trade, user } from '../db/schema.ts';
import type { NewOrder, NewOrderLine } from './new-order-rows.ts';
import type { TradeRow } from './trade-rows.ts';

/** Waiting at `now`, whether or not the job has run. */
function waitsAt(now: Date) {
  return and(eq(order.status, 'to_approve'), gt(order.deadlineAt, now));
}

/** Those of the company itself, and of the stores that name it as their head office. */
function waitsFor(companyId: number, now: Date) {
  const stores = sql`(select s.id from company s where s.id = ${companyId} or s.head_id = ${companyId})`;
  return and(inArray(order.companyId, stores), waitsAt(now));
}

/** The trades that a company's approvers may see: its own, and those of its stores that wait or have waited. */
function decidedBy(companyId: number): SQL | undefined {
  return or(
    eq(trade.companyId, companyId),
    sql`(${trade.companyId} in (select s.id from company s where s.head_id = ${companyId})
      and exists (select 1 from order_event e join "order" o on o.no = e.order_no
        where o.trade_no = ${trade.no} and e.to_status = 'to_approve'))`,
  );
}

/** Trades by number that a company's approvers may see; unknown and foreign ones are left out. */
export async function listDecidedTrades(
  db: Db | Tx,
  companyId: number,
  nos: readonly string[],
): Promise<TradeRow[]> {
  if (nos.length === 0) return [];
  return db
    .select()
    .from(trade)
    .where(and(decidedBy(companyId), inArray(trade.no, [...nos])))
    .orderBy(asc(trade.no));
}

/** Locks one of them; null for an unknown number and a foreign one. */
export async function lockDecidedTrade(tx: Tx, companyId: number, no: string): Promise<TradeRow | null> {
  const [row] = await tx
    .select()
    .from(trade)
    .where(and(decidedBy(companyId), eq(trade.no, no)))
    .for('update');
  return row ?? null;
}

/** A store and its number of waiting trades. */
export interface StoreWaits {
  name: string;
  trades: number;
}

/** The stores of a head office with trades that wait at `now`; with `placedBy` only those placed by that person. */
export function listStoreWaits(
  db: Db,
  headId: number,
  { now, placedBy }: { now: Date; placedBy: string | null },
): Promise<StoreWaits[]> {
  return db
    .select({ name: company.name, trades: sql<number>`count(distinct ${order.tradeNo})::int` })
    .from(order)
    .innerJoin(company, eq(company.id, order.companyId))
    .innerJoin(trade, eq(trade.no, order.tradeNo))
    .where(
      and(
        eq(company.headId, headId),
        waitsAt(now),
        placedBy === null ? undefined : eq(trade.userId, placedBy),
      ),
    )
    .groupBy(company.id)
    .orderBy(asc(company.storeCode), asc(company.id));
}

/** Numbers of the waiting trades, those with the earliest deadline first; also how many there are. */
export async function listWaitingTrades(
  db: Db,
  companyId: number,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ nos: string[]; total: number }> {
  const where = waitsFor(companyId, now);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ no: order.tradeNo })
      .from(order)
      .where(where)
      .groupBy(order.tradeNo)
      .orderBy(asc(sql`min(${order.deadlineAt})`), asc(order.tradeNo))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<number>`count(distinct ${order.tradeNo})::int` })
      .from(order)
      .where(where),
  ]);
  return { nos: rows.map(({ no }) => no), total: counted?.total ?? 0 };
}

/** People who placed trades, with their present limit an order. */
export async function listPlacers(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<Map<string, { name: string; orderLimit: number | null }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: user.id, name: user.name, orderLimit: member.orderLimit })
    .from(user)
    .leftJoin(member, eq(member.userId, user.id))
    .where(inArray(user.id, [...userIds]));
  return new Map(rows.map(({ userId, ...row }) => [userId, row]));
}

/** The packs in which the items of orders' lines are sold now. */
export async function listPacks(db: Db, orderNos: readonly string[]) {
  if (orderNos.length === 0) return [];
  return db
    .select({
      id: orderLine.id,
      orderNo: orderLine.orderNo,
      packStep: goods.packStep,
      minQuantity: goods.minQuantity,
    })
    .from(orderLine)
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .where(inArray(orderLine.orderNo, [...orderNos]))
    .orderBy(asc(orderLine.id));
}

type Amounts = Pick<
  NewOrder,
  'goodsAmount' | 'discountAmount' | 'shippingAmount' | 'payAmount' | 'cashbackAmount' | 'rebateAmount'
> & { reservations: OrderReservations };

/** Gives an order of a locked trade the amounts and reservations of its new lines. */
export async function rewriteOrder(tx: Tx, no: string, row: Amounts): Promise<void> {
  const {
    goodsAmount,
    discountAmount,
    shippingAmount,
    payAmount,
    cashbackAmount,
    rebateAmount,
    reservations,
  } = row;
  await tx
    .update(order)
    .set({
      goodsAmount,
      discountAmount,
      shippingAmount,
      payAmount,
      cashbackAmount,
      rebateAmount,
      reservations,
    })
    .where(and(eq(order.no, no), eq(order.status, 'to_approve')));
}

export async function insertOrders(tx: Tx, orders: NewOrder[]): Promise<void> {
  if (orders.length > 0) await tx.insert(order).values(orders);
}

/** Replaces the lines of a locked trade's orders; answers the new ids in their order. */
export async function replaceLines(tx: Tx, nos: readonly string[], lines: NewOrderLine[]): Promise<number[]> {
  await tx.delete(orderLine).where(inArray(orderLine.orderNo, [...nos]));
  const rows = await tx.insert(orderLine).values(lines).returning({ id: orderLine.id });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Sets the amount of a trade. */
export async function setTradeAmount(tx: Tx, no: string, payAmount: number): Promise<void> {
  await tx.update(trade).set({ payAmount }).where(eq(trade.no, no));
}
