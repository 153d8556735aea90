/** Settings of signing in, which 活动运营 changes too, and of points (rules 6). */
import type { SettingField } from './setting-groups.ts';

export const signSettings = {
  signDaily: points('签到积分', '每人每天签到一次，企业得到的积分；补签相同', 5),
  signBonus7: points('连签7天奖励', '连续签到满7天另得的积分；满30天后重新计算', 20),
  signBonus15: points('连签15天奖励', '连续签到满15天另得的积分', 50),
  signBonus30: points('连签30天奖励', '连续签到满30天另得的积分', 120),
  signCards7: cards('连签7天补签卡', 0),
  signCards15: cards('连签15天补签卡', 1),
  signCards30: cards('连签30天补签卡', 1),
  /** Yuan for 1,000 points, to value what is outstanding; no price of anything. */
  pointsWorth: {
    kind: 'whole',
    isNeeded: true,
    group: 'points',
    label: '每1000积分折合',
    help: '积分报表里估算未用积分的金额用，不影响兑换价格',
    unit: '元',
    min: 0,
    max: 10_000,
    wants: 'reason',
    fallback: 10,
  },
} as const satisfies Record<string, SettingField>;

// A rule of signing in gives points to every company: a second person passes it, as a gift of points.
function points<Name extends string>(label: Name, help: string, fallback: number) {
  return {
    kind: 'whole',
    isNeeded: true,
    group: 'sign',
    label,
    help,
    unit: '分',
    min: 1,
    max: 10_000,
    wants: 'second',
    fallback,
  } as const;
}

function cards<Name extends string>(label: Name, fallback: number) {
  return {
    kind: 'whole',
    isNeeded: true,
    group: 'sign',
    label,
    help: '同时得到几张补签卡；0为没有',
    unit: '张',
    min: 0,
    max: 5,
    wants: 'second',
    fallback,
  } as const;
}
