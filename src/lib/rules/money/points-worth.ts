/** What points are worth in money, for reports and for prizes. */
import type { Fen } from './money.ts';

/** The worth of points at so many yuan for 1,000. */
export function worthOf(points: number, yuanPerThousand: number): Fen {
  return Math.round((points * yuanPerThousand) / 10);
}
