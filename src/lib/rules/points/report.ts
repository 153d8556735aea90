/** 积分报表: points outstanding, their value, and what each month brought and took (rules 6). */
import type { PointsUse } from './points.ts';

/** Spans of the page, in months up to this one. */
export const reportSpans = ['3', '6', '12', '24'] as const;

/** The months (YYYY-MM) up to and with the last one, the first one first. */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(year, month - count + at, 1));
    return day.toISOString().slice(0, 7);
  });
}

export type UseSums = Partial<Record<PointsUse, number>>;

export interface PointsMonth {
  month: string;
  /** Points at its begin and at its end. */
  opening: number;
  closing: number;
  /** Sums of its entries, signed. */
  uses: UseSums;
}

/** Months with what was there before and after each: backwards from what there is at the end of the last one. */
export function footMonths(
  months: readonly string[],
  entries: readonly { month: string; use: PointsUse; points: number }[],
  closing: number,
): PointsMonth[] {
  const found = Map.groupBy(entries, ({ month }) => month);
  let end = closing;
  return months
    .toReversed()
    .map((month) => {
      const uses: UseSums = {};
      for (const { use, points } of found.get(month) ?? []) uses[use] = (uses[use] ?? 0) + points;
      const row = { month, opening: end - sumUses(uses), closing: end, uses };
      end = row.opening;
      return row;
    })
    .toReversed();
}

export function sumUses(uses: UseSums): number {
  return Object.values(uses).reduce((sum, points) => sum + points, 0);
}

/** Kinds of entries in three parts: what was given, what was redeemed, and what was lost. */
const parts = {
  given: ['order', 'sign_in', 'task', 'prize', 'desk', 'adjust'],
  redeemed: ['spend', 'give_back'],
  lost: ['desk_back', 'refund', 'debt', 'expire'],
} as const satisfies Record<string, readonly PointsUse[]>;

/** The sums of the three parts, signed. */
export function sumParts(uses: UseSums): Record<keyof typeof parts, number> {
  const of = (part: keyof typeof parts) => parts[part].reduce((sum, use) => sum + (uses[use] ?? 0), 0);
  return { given: of('given'), redeemed: of('redeemed'), lost: of('lost') };
}
