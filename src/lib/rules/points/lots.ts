/**
 * Which lots an act takes points from (rules 6). A company's balance is the sum of its lots. Its debt stands beside it:
 * points of refunded orders that were spent already. What may be spent is the balance less the debt.
 */
import type { EpochMs } from '../terms/terms.ts';

export interface PointsLot {
  id: number;
  /** What is left of it. */
  left: number;
  /** The first moment at which it is gone. */
  endsAt: EpochMs;
}

/** Points that leave a lot. */
export interface Taken {
  id: number;
  points: number;
}

const inOrder = (a: PointsLot, b: PointsLot) => a.endsAt - b.endsAt || a.id - b.id;

/** What is left in these lots. */
export function sumLots(lots: readonly Pick<PointsLot, 'left'>[]): number {
  return lots.reduce((sum, { left }) => sum + left, 0);
}

/** Points from these lots, the earliest end first; at most what they have. */
export function takeFirst(lots: readonly PointsLot[], points: number): Taken[] {
  let open = points;
  return lots.toSorted(inOrder).flatMap(({ id, left }) => {
    const part = Math.min(open, left);
    open -= part;
    return part > 0 ? [{ id, points: part }] : [];
  });
}

/** Points to spend; null where there are too few besides the debt, or `points` is no positive number. */
export function planSpend(
  lots: readonly PointsLot[],
  { points, debt, now }: { points: number; debt: number; now: EpochMs },
): Taken[] | null {
  const open = lots.filter(({ endsAt }) => endsAt > now);
  if (!Number.isInteger(points) || points <= 0 || sumLots(open) - debt < points) return null;
  return takeFirst(open, points);
}

/**
 * Points that a refund takes back from its order's own lot, and what the company then owes: the part that was spent.
 * Nothing is owed of a lot that has ended meanwhile: what had not been spent would be lost twice.
 */
export function planTakeBack(
  lot: PointsLot,
  { points, now }: { points: number; now: EpochMs },
): { taken: number; owed: number } {
  const taken = Math.min(lot.left, points);
  return { taken, owed: lot.endsAt > now ? points - taken : 0 };
}

/** What happens to lots that have ended: they meet the debt, and the rest is lost. */
export function planLapse(
  lots: readonly PointsLot[],
  { debt, now }: { debt: number; now: EpochMs },
): { paid: Taken[]; lost: Taken[] } {
  const ended = lots.filter(({ endsAt }) => endsAt <= now);
  const paid = takeFirst(ended, debt);
  const rest = ended.map((lot) => ({
    ...lot,
    left: lot.left - (paid.find(({ id }) => id === lot.id)?.points ?? 0),
  }));
  return { paid, lost: takeFirst(rest, sumLots(rest)) };
}
