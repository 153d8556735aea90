/** The day on which a purchase template is wanted: one of the week, one of the month, or none. */
import { dayKey } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';

export type TemplateDay = {
  /** 1 Monday … 7 Sunday; null for none. */
  weekday: number | null;
  /** 1 … 31; in a shorter month its last day. null for none. */
  monthDay: number | null;
};

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const;

/** 每周一, 每月15日; empty for one without a day. */
export function templateDayText({ weekday, monthDay }: TemplateDay): string {
  if (weekday !== null) return `每周${weekdays[weekday - 1] ?? ''}`;
  return monthDay === null ? '' : `每月${monthDay}日`;
}

/** Names of the templates that are due. */
export function dueNames(
  templates: readonly (TemplateDay & { name: string; usedOn: string | null })[],
  now: EpochMs,
): string[] {
  return templates.filter((one) => isTemplateDue(one, one.usedOn, now)).map(({ name }) => name);
}

/** The names of those that are due, in one line: 每周一补货, 每周一补货、门店补货, 每周一补货等3个模板. */
export function dueText(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return first;
  return names.length === 2 ? `${first}、${second}` : `${first}等${names.length}个模板`;
}

/** True on its day in Shanghai, until it was ordered that day; `usedOn` is the day (YYYY-MM-DD) of the last order. */
export function isTemplateDue(
  { weekday, monthDay }: TemplateDay,
  usedOn: string | null,
  now: EpochMs,
): boolean {
  const today = dayKey(now);
  if (usedOn === today) return false;
  const date = new Date(`${today}T00:00:00Z`);
  if (weekday !== null) return (date.getUTCDay() || 7) === weekday;
  if (monthDay === null) return false;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(monthDay, last);
}
