/** Times of an activity on the wire. Pure. */
import { phaseText } from '#lib/rules/promotions/phase-text.ts';
import { type Phase, phaseOf } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { ActivityRow } from '../catalogue/offer-rows.ts';

/** Start, end and phase at `now`, in epoch milliseconds. */
export function spanOf(
  activity: Pick<ActivityRow, 'kind' | 'startsAt' | 'endsAt'>,
  now: EpochMs,
): { start_time: number; end_time: number; phase: Phase; phase_text: string } {
  const startsAt = activity.startsAt.getTime();
  const endsAt = activity.endsAt.getTime();
  const phase = phaseOf({ startsAt, endsAt }, now);
  return { start_time: startsAt, end_time: endsAt, phase, phase_text: phaseText(phase, activity.kind) };
}

const ahead = 8 * 3_600_000;

/** `08:00` in Shanghai. */
function clock(at: EpochMs): string {
  return new Date(at + ahead).toISOString().slice(11, 16);
}

/** `18:00–24:00`: the hours of a session. */
export function hoursOf({ startsAt, endsAt }: Pick<ActivityRow, 'startsAt' | 'endsAt'>): string {
  const end = clock(endsAt.getTime());
  return `${clock(startsAt.getTime())}–${end === '00:00' ? '24:00' : end}`;
}
