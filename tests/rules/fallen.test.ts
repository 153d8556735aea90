import { expect, test } from 'vitest';
import { savingOf } from '#lib/rules/purchase/fallen.ts';

const bought = { times: 3, pieces: 10, last: 1_000, now: 900 };

test.each([
  ['a tenth less, ten pieces', {}, 1_000],
  ['the same price', { now: 1_000 }, null],
  ['dearer', { now: 1_001 }, null],
  ['the least fall', { now: 990 }, 100],
  ['less than the least fall', { now: 991 }, null],
  ['a cheap thing, one fen less', { last: 50, now: 49 }, 10],
  ['bought twice', { times: 2 }, 1_000],
  ['bought once', { times: 1 }, null],
  ['without a price now', { now: 0 }, null],
  ['nothing bought', { pieces: 0 }, null],
  ['a gift then', { last: 0, now: 0 }, null],
])('%s', (_, change, saving) => {
  expect(savingOf({ ...bought, ...change })).toBe(saving);
});
