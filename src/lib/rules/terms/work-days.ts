/** Working days in China: Monday to Friday, without the statutory holidays, with the days that make up for them. */
import { dayKey, findDay, startOfDay, startOfWeek } from './activity-time.ts';
import type { EpochMs } from './terms.ts';

const day = 86_400_000;

/** A holiday is no longer in one piece, days. */
const longest = 31;

/** Days of rest on weekdays and days of work on weekends, by their keys (2027-01-01). */
export type WorkCalendar = { rest: ReadonlySet<string>; work: ReadonlySet<string> };

/**
 * 2026 by 国务院办公厅关于2026年部分节假日安排的通知 (国办发明电〔2025〕7号, of 2025-11-04). Both lists are settings: the
 * platform mends a day and enters a later year at 商城设置 (法定节假日, 调休上班日) when its notice is out; until then the
 * weekdays of that year count as working days.
 */
export const holidays2026 = [
  '2026-01-01 至 2026-01-03',
  '2026-02-15 至 2026-02-23',
  '2026-04-04 至 2026-04-06',
  '2026-05-01 至 2026-05-05',
  '2026-06-19 至 2026-06-21',
  '2026-09-25 至 2026-09-27',
  '2026-10-01 至 2026-10-07',
] as const;

export const makeUpDays2026 = [
  '2026-01-04',
  '2026-02-14',
  '2026-02-28',
  '2026-05-09',
  '2026-09-20',
  '2026-10-10',
] as const;

/** The days of a line: one (2027-01-01), or from one to another (2027-02-05 至 2027-02-11); null for anything else. */
export function findDays(line: string): string[] | null {
  const [first = '', last = first, ...more] = line.split('至').map((part) => part.trim());
  const from = findDay(first);
  const to = findDay(last);
  if (from === null || to === null || more.length > 0 || to < from || to - from >= longest * day) return null;
  return Array.from({ length: (to - from) / day + 1 }, (_, at) => dayKey(from + at * day));
}

/** The calendar of the lines of both settings; what is no day counts for nothing. */
export function workCalendar(holidays: readonly string[], makeUpDays: readonly string[]): WorkCalendar {
  const daysOf = (lines: readonly string[]) => new Set(lines.flatMap((line) => findDays(line) ?? []));
  return { rest: daysOf(holidays), work: daysOf(makeUpDays) };
}

/** True where the Shanghai day of `at` is no working day. */
export function isRest(at: EpochMs, { rest, work }: WorkCalendar): boolean {
  const key = dayKey(at);
  if (work.has(key)) return false;
  return rest.has(key) || startOfDay(at) - startOfWeek(at) >= 5 * day;
}

/** A working day after `since`: the same hour of the next one; from a day of rest on, the whole next one. */
export function aWorkingDayLater(since: EpochMs, calendar: WorkCalendar): EpochMs {
  let begun = since;
  while (isRest(begun, calendar)) begun = startOfDay(begun) + day;
  let end = begun + day;
  while (isRest(end, calendar)) end += day;
  return end;
}
