import { describe, expect, test } from 'vitest';
import {
  exportKept,
  exportPercent,
  exportState,
  exportsADay,
  exportsSince,
} from '#lib/rules/companies/closing.ts';

describe('an export of one’s data', () => {
  const at = 1_000_000;
  test.each([
    [{ readyAt: null, removedAt: null }, at, 'making'],
    [{ readyAt: at, removedAt: null }, at, 'ready'],
    [{ readyAt: at, removedAt: null }, at + exportKept - 1, 'ready'],
    [{ readyAt: at, removedAt: null }, at + exportKept, 'gone'],
    [{ readyAt: at, removedAt: at }, at, 'gone'],
    [{ readyAt: null, removedAt: at }, at, 'gone'],
  ] as const)('%o at %i: %s', (moments, now, state) => {
    expect(exportState(moments, now)).toBe(state);
  });

  test.each([
    [{ done: 0, total: 0 }, 0],
    [{ done: 1, total: 3 }, 33],
    [{ done: 3, total: 3 }, 99],
    [{ done: 4, total: 3 }, 99],
  ])('%o: %i%', (how, percent) => {
    expect(exportPercent(how)).toBe(percent);
  });

  test('is asked for a few times a day', () => {
    expect(exportsADay).toBe(3);
    expect(exportsSince(86_400_000)).toBe(0);
  });
});
