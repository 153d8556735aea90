/** Stops of sale: of one item, or of all items with a 批准文号. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { qualityStop } from '../db/schema.ts';

/** Over `quality_stop`: the items that it stops. */
const itsGoods = sql`(select g.id, p.name from goods g join product p on p.id = g.product_id
  where g.id = ${qualityStop.goodsId} or p.approval_no = ${qualityStop.approvalNo})`;

const columns = {
  id: qualityStop.id,
  goodsId: qualityStop.goodsId,
  approvalNo: qualityStop.approvalNo,
  name: sql<string>`coalesce((select min(of.name) from ${itsGoods} of), '')`.as('stop_name'),
  goods: sql<number>`(select count(*)::int from ${itsGoods} of)`.as('stop_goods'),
  reason: qualityStop.reason,
  stoppedBy: qualityStop.stoppedBy,
  createdAt: qualityStop.createdAt,
  liftedAt: qualityStop.liftedAt,
  liftedBy: qualityStop.liftedBy,
  liftReason: qualityStop.liftReason,
};

function stops(db: Db | Tx, where: SQL | undefined) {
  return db.select(columns).from(qualityStop).where(where);
}
type StopFound = Awaited<ReturnType<typeof stops>>[number];

export async function findStop(db: Db | Tx, id: number): Promise<StopFound | null> {
  const [row] = await stops(db, eq(qualityStop.id, id));
  return row ?? null;
}

/** The subject of a stop. */
export type StopOf = { goodsId: number; approvalNo: null } | { goodsId: null; approvalNo: string };

/** Its stop in force; null for none. */
export async function findOpenStop(tx: Tx, of: StopOf): Promise<StopFound | null> {
  const same =
    of.goodsId === null ? eq(qualityStop.approvalNo, of.approvalNo) : eq(qualityStop.goodsId, of.goodsId);
  const [row] = await stops(tx, and(same, isNull(qualityStop.liftedAt)));
  return row ?? null;
}

/**
 * Locks products so that no items of them can be added, and no 批准文号 changes, until the transaction ends; answers the
 * items, with their merchants. A stop of one item locks that item's product.
 */
export async function lockStopped(tx: Tx, of: StopOf): Promise<{ id: number; merchantId: number }[]> {
  await tx.execute(sql`lock table product in share mode`);
  await tx.execute(sql`select id from product where approval_no = ${of.approvalNo}
    or id = (select product_id from goods where id = ${of.goodsId}) order by id for update`);
  const { rows } = await tx.execute<{ id: number; merchantId: number }>(sql`
    select g.id, g.merchant_id as "merchantId" from goods g join product p on p.id = g.product_id
    where g.id = ${of.goodsId} or p.approval_no = ${of.approvalNo} order by g.id`);
  return rows;
}

/** Saves a stop; null where the same one is in force. */
export async function insertStop(
  tx: Tx,
  row: StopOf & { reason: string; stoppedBy: string; createdAt: Date },
): Promise<number | null> {
  const [made] = await tx
    .insert(qualityStop)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: qualityStop.id });
  return made?.id ?? null;
}

/** Puts a lifted stop into force again; false where it is in force. The subject is locked, and has no other stop. */
export async function renewStopRow(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .update(qualityStop)
    .set({ liftedAt: null, liftedBy: null, liftReason: null })
    .where(and(eq(qualityStop.id, id), isNotNull(qualityStop.liftedAt)))
    .returning({ id: qualityStop.id });
  return rows.length > 0;
}

/** Lifts a stop in force; false where it is lifted already. */
export async function liftStopRow(
  tx: Tx,
  id: number,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(qualityStop)
    .set({ liftedAt: at, liftedBy: by, liftReason: reason })
    .where(and(eq(qualityStop.id, id), isNull(qualityStop.liftedAt)))
    .returning({ id: qualityStop.id });
  return rows.length > 0;
}
