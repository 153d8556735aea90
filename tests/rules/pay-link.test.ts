import { describe, expect, it } from 'vitest';
import { payLinkState } from '#lib/rules/orders/pay-link.ts';

const open = {
  isRevoked: false,
  isOver: false,
  mayPay: true,
  trade: 'unpaid' as const,
  isPayable: true,
};

describe('a 代付 link', () => {
  it.each([
    [{}, 'open'],
    [{ isPayable: false }, 'elsewhere'],
    [{ mayPay: false }, 'revoked'],
    [{ isRevoked: true }, 'revoked'],
    [{ trade: 'paid' as const }, 'paid'],
    [{ trade: 'paid' as const, isOver: true }, 'paid'],
    [{ trade: 'paid' as const, isRevoked: true }, 'revoked'],
    [{ trade: 'cancelled' as const }, 'cancelled'],
    // A trade that ran out is cancelled by its time.
    [{ trade: 'cancelled' as const, isOver: true }, 'expired'],
    [{ isOver: true }, 'expired'],
    [{ isOver: true, isRevoked: true }, 'revoked'],
  ] as const)('%j is %s', (facts, state) => {
    expect(payLinkState({ ...open, ...facts })).toBe(state);
  });
});
