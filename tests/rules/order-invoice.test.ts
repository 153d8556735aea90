import { expect, test } from 'vitest';
import {
  type InvoicesOfOrder,
  orderInvoiceState,
  orderInvoiceStates,
  orderInvoiceText,
} from '#lib/rules/invoices/order-invoice.ts';

const none: InvoicesOfOrder = { running: 0, failed: 0, issued: 0, reds: 0, open: 0 };

test.each([
  ['nothing shipped yet', {}, 'none', '未开票'],
  ['shipped', { open: 100 }, 'open', '可开票'],
  ['asked for', { running: 1 }, 'running', '开票中'],
  ['asked for, and more shipped since', { running: 1, open: 100 }, 'running', '开票中'],
  ['issued', { issued: 1 }, 'done', '已开票'],
  ['issued, and more shipped since', { issued: 1, open: 100 }, 'open', '可开票'],
  ['issued, and refunded', { issued: 1, reds: 1 }, 'red', '冲红中'],
  ['one of two is held up', { issued: 1, failed: 1, running: 1, reds: 1 }, 'failed', '开票受阻'],
] as const)('%s', (_name, found, state, text) => {
  expect(orderInvoiceState({ ...none, ...found })).toBe(state);
  expect(orderInvoiceText(state)).toBe(text);
  expect(orderInvoiceStates).toContain(state);
});
