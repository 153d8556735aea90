/** What is asked about again, and which orders go without. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  damageText,
  findLacking,
  isLargeDifference,
  isLargePutIn,
  usualPutIn,
} from '#lib/rules/orders/lot-acts.ts';

const bounds = { percent: 20, pieces: 100, value: 2_000_000 };

describe('a difference is asked about', () => {
  it.each<[string, number, number, number, boolean]>([
    ['none', 1000, 1000, 10_000_000, false],
    ['a hundred pieces', 300, 200, 100, false],
    ['one more', 300, 199, 100, true],
    ['a fifth of the larger number', 1000, 800, 100, false],
    ['more than a fifth', 1000, 799, 100, true],
    ['upwards too', 1000, 10_000, 100, true],
    ['little of it, worth the bound', 10, 8, 1_000_000, false],
    ['little of it, worth more', 10, 8, 1_000_001, true],
    ['all of a small lot', 50, 0, 100, false],
  ])('%s', (_name, before, after, price, asks) => {
    expect(isLargeDifference({ before, after, price }, bounds)).toBe(asks);
  });

  it.each<[string, number, number | null, number, boolean]>([
    ['the usual', 1000, 1000, 532, false],
    ['five times', 5000, 1000, 532, false],
    ['more than five times', 5001, 1000, 532, true],
    ['many times a few', 100, 1, 532, false],
    ['a first one', 1000, null, 532, false],
    ['a first one of much worth', 10_000, null, 532, true],
  ])('put in: %s', (_name, pieces, usual, price, asks) => {
    expect(isLargePutIn({ pieces, usual, price }, bounds)).toBe(asks);
  });

  it.each<[number[], number | null]>([
    [[], null],
    [[7], 7],
    [[1, 9], 1],
    [[10_000, 100, 120], 120],
  ])('usual of %o is %o', (last, usual) => expect(usualPutIn(last)).toBe(usual));
});

test('a reason of a write-off names its kind', () => {
  expect(damageText('broken', '搬运时掉落')).toBe('破损：搬运时掉落');
});

describe('lines that go without', () => {
  const line = (pieces: number, isPaid = true) => ({ pieces, isPaid });
  it.each<[string, ReturnType<typeof line>[], number, number[]]>([
    ['enough for all', [line(4), line(6)], 10, []],
    ['the last one', [line(4), line(6)], 9, [1]],
    ['a paid one keeps what is left', [line(6), line(6), line(1)], 10, [1, 2]],
    ['an unpaid one is given back as a whole', [line(6), line(6, false), line(4, false)], 10, [1]],
    ['nothing there', [line(1), line(1, false)], -3, [0, 1]],
  ])('%s', (_name, lines, there, lacking) => {
    expect(findLacking(lines, there).map((one) => lines.indexOf(one))).toEqual(lacking);
  });

  it('the others never need more than lies there', () => {
    const any = fc.record({ pieces: fc.integer({ min: 1, max: 9 }), isPaid: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), fc.integer({ min: 0, max: 40 }), (lines, there) => {
        const lacking = new Set(findLacking(lines, there));
        const served = lines.filter((one) => !lacking.has(one)).reduce((sum, one) => sum + one.pieces, 0);
        expect(served).toBeLessThanOrEqual(there);
      }),
    );
  });
});
