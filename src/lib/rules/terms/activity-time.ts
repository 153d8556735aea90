/** Days, sessions and countdowns in Shanghai, which is always eight hours ahead of UTC. */
import type { EpochMs } from './terms.ts';

const hour = 3_600_000;
const day = 24 * hour;
const ahead = 8 * hour;

/** The start of the Shanghai day of `now`. */
export function startOfDay(now: EpochMs): EpochMs {
  return Math.floor((now + ahead) / day) * day - ahead;
}

/** The start of the Shanghai week (Monday 0:00) of `now`. */
export function startOfWeek(now: EpochMs): EpochMs {
  // Day 0 of the epoch was a Thursday.
  const days = Math.floor((now + ahead) / day);
  return (days - ((days + 3) % 7)) * day - ahead;
}

/** The start of the Shanghai month of `now`. */
export function startOfMonth(now: EpochMs): EpochMs {
  return Date.parse(`${dayKey(now).slice(0, 7)}-01T00:00:00Z`) - ahead;
}

/** Days since 1970 of the Shanghai day of `now`. */
export function shanghaiDay(now: EpochMs): number {
  return Math.floor((now + ahead) / day);
}

/** The last result as text: nearly always it is today. */
let lastDay = { number: Number.NaN, key: '' };

/** The Shanghai day as YYYY-MM-DD, e.g. for daily limits and for signing in. */
export function dayKey(now: EpochMs): string {
  const number = shanghaiDay(now);
  if (number !== lastDay.number) lastDay = { number, key: new Date(number * day).toISOString().slice(0, 10) };
  return lastDay.key;
}

/** The minute in Shanghai, e.g. 2026-11-21 09:05. */
export function minuteKey(now: EpochMs): string {
  return `${dayKey(now)} ${new Date(now + 8 * 3_600_000).toISOString().slice(11, 16)}`;
}

/** The second in Shanghai, e.g. 2026-11-21 09:05:30. */
export function secondKey(now: EpochMs): string {
  return new Date(now + ahead).toISOString().slice(0, 19).replace('T', ' ');
}

/** The Monday of the Shanghai week as YYYY-MM-DD. */
export function weekKey(now: EpochMs): string {
  return dayKey(startOfWeek(now));
}

/**
 * The start of a Shanghai day written YYYY-MM-DD; null for anything else. Years before 1900 are null too: no licence,
 * lot or order is as old, and PostgreSQL refuses year 0.
 */
export function findDay(text: string): EpochMs | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return null;
  const utc = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(text) ? null : utc - ahead;
}

/** A minute of Shanghai written `2026-11-21 09:05`, or with a T as browsers send it; null for anything else. */
export function findMinute(text: string): EpochMs | null {
  const start = findDay(text.slice(0, 10));
  if (start === null || !/^[ T](?:[01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10))) return null;
  return start + Number(text.slice(11, 13)) * hour + Number(text.slice(14, 16)) * 60_000;
}

/** The last moment of a Shanghai day written YYYY-MM-DD (a licence's valid-to); null for anything else. */
export function findDayEnd(text: string): EpochMs | null {
  const start = findDay(text);
  return start === null ? null : start + day - 1;
}

/** The day of the month in Shanghai; rules 17 asks whether it is above 10. */
export function dayOfMonth(now: EpochMs): number {
  return new Date(now + ahead).getUTCDate();
}

/** A timestamp of ten digits is in seconds (rules 17); the result is in milliseconds. */
export function toEpochMs(timestamp: number): EpochMs {
  return timestamp > 0 && timestamp < 1e10 ? timestamp * 1000 : timestamp;
}

export type Phase = 'upcoming' | 'running' | 'ended';

/** The position of `now` relative to [startsAt, endsAt). */
export function phaseOf(span: { startsAt: EpochMs; endsAt: EpochMs }, now: EpochMs): Phase {
  if (now < span.startsAt) return 'upcoming';
  return now < span.endsAt ? 'running' : 'ended';
}

/** A session of a day, e.g. 10:00 to 14:00. */
export type Session = { startsAt: EpochMs; endsAt: EpochMs; label: string };

/** The hours at which flash sales begin; each ends at the next, the last at midnight. */
export const flashHours = [0, 8, 10, 14, 18, 21] as const;

/** The sessions of the Shanghai day of `now`, by their opening hours. */
export function sessionsOfDay(now: EpochMs, hours: readonly number[] = flashHours): Session[] {
  const start = startOfDay(now);
  return hours.map((at, i) => ({
    startsAt: start + at * hour,
    endsAt: start + (hours[i + 1] ?? 24) * hour,
    label: `${String(at).padStart(2, '0')}:00`,
  }));
}

/**
 * The parts of a countdown of `left` milliseconds; 0 when time is over. A begun second counts as whole. Up to two days
 * are shown in hours: 47:59:59 is read at a glance, 718:55:16 is not.
 */
export function countdown(left: number): { days: number; hours: number; minutes: number; seconds: number } {
  const total = Math.max(0, Math.ceil(left / 1000));
  const days = total > 2 * 86_400 ? Math.floor(total / 86_400) : 0;
  return {
    days,
    hours: Math.floor(total / 3600) - days * 24,
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
  };
}

/** A countdown in words: 2天 02:03:04, 26:03:04. */
export function countdownText(left: number): string {
  const { days, hours, minutes, seconds } = countdown(left);
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return days > 0 ? `${days}天 ${clock}` : clock;
}
