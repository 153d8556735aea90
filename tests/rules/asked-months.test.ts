/** The months that a statement is asked for. */
import { describe, expect, it } from 'vitest';
import { askedMonths, mostMonths } from '#lib/rules/orders/asked-months.ts';

const now = Date.parse('2026-11-29T20:00:00+08:00');
const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`);

describe('the months', () => {
  it.each([
    ['', '', '2026-11', '2026-11'],
    ['2026-09', '', '2026-09', '2026-11'],
    ['', '2026-08', '2026-08', '2026-08'],
    ['2026-09', '2026-10', '2026-09', '2026-10'],
    ['2026-10', '2026-09', '2026-09', '2026-10'],
    // One that is still to come stands alone.
    ['2027-01', '', '2027-01', '2027-01'],
  ])('%s to %s are %s to %s', (from, to, first, last) => {
    expect(askedMonths({ from, to }, now)).toMatchObject({ from: first, to: last });
  });

  it('begin and end at midnight in Shanghai, at the turn of a year too', () => {
    const asked = askedMonths({ from: '2025-12', to: '2026-02' }, now);
    expect(asked?.span).toEqual({ from: day('2025-12-01'), to: day('2026-03-01') });
  });

  it('are a number that one page shows', () => {
    expect(mostMonths).toBe(24);
    expect(askedMonths({ from: '2024-12', to: '2026-11' }, now)).not.toBeNull();
    expect(askedMonths({ from: '2024-11', to: '2026-11' }, now)).toBeNull();
  });

  it('are months, or the caller has not checked them', () => {
    expect(() => askedMonths({ from: 'x', to: '2026-11' }, now)).toThrow(RangeError);
  });
});
