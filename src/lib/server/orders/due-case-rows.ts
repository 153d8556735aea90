/** After-sale cases that are due, and orders that wait for their end. */
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { afterSaleLimits, openAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { unpaidStates } from '#lib/rules/orders/refund-state.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, type order, refund } from '../db/schema.ts';

/** Cases whose deadline is over and whose status does not say so yet, the oldest first. */
export async function listDueCases(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: afterSale.id })
    .from(afterSale)
    .where(and(lte(afterSale.dueAt, now), isReady('afterSaleDue', afterSale.id, now)))
    .orderBy(asc(afterSale.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Cases whose money is all back and that have not ended, the oldest first. */
export async function listRefunded(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: afterSale.id })
    .from(afterSale)
    .where(
      and(
        eq(afterSale.state, 'refunding'),
        sql`not exists (select 1 from ${refund} where ${refund.no} = any(${afterSale.refundNos})
          and ${inArray(refund.status, [...unpaidStates])})`,
        isReady('afterSaleRefunded', afterSale.id, now),
      ),
    )
    .orderBy(asc(afterSale.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** True while a case of the order may still bring money back: its promised credits wait. */
export function hasLiveCase(no: typeof order.no, now: Date): SQL {
  return sql`exists (select 1 from ${afterSale} where ${afterSale.orderNo} = ${no} and ${isLive(now)})`;
}

/** The same for an order whose trade is locked. */
export async function isCaseLive(tx: Tx, no: string, now: Date): Promise<boolean> {
  return (await tx.$count(afterSale, and(eq(afterSale.orderNo, no), isLive(now)))) > 0;
}

/** It is open, or the merchant has refused it and the buyer can still appeal to the platform. */
function isLive(now: Date): SQL | undefined {
  return or(
    inArray(afterSale.state, openAfterSaleStates),
    and(
      eq(afterSale.state, 'rejected'),
      eq(afterSale.endedBy, 'merchant'),
      isNull(afterSale.appealedAt),
      gt(afterSale.endedAt, new Date(now.getTime() - afterSaleLimits.appeal)),
    ),
  );
}

/** True of a case whose buyer has written since a desk last wrote or acted. */
export function hasWord(): SQL {
  return sql`exists (select 1 from after_sale_note said
    where said.after_sale_id = ${afterSale.id} and said.side = 'buyer' and said.act = 'talk'
      and not exists (select 1 from after_sale_note answer where answer.after_sale_id = said.after_sale_id
        and answer.id > said.id and answer.side in ('merchant', 'platform')))`;
}
