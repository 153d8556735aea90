import { expect, it } from 'vitest';
import { freightEffect } from '#lib/rules/promotions/freight-effect.ts';

const freight = (amount: number, freeGap: number | null = null) => ({
  amount,
  freeGap,
  gapSaving: freeGap === null ? 0 : amount,
  gapGoods: 'all' as const,
});

it.each<[string, number | null, ReturnType<typeof freight>, string]>([
  ['a merchant of its own', null, freight(800, 12_000), '运费+¥8.00，再买¥120.00免运费'],
  ['one that is never free', null, freight(800), '运费+¥8.00'],
  ['one that is free at once', null, freight(0), '已免运费'],
  ['one that was free', 0, freight(0), '已免运费'],
  ['it fills the gap', 800, freight(0), '凑满免运费，省¥8.00'],
  ['it comes along', 800, freight(800, 100), '运费不变，再买¥1.00免运费'],
  ['with cold chain', 800, freight(2_000), '运费+¥12.00'],
  ['a part falls away', 2_000, freight(1_200), '运费-¥8.00'],
])('%s', (_, before, after, text) => {
  expect(freightEffect(before === null ? null : { amount: before }, after)).toBe(text);
});
