/** Points (rules 6): what brings and takes them, and how long they last. All of them are whole and a company's. */
import { reminderDays } from '../companies/qualification.ts';
import type { Fen } from '../money/money.ts';
import { dayKey, shanghaiDay } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';

/** Kinds of entries of the points' ledger. */
export const pointsUses = {
  order: '订单得分',
  sign_in: '签到',
  task: '任务奖励',
  prize: '抽奖所得',
  desk: '平台赠送',
  desk_back: '平台收回',
  adjust: '调整',
  spend: '兑换',
  give_back: '兑换退回',
  refund: '退款扣回',
  debt: '抵扣欠分',
  expire: '到期失效',
} as const;
export type PointsUse = keyof typeof pointsUses;

/** Kinds that bring a lot. */
export type PointsSource = 'order' | 'sign_in' | 'task' | 'prize' | 'desk' | 'adjust';

const fenAPoint = 100;

/** Points for an amount paid: one a whole yuan. */
export function pointsFor(paid: Fen): number {
  return Math.floor(paid / fenAPoint);
}

/** The first moment at which points given at `now` are gone: the end of the next year in Shanghai. */
export function pointsEnd(now: EpochMs): EpochMs {
  return Date.parse(`${Number(dayKey(now).slice(0, 4)) + 2}-01-01T00:00:00+08:00`);
}

/** The last Shanghai day of points that are gone at `endsAt`. */
export function lastPointsDay(endsAt: EpochMs): string {
  return dayKey(endsAt - 1);
}

/** The reminder that is due for points of this end: 60, 30 or 7 days before their last day; null where none is. */
export function findPointsReminder(endsAt: EpochMs, now: EpochMs): number | null {
  if (now >= endsAt) return null;
  const left = shanghaiDay(endsAt - 1) - shanghaiDay(now);
  return reminderDays.findLast((days) => left <= days) ?? null;
}

/** The order that an entry is about; null for another cause. Refunds are numbered `R<order>-<n>`. */
export function orderOfPoints(useType: PointsUse, ref: string): string | null {
  if (useType === 'order') return ref;
  if (useType === 'refund') return /^R(.+)-\d+$/.exec(ref)?.[1] ?? null;
  return useType === 'debt' && ref.startsWith('order:') ? ref.slice('order:'.length) : null;
}

/** The points order that an entry is about; null for another cause. Their numbers are `J` and figures. */
export function pointsOrderOfPoints(useType: PointsUse, ref: string): string | null {
  return (useType === 'spend' || useType === 'give_back') && /^J\d+$/.test(ref) ? ref : null;
}
