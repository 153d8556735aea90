/** Whether an invoice that was not issued still fits its orders (rules 19). */
import { freightToInvoice, toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { mayBeSpecial, taxAt } from '#lib/rules/invoices/tax.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Tx } from '../db/client.ts';
import { type InvoicedOrder, listLinesOf, listTaxes, readTaken } from './ask-rows.ts';
import type { InvoiceLineRow, InvoiceRecord } from './read-rows.ts';

/**
 * What keeps an invoice from being sent as it is. kind: it is a 专票 and has a line that none may have. tax: an item has
 * other tax data than it names. order: the orders lack less than a line has, in fen or in pieces.
 */
export type Misfit = 'kind' | 'tax' | 'order';

/** The misfit of an invoice and its locked orders; null where it still fits them. */
export async function findMisfit(
  tx: Tx,
  { id, createdAt, kind }: Pick<InvoiceRecord, 'id' | 'createdAt' | 'kind'>,
  lines: readonly InvoiceLineRow[],
  orders: readonly InvoicedOrder[],
): Promise<Misfit | null> {
  if (kind === 'special' && !lines.every(mayBeSpecial)) return 'kind';
  const nos = orders.map(({ no }) => no);
  const [sold, taken] = [await listLinesOf(tx, nos), await readTaken(tx, nos, id)];
  const taxes = await listTaxes(
    tx,
    sold.map(({ goodsId }) => goodsId),
  );
  const dayOf = new Map(orders.map(({ no, shippedAt }) => [no, dayKey((shippedAt ?? createdAt).getTime())]));
  const linesOf = Map.groupBy(sold, ({ orderNo }) => orderNo);
  const soldOf = new Map(sold.map((line) => [line.id, line]));
  const orderOf = new Map(orders.map((order) => [order.no, order]));
  const own = Map.groupBy(lines, ({ orderNo, orderLineId }) => orderLineId ?? orderNo);
  const misfits = [...own].map(([key, rows]): Misfit | null => {
    const gross = rows.reduce((sum, row) => sum + row.gross, 0);
    const pieces = rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
    if (typeof key === 'string') return gross <= freightOf(key) ? null : 'order';
    const line = soldOf.get(key);
    if (line === undefined) return 'order';
    const { gross: invoiced = 0, pieces: invoicedPieces = 0 } = taken.lines.get(key) ?? {};
    const left = toInvoice({ ...line, invoiced, invoicedPieces });
    const tax = taxAt(taxes.get(line.goodsId) ?? [], dayOf.get(line.orderNo) ?? '');
    const hasTax = rows.every(
      (row) => row.rate === tax?.rate && row.policy === tax.policy && row.taxCode === tax.taxCode,
    );
    if (!hasTax) return 'tax';
    return gross <= left.paid && pieces <= Math.max(left.pieces, 0) ? null : 'order';
  });
  return misfits.find((misfit) => misfit !== null) ?? null;

  function freightOf(no: string): number {
    const order = orderOf.get(no);
    const all = linesOf.get(no) ?? [];
    if (order === undefined) return 0;
    return freightToInvoice({
      shippingAmount: order.shippingAmount,
      refundedAmount: order.refundedAmount,
      refundedOfLines: all.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
      invoiced: taken.freight.get(no) ?? 0,
      isShipped: all.some(({ shippedQuantity }) => shippedQuantity > 0),
    });
  }
}
