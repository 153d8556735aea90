/** Lots at the desks, one by one. `within` binds to a merchant's own; null is the platform, which sees all. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { lotNamed } from '#lib/rules/orders/lots.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import { findBarcode } from '#lib/rules/text/barcodes.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { goods, lotMovement, merchant, product } from '../db/schema.ts';

export interface DeskLotFound {
  /** Null: the item has no recorded lots yet, this is the one on its own row. */
  id: number | null;
  goodsId: number;
  merchantId: number;
  merchant: string;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  lotNo: string;
  producedOn: string;
  expiresOn: string;
  /** Pieces in the warehouse; where `id` is null only those for sale. */
  onHand: number;
  /** Returned pieces, stored apart. */
  returned: number;
  recalledAt: Date | null;
  recallReason: string;
  lockedAt: Date | null;
  lockReason: string;
  lockedBy: WordOf<'lot.locked_by'> | null;
  hasReport: boolean;
  /** Buyers who asked for its report and have not got it. */
  asked: number;
}

/** Recorded lots, and for items without any the one on their own row; `key` names each. */
export const everyLot = sql`(
  select id as key, id, goods_id, lot_no, produced_on, expires_on, on_hand, returned, recalled_at, recall_reason,
    locked_at, lock_reason, locked_by from lot
  union all
  select -g.id, null, g.id, g.lot_no, g.produced_on, g.expires_on, g.stock, 0, null, '', null, '', null from goods g
  where g.lot_no <> '' and g.produced_on is not null and g.expires_on is not null
    and not exists (select 1 from lot where lot.goods_id = g.id)) as l`;

export const hasReport = sql`exists (select 1 from lot_report r where r.goods_id = l.goods_id and r.lot_no = l.lot_no)`;

const columns = {
  id: sql<number | null>`l.id`.as('lot_id'),
  goodsId: sql<number>`l.goods_id`.as('lot_goods'),
  merchantId: goods.merchantId,
  merchant: merchant.shortName,
  name: product.name,
  spec: product.spec,
  maker: product.maker,
  unit: product.unit,
  lotNo: sql<string>`l.lot_no`.as('lot_name'),
  producedOn: sql<string>`l.produced_on::text`.as('lot_produced'),
  expiresOn: sql<string>`l.expires_on::text`.as('lot_expires'),
  onHand: sql<number>`l.on_hand`.as('lot_on_hand'),
  returned: sql<number>`l.returned`.as('lot_returned'),
  recalledAt: sql<Date | null>`l.recalled_at`.mapWith(lotMovement.createdAt).as('lot_recalled'),
  recallReason: sql<string>`l.recall_reason`.as('lot_reason'),
  lockedAt: sql<Date | null>`l.locked_at`.mapWith(lotMovement.createdAt).as('lot_locked_at'),
  lockReason: sql<string>`l.lock_reason`.as('lot_lock_reason'),
  lockedBy: sql<WordOf<'lot.locked_by'> | null>`l.locked_by`.as('lot_locked_by'),
  hasReport: sql<boolean>`${hasReport}`.as('lot_has_report'),
  asked: sql<number>`(select count(*)::int from report_wish w
    where w.goods_id = l.goods_id and w.lot_no = l.lot_no and not ${hasReport})`.as('lot_asked'),
};

function lots(db: Db, where: SQL | undefined) {
  return db
    .select(columns)
    .from(everyLot)
    .innerJoin(goods, eq(goods.id, sql`l.goods_id`))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(where)
    .$dynamic();
}

function mine(within: number | null): SQL | undefined {
  return within === null ? undefined : eq(goods.merchantId, within);
}

/** One lot; null for one that is not this desk's. */
export async function findDeskLot(
  db: Db,
  { goodsId, lotNo, within }: { goodsId: number; lotNo: string; within: number | null },
): Promise<DeskLotFound | null> {
  return lotNamed(await lots(db, and(mine(within), eq(goods.id, goodsId))), lotNo) ?? null;
}

/** A merchant's lots whose numbers have these keys (rules/text/lot-number). */
export async function listLotsNamed(
  db: Db,
  merchantId: number,
  keys: readonly string[],
): Promise<{ goodsId: number; lotNo: string; title: string; hasReport: boolean }[]> {
  // Older numbers may have other dashes.
  const key = sql`upper(regexp_replace(regexp_replace(normalize(l.lot_no, NFKC), '[\u2010-\u2015\u2212]', '-', 'g'), '\\s', '', 'g'))`;
  return db
    .select({
      goodsId: columns.goodsId,
      lotNo: columns.lotNo,
      title: sql<string>`${product.name} || ' ' || ${product.spec}`.as('lot_title'),
      hasReport: columns.hasReport,
    })
    .from(everyLot)
    .innerJoin(goods, eq(goods.id, sql`l.goods_id`))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(mine(merchantId), sql`${key} = any(${sql.param([...keys])}::text[])`));
}

export interface LotMovementRow {
  id: number;
  at: Date;
  kind: WordOf<'lot_movement.kind'>;
  pieces: number;
  reason: string;
  ref: string;
  actor: WordOf<'lot_movement.actor'>;
  actorId: string;
}

/** Movements of a lot, the newest first. */
export async function listMovements(db: Db, lotId: number, limit: number): Promise<LotMovementRow[]> {
  return db
    .select({
      id: lotMovement.id,
      at: lotMovement.createdAt,
      kind: lotMovement.kind,
      pieces: lotMovement.pieces,
      reason: lotMovement.reason,
      ref: lotMovement.ref,
      actor: lotMovement.actor,
      actorId: lotMovement.actorId,
    })
    .from(lotMovement)
    .where(eq(lotMovement.lotId, lotId))
    .orderBy(desc(lotMovement.id))
    .limit(limit);
}

/** Items of a merchant by a part of their name, or by their number. */
export async function findLotGoods(db: Db, merchantId: number, name: string, limit: number) {
  const barcode = findBarcode(name);
  // A GTIN is stored with or without its leading zeros.
  const byCode = barcode === null ? undefined : sql`ltrim(${product.barcode}, '0') = ltrim(${barcode}, '0')`;
  const byId = /^[1-9]\d{0,8}$/.test(name) ? eq(goods.id, Number(name)) : undefined;
  return db
    .select({
      id: goods.id,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      unit: product.unit,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(goods.merchantId, merchantId), byCode ?? byId ?? contains(product.name, name)))
    .orderBy(asc(product.name), asc(goods.id))
    .limit(limit);
}
