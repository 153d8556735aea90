/** Reads and writes of desk acts on lots, besides the book. The lots' items are locked. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Side } from '#lib/rules/companies/staff.ts';
import { lastPutIns } from '#lib/rules/orders/lot-acts.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { goods, lot, lotMovement, lotReport, product } from '../db/schema.ts';

/** Fen a piece of an item at its list price, and its unit. */
export async function findLotPrice(tx: Tx, goodsId: number): Promise<{ price: number; unit: string }> {
  const [row] = await tx
    .select({ price: goods.price, unit: product.unit })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(eq(goods.id, goodsId));
  return must(row, `goods ${goodsId}`);
}

/** Pieces of the last put-ins of an item. The first record of its lots is not one. */
export async function listLastPutIns(tx: Tx, goodsId: number): Promise<number[]> {
  const rows = await tx
    .select({ pieces: lotMovement.pieces })
    .from(lotMovement)
    .innerJoin(lot, eq(lot.id, lotMovement.lotId))
    .where(and(eq(lot.goodsId, goodsId), eq(lotMovement.kind, 'put_in'), ne(lotMovement.ref, 'opening')))
    .orderBy(desc(lotMovement.id))
    .limit(lastPutIns);
  return rows.map(({ pieces }) => pieces);
}

/** A put-in of a lot, and whether pieces of the lot were shipped after it; null for none. */
export async function findPutIn(
  tx: Tx,
  lotId: number,
  moveId: number,
): Promise<{ pieces: number; isShipped: boolean } | null> {
  const { rows } = await tx.execute<{ pieces: number; isShipped: boolean }>(sql`
    select m.pieces,
      exists (select 1 from lot_movement s where s.lot_id = m.lot_id and s.kind = 'shipped' and s.id > m.id) as "isShipped"
    from lot_movement m
    where m.id = ${moveId} and m.lot_id = ${lotId} and m.kind = 'put_in' and m.ref <> 'opening'`);
  return rows[0] ?? null;
}

/** True where pieces of a lot have left for a buyer. */
export async function hasShipped(tx: Tx, { goodsId, lotNo }: { goodsId: number; lotNo: string }) {
  const { rows } = await tx.execute(sql`
    select 1 from shipment_lot s join order_line l on l.id = s.order_line_id
    where l.goods_id = ${goodsId} and s.lot_no = ${lotNo} limit 1`);
  return rows.length > 0;
}

/** Changes a lot's number and dates; its 药检报告 moves along. */
export async function renameLot(
  tx: Tx,
  { id, goodsId, lotNo: known }: { id: number; goodsId: number; lotNo: string },
  now: { lotNo: string; producedOn: string; expiresOn: string },
): Promise<void> {
  await tx.update(lot).set(now).where(eq(lot.id, id));
  if (known === now.lotNo) return;
  await tx
    .update(lotReport)
    .set({ lotNo: now.lotNo })
    .where(and(eq(lotReport.goodsId, goodsId), eq(lotReport.lotNo, known)));
}

/** Locks a lot, or lifts its lock where `lock` is null. */
export async function writeLock(
  tx: Tx,
  id: number,
  lock: { by: Side; reason: string; at: Date } | null,
): Promise<void> {
  await tx
    .update(lot)
    .set({ lockedAt: lock?.at ?? null, lockedBy: lock?.by ?? null, lockReason: lock?.reason ?? '' })
    .where(eq(lot.id, id));
}

/** The lock of a lot; null where it is not locked. */
export async function findLock(tx: Tx, id: number): Promise<{ by: Side; reason: string } | null> {
  const [row] = await tx.select({ by: lot.lockedBy, reason: lot.lockReason }).from(lot).where(eq(lot.id, id));
  return row === undefined || row.by === null ? null : { by: row.by, reason: row.reason };
}
