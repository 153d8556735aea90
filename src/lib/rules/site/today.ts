/** Waiting work at the desks: what comes first, and how long it waits in words. */
import { dayKey } from '../terms/activity-time.ts';
import { lengthText } from '../terms/length-text.ts';

/** age: waits since its time · overdue: the same, and should be done already · deadline: its time is the end of a term. */
export type WaitKind = 'age' | 'overdue' | 'deadline';

export interface Wait {
  count: number;
  /** Time of the first of them; null where it is not known. */
  since: Date | null;
  wait: WaitKind;
}

export function isOverdue({ count, since, wait }: Wait, now: Date): boolean {
  if (count === 0) return false;
  return wait === 'overdue' || (wait === 'deadline' && since !== null && since <= now);
}

/** Overdue work first, then what waits, then terms that still run; within each the earliest time first. */
export function sortWaiting<W extends Wait>(waits: readonly W[], now: Date): W[] {
  const rank = (one: W) => (isOverdue(one, now) ? 0 : one.since === null || one.wait === 'deadline' ? 2 : 1);
  const time = ({ since }: W) => since?.getTime() ?? Number.POSITIVE_INFINITY;
  return [...waits].sort((a, b) => {
    const [first, second] = [time(a), time(b)];
    return rank(a) - rank(b) || (first === second ? 0 : first - second);
  });
}

/** 最早的已等3小时, or for a term 最近的截止 12-08; empty where no time is known. */
export function waitText({ since, wait }: Pick<Wait, 'since' | 'wait'>, now: Date): string {
  if (since === null) return '';
  if (wait !== 'deadline') return `最早的已等${lengthText(now.getTime() - since.getTime())}`;
  const date = dayKey(since.getTime()).slice('2026-'.length);
  return since <= now ? `最早的已在${date}截止` : `最近的截止 ${date}`;
}
