/** Asking for invoices: the orders with their lines under lock, and the new rows (rules 19). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { GoodsTax } from '#lib/rules/invoices/tax.ts';
import type { Tx } from '../db/client.ts';
import {
  goodsTax,
  invoice,
  invoiceEvent,
  invoiceLine,
  invoiceSeller,
  order,
  orderLine,
} from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { isTaken } from './open-rows.ts';

export type NewInvoice = typeof invoice.$inferInsert;
export type NewInvoiceLine = typeof invoiceLine.$inferInsert;
export type SellerRow = typeof invoiceSeller.$inferSelect;
export type InvoicedOrder = Pick<
  typeof order.$inferSelect,
  'no' | 'companyId' | 'merchantId' | 'status' | 'shippingAmount' | 'refundedAmount' | 'shippedAt' | 'paidAt'
>;
export type InvoicedLine = typeof orderLine.$inferSelect;

/** A company's orders by number, those that are its own. */
function ordersOf(tx: Tx, companyId: number, nos: readonly string[]) {
  return tx
    .select({
      no: order.no,
      companyId: order.companyId,
      merchantId: order.merchantId,
      status: order.status,
      shippingAmount: order.shippingAmount,
      refundedAmount: order.refundedAmount,
      shippedAt: order.shippedAt,
      paidAt: order.paidAt,
    })
    .from(order)
    .where(and(eq(order.companyId, companyId), sql`${order.no} = any(${textArray(nos)}::text[])`))
    .orderBy(asc(order.no));
}

/** The same as {@link lockOrders} for a page, which locks nothing. */
export async function readOrders(
  tx: Tx,
  companyId: number,
  nos: readonly string[],
): Promise<InvoicedOrder[]> {
  return ordersOf(tx, companyId, nos);
}

/** Locks a company's orders by number, and answers those that are its own. */
export async function lockOrders(
  tx: Tx,
  companyId: number,
  nos: readonly string[],
): Promise<InvoicedOrder[]> {
  return ordersOf(tx, companyId, nos).for('no key update');
}

/** Lines of locked orders, in the order in which they were placed. */
export function listLinesOf(tx: Tx, nos: readonly string[]): Promise<InvoicedLine[]> {
  return tx
    .select()
    .from(orderLine)
    .where(sql`${orderLine.orderNo} = any(${textArray(nos)}::text[])`)
    .orderBy(asc(orderLine.orderNo), asc(orderLine.id));
}

/** What of orders is on invoices: fen and pieces by order line, fen of freight by order. */
export interface Taken {
  lines: Map<number, { gross: number; pieces: number }>;
  freight: Map<string, number>;
}

/** `without`: an invoice that does not count, 0 for none. */
export async function readTaken(tx: Tx, nos: readonly string[], without = 0): Promise<Taken> {
  const { rows } = await tx.execute<{ no: string; line: number | null; gross: number; pieces: number }>(sql`
    select t.order_no as no, t.order_line_id as line, sum(t.gross)::bigint as gross, coalesce(sum(t.quantity), 0)::int as pieces
    from invoice_line t join invoice i on i.id = t.invoice_id
    where t.order_no = any(${textArray(nos)}::text[]) and i.id <> ${without} and ${isTaken} group by 1, 2`);
  return {
    lines: new Map(
      rows.flatMap(({ line, gross, pieces }) => (line === null ? [] : [[line, { gross, pieces }] as const])),
    ),
    freight: new Map(rows.flatMap(({ no, line, gross }) => (line === null ? [[no, gross] as const] : []))),
  };
}

export type TaxRow = GoodsTax & { validFrom: string };

/** The tax data of items, by item. */
export async function listTaxes(tx: Tx, goodsIds: readonly number[]): Promise<Map<number, TaxRow[]>> {
  if (goodsIds.length === 0) return new Map();
  const rows = await tx
    .select({
      goodsId: goodsTax.goodsId,
      validFrom: goodsTax.validFrom,
      rate: goodsTax.rate,
      policy: goodsTax.policy,
      taxCode: goodsTax.taxCode,
    })
    .from(goodsTax)
    .where(inArray(goodsTax.goodsId, [...new Set(goodsIds)]));
  return Map.groupBy(rows, ({ goodsId }) => goodsId);
}

/** The sellers of merchants, by merchant. */
export async function listSellers(tx: Tx, merchantIds: readonly number[]): Promise<Map<number, SellerRow>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(invoiceSeller)
    .where(inArray(invoiceSeller.merchantId, [...new Set(merchantIds)]));
  return new Map(rows.map((row) => [row.merchantId, row]));
}

/** Lines of one statement: each binds seventeen values. */
const linesAtOnce = 1_000;

export interface Written {
  invoice: NewInvoice;
  lines: readonly Omit<NewInvoiceLine, 'invoiceId'>[];
}

/** Writes invoices with their lines and the event of asking; answers their ids, in order. */
export async function insertInvoices(
  tx: Tx,
  rows: readonly Written[],
  asked: Pick<typeof invoiceEvent.$inferInsert, 'actor' | 'actorId' | 'note' | 'at'>,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    const some = rows.slice(from, from + linesAtOnce).map((row) => row.invoice);
    const made = await tx.insert(invoice).values(some).returning({ id: invoice.id, serial: invoice.serial });
    const idOf = new Map(made.map(({ id, serial }) => [serial, id]));
    ids.push(...some.map(({ serial }) => idOf.get(serial) ?? 0));
  }
  const lines = rows.flatMap((row, at) => row.lines.map((line) => ({ ...line, invoiceId: ids[at] ?? 0 })));
  for (let from = 0; from < lines.length; from += linesAtOnce)
    await tx.insert(invoiceLine).values(lines.slice(from, from + linesAtOnce));
  for (let from = 0; from < ids.length; from += linesAtOnce)
    await tx
      .insert(invoiceEvent)
      .values(
        ids
          .slice(from, from + linesAtOnce)
          .map((invoiceId) => ({ invoiceId, act: 'asked' as const, ...asked })),
      );
  return ids;
}
