/** Promises that were paid and are taken back with goods: what leaves the balance, and what is kept from the refund. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clawBack } from '#lib/rules/promotions/claw-back.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';

const none = { rebate: 0, cashback: 0 };

describe('a claw-back', () => {
  it.each([
    // paid, left, [balance, to the balance, to houses], rebate, cashback, netted
    [{ rebate: 100, cashback: 50 }, none, [1_000, 0, 500], 100, 50, 0],
    [{ rebate: 100, cashback: 50 }, { rebate: 40, cashback: 50 }, [1_000, 0, 500], 60, 0, 0],
    // The balance is empty: all of it is kept from the refund.
    [{ rebate: 100, cashback: 50 }, none, [0, 0, 500], 100, 50, 150],
    // What comes to the balance anyway pays before anything else is turned there.
    [{ rebate: 100, cashback: 50 }, none, [20, 80, 500], 100, 50, 50],
    // Neither holds it: what there is, shared.
    [{ rebate: 100, cashback: 50 }, none, [0, 0, 30], 20, 10, 30],
    [{ rebate: 100, cashback: 50 }, none, [0, 0, 0], 0, 0, 0],
    // Nothing was paid, or all of it is still earned.
    [none, none, [0, 0, 500], 0, 0, 0],
    [{ rebate: 100, cashback: 0 }, { rebate: 100, cashback: 0 }, [0, 0, 500], 0, 0, 0],
  ] as const)(
    'of %j with %j left and %j',
    (paid, left, [balance, toBalance, toHouses], rebate, cashback, netted) => {
      expect(clawBack(paid, left, { balance, toBalance, toHouses })).toEqual({ rebate, cashback, netted });
    },
  );

  it('never makes a refund or a balance less than nothing, and takes all that is due where it is there', () => {
    const fen = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fen, fen, fen, fen, fen, fen, fen, (r, c, rLeft, cLeft, balance, toBalance, toHouses) => {
        const money = { balance, toBalance, toHouses };
        const claw = clawBack({ rebate: r, cashback: c }, { rebate: rLeft, cashback: cLeft }, money);
        const due = Math.max(0, r - rLeft) + Math.max(0, c - cLeft);
        expect(claw.netted).toBeGreaterThanOrEqual(0);
        expect(toHouses - claw.netted).toBeGreaterThanOrEqual(0);
        expect(balance + toBalance + claw.netted - claw.rebate - claw.cashback).toBeGreaterThanOrEqual(0);
        expect(claw.rebate + claw.cashback).toBe(Math.min(due, balance + toBalance + toHouses));
        expect(claw.rebate).toBeLessThanOrEqual(Math.max(0, r - rLeft));
        expect(claw.cashback).toBeLessThanOrEqual(Math.max(0, c - cLeft));
      }),
    );
  });

  it('piece by piece takes what it takes at once', () => {
    const line = { quantity: 7, paid: 9_999, rebate: 333 };
    const leftOf = (pieces: number) =>
      promisesLeft(1_234, [
        { ...line, refundedQuantity: pieces, refundedAmount: Math.floor((9_999 * pieces) / 7) },
      ]);
    const money = { balance: 1_000_000, toBalance: 0, toHouses: 0 };
    const paid = { ...leftOf(0) };
    for (let pieces = 1; pieces <= 7; pieces += 1) {
      const { rebate, cashback } = clawBack(paid, leftOf(pieces), money);
      paid.rebate -= rebate;
      paid.cashback -= cashback;
      expect(paid).toEqual(leftOf(pieces));
    }
    expect(paid).toEqual(none);
  });
});
