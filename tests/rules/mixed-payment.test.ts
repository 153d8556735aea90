import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostFromBalance, splitPayment } from '#lib/rules/money/mixed-payment.ts';

describe('a payment by balance and one more way', () => {
  it.each([
    [[1000], 300, [300]],
    [[1000], 0, [0]],
    [[1000, 1000], 1, [1, 0]],
    [[100, 100, 100], 100, [34, 33, 33]],
    [[1, 999], 500, [1, 499]],
    [[0, 500], 499, [0, 499]],
    [[333, 667], 1000, [333, 667]],
  ])('%j with %i from the balance: %j', (amounts, balance, parts) => {
    const split = splitPayment(amounts, balance);
    expect(split.map((one) => one.balance)).toEqual(parts);
    expect(split.map((one) => one.rest)).toEqual(amounts.map((amount, at) => amount - parts[at]!));
  });

  it('pays every trade exactly, whatever is shared', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1e8 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (each, ratio) => {
        const total = each.reduce((a, b) => a + b, 0);
        const balance = Math.floor(total * ratio);
        const split = splitPayment(each, balance);
        expect(split.reduce((sum, one) => sum + one.balance, 0)).toBe(balance);
        for (const [at, { balance: part, rest }] of split.entries()) {
          expect(part + rest).toBe(each[at]);
          expect(Math.min(part, rest)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it.each([-1, 1001, 0.5])('refuses %d of 1000', (balance) => {
    expect(() => splitPayment([400, 600], balance)).toThrow(RangeError);
  });

  it.each([
    [1000, 300, 300],
    [1000, 999, 999],
    [1000, 1000, 0],
    [1000, 5000, 0],
    [1000, 0, 0],
  ])('of %i with a balance of %i at most %i', (amount, balance, most) => {
    expect(mostFromBalance(amount, balance)).toBe(most);
  });
});
