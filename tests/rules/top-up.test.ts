import { describe, expect, test } from 'vitest';
import { isTopUp, paymentPurposes, topUpLimits, topUpRefusal } from '#lib/rules/money/top-up.ts';

describe('topping up', () => {
  test.each([
    [99, '每次充值1元到50万元'],
    [100, null],
    [50_000_000, null],
    [50_000_001, '每次充值1元到50万元'],
    [0, '每次充值1元到50万元'],
  ])('%i fen: %s', (fen, refusal) => {
    expect(topUpRefusal(fen)).toBe(refusal);
  });

  test('is one of the things that a payment is for', () => {
    expect(paymentPurposes.filter(isTopUp)).toEqual(['top_up']);
    expect(topUpLimits.least).toBeLessThan(topUpLimits.most);
  });
});
