/** Which orders a night's pass compares (rules 4). */
import { dayKey, findDay } from '../terms/activity-time.ts';
import { must } from '../terms/must.ts';
import { flowDays } from './compare.ts';

const dayMs = 24 * 3_600_000;
/** A night goes back so many days further than the one before, until it goes back {@link flowDays}. */
export const flowStep = 40;

/**
 * The first day of payments that the pass of a day compares. `before`: that of the pass before, null for the first one:
 * a shop that begins with years of orders seals them in some nights and not in one.
 */
export function passSince(day: string, before: string | null): string {
  const back = (from: string, days: number) => must(findDay(from), `day ${from}`) - days * dayMs;
  return dayKey(Math.max(back(day, flowDays), back(before ?? day, flowStep)));
}
