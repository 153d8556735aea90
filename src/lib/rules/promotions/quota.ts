/** The names under which a company's use of a limit is counted (rules 4, quantities). */
import { dayKey, weekKey } from '../terms/activity-time.ts';
import type { EpochMs, Id } from '../terms/terms.ts';

/** Scope of the total limit. */
export function limitScope(goodsId: Id): string {
  return `all:${goodsId}`;
}

/** Scope of the Shanghai day. */
export function dayScope(goodsId: Id, now: EpochMs): string {
  return `day:${dayKey(now)}:${goodsId}`;
}

/** Scope of the Shanghai week, named after its Monday. */
export function weekScope(goodsId: Id, now: EpochMs): string {
  return `week:${weekKey(now)}:${goodsId}`;
}

/** Pieces at an activity's own price. */
export function activityScope(activityId: Id, goodsId: Id): string {
  return `activity:${activityId}:${goodsId}`;
}

/** The goods, and for an activity's own price the activity, that a scope counts; goods 0 are an activity's sets. */
export function scopeSubject(scope: string): { goodsId: Id; activityId: Id | null } {
  const parts = scope.split(':');
  return { goodsId: Number(parts.at(-1)), activityId: parts[0] === 'activity' ? Number(parts[1]) : null };
}
