/** Goods of a room, and its coupons. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { liveAdd, liveDrop, liveGoods } from '../db/schema.ts';

/** In the host's order. */
export function listRoomGoods(db: Db, roomId: number): Promise<{ goodsId: number; point: string }[]> {
  return db
    .select({ goodsId: liveGoods.goodsId, point: liveGoods.point })
    .from(liveGoods)
    .where(eq(liveGoods.roomId, roomId))
    .orderBy(asc(liveGoods.position), asc(liveGoods.goodsId));
}

/** Coupons that were dropped in a room, the newest first. */
export async function listDropped(db: Db, roomId: number): Promise<number[]> {
  const rows = await db
    .select({ couponId: liveDrop.couponId })
    .from(liveDrop)
    .where(eq(liveDrop.roomId, roomId))
    .orderBy(desc(liveDrop.createdAt), desc(liveDrop.couponId));
  return rows.map(({ couponId }) => couponId);
}

/** Counts an addition to a cart, the first of a company and item alone. Goods that are none of the room's write nothing. */
export async function insertAdd(
  db: Db,
  add: { roomId: number; companyId: number; goodsId: number; number: number; now: Date },
): Promise<void> {
  const { roomId, companyId, goodsId, number, now } = add;
  await db.execute(sql`
    insert into ${liveAdd} (room_id, company_id, goods_id, number, first_at)
    select room_id, ${companyId}::int, goods_id, ${number}::int, ${now}::timestamptz from ${liveGoods}
    where ${and(eq(liveGoods.roomId, roomId), eq(liveGoods.goodsId, goodsId))}
    on conflict do nothing`);
}
