/** Times between messages. */
import { dayText, momentText, timeText } from '#islands/ui/moments.ts';
import { serverNow } from '#lib/client/clock.ts';

/** A pause after which the time is written again, ms. */
const pauseMs = 5 * 60_000;

/** 09:05 of today, else 2026-11-21 09:05. */
export function shortMoment(iso: string): string {
  return dayText(iso) === dayText(new Date(serverNow()).toISOString()) ? timeText(iso) : momentText(iso);
}

/** Whether the time is shown above a message: above the first one, and after a pause. */
export function hasTimeAbove(at: string, before: string | undefined): boolean {
  return before === undefined || Date.parse(at) - Date.parse(before) > pauseMs;
}
