/** What of an order can be invoiced: pieces that were shipped and not refunded (rules 19). */
import { type Fen, shareOf } from '../money/money.ts';

/** Figures of an order line, and what live invoices have of it: blue lines less red ones. */
export interface SoldLine {
  quantity: number;
  /** Before discounts. */
  gross: Fen;
  paid: Fen;
  shippedQuantity: number;
  refundedQuantity: number;
  /** Of the refunded pieces, those that had been sent. */
  sentRefundedQuantity: number;
  refundedAmount: Fen;
  invoicedPieces: number;
  invoiced: Fen;
}

/** What is missing on invoices; negative: a red invoice is due. */
export interface ToInvoice {
  pieces: number;
  paid: Fen;
  /** The same before discounts; for what is missing alone. */
  list: Fen;
}

/** The part of an amount for kept pieces of a line: all of it less the share of the others, as refunds round it. */
export function keptShare(total: Fen, kept: number, quantity: number): Fen {
  return total - shareOf(total, quantity - kept, quantity);
}

/**
 * What a line lacks on invoices. Its target is what its kept pieces (shipped, not refunded) were paid: all that was paid
 * less the share of the pieces that are not kept, and never more than was paid and not refunded. Shares are those of
 * refunds, so that the last piece meets the fen.
 */
export function toInvoice(line: SoldLine): ToInvoice {
  const { quantity, gross, paid, refundedAmount } = line;
  const kept = line.shippedQuantity - line.sentRefundedQuantity;
  const remaining = paid - refundedAmount;
  const isAllShipped = kept === quantity - line.refundedQuantity;
  const target = isAllShipped ? remaining : Math.min(keptShare(paid, kept, quantity), remaining);
  const pieces = kept - line.invoicedPieces;
  // Where no piece is kept, nothing more is invoiced.
  const due = (kept === 0 ? Math.min(target, line.invoiced) : target) - line.invoiced;
  const list =
    pieces > 0 ? keptShare(gross, kept, quantity) - keptShare(gross, kept - pieces, quantity) : due;
  return { pieces, paid: due, list: Math.max(list, due) };
}

/** Figures of an order's freight, and what live invoices have of it. */
export interface SoldFreight {
  shippingAmount: Fen;
  /** Of the order, and of its lines together: the rest is freight. */
  refundedAmount: Fen;
  refundedOfLines: Fen;
  invoiced: Fen;
  /** Something of the order was shipped. */
  isShipped: boolean;
}

/** The freight that is missing on invoices, fen; negative: a red invoice is due. */
export function freightToInvoice(order: SoldFreight): Fen {
  const refunded = Math.max(0, order.refundedAmount - order.refundedOfLines);
  const target = order.isShipped ? Math.max(0, order.shippingAmount - refunded) : 0;
  return target - order.invoiced;
}
