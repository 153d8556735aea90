import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  planRefund,
  type RefundRequest,
  refundOfLine,
  setsOf,
  splitRefund,
} from '#lib/rules/orders/refund.ts';

const order: RefundRequest = {
  lines: [
    { id: 1, quantity: 3, paid: 1000, returned: 0 },
    { id: 2, quantity: 1, paid: 50, returned: 0 },
  ],
  returns: [],
  freight: 800,
  isBeforeShipping: true,
  elsewhere: [],
  gifts: [{ id: 7, quantity: 2, lineIds: [1] }],
};

test('cumulative rounding: 1000 fen over 3 pieces come back as 333, 333, 334', () => {
  const pieces = [0, 1, 2].map((returned) => refundOfLine({ id: 1, quantity: 3, paid: 1000, returned }, 1));
  expect(pieces).toEqual([333, 333, 334]);
});

test('however it is cut up, the whole line gives back exactly what it paid', () => {
  const cut = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(cut, fc.integer({ min: 0, max: 1e9 }), (cuts, paid) => {
      const quantity = cuts.reduce((a, b) => a + b, 0);
      let returned = 0;
      let back = 0;
      for (const pieces of cuts) {
        back += refundOfLine({ id: 1, quantity, paid, returned }, pieces);
        returned += pieces;
      }
      expect(back).toBe(paid);
    }),
  );
});

describe('planning', () => {
  test('freight comes back when the whole order is cancelled before shipping', () => {
    const all = [
      { id: 1, quantity: 3 },
      { id: 2, quantity: 1 },
    ];
    expect(planRefund({ ...order, returns: all })).toMatchObject({ goods: 1050, freight: 800, total: 1850 });
    expect(planRefund({ ...order, returns: all, isBeforeShipping: false })).toMatchObject({ freight: 0 });
    expect(planRefund({ ...order, returns: all.slice(0, 1) })).toMatchObject({ goods: 1000, freight: 0 });
    expect(planRefund(order)).toEqual({ lines: [], goods: 0, freight: 0, total: 0, gifts: [] });
  });

  test('gifts come back with the last piece that earned them, once', () => {
    const gifts = (returned: number, quantity: number) =>
      planRefund({
        ...order,
        lines: [{ ...order.lines[0]!, returned }, order.lines[1]!],
        returns: [{ id: 1, quantity }],
      }).gifts;
    expect(gifts(0, 2)).toEqual([]);
    expect(gifts(2, 1)).toEqual([{ id: 7, quantity: 2 }]);
    expect(gifts(3, 0)).toEqual([]);
  });

  test('gifts that lines of two orders earned come back with the last piece of both', () => {
    const gifts = (left: number) =>
      planRefund({
        ...order,
        elsewhere: [{ id: 9, left }],
        gifts: [{ id: 7, quantity: 2, lineIds: [1, 9] }],
        returns: [{ id: 1, quantity: 3 }],
      }).gifts;
    expect(gifts(1)).toEqual([]);
    expect(gifts(0)).toEqual([{ id: 7, quantity: 2 }]);
  });

  test.each([
    ['too many', [{ id: 1, quantity: 4 }]],
    ['less than nothing', [{ id: 1, quantity: -1 }]],
    ['half a piece', [{ id: 1, quantity: 0.5 }]],
    ['another order', [{ id: 9, quantity: 1 }]],
    [
      'a line twice',
      [
        { id: 1, quantity: 1 },
        { id: 1, quantity: 1 },
      ],
    ],
  ])('%s is refused', (_name, returns) => {
    expect(() => planRefund({ ...order, returns })).toThrow(RangeError);
  });
});

describe('mixed payment', () => {
  test('comes back in proportion', () => {
    const ways = [
      { paid: 700, refunded: 0 },
      { paid: 300, refunded: 0 },
    ];
    expect(splitRefund(100, ways)).toEqual([70, 30]);
    expect(splitRefund(1000, ways)).toEqual([700, 300]);
    expect(() => splitRefund(1001, ways)).toThrow(RangeError);
  });

  test('no way gives back more than it took, the last refund empties all', () => {
    const paid = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(paid, fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 6 }), (amounts, steps) => {
        const ways = amounts.map((amount) => ({ paid: amount, refunded: 0 }));
        let left = amounts.reduce((a, b) => a + b, 0);
        for (const step of [...steps, left]) {
          const amount = Math.min(step, left);
          for (const [i, share] of splitRefund(amount, ways).entries()) ways[i]!.refunded += share;
          left -= amount;
          for (const way of ways) expect(way.refunded).toBeLessThanOrEqual(way.paid);
        }
        const rest = splitRefund(left, ways);
        for (const [i, way] of ways.entries()) expect(way.refunded + rest[i]!).toBe(way.paid);
      }),
    );
  });
});

test('a combination comes back in whole sets', () => {
  expect(
    setsOf([
      { perSet: 2, returning: 4 },
      { perSet: 1, returning: 2 },
    ]),
  ).toBe(2);
  expect(
    setsOf([
      { perSet: 2, returning: 4 },
      { perSet: 1, returning: 1 },
    ]),
  ).toBeNull();
  expect(setsOf([{ perSet: 2, returning: 3 }])).toBeNull();
  expect(setsOf([])).toBeNull();
});
