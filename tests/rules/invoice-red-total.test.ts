/** A red form of the buyer that names amounts and no lines: its amounts decide (rules 19). */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type InvoiceLine, invoiceLines, sums } from '#lib/rules/invoices/amounts.ts';
import { type RedLine, redLines, restOf } from '#lib/rules/invoices/red.ts';
import { redLinesOfTotal } from '#lib/rules/invoices/red-total.ts';
import { part, taxes } from './invoice-fixtures.ts';

/** 113.00 at 13 %, 109.00 and 54.50 at 9 %. */
const mixed = invoiceLines(
  [
    part(),
    part({ orderLineId: 2, list: 10_900, paid: 10_900, quantity: 4, tax: taxes.herbs }),
    part({ orderLineId: 3, list: 5_450, paid: 5_450, quantity: 1, tax: taxes.herbs }),
  ],
  'net',
);
const shown = (lines: readonly RedLine[]) =>
  lines.map(({ blueSeq, quantity, gross, net, tax }) => [blueSeq, quantity, gross, net, tax]);

describe('a form of amounts alone', () => {
  it.each<[string, [number, number], unknown[][]]>([
    [
      'of all of it takes all back',
      [-25_000, -2_650],
      [
        [1, -10, -11_300, -10_000, -1_300],
        [2, -4, -10_900, -10_000, -900],
        [3, -1, -5_450, -5_000, -450],
      ],
    ],
    [
      'without a total takes all back',
      [0, 0],
      [
        [1, -10, -11_300, -10_000, -1_300],
        [2, -4, -10_900, -10_000, -900],
        [3, -1, -5_450, -5_000, -450],
      ],
    ],
    ['of one line takes this line', [-5_000, -450], [[3, -1, -5_450, -5_000, -450]]],
    ['at one rate changes amounts of the lines of this rate', [-100, -13], [[1, null, -113, -100, -13]]],
    [
      'at another rate too, by what is left of each',
      [-3_000, -270],
      [
        [2, null, -2_180, -2_000, -180],
        [3, null, -1_090, -1_000, -90],
      ],
    ],
  ])('%s', (_, [net, tax], lines) => {
    expect(shown(redLinesOfTotal(mixed, [], { net, tax }))).toEqual(lines);
  });

  test('of several rates is the amounts, to the fen of net and tax', () => {
    const lines = redLinesOfTotal(mixed, [], { net: -12_150, tax: -1_306 });
    expect(sums(lines)).toEqual({ gross: -13_456, net: -12_150, tax: -1_306 });
    expect(lines.map(({ quantity }) => quantity)).toEqual([null, null, null]);
  });

  test('above what earlier ones left takes what is left', () => {
    const earlier = [redLines(mixed, [], [{ blueSeq: 1, pieces: 10, gross: 11_300 }])];
    const lines = redLinesOfTotal(mixed, earlier, { net: -25_000, tax: -2_650 });
    expect(sums(lines)).toEqual({ gross: -16_350, net: -15_000, tax: -1_350 });
  });

  test('of any amounts has them, and leaves the rest for a last one, to the fen', () => {
    const blues: readonly (readonly InvoiceLine[])[] = [
      mixed,
      invoiceLines([part({ list: 9_999, paid: 7_777 }), part({ orderLineId: 2, paid: 5_000 })], 'discount'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...blues),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.double({ min: 0, max: 0.2, noNaN: true })), {
          minLength: 1,
          maxLength: 4,
        }),
        (blue, asked) => {
          const reds: RedLine[][] = [];
          for (const [gross, share] of asked) {
            const left = sums(redLines(blue, reds, restOf(blue, reds))).gross;
            if (gross >= -left) continue;
            const tax = Math.round(gross * share);
            const lines = redLinesOfTotal(blue, reds, { net: tax - gross, tax: -tax });
            expect(sums(lines)).toEqual({
              gross: -gross,
              net: tax - gross,
              tax: tax === 0 ? expect.closeTo(0) : -tax,
            });
            reds.push(lines);
          }
          reds.push(redLines(blue, reds, restOf(blue, reds)));
          const [of, back] = [sums(blue), sums(reds.flat())];
          expect([of.gross + back.gross, of.net + back.net, of.tax + back.tax]).toEqual([0, 0, 0]);
        },
      ),
    );
  });
});
