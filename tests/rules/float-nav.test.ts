import { expect, it } from 'vitest';
import { floatNavPlace } from '#lib/rules/promotions/float-nav.ts';

it.each([
  ['2026-11-01T00:00:00+08:00', 'high'],
  ['2026-11-10T23:59:59+08:00', 'high'],
  ['2026-11-11T00:00:00+08:00', 'low'],
  ['2026-11-30T23:59:59+08:00', 'low'],
  // The eleventh begins in Shanghai.
  ['2026-11-10T16:00:00Z', 'low'],
])('%s: the floating nav stands %s', (moment, place) => {
  expect(floatNavPlace(Date.parse(moment))).toBe(place);
});
