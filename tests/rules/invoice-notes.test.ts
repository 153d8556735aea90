import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invoiceLines, priceText, sums } from '#lib/rules/invoices/amounts.ts';
import { toInvoice } from '#lib/rules/invoices/invoiceable.ts';
import { noteAmount, withCents } from '#lib/rules/invoices/note-amounts.ts';
import { findYuan } from '#lib/rules/money/money.ts';
import { part, soldLine } from './invoice-fixtures.ts';

describe('amounts of 随货同行单', () => {
  const line = { quantity: 3, gross: 1200, paid: 1000 };

  test.each([
    ['net', 3, { price: '3.33333333', amount: '10.00', discount: '', paid: 1000 }],
    ['discount', 3, { price: '4.00', amount: '12.00', discount: '-2.00', paid: 1000 }],
    ['net', 1, { price: '3.34', amount: '3.34', discount: '', paid: 334 }],
    ['discount', 1, { price: '4.00', amount: '4.00', discount: '-0.66', paid: 334 }],
  ] as const)('in the form %s, %i pieces', (form, pieces, expected) => {
    expect(noteAmount(line, 0, pieces, form)).toEqual(expected);
  });

  test('of a gift and of a replacement are nothing', () => {
    const nothing = { price: '0.00', amount: '0.00', discount: '', paid: 0 };
    expect(noteAmount({ quantity: 2, gross: 0, paid: 0 }, 0, 2, 'discount')).toEqual(nothing);
    expect(noteAmount(line, 3, 1, 'net')).toEqual(nothing);
  });

  test('are those of the invoice: the same price for the same pieces, the same sum for all parcels', () => {
    const lines = fc.record({
      parcels: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
      gross: fc.integer({ min: 1, max: 500_000 }),
      off: fc.integer({ min: 0, max: 1000 }),
    });
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('net' as const, 'discount' as const),
        ({ parcels, gross, off }, form) => {
          const quantity = parcels.reduce((sum, pieces) => sum + pieces, 0);
          const sold = { quantity, gross, paid: Math.floor((gross * (1000 - off)) / 1000) };
          let [sent, noted, invoiced] = [0, 0, 0];
          for (const pieces of parcels) {
            const note = noteAmount(sold, sent, pieces, form);
            sent += pieces;
            noted += note.paid;
            // Each parcel is invoiced by itself.
            const due = toInvoice(
              soldLine({ ...sold, shippedQuantity: sent, invoicedPieces: sent - pieces, invoiced }),
            );
            const [goods, discount] = invoiceLines([part({ ...due, quantity: due.pieces })], form);
            invoiced += due.paid;
            expect(findYuan(note.amount)).toBe(goods?.gross ?? 0);
            expect(note.discount === '' ? 0 : findYuan(note.discount)).toBe(discount?.gross ?? 0);
            expect(note.price).toBe(goods === undefined ? '0.00' : withCents(priceText(goods.gross, pieces)));
            expect(note.paid).toBe(sums([goods, discount].flatMap((one) => one ?? [])).gross);
          }
          expect([noted, invoiced]).toEqual([sold.paid, sold.paid]);
          // All parcels on one invoice have the price of one parcel of all.
          const whole = invoiceLines([part({ quantity, list: gross, paid: sold.paid })], form);
          expect(noteAmount(sold, 0, quantity, form).price).toBe(
            whole[0] === undefined ? '0.00' : withCents(priceText(whole[0].gross, quantity)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
