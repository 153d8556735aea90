/** Moves of watched values: in one step, in many, and after a second person has agreed. */
import { describe, expect, it, test } from 'vitest';
import { type ValueStep, valueAtStart, watchedMove } from '#lib/rules/changes/watched.ts';

const step = (from: number, to: number, isAgreed = false): ValueStep => ({ from, to, isAgreed });

test.each<[ValueStep[], number | null]>([
  [[], null],
  [[step(100, 71)], 100],
  [[step(100, 71), step(71, 51)], 100],
  [[step(100, 50, true)], 50],
  [[step(100, 71), step(71, 40, true)], 40],
  [[step(100, 40, true), step(40, 30)], 40],
  [[step(100, 40, true), step(40, 30), step(30, 90, true), step(90, 70)], 90],
])('%o begin at %s', (steps, start) => {
  expect(valueAtStart(steps)).toBe(start);
});

describe('a move', () => {
  it.each([
    [null, 100, 70, null],
    [null, 100, 69, { percent: -31, isSum: false }],
    [null, 100, 130, null],
    [null, 100, 131, { percent: 31, isSum: false }],
    [null, 100, 100, null],
    [null, 0, 50, null],
    [0, 100, 90, null],
    // Two steps of 29 %.
    [100, 71, 51, { percent: -49, isSum: true }],
    [100, 71, 70, null],
    // Back to where it was: the step itself is large.
    [100, 71, 100, { percent: 41, isSum: false }],
    // The larger of both is told.
    [100, 50, 20, { percent: -80, isSum: true }],
    [100, 200, 60, { percent: -70, isSum: false }],
    // Nothing moves.
    [100, 50, 50, null],
  ])('from %s, now %s, to %s: %o', (start, was, is, move) => {
    expect(watchedMove({ start, was, is }, 0.3)).toEqual(move);
  });

  it('by equal small steps waits as soon as their sum is more than the part', () => {
    for (const part of [0.29, 0.1, 0.01]) {
      const steps: ValueStep[] = [];
      let value = 100_000;
      for (let nth = 0; nth < 50; nth++) {
        const is = Math.round(value * (1 - part));
        const move = watchedMove({ start: valueAtStart(steps), was: value, is }, 0.3);
        expect(move !== null).toBe(is < 70_000);
        if (move !== null) break;
        steps.push(step(value, is));
        value = is;
      }
      expect(value).toBeGreaterThanOrEqual(70_000);
    }
  });
});
