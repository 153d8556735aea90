/** After-sale cases by their order, shown next to it. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { askingAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSale, afterSaleLine, order, orderEventFile, storedFile } from '../db/schema.ts';
import type { AfterSaleRow } from './after-sale-rows.ts';

/** Cases of a company's orders, the newest first. */
export async function listCasesOf(
  db: Db | Tx,
  companyId: number,
  orderNos: readonly string[],
): Promise<AfterSaleRow[]> {
  if (orderNos.length === 0) return [];
  return db
    .select()
    .from(afterSale)
    .where(and(eq(afterSale.companyId, companyId), inArray(afterSale.orderNo, [...orderNos])))
    .orderBy(desc(afterSale.id));
}

/** Unanswered refund requests for unshipped pieces, by case and line. */
export async function listAskedBack(db: Db | Tx, orderNos: readonly string[]) {
  if (orderNos.length === 0) return [];
  return db
    .select({
      id: afterSale.id,
      orderNo: afterSale.orderNo,
      lineId: afterSaleLine.orderLineId,
      pieces: afterSaleLine.pieces,
    })
    .from(afterSaleLine)
    .innerJoin(afterSale, eq(afterSale.id, afterSaleLine.afterSaleId))
    .where(
      and(
        inArray(afterSale.orderNo, [...orderNos]),
        eq(afterSale.stage, 'unsent'),
        eq(afterSale.kind, 'refund_only'),
        inArray(afterSale.state, [...askingAfterSaleStates]),
      ),
    )
    .orderBy(asc(afterSale.id));
}
export type AskedBack = Awaited<ReturnType<typeof listAskedBack>>[number];

// Pictures in the timeline of an order that was refused at the door.

/** Adds locked files to an entry of the order's timeline. */
export async function addEventFiles(tx: Tx, orderNo: string, eventId: number, files: readonly number[]) {
  if (files.length > 0)
    await tx
      .insert(orderEventFile)
      .values(files.map((fileId, position) => ({ orderNo, eventId, position, fileId })));
}

/** Pictures of the order by entry of its timeline, in their order. */
export async function listEventFiles(db: Db | Tx, orderNo: string) {
  return db
    .select({ eventId: orderEventFile.eventId, file: storedFile })
    .from(orderEventFile)
    .innerJoin(storedFile, eq(storedFile.id, orderEventFile.fileId))
    .where(eq(orderEventFile.orderNo, orderNo))
    .orderBy(asc(orderEventFile.eventId), asc(orderEventFile.position));
}

/**
 * True when an order of this merchant has the file in its timeline, or a desk uploaded it for one; an order of any
 * merchant for the platform (null).
 */
export async function isOrderPicture(db: Db, fileId: number, merchantId: number | null): Promise<boolean> {
  const rows = await db
    .select({ no: order.no })
    .from(order)
    .where(
      and(
        sql`${order.no} in (
          select f.order_no from order_event_file f where f.file_id = ${fileId}
          union all select s.for_order from stored_file s where s.id = ${fileId} and s.for_order is not null)`,
        merchantId === null ? undefined : eq(order.merchantId, merchantId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
