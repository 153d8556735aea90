/** Acts on many rows, and the slices in which long work is done. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  afterBulkSlice,
  allBulkRowStates,
  allBulkStates,
  bulkResult,
  bulkRowTexts,
  bulkStateTexts,
  isBulkWorking,
  newBulk,
  newBulkRow,
} from '#lib/rules/changes/bulk-run.ts';
import {
  bulkSlices,
  changeSlices,
  lateFrom,
  nextSlice,
  rests,
  sliceTimes,
} from '#lib/rules/changes/slices.ts';

describe('an act on many rows', () => {
  it('begins at work, and ends once', () => {
    expect([newBulk, newBulkRow]).toEqual(['running', 'waiting']);
    expect(allBulkStates.filter(isBulkWorking)).toEqual(['running']);
    expect(bulkStateTexts).toEqual({ running: '执行中', stopped: '已停止', done: '已完成' });
    expect(allBulkRowStates.map((state) => bulkRowTexts[state])).toEqual([
      '没有处理',
      '已完成',
      '没有变化',
      '未完成',
      '已撤销',
    ]);
  });

  test.each([
    [0, false, 'done'],
    [0, true, 'done'],
    [1, false, 'running'],
    [1, true, 'stopped'],
  ] as const)('with %d rows left, stopped %s: %s', (left, isStopped, state) => {
    expect(afterBulkSlice({ left, isStopped })).toBe(state);
  });

  test.each([
    ['', true, 'done'],
    ['', false, 'same'],
    ['已答复', false, 'refused'],
    ['已答复', true, 'refused'],
  ] as const)('a row that is refused for “%s”, and wrote %s: %s', (why, hasWritten, state) => {
    expect(bulkResult({ why, hasWritten })).toBe(state);
  });
});

describe('slices', () => {
  const { short, long } = sliceTimes;

  test.each([
    // Quick ones grow, slow ones shrink.
    [240, short - 1, 0, 480],
    [240, short, 0, 240],
    [240, long, 0, 240],
    [400, long + 1, 0, 200],
    // In a process that is late they shrink, however quick they are.
    [240, 1, lateFrom, 480],
    [400, 1, lateFrom + 1, 200],
    [changeSlices.most, 1, 0, changeSlices.most],
    [changeSlices.least, 9_999, 0, changeSlices.least],
  ])('of %d rows in %d ms, timers %d ms late: then %d', (size, took, late, next) => {
    expect(nextSlice(changeSlices, { size, took, late }).size).toBe(next);
  });

  test.each([
    [30, 0, 30],
    [30, 12, 42],
    [30, 400, 60],
    [0, 0, rests.least],
    [700, 299, 999],
    [9_999, 0, rests.most],
  ])('rest after %d ms, timers %d ms late, for %d ms', (took, late, rest) => {
    expect(nextSlice(changeSlices, { size: 200, took, late }).rest).toBe(rest);
  });

  it('stay within their bounds, and rest as long as they work where that is no second', () => {
    const ms = fc.double({ min: 0, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), ms, ms, (size, took, late) => {
        const next = nextSlice(bulkSlices, { size, took, late });
        expect(next.size).toBeGreaterThanOrEqual(bulkSlices.least);
        expect(next.size).toBeLessThanOrEqual(bulkSlices.most);
        expect(next.rest).toBeGreaterThanOrEqual(Math.min(rests.most, Math.floor(took)));
      }),
    );
  });
});
