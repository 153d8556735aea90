/** Orders of the mall. Every read and write is bound to the company, or says that it is a desk's or a job's. */
import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { canPointsOrderMove, type PointsOrderState } from '#lib/rules/points/points-orders.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { pointsCase, pointsGoods, pointsOrder } from '../db/schema.ts';

export type OrderRow = typeof pointsOrder.$inferSelect;
export type NewOrder = typeof pointsOrder.$inferInsert;

/** Answers null where the draw has its order. */
export async function insertOrder(tx: Tx, row: NewOrder): Promise<OrderRow | null> {
  const [made] = await tx.insert(pointsOrder).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

/** Of a company; `null`: of any, for desks and jobs. */
function of(no: string, companyId: number | null) {
  return and(eq(pointsOrder.no, no), companyId === null ? undefined : eq(pointsOrder.companyId, companyId));
}

/** Locks an order until the transaction ends. Null for an unknown one, or another company's. */
export async function lockOrder(tx: Tx, no: string, companyId: number | null): Promise<OrderRow | null> {
  const [row] = await tx.select().from(pointsOrder).where(of(no, companyId)).for('no key update');
  return row ?? null;
}

/** Moves a locked order. Throws for a way that the rules do not know. */
export async function moveOrder(
  tx: Tx,
  { no, status }: Pick<OrderRow, 'no' | 'status'>,
  to: PointsOrderState,
  patch: Partial<NewOrder>,
): Promise<void> {
  if (!canPointsOrderMove(status, to)) throw new Error(`order ${no} cannot go from ${status} to ${to}`);
  const rows = await tx
    .update(pointsOrder)
    .set({ ...patch, status: to })
    .where(and(eq(pointsOrder.no, no), eq(pointsOrder.status, status)))
    .returning({ no: pointsOrder.no });
  if (rows.length === 0) throw new Error(`order ${no} was locked and has moved`);
}

/** State of an order's newest case; null without one. */
const newestCase = sql<(typeof pointsCase.$inferSelect)['state'] | null>`(
  select c.state from points_case c where c.order_no = points_order.no order by c.id desc limit 1)`;

/** The wheel whose chances an order brought; null for the other kinds. By way of the wheels, which are few. */
const wheelId = sql<number | null>`(case when points_order.kind = 'chance' then (
  select c.wheel_id from wheel w join wheel_chance c on c.wheel_id = w.id
  where c.source = 'mall' and c.source_id = points_order.no limit 1) end)`;

const shownColumns = { order: pointsOrder, pictures: pointsGoods.pictures, newestCase, wheelId };

function selectShown(db: Db | Tx) {
  return db
    .select(shownColumns)
    .from(pointsOrder)
    .innerJoin(pointsGoods, eq(pointsGoods.id, pointsOrder.goodsId));
}

/** One order with what its page shows. */
export async function findShown(db: Db | Tx, no: string, companyId: number) {
  const [row] = await selectShown(db).where(of(no, companyId));
  return row ?? null;
}
export type ShownOrder = NonNullable<Awaited<ReturnType<typeof findShown>>>;

/** The state that follows from the database's clock: as `pointsStateAt` of the rules. */
const effective = sql<PointsOrderState>`(case when points_order.status = 'to_address' and points_order.address_until <= now()
  then 'cancelled' else points_order.status end)`;

/** A company's orders, the newest first. */
export async function listShown(
  db: Db,
  companyId: number,
  { status, limit, offset }: { status: PointsOrderState | undefined; limit: number; offset: number },
): Promise<{ list: ShownOrder[]; total: number }> {
  const where: SQL | undefined = and(eq(pointsOrder.companyId, companyId), status && eq(effective, status));
  const [list, total] = await Promise.all([
    selectShown(db)
      .where(where)
      .orderBy(desc(pointsOrder.createdAt), desc(pointsOrder.no))
      .limit(limit)
      .offset(offset),
    db.$count(pointsOrder, where),
  ]);
  return { list, total };
}

/** How many orders a company has of each state. */
export async function countByState(db: Db, companyId: number): Promise<Map<PointsOrderState, number>> {
  const rows = await db
    .select({ status: effective.as('effective'), count: sql<number>`count(*)::int` })
    .from(pointsOrder)
    .where(eq(pointsOrder.companyId, companyId))
    .groupBy(sql`effective`);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Prizes whose time to name an address is over, the earliest first. */
export async function listUnaddressed(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: pointsOrder.no })
    .from(pointsOrder)
    .where(
      and(
        eq(pointsOrder.status, 'to_address'),
        lte(pointsOrder.addressUntil, now),
        isReady('cancelUnaddressed', pointsOrder.no, now),
      ),
    )
    .orderBy(pointsOrder.addressUntil)
    .limit(limit);
  return rows.map(({ no }) => no);
}

/** Shipped orders that complete by themselves: their time is over and no case is open. */
export async function listToComplete(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ no: pointsOrder.no })
    .from(pointsOrder)
    .leftJoin(pointsCase, and(eq(pointsCase.orderNo, pointsOrder.no), eq(pointsCase.state, 'asked')))
    .where(
      and(
        eq(pointsOrder.status, 'shipped'),
        lte(pointsOrder.receiveBy, now),
        isNull(pointsCase.id),
        isReady('completePointsOrders', pointsOrder.no, now),
      ),
    )
    .orderBy(pointsOrder.receiveBy)
    .limit(limit);
  return rows.map(({ no }) => no);
}

/** The order of a draw; null where there is none. */
export async function findOrderOfDraw(tx: Tx, drawId: number): Promise<string | null> {
  const [row] = await tx
    .select({ no: pointsOrder.no })
    .from(pointsOrder)
    .where(eq(pointsOrder.drawId, drawId));
  return row?.no ?? null;
}

/** Orders by their number with the parcels that they have, for a table of parcels. */
export async function listOrdersToShip(db: Db, nos: readonly string[]) {
  const rows = await db
    .select({
      no: pointsOrder.no,
      name: pointsOrder.name,
      status: pointsOrder.status,
      trackingNos: sql<
        string[]
      >`array(select p.tracking_no from points_parcel p where p.order_no = points_order.no)`,
    })
    .from(pointsOrder)
    .where(inArray(pointsOrder.no, [...nos]));
  return new Map(rows.map((row) => [row.no, row]));
}
