import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InvoiceLine, invoiceLines, pairsOf, sums } from '#lib/rules/invoices/amounts.ts';
import {
  type RedLine,
  type RedWish,
  redInvoiceLines,
  redLines,
  restOf,
  spreadRed,
} from '#lib/rules/invoices/red.ts';
import { amountOf, part, taxes } from './invoice-fixtures.ts';

const wish = (blueSeq: number, pieces: number | null, gross: number): RedWish => ({ blueSeq, pieces, gross });

/** What red lines have taken of each line of a blue invoice; nothing where the line is whole again. */
function expectGone(blue: readonly InvoiceLine[], reds: readonly (readonly RedLine[])[]): void {
  for (const line of blue) {
    const own = reds.flat().filter(({ blueSeq }) => blueSeq === line.seq);
    const { gross, net, tax } = sums(own);
    expect([gross + line.gross, net + line.net, tax + line.tax]).toEqual([0, 0, 0]);
  }
}

describe('a part of an invoice', () => {
  const blue = invoiceLines([part({ list: 10_000, paid: 10_000, quantity: 3 })], 'net');

  test('three thirds take back all, to the fen in gross, net and tax', () => {
    const reds: RedLine[][] = [];
    for (const gross of [3333, 3333, 3334]) reds.push(redLines(blue, reds, [wish(1, 1, gross)]));
    expect(reds.flat().map(({ gross, net, tax }) => [gross, net, tax])).toEqual([
      [-3333, -2950, -383],
      [-3333, -2949, -384],
      [-3334, -2951, -383],
    ]);
    expectGone(blue, reds);
    expect(restOf(blue, reds)).toEqual([]);
  });

  test('more than is left is refused: money, pieces, of a line that is none, twice', () => {
    const first = redLines(blue, [], [wish(1, 2, 6666)]);
    expect(() => redLines(blue, [first], [wish(1, null, 3335)])).toThrow(/3335 of 10000 fen are not left/);
    expect(() => redLines(blue, [first], [wish(1, 2, 100)])).toThrow(/pieces are not left/);
    expect(() => redLines(blue, [first], [wish(1, null, -1)])).toThrow(RangeError);
    expect(() => redLines(blue, [first], [wish(1, -1, 1)])).toThrow(RangeError);
    expect(() => redLines(blue, [], [wish(2, null, 1)])).toThrow(/no line of goods 2/);
    expect(() => redLines(blue, [], [wish(1, null, 1), wish(1, null, 1)])).toThrow(/named twice/);
  });

  test('52 and 10 refunded as 32, 9, 8, 3, 6, 3: never above 52 and 10', () => {
    const two = invoiceLines(
      [part({ quantity: null, paid: 52 }), part({ orderLineId: 2, quantity: null, paid: 10, list: 10 })].map(
        (one) => ({ ...one, list: one.paid }),
      ),
      'net',
    );
    const reds: RedLine[][] = [];
    for (const [seq, gross] of [
      [1, 32],
      [2, 9],
      [1, 8],
      [1, 3],
      [1, 6],
      [1, 3],
    ] as const)
      reds.push(redLines(two, reds, [wish(seq, null, gross)]));
    expect(() => redLines(two, reds, [wish(1, null, 1)])).toThrow(RangeError);
    reds.push(redLines(two, reds, [wish(2, null, 1)]));
    expectGone(two, reds);
  });

  test('an allowance has amounts alone, a return its pieces', () => {
    expect(redLines(blue, [], [wish(1, null, 500)])).toMatchObject([
      { blueSeq: 1, quantity: null, gross: -500 },
    ]);
    expect(redLines(blue, [], [wish(1, 2, 6666)])).toMatchObject([
      { blueSeq: 1, quantity: -2, gross: -6666 },
    ]);
    expect(redLines(blue, [], [wish(1, 0, 500)])).toMatchObject([{ quantity: null }]);
  });
});

describe('with discounts', () => {
  const blue = invoiceLines(
    [part({ list: 10_000, paid: 7000 }), part({ orderLineId: 2, list: 900, paid: 0, quantity: 3 })],
    'discount',
  );

  test('goods and discount go back together, in the order of the blue invoice', () => {
    const red = redLines(blue, [], [wish(3, 1, 0), wish(1, 4, 2800)]);
    expect(red.map(({ blueSeq, quantity, gross }) => [blueSeq, quantity, gross])).toEqual([
      [1, -4, -4000],
      [2, null, 1200],
      [3, -1, -300],
      [4, null, 300],
    ]);
  });

  test('a gift goes back by its pieces', () => {
    const reds: RedLine[][] = [];
    for (let piece = 0; piece < 3; piece++) reds.push(redLines(blue, reds, [wish(3, 1, 0)]));
    expectGone(blue.slice(2), reds);
    expect(restOf(blue, reds)).toEqual([wish(1, 10, 7000)]);
  });

  test('all pieces for less money never take more than the discount that was given', () => {
    const red = redLines(blue, [], [wish(1, 10, 100)]);
    expect(red.map(({ gross }) => gross)).toEqual([-3100, 3000]);
    const rest = redLines(blue, [red], [wish(1, null, 6900)]);
    expectGone(blue.slice(0, 2), [red, rest]);
  });

  test('a red invoice has the words of its blue one, and a price where pieces come back', () => {
    const red = redLines(blue, [], [wish(1, 4, 2800)]);
    expect(redInvoiceLines(blue, red)).toMatchObject([
      { seq: 1, blueSeq: 1, nature: 2, name: '阿莫西林胶囊', quantity: -4, unitPrice: '8.85', net: -3540 },
      { seq: 2, blueSeq: 2, nature: 1, quantity: null, unitPrice: '', net: 1062 },
    ]);
    const allowance = redLines(blue, [], [wish(1, null, 100)]);
    expect(redInvoiceLines(blue, allowance)[0]).toMatchObject({ quantity: null, unitPrice: '' });
  });
});

test('however it is cut up: each part has the sign of its line, all parts sum to the blue invoice', () => {
  const sold = fc.record({
    quantity: fc.integer({ min: 1, max: 40 }),
    list: fc.integer({ min: 1, max: 300_000 }),
    off: fc.integer({ min: 0, max: 1000 }),
    tax: fc.constantFrom(...Object.values(taxes)),
  });
  const cuts = fc.array(
    fc.record({ line: fc.nat(9), pieces: fc.nat(40), share: fc.integer({ min: 0, max: 1000 }) }),
    { maxLength: 12 },
  );
  const form = fc.constantFrom('net' as const, 'discount' as const);
  fc.assert(
    fc.property(fc.array(sold, { minLength: 1, maxLength: 4 }), form, cuts, (drawn, kind, steps) => {
      const blue = invoiceLines(
        drawn.map(({ quantity, list, off, tax }, at) =>
          part({ orderLineId: at, quantity, list, paid: Math.floor((list * (1000 - off)) / 1000), tax }),
        ),
        kind,
      );
      const reds: RedLine[][] = [];
      for (const { line, pieces, share } of steps) {
        const left = restOf(blue, reds);
        const own = left[line % Math.max(1, left.length)];
        if (own === undefined) break;
        const some = {
          pieces: Math.min(pieces, own.pieces ?? 0),
          gross: Math.floor((own.gross * share) / 1000),
        };
        reds.push(redLines(blue, reds, [{ blueSeq: own.blueSeq, ...some }]));
      }
      reds.push(redLines(blue, reds, restOf(blue, reds)));
      expectGone(blue, reds);
      expect(restOf(blue, reds)).toEqual([]);
      for (const red of reds.flat()) {
        const line = blue[red.blueSeq - 1]!;
        expect(red.gross).toBe(red.net + red.tax);
        for (const amount of [red.gross, red.net, red.tax])
          expect(amount * (line.gross < 0 ? -1 : 1)).toBeLessThanOrEqual(0);
      }
      for (const red of reds)
        for (const line of redInvoiceLines(blue, red))
          if (line.quantity !== null && line.unitPrice !== '')
            expect(amountOf(line.unitPrice, -line.quantity)).toBe(-line.net);
    }),
    { numRuns: 400 },
  );
});

describe('what is due, over the invoices that have it', () => {
  const first = invoiceLines([part({ quantity: 1, list: 3333, paid: 3333 })], 'net');
  const second = invoiceLines(
    [
      part({ quantity: 2, list: 6667, paid: 6667 }),
      part({ orderLineId: null, quantity: null, list: 800, paid: 800 }),
    ],
    'net',
  );
  const blues = [
    { id: 7, lines: first, earlier: [] },
    { id: 9, lines: second, earlier: [] },
  ];
  const due = (orderLineId: number | null, pieces: number, gross: number, orderNo = 'D1') => ({
    ...{ orderNo, orderLineId, pieces, gross },
  });

  test('the first invoice first, then the next', () => {
    expect([...spreadRed(blues, [due(1, 2, 6666)])]).toEqual([
      [7, [wish(1, 1, 3333)]],
      [9, [wish(1, 1, 3333)]],
    ]);
  });

  test('freight where it is invoiced, nothing of another order, nothing that is gone', () => {
    expect([...spreadRed(blues, [due(null, 0, 800), due(1, 1, 100, 'D2')])]).toEqual([
      [9, [wish(2, null, 800)]],
    ]);
    const gone = [{ id: 7, lines: first, earlier: [redLines(first, [], restOf(first, []))] }];
    expect(spreadRed(gone, [due(1, 1, 3333)]).size).toBe(0);
  });

  test('pieces stay with their discounts', () => {
    const lines = invoiceLines([part({ list: 10_000, paid: 7000 })], 'discount');
    const wishes = spreadRed([{ id: 1, lines, earlier: [] }], [due(1, 10, 7000)]);
    const red = redLines(lines, [], wishes.get(1)!);
    expect(pairsOf(lines)).toHaveLength(1);
    expect(sums(red)).toEqual({ gross: -7000, net: -6195, tax: -805 });
  });
});
