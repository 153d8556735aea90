/** What the mall offers. Stock changes by guarded statements alone. */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { pointsGoods, wheel } from '../db/schema.ts';

/** The database's clock, ms: it decides what is offered. */
const clock = sql<number>`(extract(epoch from now()) * 1000)::float8`;

/** Pieces that a company has redeemed in the period of a goods' limit. Prizes do not count. */
function usedBy(companyId: number | null) {
  return sql<number>`(select coalesce(sum(o.quantity), 0)::int from points_order o
    where o.company_id = ${companyId ?? 0} and o.goods_id = points_goods.id
      and o.status <> 'cancelled' and o.draw_id is null
      and (points_goods.limit_period = 'ever' or o.created_at >= date_trunc(
        replace(points_goods.limit_period, 'ever', 'year'), now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'))`;
}

const cardColumns = (companyId: number | null) => ({
  id: pointsGoods.id,
  kind: pointsGoods.kind,
  name: pointsGoods.name,
  summary: pointsGoods.summary,
  pictures: pointsGoods.pictures,
  points: pointsGoods.points,
  money: pointsGoods.money,
  stock: pointsGoods.stock,
  sold: pointsGoods.sold,
  limitCount: pointsGoods.limitCount,
  limitPeriod: pointsGoods.limitPeriod,
  buyerTypes: pointsGoods.buyerTypes,
  onFrom: pointsGoods.onFrom,
  onTo: pointsGoods.onTo,
  isOn: pointsGoods.isOn,
  used: usedBy(companyId),
  /** The wheel of a chance, without its seed. */
  wheel: {
    id: wheel.id,
    name: wheel.name,
    openedAt: wheel.openedAt,
    startsAt: wheel.startsAt,
    endsAt: wheel.endsAt,
    closedAt: wheel.closedAt,
    pausedAt: wheel.pausedAt,
    tickets: wheel.tickets,
    drawn: wheel.drawn,
  },
  clock,
});

/** What is offered or will be, with what a company has used of each limit. A mall holds some hundreds of goods. */
export async function listShownGoods(db: Db, companyId: number | null) {
  return db
    .select(cardColumns(companyId))
    .from(pointsGoods)
    .leftJoin(wheel, eq(wheel.id, pointsGoods.wheelId))
    .where(and(pointsGoods.isOn, sql`(on_to is null or on_to > now())`))
    .orderBy(asc(pointsGoods.sort), asc(pointsGoods.id))
    .limit(1000);
}
export type ShownGoods = Awaited<ReturnType<typeof listShownGoods>>[number];

/** One goods in any state; null for an unknown one. */
export async function findGoods(db: Db | Tx, id: number, companyId: number | null) {
  const { description, delivery, value, threshold, validDays, wheelId } = pointsGoods;
  const [row] = await db
    .select({ ...cardColumns(companyId), description, delivery, value, threshold, validDays, wheelId })
    .from(pointsGoods)
    .leftJoin(wheel, eq(wheel.id, pointsGoods.wheelId))
    .where(eq(pointsGoods.id, id));
  return row ?? null;
}
export type GoodsRow = NonNullable<Awaited<ReturnType<typeof findGoods>>>;

/** Takes pieces at the price that was seen, while they are offered; false, and nothing, where that is over. */
export async function takePieces(
  tx: Tx,
  { id, quantity, points, money }: { id: number; quantity: number; points: number; money: number },
): Promise<boolean> {
  const rows = await tx
    .update(pointsGoods)
    .set({ stock: sql`stock - ${quantity}::int`, sold: sql`sold + ${quantity}::int` })
    .where(
      and(
        eq(pointsGoods.id, id),
        pointsGoods.isOn,
        sql`on_from <= now() and (on_to is null or on_to > now())`,
        gte(pointsGoods.stock, quantity),
        eq(pointsGoods.points, points),
        eq(pointsGoods.money, money),
      ),
    )
    .returning({ id: pointsGoods.id });
  return rows.length > 0;
}

/** Puts pieces of a cancelled order back. */
export async function putPiecesBack(tx: Tx, id: number, quantity: number): Promise<void> {
  await tx
    .update(pointsGoods)
    .set({ stock: sql`stock + ${quantity}::int`, sold: sql`greatest(0, sold - ${quantity}::int)` })
    .where(eq(pointsGoods.id, id));
}
