/** Random quotes with random shipping, invoices and refunds: invoices have what was paid and not refunded, to the fen. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InvoiceLine, type SoldPart, sums } from '#lib/rules/invoices/amounts.ts';
import type { InvoiceForm } from '#lib/rules/invoices/invoice-state.ts';
import { freightToInvoice, type SoldLine, toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { type RedDue, type RedLine, redLines, restOf, spreadRed } from '#lib/rules/invoices/red.ts';
import { splitInvoice } from '#lib/rules/invoices/split.ts';
import { refundOfLine } from '#lib/rules/orders/refund.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import type { Quote, QuotedLine, QuotedOrder } from '#lib/rules/terms/quote-shape.ts';
import { carts } from './carts.ts';
import { now } from './fixtures.ts';
import { expectSound, part, soldLine, taxes } from './invoice-fixtures.ts';

type Line = SoldLine & { id: number };
interface Blue {
  id: number;
  lines: InvoiceLine[];
  earlier: RedLine[][];
}

/** An order on its way: what is shipped and refunded of its lines, and its invoices. */
interface Life {
  form: InvoiceForm;
  lines: Line[];
  shipping: number;
  refundedFreight: number;
  blues: Blue[];
}

/** Lines of an order as they are stored: a combination has one for each of its parts. */
function storedLines(lines: readonly QuotedLine[]): Omit<Line, 'id'>[] {
  return lines.flatMap(({ parts, quantity, gross, paid }) =>
    parts.length === 0
      ? [soldLine({ quantity, gross, paid })]
      : parts.map((one) => soldLine({ quantity: one.quantity, gross: one.paid + 7, paid: one.paid })),
  );
}

function begin({ lines, gifts }: Quote, order: QuotedOrder, form: InvoiceForm): Life {
  const own = lines.filter(({ id }) => order.lineIds.includes(id));
  const given = gifts.map(({ quantity }) => soldLine({ quantity, gross: 0, paid: 0 }));
  return {
    form,
    lines: [...storedLines(own), ...given].map((line, id) => ({ ...line, id })),
    shipping: order.shipping,
    refundedFreight: 0,
    blues: [],
  };
}

const taxOf = (id: number) => Object.values(taxes)[id % 4]!;
const isShipped = ({ lines }: Life) => lines.some(({ shippedQuantity }) => shippedQuantity > 0);

function ship(line: Line, pieces: number): void {
  const open = line.quantity - line.shippedQuantity - (line.refundedQuantity - line.sentRefundedQuantity);
  line.shippedQuantity += Math.min(pieces, open);
}

/** Refunds pieces of a line that were sent, or that were not. */
function refund(line: Line, pieces: number, isSent: boolean): void {
  const unsent = line.quantity - line.shippedQuantity - (line.refundedQuantity - line.sentRefundedQuantity);
  const some = Math.min(pieces, isSent ? line.shippedQuantity - line.sentRefundedQuantity : unsent);
  line.refundedAmount += refundOfLine({ ...line, returned: line.refundedQuantity }, some);
  line.refundedQuantity += some;
  if (isSent) line.sentRefundedQuantity += some;
}

/** What live invoices have of a line, or of freight (null). */
function invoicedOf({ blues }: Life, id: number | null): { pieces: number; gross: number } {
  let [pieces, gross] = [0, 0];
  for (const { lines, earlier } of blues)
    for (const line of lines) {
      if (line.orderLineId !== id) continue;
      const reds = earlier.flat().filter(({ blueSeq }) => blueSeq === line.seq);
      gross += line.gross + sums(reds).gross;
      pieces += (line.quantity ?? 0) + reds.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
    }
  return { pieces, gross };
}

/** Issues what is missing and takes back what is too much. */
function settle(life: Life, limits: { lines: number; gross: number }): void {
  const parts: SoldPart[] = [];
  const dues: RedDue[] = [];
  for (const line of life.lines) {
    const has = invoicedOf(life, line.id);
    const { pieces, paid, list } = toInvoice({ ...line, invoicedPieces: has.pieces, invoiced: has.gross });
    // What is invoiced for the first time has pieces, and what comes back came with pieces.
    if (paid !== 0) expect(Math.sign(pieces)).toBe(Math.sign(paid));
    const own = { orderLineId: line.id, tax: taxOf(line.id) };
    if (paid > 0) parts.push(part({ ...own, quantity: pieces, paid, list }));
    else if (paid < 0) dues.push({ orderNo: 'D1', orderLineId: line.id, pieces: -pieces, gross: -paid });
  }
  const freight = freightToInvoice({
    shippingAmount: life.shipping,
    refundedAmount: life.refundedFreight,
    refundedOfLines: 0,
    invoiced: invoicedOf(life, null).gross,
    isShipped: isShipped(life),
  });
  if (freight > 0) parts.push(part({ orderLineId: null, quantity: null, paid: freight, list: freight }));
  for (const lines of splitInvoice(parts, life.form, limits)) {
    expectSound(lines, life.form);
    life.blues.push({ id: life.blues.length, lines, earlier: [] });
  }
  for (const [id, wishes] of spreadRed(life.blues, dues)) {
    const blue = life.blues[id]!;
    blue.earlier.push(redLines(blue.lines, blue.earlier, wishes));
  }
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(
      'ship' as const,
      'ship' as const,
      'refund' as const,
      'return' as const,
      'settle' as const,
    ),
    line: fc.nat(20),
    pieces: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 14 },
);
const limits = fc.record({
  lines: fc.constantFrom(2, 4, 2000),
  gross: fc.constantFrom(20_000, 1_000_000_000),
});

test('10,000 quotes with refunds: Σ lines = paid − refunded on blue and red invoices', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(
      carts,
      fc.constantFrom('net' as const, 'discount' as const),
      steps,
      limits,
      (cart, form, acts, most) => {
        const answer = quote(cart.lines, cart.buyer, cart.offers, now);
        for (const order of answer.orders) {
          const life = begin(answer, order, form);
          for (const { act, line: at, pieces } of acts) {
            const line = life.lines[at % life.lines.length]!;
            if (act === 'ship') ship(line, pieces);
            else if (act === 'settle') settle(life, most);
            else refund(line, pieces, act === 'return');
          }
          for (const line of life.lines) ship(line, line.quantity);
          settle(life, most);
          for (const line of life.lines) {
            const { pieces, gross } = invoicedOf(life, line.id);
            expect(gross).toBe(line.paid - line.refundedAmount);
            // A piece that costs less than a fen may bring no amount, and no invoice has a line without one.
            if (gross > 0 && line.paid >= line.quantity)
              expect(pieces).toBe(line.quantity - line.refundedQuantity);
          }
          if (isShipped(life)) expect(invoicedOf(life, null).gross).toBe(life.shipping);
          // Everything comes back: no residue in gross, net or tax, on any invoice.
          for (const { lines, earlier } of life.blues) {
            const reds = [...earlier, redLines(lines, earlier, restOf(lines, earlier))].flat();
            const [blue, red] = [sums(lines), sums(reds)];
            expect([blue.gross + red.gross, blue.net + red.net, blue.tax + red.tax]).toEqual([0, 0, 0]);
          }
        }
      },
    ),
    { numRuns: 10_000 },
  );
});
