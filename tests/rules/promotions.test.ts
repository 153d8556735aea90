import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cashbackFor,
  earnedGift,
  findTierProblem,
  fullReduction,
  nextCashback,
  nextReduction,
  timesReached,
} from '#lib/rules/promotions/promotions.ts';
import type { GiftActivity } from '#lib/rules/terms/terms.ts';
import { running } from './fixtures.ts';

const tiers = [
  { amount: 50_000, reduction: 3000 },
  { amount: 100_000, reduction: 8000 },
];

describe('full reduction', () => {
  test.each([
    [260_000, 19_000],
    [250_000, 19_000],
    [249_999, 16_000],
    [150_000, 11_000],
    [100_000, 8000],
    [99_999, 3000],
    [49_999, 0],
    [0, 0],
  ])('on %d fen takes %d off', (amount, off) => expect(fullReduction(tiers, amount)).toBe(off));

  test('the next tier and what it saves', () => {
    expect(nextReduction(tiers, 30_000)).toEqual({
      gap: 20_000,
      unit: 'amount',
      benefit: 3000,
      text: '再买¥200.00共减¥30.00',
    });
    expect(nextReduction(tiers, 60_000)).toMatchObject({ gap: 40_000, benefit: 8000 });
    expect(nextReduction(tiers, 260_000)).toMatchObject({ gap: 40_000, benefit: 24_000 });
    expect(nextReduction([], 100)).toBeNull();
  });

  test('tiers under which more goods earn less are refused', () => {
    expect(findTierProblem(tiers)).toBeNull();
    const bad = [
      { amount: 100_000, reduction: 8000 },
      { amount: 30_000, reduction: 3000 },
    ];
    expect(fullReduction(bad, 99_900)).toBe(9000);
    expect(fullReduction(bad, 100_000)).toBe(8000);
    expect(findTierProblem(bad)).toContain('反而少减');
    expect(findTierProblem([])).toContain('至少');
    expect(findTierProblem([{ amount: 100, reduction: 100 }])).toContain('小于门槛');
    expect(findTierProblem([{ amount: 0, reduction: 1 }])).toContain('大于0');
    expect(findTierProblem([tiers[0]!, tiers[0]!])).toContain('重复');
    expect(findTierProblem([{ amount: 10.5, reduction: 1 }])).toContain('分');
  });

  const tier = fc.record({
    amount: fc.integer({ min: 2, max: 40 }),
    reduction: fc.integer({ min: 1, max: 12 }),
  });
  const someTiers = fc.array(tier, { minLength: 1, maxLength: 4 });

  test('accepted tiers never earn less for more, refused ones do (or are malformed)', () => {
    fc.assert(
      fc.property(someTiers, (some) => {
        const amounts = new Set(some.map((one) => one.amount));
        fc.pre(amounts.size === some.length && some.every((one) => one.reduction < one.amount));
        let grows = true;
        for (let amount = 1; amount <= 200; amount++)
          if (fullReduction(some, amount) < fullReduction(some, amount - 1)) grows = false;
        expect(findTierProblem(some) === null).toBe(grows);
      }),
    );
  });

  test('the next tier is the nearest amount that earns more', () => {
    fc.assert(
      fc.property(someTiers, fc.integer({ min: 0, max: 120 }), (some, amount) => {
        fc.pre(findTierProblem(some) === null);
        const next = nextReduction(some, amount);
        let gap = 1;
        while (fullReduction(some, amount + gap) <= fullReduction(some, amount)) gap++;
        expect(next).toMatchObject({ gap, benefit: fullReduction(some, amount + gap) });
      }),
    );
  });
});

describe('gifts', () => {
  const gift: GiftActivity = {
    kind: 'gift',
    id: 1,
    name: '满赠',
    merchantId: 1,
    threshold: { unit: 'amount', amount: 10_000 },
    isRepeated: true,
    items: [
      { goodsId: 7, name: '口罩', unit: '盒', quantity: 2, stock: 5, goodsStock: 5 },
      { goodsId: 8, name: '棉签', unit: '盒', quantity: 1, stock: 100, goodsStock: 100 },
    ],
    ...running,
  };
  test('as often as reached, as far as their stock goes', () => {
    expect(earnedGift(gift, 9999, 1, null)).toBeNull();
    expect(earnedGift(gift, 10_000, 1, null)).toMatchObject({ item: { goodsId: 7 }, quantity: 2 });
    expect(earnedGift(gift, 99_000, 1, null)).toMatchObject({ quantity: 4 });
    expect(earnedGift(gift, 99_000, 1, 8)).toMatchObject({ item: { goodsId: 8 }, quantity: 9 });
    expect(earnedGift({ ...gift, isRepeated: false }, 99_000, 1, 8)).toMatchObject({ quantity: 1 });
  });
  test('the next one when the chosen one is gone, none when all are', () => {
    const gone = {
      ...gift,
      items: gift.items.map((item) => ({ ...item, stock: item.goodsId === 8 ? 0 : 2 })),
    };
    expect(earnedGift(gone, 10_000, 1, 8)).toMatchObject({ item: { goodsId: 7 } });
    expect(earnedGift({ ...gift, items: [] }, 10_000, 1, null)).toBeNull();
  });
  test('thresholds in pieces', () => {
    expect(timesReached({ unit: 'quantity', quantity: 3 }, 0, 7)).toBe(2);
  });
});

test('cashback is the highest tier reached, once', () => {
  const back = [
    { amount: 200_000, cashback: 5000 },
    { amount: 100_000, cashback: 2000 },
  ];
  expect(cashbackFor(back, 99_999)).toBe(0);
  expect(cashbackFor(back, 100_000)).toBe(2000);
  expect(cashbackFor(back, 900_000)).toBe(5000);
  expect(nextCashback(back, 150_000)).toMatchObject({ gap: 50_000, benefit: 5000 });
  expect(nextCashback(back, 200_000)).toBeNull();
});
