/** 经营数据: spans, steps, measures, changes, and whether an order was shipped in time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedInTime, shipWithin } from '#lib/rules/orders/desk-orders.ts';
import {
  changeText,
  figureMeasures,
  figureNames,
  figureSpan,
  figureStepKeys,
  measureOf,
  mostFigureDays,
  noFigures,
  rateText,
  shareOf,
  stepStarts,
  turnoverDays,
} from '#lib/rules/orders/figures.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

const now = Date.parse('2026-11-29T15:00:00+08:00');
const shown = (from: string, to: string) => {
  const span = figureSpan({ from, to }, now);
  if (typeof span === 'string') return span;
  return [dayKey(span.before), dayKey(span.from), dayKey(span.to - 1), span.days];
};

describe('a span', () => {
  it.each([
    ['', '', ['2026-10-03', '2026-11-01', '2026-11-29', 29]],
    ['2026-11-29', '2026-11-29', ['2026-11-28', '2026-11-29', '2026-11-29', 1]],
    ['', '2026-10-31', ['2026-08-31', '2026-10-01', '2026-10-31', 31]],
    ['2026-11-20', '2027-01-01', ['2026-11-10', '2026-11-20', '2026-11-29', 10]],
    ['2025-11-29', '2026-11-29', ['2024-11-28', '2025-11-29', '2026-11-29', mostFigureDays]],
    ['2025-11-28', '2026-11-29', '最多看366天，请缩小日期范围'],
    ['2026-11-30', '', '开始日期不能晚于今天'],
    ['2026-11-20', '2026-11-19', '结束日期不能早于开始日期'],
    ['2026-13-01', '', '日期须如2026-11-21'],
  ])('%j to %j', (from, to, expected) => {
    expect(shown(from, to)).toEqual(expected);
  });
});

describe('steps', () => {
  const starts = (from: string, to: string, by: (typeof figureStepKeys)[number]) => {
    const span = figureSpan({ from, to }, now);
    return typeof span === 'string' ? [] : stepStarts(span, by).map(dayKey);
  };

  it('are days, weeks from Monday and months from the first, shorter at both ends', () => {
    expect(starts('2026-11-27', '', 'day')).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
    expect(starts('2026-11-13', '2026-11-23', 'week')).toEqual(['2026-11-13', '2026-11-16', '2026-11-23']);
    expect(starts('2026-09-30', '2026-11-01', 'month')).toEqual(['2026-09-30', '2026-10-01', '2026-11-01']);
    expect(starts('2026-01-31', '2026-03-01', 'month')).toEqual(['2026-01-31', '2026-02-01', '2026-03-01']);
  });

  it('begin at the start of the span, go up, and end in it', () => {
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.integer({ min: 1, max: mostFigureDays }),
        fc.constantFrom(...figureStepKeys),
        (ago, days, by) => {
          const from = Date.parse('2026-01-01T00:00:00+08:00') - ago * 86_400_000;
          const to = from + days * 86_400_000;
          const made = stepStarts({ from, to }, by);
          expect(made[0]).toBe(from);
          expect(made.every((at, nth) => at < to && (nth === 0 || at > (made[nth - 1] ?? 0)))).toBe(true);
          if (by === 'day') expect(made).toHaveLength(days);
        },
      ),
    );
  });
});

describe('measures', () => {
  const sums = {
    ...{ sold: 100_000, refunded: 5_000, orders: 8, buyers: 5, newBuyers: 2 },
    ...{ cases: 2, due: 4, late: 1, pieces: 200, short: 3 },
  };

  it('are counted from the sums', () => {
    expect(Object.fromEntries(figureNames.map((name) => [name, measureOf(name).of(sums)]))).toEqual({
      ...{ net: 95_000, sold: 100_000, refunded: 5_000, orders: 8, buyers: 5, newBuyers: 2 },
      ...{ average: 12_500, refundRate: 0.05, caseRate: 0.25, lateRate: 0.25, shortRate: 0.015 },
    });
  });

  it('have no rate of nothing', () => {
    const rates = figureNames.filter((name) => figureMeasures[name].kind === 'rate');
    expect(rates.map((name) => measureOf(name).of(noFigures))).toEqual(rates.map(() => null));
    expect(measureOf('average').of(noFigures)).toBeNull();
    expect([shareOf(0, 0), shareOf(1, 4)]).toEqual([null, 0.25]);
    expect([rateText(null), rateText(0), rateText(0.1234)]).toEqual(['—', '0.0%', '12.3%']);
  });
});

describe('a change', () => {
  it.each([
    ['money', 150, 100, '+50.0%'],
    ['count', 90, 100, '-10.0%'],
    ['money', 50, -100, '+150.0%'],
    ['count', 100_000, 100_001, '持平'],
    ['count', 0, 0, '持平'],
    ['count', 3, 0, '—'],
    ['rate', 0.062, 0.05, '+1.2个点'],
    ['rate', 0.05, 0.062, '-1.2个点'],
    ['rate', 0.05, 0.05, '持平'],
    ['rate', null, 0.05, '—'],
    ['money', 5, null, '—'],
  ] as const)('of %s to %j from %j is %s', (kind, value, before, text) => {
    expect(changeText(kind, value, before)).toBe(text);
  });
});

it('stock lasts for its worth by what is sold a day', () => {
  expect(turnoverDays(300_000, 100_000, 10)).toBe(30);
  expect(turnoverDays(0, 100_000, 10)).toBe(0);
  expect(turnoverDays(300_000, 0, 10)).toBeNull();
});

describe('an order is shipped in time', () => {
  const paidAt = now - 10 * 86_400_000;
  it.each([
    ['not paid', null, null, 'to_pay', null],
    ['sent within the limit', paidAt, paidAt + shipWithin, 'to_receive', true],
    ['sent after it', paidAt, paidAt + shipWithin + 1, 'completed', false],
    ['sent after it and refunded', paidAt, paidAt + shipWithin + 1, 'closed', false],
    ['waiting beyond it', now - shipWithin - 1, null, 'part_shipped', false],
    ['waiting within it', now - shipWithin, null, 'to_ship', null],
    ['refunded before it was sent', paidAt, null, 'closed', null],
  ] as const)('%s', (_, paid, shippedAt, status, expected) => {
    expect(shippedInTime({ paidAt: paid, shippedAt, status }, now)).toBe(expected);
  });
});
