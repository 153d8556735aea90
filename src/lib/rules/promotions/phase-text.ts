import type { Phase } from '../terms/activity-time.ts';
import type { ActivityKind } from './activity-kinds.ts';

/** What an activity that runs is said to do: 抢购 is for what sells out, the others go on. */
const runningTexts: Record<ActivityKind, string> = {
  flash: '抢购中',
  special: '特价中',
  group_buy: '拼团中',
  combination: '组合购进行中',
  full_reduction: '满减进行中',
  gift: '满赠进行中',
  add_on: '换购进行中',
  cashback: '返现进行中',
};

/** A phase in words, as the kind of activity has them. */
export function phaseText(phase: Phase, kind: ActivityKind): string {
  if (phase === 'running') return runningTexts[kind];
  return phase === 'upcoming' ? '即将开始' : '已结束';
}
