/** Hours of service on working days in Shanghai (rules 21). */
import { startOfDay } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';
import { isRest, type WorkCalendar } from '../terms/work-days.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** No holiday is longer, with the weekends around it. */
const farthest = 40;

export interface ServiceHours {
  /** Minutes after midnight: 510 is 8:30. */
  from: number;
  to: number;
  calendar: WorkCalendar;
}

/** Minutes after midnight of `8:30`; null for anything else. */
export function findClock(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})[:：](\d{2})$/.exec(text.trim()) ?? [];
  const found = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && found <= 24 * 60 ? found : null;
}

/** `8:30-18:00`. */
export function hoursText({ from, to }: Pick<ServiceHours, 'from' | 'to'>): string {
  return `${clockText(from)}-${clockText(to)}`;
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** True within the hours of a working day, from the first minute to before the last. */
export function isInHours(at: EpochMs, { from, to, calendar }: ServiceHours): boolean {
  const since = at - startOfDay(at);
  return !isRest(at, calendar) && since >= from * minute && since < to * minute;
}

/** The next moment at which service begins; `at` itself within the hours. Null where the hours are empty. */
export function nextOpening(at: EpochMs, hours: ServiceHours): EpochMs | null {
  if (isInHours(at, hours)) return at;
  if (hours.to <= hours.from) return null;
  for (let days = 0; days <= farthest; days++) {
    const midnight = startOfDay(at) + days * day;
    const opening = midnight + hours.from * minute;
    if (opening >= at && !isRest(midnight, hours.calendar)) return opening;
  }
  return null;
}

/** Milliseconds of service between two moments: what clocks of answers count. */
export function serviceMs(from: EpochMs, to: EpochMs, hours: ServiceHours): number {
  let sum = 0;
  for (let midnight = startOfDay(from); midnight < to; midnight += day) {
    if (isRest(midnight, hours.calendar)) continue;
    const begin = Math.max(from, midnight + hours.from * minute);
    const end = Math.min(to, midnight + hours.to * minute);
    sum += Math.max(0, end - begin);
  }
  return sum;
}
