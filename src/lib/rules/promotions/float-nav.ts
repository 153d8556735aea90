/** The position of the floating nav depends on the day of the month (rules 12 and 17). */
import type { EpochMs } from '../terms/terms.ts';

/** Day of the month above which it moves. */
const threshold = 10;

const shanghaiMs = 8 * 3_600_000;

/** high: in the first ten days of a month in Shanghai · low: after them, when the month's activities take the place. */
export function floatNavPlace(now: EpochMs): 'high' | 'low' {
  return new Date(now + shanghaiMs).getUTCDate() > threshold ? 'low' : 'high';
}
