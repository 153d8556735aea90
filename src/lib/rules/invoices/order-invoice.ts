/** The state of the invoices of an order, from its counts (rules 19). */
import { keysOf } from '../terms/keys.ts';

const texts = {
  none: '未开票',
  open: '可开票',
  running: '开票中',
  failed: '开票受阻',
  done: '已开票',
  red: '冲红中',
} as const;

/**
 * none: nothing to invoice yet. open: something can be invoiced. running: an invoice is on its way. failed: one is held
 * up. done: all is invoiced. red: something was taken back, and the red invoice is on its way.
 */
export type OrderInvoiceState = keyof typeof texts;
export const orderInvoiceStates = keysOf(texts);

/** Invoices of an order by state, its open red forms, and fen that can be invoiced. */
export interface InvoicesOfOrder {
  running: number;
  failed: number;
  issued: number;
  reds: number;
  open: number;
}

/** What waits for somebody comes first. */
export function orderInvoiceState({
  running,
  failed,
  issued,
  reds,
  open,
}: InvoicesOfOrder): OrderInvoiceState {
  if (failed > 0) return 'failed';
  if (reds > 0) return 'red';
  if (running > 0) return 'running';
  if (open > 0) return 'open';
  return issued > 0 ? 'done' : 'none';
}

/** The state in Chinese. */
export function orderInvoiceText(state: OrderInvoiceState): string {
  return texts[state];
}
