/** Rows of cards that no noun reads for both sides. Each is bound to its reader. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { company, coupon, merchant, order } from '../db/schema.ts';

/** A company sees its own, a merchant's people theirs, the platform (null) all. */
export type CardBounds = { companyId: number } | { merchantId: number | null };

function isWithin(bounds: CardBounds, companyId: SQL, merchantId: SQL): SQL {
  if ('companyId' in bounds) return sql`${companyId} = ${bounds.companyId}`;
  return bounds.merchantId === null ? sql`true` : sql`${merchantId} = ${bounds.merchantId}`;
}

/** Those of some orders that are the reader's. */
export async function listCardOrders(db: Db, nos: readonly string[], bounds: CardBounds) {
  if (nos.length === 0) return [];
  return db
    .select({ row: order, merchant: merchant.shortName, company: company.name })
    .from(order)
    .innerJoin(merchant, eq(merchant.id, order.merchantId))
    .innerJoin(company, eq(company.id, order.companyId))
    .where(
      and(inArray(order.no, [...nos]), isWithin(bounds, sql`${order.companyId}`, sql`${order.merchantId}`)),
    );
}

/** A lot that the reader may know: a company got it, a merchant has it. */
export async function findCardLot(
  db: Db,
  { goodsId, lotNo }: { goodsId: number; lotNo: string },
  bounds: CardBounds,
) {
  const { rows } = await db.execute<{ name: string; spec: string; produced_on: string; expires_on: string }>(
    'companyId' in bounds
      ? sql`select ol.snapshot->>'name' as name, ol.snapshot->>'spec' as spec,
            sl.produced_on::text as produced_on, sl.expires_on::text as expires_on
          from shipment_lot sl join order_line ol on ol.id = sl.order_line_id join "order" o on o.no = ol.order_no
          where o.company_id = ${bounds.companyId} and ol.goods_id = ${goodsId} and sl.lot_no = ${lotNo} limit 1`
      : sql`select p.name, p.spec, l.produced_on::text as produced_on, l.expires_on::text as expires_on
          from lot l join goods g on g.id = l.goods_id join product p on p.id = g.product_id
          where g.id = ${goodsId} and l.lot_no = ${lotNo}
            and ${isWithin(bounds, sql`0`, sql`g.merchant_id`)} limit 1`,
  );
  return rows[0] ?? null;
}

/** A coupon of a merchant's own desk, for the platform every one. */
export async function findCardCoupon(db: Db, id: number, merchantId: number | null) {
  const [row] = await db
    .select({ coupon, merchant: merchant.shortName })
    .from(coupon)
    .leftJoin(merchant, eq(merchant.id, coupon.merchantId))
    .where(
      and(
        eq(coupon.id, id),
        merchantId === null
          ? undefined
          : sql`(${eq(coupon.merchantId, merchantId)} or ${isNull(coupon.merchantId)})`,
      ),
    );
  return row ?? null;
}
