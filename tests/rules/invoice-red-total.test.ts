/** A red form of the buyer that names amounts and no lines: its amounts decide (rules 19). */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type InvoiceLine, invoiceLines, sums } from '#lib/rules/invoices/amounts.ts';
import { type RedLine, type RedWish, redLines, restOf } from '#lib/rules/invoices/red.ts';
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

const due = (blueSeq: number, pieces: number, gross: number): RedWish => ({ blueSeq, pieces, gross });

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
    expect(shown(lines)).toEqual([
      [1, null, -5_499, -4_850, -649],
      [2, null, -5_304, -4_866, -438],
      [3, null, -2_653, -2_434, -219],
    ]);
  });

  it.each<[string, [number, number], RedWish[], unknown[][]]>([
    ['what is due of a line', [-2_500, -225], [due(2, 1, 2_725)], [[2, -1, -2_725, -2_500, -225]]],
    ['it rounded in another way', [-2_499, -226], [due(2, 1, 2_725)], [[2, -1, -2_725, -2_499, -226]]],
    [
      'what is due of lines of two rates',
      [-3_500, -355],
      [due(1, 1, 1_130), due(2, 1, 2_725)],
      [
        [1, -1, -1_130, -1_000, -130],
        [2, -1, -2_725, -2_500, -225],
      ],
    ],
    [
      'one of two refunds',
      [-2_500, -225],
      [due(1, 1, 1_130), due(2, 1, 2_725)],
      [[2, -1, -2_725, -2_500, -225]],
    ],
  ])('of a refund takes %s', (_, [net, tax], wishes, lines) => {
    expect(shown(redLinesOfTotal(mixed, [], { net, tax }, wishes))).toEqual(lines);
  });

  test('of some whole lines takes these with their discounts, and no other', () => {
    const two = redLinesOfTotal(mixed, [], { net: -15_000, tax: -1_750 }, [due(2, 1, 2_725)]);
    expect(shown(two)).toEqual([
      [1, -10, -11_300, -10_000, -1_300],
      [3, -1, -5_450, -5_000, -450],
    ]);
    const paid = [7_777, 5_000, 3_001, 2_002, 901, 1_203];
    const blue = invoiceLines(
      paid.map((of, at) => part({ orderLineId: at + 1, list: at === 0 ? 9_999 : of, paid: of })),
      'discount',
    );
    const some = redLines(
      blue,
      [],
      restOf(blue, []).filter(({ blueSeq }) => [1, 4, 6].includes(blueSeq)),
    );
    expect(some.map(({ blueSeq }) => blueSeq)).toEqual([1, 2, 4, 6]);
    expect(redLinesOfTotal(blue, [], sums(some))).toEqual(some);
  });

  test('puts no tax on exempt lines', () => {
    const exempt = part({ orderLineId: 4, list: 9_000, paid: 9_000, tax: taxes.exempt });
    const blue = invoiceLines([exempt, part(), part({ orderLineId: 2, tax: taxes.herbs })], 'net');
    const lines = redLinesOfTotal(blue, [], { net: -14_000, tax: -1_800 });
    expect(shown(lines)).toEqual([
      [1, null, -4_500, -4_500, 0],
      [2, null, -5_650, -4_316, -1_334],
      [3, null, -5_650, -5_184, -466],
    ]);
    expect(shown(redLinesOfTotal(invoiceLines([exempt], 'net'), [], { net: -99, tax: -1 }))).toEqual([
      [1, null, -100, -100, 0],
    ]);
  });

  test('of an invoice of very many lines is found soon, a single one for certain', () => {
    const blue = invoiceLines(
      Array.from({ length: 6_000 }, (_, at) => part({ orderLineId: at + 1, list: 100 + at, paid: 100 + at })),
      'net',
    );
    const last = redLines(blue, [], restOf(blue, []).slice(-1));
    expect(redLinesOfTotal(blue, [], sums(last))).toEqual(last);
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
