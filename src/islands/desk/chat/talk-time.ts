import { dayText, timeText } from '#islands/ui/moments.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

/** 09:05 today, else 11-28; by the server's time, 0 before it is known. */
export function timeOfTalk(iso: string, now: number): string {
  const day = dayText(iso);
  return now > 0 && day === dayKey(now) ? timeText(iso) : day.slice('2026-'.length);
}
