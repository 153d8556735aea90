import { describe, expect, test } from 'vitest';
import {
  daysLeft,
  findRest,
  isNearExpiry,
  latestExpiry,
  nearExpiry,
  warehouseAt,
} from '#lib/rules/terms/shelf-life.ts';

/** A moment by the clock in Shanghai. */
function at(text: string): number {
  return Date.parse(`${text}+08:00`);
}

describe('a lot may be sold on its last day, and not after it, by the clock in Shanghai', () => {
  test.each([
    ['2026-11-20T00:00:00', null],
    ['2026-11-20T23:59:59.999', null],
    // 07:59 of the next day in Shanghai is still the last day in London.
    ['2026-11-21T00:00:00', 'lot_passed'],
    ['2026-11-21T07:59:59', 'lot_passed'],
    ['2026-11-19T23:59:59', null],
    ['2027-01-01T00:00:00', 'lot_passed'],
  ])('at %s: %s', (moment, rest) => {
    expect(
      findRest({ isStopped: false, expiresOn: '2026-11-20', merchantPapersUntil: null }, at(moment)),
    ).toBe(rest);
    const papers = { isStopped: false, expiresOn: '9999-12-31', merchantPapersUntil: '2026-11-20' };
    expect(findRest(papers, at(moment))).toBe(rest === null ? null : 'merchant_paper');
  });

  test('an unknown lot is not sold', () => {
    expect(findRest({ isStopped: false, expiresOn: null, merchantPapersUntil: null }, 0)).toBe('lot_unknown');
  });

  test('a stop of the platform comes before all else', () => {
    const closing = { isStopped: false, expiresOn: '2999-01-01', merchantPapersUntil: null };
    expect(findRest({ ...closing, isMerchantClosing: true }, 0)).toBe('merchant_closing');
    expect(findRest({ ...closing, isMerchantClosing: false }, 0)).toBeNull();
    expect(findRest({ isStopped: true, expiresOn: null, merchantPapersUntil: '2020-01-01' }, 0)).toBe(
      'stopped',
    );
  });
});

test('days left count whole days in Shanghai', () => {
  expect(daysLeft('2026-11-20', at('2026-11-20T23:59:59'))).toBe(0);
  expect(daysLeft('2026-11-20', at('2026-11-21T00:00:00'))).toBe(-1);
  expect(daysLeft('2027-02-18', at('2026-11-20T08:00:00'))).toBe(90);
});

test('a lot goes into the near-expiry warehouse 90 days before its end, and a fresh one comes back', () => {
  const now = at('2026-11-20T08:00:00');
  const goods = (expiresOn: string | null, warehouseId = 1) => ({ expiresOn, warehouseId });
  expect(nearExpiry).toEqual({ warnDays: 180, moveDays: 90 });
  expect(warehouseAt(goods('2027-02-19'), now)).toBe(1);
  expect(warehouseAt(goods('2027-02-18'), now)).toBe(3);
  expect(warehouseAt(goods('2027-02-19', 2), now)).toBe(2);
  expect(warehouseAt(goods('2027-02-18', 2), now)).toBe(3);
  expect(warehouseAt(goods('2028-02-18', 3), now)).toBe(3);
  expect(warehouseAt(goods(null), now)).toBe(1);
  expect(isNearExpiry('2027-05-19', now)).toBe(true);
  expect(isNearExpiry('2027-05-20', now)).toBe(false);
  expect(isNearExpiry('2026-11-20', now)).toBe(true);
  expect(isNearExpiry('2026-11-19', now)).toBe(false);
  expect(isNearExpiry(null, now)).toBe(false);
});

test.each([
  ['2026-01-15', 24, '2028-01-15'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2026-12-01', 1, '2027-01-01'],
  ['2026-10-31', 240, '2046-10-31'],
])('made on %s with %i months it may end on %s', (made, months, day) => {
  expect(latestExpiry(made, months)).toBe(day);
});
