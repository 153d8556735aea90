/** Red forms that refunds make due: what is on invoices and no longer sold is taken back by itself (rules 19). */
import { freightToInvoice, toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { type BlueInvoice, type RedDue, type RedWish, restOf, spreadRed } from '#lib/rules/invoices/red.ts';
import { asksAgain, type RedReason } from '#lib/rules/invoices/red-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { type InvoicedOrder, listLinesOf, lockOrders, readTaken } from './ask-rows.ts';
import { countingForms, raiseRed } from './raise-red.ts';
import {
  findShown,
  type InvoiceLineRow,
  listInvoiceLines,
  listRedForms,
  lockInvoice,
  mapInvoiceLines,
  type Reader,
  type RedFormRow,
} from './read-rows.ts';
import { listBluesOf } from './red-rows.ts';

const system = { actor: 'system', actorId: 'followInvoices' } as const;

/**
 * Raises the form that is due on an issued blue invoice; answers its id, null where none is. It waits while another form
 * of the invoice is open, and where our last one ended so that a person decides; a form of the buyer that ended is no answer to
 * a refund.
 */
export async function raiseDue(db: Db, id: number, now: Date): Promise<number | null> {
  return db.transaction(async (tx) => {
    const found = await lockBlue(tx, id);
    if (found === null) return null;
    const { blue, forms, orders } = found;
    const [newest] = forms;
    if (newest !== undefined && newest.closedAt === null) return null;
    if (newest?.redInvoiceId === null && newest.raisedBy === 'seller' && !asksAgain(newest.state))
      return null;
    const lines = await listInvoiceLines(tx, id);
    // A wrong title is no refund: its form goes again as it was, all of what is left.
    if (newest?.redInvoiceId === null && newest.raisedBy === 'seller' && newest.reason === '01') {
      if (
        restOf(
          lines,
          countingForms(forms).map((form) => form.lines),
        ).length === 0
      )
        return null;
      return raiseRed(tx, blue, { ...system, reason: '01', wishes: null, refundNo: null, now });
    }
    const wishes = await wishesOf(tx, id, orders);
    if (wishes.length === 0) return null;
    return raiseRed(tx, blue, { ...system, reason: dueReason(lines, wishes), wishes, refundNo: null, now });
  });
}

/** Why refunds have something of a blue invoice's lines taken back: freight alone, pieces, or money alone. */
export function dueReason(lines: readonly InvoiceLineRow[], wishes: readonly RedWish[]): RedReason {
  const isFreight = wishes.every(({ blueSeq }) =>
    lines.some(({ seq, orderLineId }) => seq === blueSeq && orderLineId === null),
  );
  if (isFreight) return '03';
  return wishes.some(({ pieces }) => (pieces ?? 0) > 0) ? '02' : '04';
}

/** Locks the orders of a blue invoice, then the invoice. Null for one of others, and one that is not issued. */
export async function lockBlue(tx: Tx, id: number, reader: Reader = { merchantId: null }) {
  const shown = await findShown(tx, id, reader);
  if (shown === null) return null;
  const lines = await listInvoiceLines(tx, id);
  const orders = await lockOrders(tx, shown.row.companyId, [...new Set(lines.map(({ orderNo }) => orderNo))]);
  const blue = await lockInvoice(tx, id, reader);
  if (blue === null || blue.color !== 'blue' || blue.state !== 'issued') return null;
  return { blue, orders, forms: await listRedForms(tx, [id]) };
}

/**
 * What of an invoice is to be taken back by now: its share of what is due on its orders, the newest invoice first.
 * `replaced`: an open form that counts no more.
 */
export async function wishesOf(
  tx: Tx,
  id: number,
  orders: readonly InvoicedOrder[],
  replaced: RedFormRow | null = null,
): Promise<RedWish[]> {
  const nos = orders.map(({ no }) => no);
  const blues = await readBlues(tx, nos, replaced);
  const dues = await duesOf(tx, orders);
  // What open forms ask for is under way.
  for (const { lines, forms } of blues)
    for (const form of forms.filter(({ closedAt }) => closedAt === null))
      for (const { blueSeq, gross, quantity } of form.lines) {
        const line = lines.find(({ seq }) => seq === blueSeq);
        const due = dues.find((one) => one.orderNo === line?.orderNo && one.orderLineId === line.orderLineId);
        if (due === undefined) continue;
        due.gross += gross;
        due.pieces = Math.max(0, due.pieces + (quantity ?? 0));
      }
  return (
    spreadRed(
      blues,
      dues.filter(({ gross }) => gross > 0),
    ).get(id) ?? []
  );
}

/** What is on live invoices of the orders and no longer sold. */
async function duesOf(tx: Tx, orders: readonly InvoicedOrder[]): Promise<RedDue[]> {
  const nos = orders.map(({ no }) => no);
  const [lines, taken] = [await listLinesOf(tx, nos), await readTaken(tx, nos)];
  const dues: RedDue[] = [];
  for (const line of lines) {
    const { gross: invoiced = 0, pieces: invoicedPieces = 0 } = taken.lines.get(line.id) ?? {};
    const { paid, pieces } = toInvoice({ ...line, invoiced, invoicedPieces });
    if (paid < 0)
      dues.push({ orderNo: line.orderNo, orderLineId: line.id, pieces: Math.max(0, -pieces), gross: -paid });
  }
  const linesOf = Map.groupBy(lines, ({ orderNo }) => orderNo);
  for (const order of orders) {
    const own = linesOf.get(order.no) ?? [];
    const freight = freightToInvoice({
      shippingAmount: order.shippingAmount,
      refundedAmount: order.refundedAmount,
      refundedOfLines: own.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
      invoiced: taken.freight.get(order.no) ?? 0,
      isShipped: own.some(({ shippedQuantity }) => shippedQuantity > 0),
    });
    if (freight < 0) dues.push({ orderNo: order.no, orderLineId: null, pieces: 0, gross: -freight });
  }
  return dues;
}

async function readBlues(
  tx: Tx,
  nos: readonly string[],
  replaced: RedFormRow | null,
): Promise<(BlueInvoice & { forms: RedFormRow[] })[]> {
  const ids = await listBluesOf(tx, nos);
  const forms = Map.groupBy(await listRedForms(tx, ids), ({ blueId }) => blueId);
  const lines = await mapInvoiceLines(tx, ids);
  return ids.map((id) => {
    const own = (forms.get(id) ?? []).filter((form) => form.id !== replaced?.id);
    const earlier = countingForms(own).map((form) => form.lines);
    return { id, lines: lines.get(id) ?? [], earlier, forms: own };
  });
}
