/** Lots of items, the lines that hold pieces of them, and their movements. Writers have locked the items. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Lot, lotNamed } from '#lib/rules/orders/lots.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { goods, lot, product } from '../db/schema.ts';
import { isHeldLine } from '../goods/stock-rows.ts';

export interface LotRow extends Lot {
  lotNo: string;
  /** YYYY-MM-DD */
  producedOn: string;
  /** Returned pieces, stored apart. */
  returned: number;
}

const columns = {
  id: lot.id,
  goodsId: lot.goodsId,
  lotNo: lot.lotNo,
  producedOn: lot.producedOn,
  expiresOn: lot.expiresOn,
  onHand: lot.onHand,
  held: lot.held,
  returned: lot.returned,
  isRecalled: sql<boolean>`${lot.recalledAt} is not null`,
  isLocked: sql<boolean>`${lot.lockedAt} is not null`,
};

/** Over `lot`: neither recalled, nor locked, nor expired on the day (2026-07-01), as `mayGoOut` of the rules. */
export const mayGoOutOn = (today: string) =>
  sql`(lot.recalled_at is null and lot.locked_at is null and lot.expires_on >= ${today}::date)`;

/**
 * Locks and answers the lots of items that the transaction has locked. For an item without recorded lots it records the
 * one on the item's row, with all pieces in the warehouse: its stock and what open orders took of it.
 */
export async function openLots(tx: Tx, goodsIds: readonly number[]): Promise<LotRow[]> {
  if (goodsIds.length === 0) return [];
  const ids = sql.param([...goodsIds]);
  await tx.execute(sql`
    with opened as (
      insert into lot (goods_id, lot_no, produced_on, expires_on, on_hand)
      select g.id, g.lot_no, g.produced_on, g.expires_on, g.stock + coalesce((
          select sum(greatest(l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity, 0))
          from order_line l join "order" o on o.no = l.order_no
          where l.goods_id = g.id and ${isHeldLine}), 0)
      from goods g
      where g.id = any(${ids}::int[]) and g.lot_no <> '' and g.produced_on is not null and g.expires_on is not null
        and not exists (select 1 from lot where lot.goods_id = g.id)
      on conflict do nothing
      returning id, on_hand)
    insert into lot_movement (lot_id, kind, pieces, ref, actor, actor_id)
    select id, 'put_in', on_hand, 'opening', 'system', 'openLots' from opened`);
  return tx
    .select(columns)
    .from(lot)
    .where(inArray(lot.goodsId, [...goodsIds]))
    .orderBy(asc(lot.id))
    .for('update');
}

/** The recorded lots of items, without a lock. */
export async function readLots(db: Db | Tx, goodsIds: readonly number[]): Promise<LotRow[]> {
  if (goodsIds.length === 0) return [];
  return db
    .select(columns)
    .from(lot)
    .where(inArray(lot.goodsId, [...goodsIds]))
    .orderBy(asc(lot.id));
}

/**
 * The same, and for items without recorded lots the one on their own row, which the first parcel records: its id is
 * below zero, and it has enough for every line.
 */
export async function readDueLots(db: Db, goodsIds: readonly number[]): Promise<LotRow[]> {
  const known = await readLots(db, goodsIds);
  const bare = goodsIds.filter((id) => !known.some(({ goodsId }) => goodsId === id));
  if (bare.length === 0) return known;
  const rows = await db
    .select({
      goodsId: goods.id,
      lotNo: goods.lotNo,
      producedOn: goods.producedOn,
      expiresOn: goods.expiresOn,
    })
    .from(goods)
    .where(inArray(goods.id, bare));
  return [
    ...known,
    ...rows.flatMap(({ goodsId, lotNo, producedOn, expiresOn }) =>
      lotNo === '' || producedOn === null || expiresOn === null
        ? []
        : [
            {
              id: -goodsId,
              goodsId,
              lotNo,
              producedOn,
              expiresOn,
              onHand: Number.MAX_SAFE_INTEGER,
              held: 0,
              returned: 0,
              isRecalled: false,
              isLocked: false,
            },
          ],
    ),
  ];
}

/** True when any of these lines holds pieces of a lot, or any of the items has recorded lots. */
export async function hasLots(tx: Tx, goodsIds: readonly number[]): Promise<boolean> {
  if (goodsIds.length === 0) return false;
  const rows = await tx
    .select({ id: lot.id })
    .from(lot)
    .where(inArray(lot.goodsId, [...goodsIds]))
    .limit(1);
  return rows.length > 0;
}

/**
 * Makes sure that a lot's row exists; answers its id. A number in another form, with blanks or in full width, is the
 * existing lot. The item is locked.
 */
export async function ensureLot(
  tx: Tx,
  row: { goodsId: number; lotNo: string; producedOn: string; expiresOn: string },
): Promise<{ id: number; lotNo: string; producedOn: string; expiresOn: string }> {
  const known = lotNamed(await readLots(tx, [row.goodsId]), row.lotNo);
  if (known) return known;
  const [made] = await tx
    .insert(lot)
    .values({ ...row, onHand: 0 })
    .returning(columns);
  if (!made) throw new Error(`no lot ${row.lotNo} of goods ${row.goodsId}`);
  return made;
}

/** The lot fields that items show today. */
export async function listShown(tx: Tx, goodsIds: readonly number[]) {
  return tx
    .select({
      id: goods.id,
      stock: goods.stock,
      lotNo: goods.lotNo,
      producedOn: goods.producedOn,
      expiresOn: goods.expiresOn,
    })
    .from(goods)
    .where(inArray(goods.id, [...goodsIds]));
}

/** An item of a merchant; `merchantId` null is the platform, which sees all. Null for an unknown one. */
export async function findLotOf(
  db: Db | Tx,
  { goodsId, merchantId }: { goodsId: number; merchantId: number | null },
): Promise<{ goodsId: number; merchantId: number; name: string; shelfLifeMonths: number } | null> {
  const mine = merchantId === null ? undefined : eq(goods.merchantId, merchantId);
  const [row] = await db
    .select({
      goodsId: goods.id,
      merchantId: goods.merchantId,
      name: product.name,
      shelfLifeMonths: product.shelfLifeMonths,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(goods.id, goodsId), mine));
  return row ?? null;
}

/** The item of a merchant's recorded lot; null for another merchant's. */
export async function findGoodsOfLot(
  tx: Tx,
  { lotId, merchantId }: { lotId: number; merchantId: number },
): Promise<number | null> {
  const [row] = await tx
    .select({ goodsId: lot.goodsId })
    .from(lot)
    .innerJoin(goods, eq(goods.id, lot.goodsId))
    .where(and(eq(lot.id, lotId), eq(goods.merchantId, merchantId)));
  return row?.goodsId ?? null;
}

/** Items that have pieces of an expired lot. */
export async function listExpiredGoods(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: lot.goodsId })
    .from(lot)
    .where(
      and(
        sql`${lot.expiresOn} < ${dayKey(now.getTime())}::date and ${lot.onHand} > 0`,
        isReady('writeOffExpired', lot.goodsId, now),
      ),
    )
    .limit(limit);
  return rows.map((row) => row.id);
}
