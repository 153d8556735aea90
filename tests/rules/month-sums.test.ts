/** 采购对账: the months asked for, and what was paid and got back in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedMonths, monthSums, mostMonths, sumOf } from '#lib/rules/orders/month-sums.ts';

const now = Date.parse('2026-11-29T20:00:00+08:00');
const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`);

describe('the months', () => {
  it.each([
    ['', '', '2026-11', '2026-11'],
    ['2026-09', '', '2026-09', '2026-11'],
    ['', '2026-08', '2026-08', '2026-08'],
    ['2026-09', '2026-10', '2026-09', '2026-10'],
    ['2026-10', '2026-09', '2026-09', '2026-10'],
    // One that is still to come stands alone.
    ['2027-01', '', '2027-01', '2027-01'],
  ])('%s to %s are %s to %s', (from, to, first, last) => {
    expect(askedMonths({ from, to }, now)).toMatchObject({ from: first, to: last });
  });

  it('begin and end at midnight in Shanghai, at the turn of a year too', () => {
    const asked = askedMonths({ from: '2025-12', to: '2026-02' }, now);
    expect(asked?.span).toEqual({ from: day('2025-12-01'), to: day('2026-03-01') });
  });

  it('are a number that one page shows', () => {
    expect(mostMonths).toBe(24);
    expect(askedMonths({ from: '2024-12', to: '2026-11' }, now)).not.toBeNull();
    expect(askedMonths({ from: '2024-11', to: '2026-11' }, now)).toBeNull();
  });

  it('are months, or the caller has not checked them', () => {
    expect(() => askedMonths({ from: 'x', to: '2026-11' }, now)).toThrow(RangeError);
  });
});

describe('the sums', () => {
  it('stand in one row for each month and merchant, the newest month and the largest first', () => {
    const paid = [
      { month: '2026-10', merchantId: 1, orders: 2, paid: 500 },
      { month: '2026-11', merchantId: 1, orders: 1, paid: 100 },
      { month: '2026-11', merchantId: 2, orders: 3, paid: 900 },
    ];
    const refunded = [
      { month: '2026-11', merchantId: 1, refunded: 40 },
      // Got back in a month in which nothing was bought.
      { month: '2026-11', merchantId: 3, refunded: 7 },
    ];
    expect(monthSums(paid, refunded)).toEqual([
      { month: '2026-11', merchantId: 2, orders: 3, paid: 900, refunded: 0 },
      { month: '2026-11', merchantId: 1, orders: 1, paid: 100, refunded: 40 },
      { month: '2026-11', merchantId: 3, orders: 0, paid: 0, refunded: 7 },
      { month: '2026-10', merchantId: 1, orders: 2, paid: 500, refunded: 0 },
    ]);
    expect(monthSums([], [])).toEqual([]);
  });

  it('lose nothing', () => {
    const row = fc.record({
      month: fc.constantFrom('2026-09', '2026-10', '2026-11'),
      merchantId: fc.nat(4),
      orders: fc.nat(9),
      paid: fc.nat(10_000),
      refunded: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (paid, refunded) => {
        const rows = monthSums(paid, refunded);
        const { orders, paid: sum } = sumOf(paid);
        expect(sumOf(rows)).toEqual({ orders, paid: sum, refunded: sumOf(refunded).refunded });
        expect(new Set(rows.map(({ month, merchantId }) => `${month} ${merchantId}`)).size).toBe(rows.length);
      }),
    );
  });
});
