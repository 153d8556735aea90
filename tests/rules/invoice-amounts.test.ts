import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  invoiceLines,
  lineText,
  pairsOf,
  priceText,
  type SoldPart,
  sums,
  taxedOf,
} from '#lib/rules/invoices/amounts.ts';
import { splitInvoice } from '#lib/rules/invoices/split.ts';
import { taxRates } from '#lib/rules/invoices/tax.ts';
import { amountOf, expectSound, part, taxes } from './invoice-fixtures.ts';

describe('the tax within an amount', () => {
  test.each([
    [11_300, 13, 10_000, 1300],
    [1, 13, 1, 0],
    [4, 13, 4, 0],
    [5, 13, 4, 1],
    [10_000, 13, 8850, 1150],
    [10_900, 9, 10_000, 900],
    [10_300, 3, 10_000, 300],
    [10_600, 6, 10_000, 600],
    [333, 0, 333, 0],
    [0, 13, 0, 0],
    [-11_300, 13, -10_000, -1300],
    [99_999_999_999, 13, 88_495_575_220, 11_504_424_779],
  ] as const)('%i fen at %i%%: %i and %i', (gross, rate, net, tax) => {
    expect(taxedOf(gross, rate)).toEqual({ gross, net, tax });
  });

  test('it is rounded half up: the net part is nearest, a half goes to it', () => {
    // 53 × 100 ÷ 106 = 50 exactly; 159 × 100 ÷ 106 = 150; 3 × 100 ÷ 120 has no rate here, so halves come from 1.03 alone.
    for (const rate of taxRates)
      for (let gross = 0; gross < 3000; gross++) {
        const { net, tax } = taxedOf(gross, rate);
        expect(Math.abs(net - (gross * 100) / (100 + rate))).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(tax).toBeGreaterThanOrEqual(0);
      }
  });
});

describe('a unit price', () => {
  test.each([
    [10_000, 10, '10'],
    [10_000, 3, '33.33333333'],
    [20_000, 3, '66.66666667'],
    [8850, 10, '8.85'],
    [1, 7, '0.00142857'],
    [5, 1, '0.05'],
    [100, 8, '0.125'],
    [-10_000, -3, '33.33333333'],
  ])('%i fen of %i pieces: %s', (amount, quantity, text) => {
    expect(priceText(amount, quantity)).toBe(text);
  });

  test('makes its amount again up to a million pieces', () => {
    const fen = fc.integer({ min: 1, max: 1e10 });
    fc.assert(
      fc.property(fen, fc.integer({ min: 1, max: 1_000_000 }), (amount, quantity) => {
        expect(amountOf(priceText(amount, quantity), quantity)).toBe(amount);
      }),
    );
  });

  test('that cannot is a fault, as a price of no pieces', () => {
    expect(() => priceText(3, 70_000_000)).toThrow(RangeError);
    expect(() => priceText(1, 0)).toThrow('no pieces');
  });
});

describe('texts', () => {
  test('are plain and short', () => {
    expect(lineText(' 阿莫西林<钠>\n 胶囊 ', 'name')).toBe('阿莫西林钠 胶囊');
    expect([...lineText('药'.repeat(120), 'name')]).toHaveLength(100);
    expect([...lineText('𠮷'.repeat(50), 'spec')]).toHaveLength(40);
    expect(lineText('盒'.repeat(21), 'unit')).toHaveLength(20);
  });
});

describe('lines of an invoice', () => {
  const discounted = part({ list: 11_300, paid: 8588 });

  test('net form: what was paid, whatever it cost before', () => {
    expect(invoiceLines([discounted], 'net')).toEqual([
      {
        ...{ seq: 1, orderNo: 'D1', orderLineId: 1, nature: 0, name: '阿莫西林胶囊', spec: '0.25g*24粒' },
        ...{ unit: '盒', taxCode: taxes.full.taxCode, quantity: 10, unitPrice: '7.6', rate: 13 },
        ...{ policy: 'none', gross: 8588, net: 7600, tax: 988 },
      },
    ]);
  });

  test('discount form: the price before, then the discount in amounts alone', () => {
    expect(invoiceLines([discounted], 'discount')).toMatchObject([
      { seq: 1, nature: 2, quantity: 10, unitPrice: '10', gross: 11_300, net: 10_000, tax: 1300 },
      { seq: 2, nature: 1, quantity: null, unitPrice: '', spec: '', gross: -2712, net: -2400, tax: -312 },
    ]);
  });

  test('−300.00 with tax is −300.00: the discount stands on the base of its goods', () => {
    const lines = invoiceLines([part({ quantity: 1, list: 100_000, paid: 70_000 })], 'discount');
    expect(lines.map(({ gross }) => gross)).toEqual([100_000, -30_000]);
    expect(sums(lines)).toEqual(taxedOf(70_000, 13));
  });

  const rows: [name: string, over: Partial<SoldPart>, net: number[], discount: number[]][] = [
    ['without a discount', {}, [11_300], [11_300]],
    ['a coupon and a voucher reduce it', { paid: 9000 }, [9000], [11_300, -2300]],
    ['a gift with a price', { paid: 0 }, [], [11_300, -11_300]],
    ['a gift without a price', { paid: 0, list: 0 }, [], []],
    ['wholly paid by a voucher', { paid: 0 }, [], [11_300, -11_300]],
    ['one fen', { paid: 1 }, [1], [11_300, -11_299]],
    ['more paid than listed, by rounding of parts', { list: 333, paid: 334 }, [334], [334]],
    ['freight', { orderLineId: null, name: '运费', quantity: null, list: 800, paid: 800 }, [800], [800]],
    ['exempt', { tax: taxes.exempt, paid: 9000 }, [9000], [11_300, -2300]],
    ['simple', { tax: taxes.simple, paid: 9000 }, [9000], [11_300, -2300]],
  ];
  test.each(rows)('%s', (_, over, net, discount) => {
    for (const [form, expected] of [
      ['net', net],
      ['discount', discount],
    ] as const) {
      const lines = invoiceLines([part(over)], form);
      expect(lines.map(({ gross }) => gross)).toEqual(expected);
      expectSound(lines, form);
    }
  });

  test('one fen less than the price: net and tax of the discount are not below their parts', () => {
    for (let paid = 11_290; paid < 11_300; paid++)
      expectSound(invoiceLines([part({ paid })], 'discount'), 'discount');
  });

  test('numbers run on over several orders and parts', () => {
    const lines = invoiceLines([discounted, part({ orderNo: 'D2', orderLineId: 2 }), discounted], 'discount');
    expect(lines.map(({ seq, nature }) => [seq, nature])).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
      [4, 2],
      [5, 1],
    ]);
  });

  test('a refund is no sale', () => {
    expect(() => invoiceLines([part({ paid: -1 })], 'net')).toThrow(RangeError);
  });

  test('a discount stands behind its goods and nowhere else', () => {
    const [goods, discount] = invoiceLines([discounted], 'discount');
    expect(() => pairsOf([goods!])).toThrow(RangeError);
    expect(() => pairsOf([discount!])).toThrow(RangeError);
    expect(() => pairsOf([goods!, goods!, discount!])).toThrow(RangeError);
    expect(() => pairsOf([goods!, discount!, discount!])).toThrow(RangeError);
  });
});

describe('more than one invoice takes', () => {
  const some = (count: number, over: Partial<SoldPart> = {}) =>
    Array.from({ length: count }, (_, at) => part({ orderLineId: at + 1, ...over }));
  const sizes = (invoices: readonly unknown[][]) => invoices.map((lines) => lines.length);

  test('what fits is one, what is nothing is none', () => {
    expect(sizes(splitInvoice(some(3), 'net', { lines: 3, gross: 33_900 }))).toEqual([3]);
    expect(splitInvoice([], 'net', { lines: 3, gross: 1 })).toEqual([]);
    expect(splitInvoice(some(2, { paid: 0 }), 'discount', { lines: 9, gross: 1 })).toEqual([]);
  });

  test('by lines: a discount never leaves its goods', () => {
    const invoices = splitInvoice(some(5, { paid: 9000 }), 'discount', { lines: 5, gross: 1e9 });
    expect(sizes(invoices)).toEqual([4, 4, 2]);
    for (const lines of invoices) expectSound(lines, 'discount');
    expect(sizes(splitInvoice(some(2, { paid: 9000 }), 'discount', { lines: 1, gross: 1e9 }))).toEqual([
      2, 2,
    ]);
  });

  test('by amount, to the fen', () => {
    expect(sizes(splitInvoice(some(4), 'net', { lines: 9, gross: 22_600 }))).toEqual([2, 2]);
    expect(sizes(splitInvoice(some(4), 'net', { lines: 9, gross: 22_599 }))).toEqual([1, 1, 1, 1]);
  });

  test('a part above the amount is divided by pieces, one piece never', () => {
    const invoices = splitInvoice([part({ quantity: 10, list: 12_000, paid: 10_001 })], 'discount', {
      lines: 9,
      gross: 3500,
    });
    expect(invoices.map((lines) => [lines[0]?.quantity, sums(lines).gross])).toEqual([
      [3, 3000],
      [3, 3000],
      [3, 3000],
      [1, 1001],
    ]);
    expect(sums(invoices.flat()).gross).toBe(10_001);
    expect(sizes(splitInvoice([part({ quantity: 1 })], 'net', { lines: 9, gross: 1 }))).toEqual([1]);
  });

  test('what costs nothing goes with what costs something', () => {
    const gift = part({ orderLineId: 9, paid: 0 });
    const invoices = splitInvoice([gift, ...some(4)], 'discount', { lines: 4, gross: 1e9 });
    expect(sizes(invoices)).toEqual([3, 3]);
    expect(invoices.every((lines) => sums(lines).gross > 0)).toBe(true);
    expect(sizes(splitInvoice([gift, ...some(4)], 'net', { lines: 4, gross: 1e9 }))).toEqual([4]);
    expect(sizes(splitInvoice([gift, ...some(2)], 'discount', { lines: 2, gross: 1e9 }))).toEqual([2]);
  });

  test('any parts and limits: nothing is lost, nothing is too long, the same is made again', () => {
    const parts = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 500 }),
        list: fc.integer({ min: 1, max: 2_000_000 }),
        off: fc.integer({ min: 0, max: 1000 }),
        tax: fc.constantFrom(...Object.values(taxes)),
      }),
      { maxLength: 30 },
    );
    const form = fc.constantFrom('net' as const, 'discount' as const);
    const limits = fc.record({
      lines: fc.integer({ min: 2, max: 20 }),
      gross: fc.integer({ min: 100_000, max: 3_000_000 }),
    });
    fc.assert(
      fc.property(parts, form, limits, (drawn, kind, most) => {
        const sold = drawn.map(({ quantity, list, off, tax }, at) =>
          part({ orderLineId: at + 1, quantity, list, paid: Math.floor((list * (1000 - off)) / 1000), tax }),
        );
        const invoices = splitInvoice(sold, kind, most);
        expect(splitInvoice(sold, kind, most)).toEqual(invoices);
        expect(sums(invoices.flat()).gross).toBe(sold.reduce((sum, { paid }) => sum + paid, 0));
        for (const lines of invoices) {
          expectSound(lines, kind);
          expect(lines.length).toBeLessThanOrEqual(most.lines);
          const { gross } = sums(lines);
          expect(gross).toBeGreaterThan(0);
          const isOnePiece = pairsOf(lines).length === 1 && lines[0]?.quantity === 1;
          if (!isOnePiece) expect(gross).toBeLessThanOrEqual(most.gross);
        }
      }),
      { numRuns: 200 },
    );
  });
});
