/** After-sale cases whose moment has come, and what waits for their end. */
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { openAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, type order } from '../db/schema.ts';
import { isReady } from './jobs.ts';

/** Cases whose time is over and that nobody has written down, the oldest first. */
export async function listDueCases(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: afterSale.id })
    .from(afterSale)
    .where(and(lte(afterSale.dueAt, now), isReady('afterSaleDue', afterSale.id, now)))
    .orderBy(asc(afterSale.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Cases whose money is all back and that nobody has ended. */
export async function listRefunded(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: afterSale.id })
    .from(afterSale)
    .where(
      and(
        eq(afterSale.state, 'refunding'),
        sql`not exists (select 1 from refund r where r.no = any(${afterSale.refundNos}) and r.status <> 'done')`,
        isReady('afterSaleRefunded', afterSale.id, now),
      ),
    )
    .orderBy(asc(afterSale.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** True while a case of the order is open: what it promised waits. */
export function hasOpenCase(no: typeof order.no): SQL {
  return sql`exists (select 1 from ${afterSale} where ${afterSale.orderNo} = ${no}
    and ${inArray(afterSale.state, openAfterSaleStates)})`;
}

/** The same of an order whose trade is held. */
export async function isCaseOpen(tx: Tx, no: string): Promise<boolean> {
  const open = and(eq(afterSale.orderNo, no), inArray(afterSale.state, openAfterSaleStates));
  return (await tx.$count(afterSale, open)) > 0;
}
