/** Moments of the wire (ISO 8601) as people in Shanghai write them. */
import { dayKey } from '#lib/rules/terms/activity-time.ts';

/** 2026-11-21 */
export function dayText(iso: string): string {
  return dayKey(Date.parse(iso));
}

/** 2026-11-21 09:05 */
export function momentText(iso: string): string {
  return `${dayKey(Date.parse(iso))} ${timeText(iso)}`;
}

/** 09:05 */
export function timeText(iso: string): string {
  return new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(11, 16);
}
