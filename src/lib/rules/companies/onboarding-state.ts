/** States of 首营资料 and views of them. */
import { daysLeft } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';

/** Days left from which on a document is shown as ending soon, the shorter one first. */
export const onboardingWarnDays = { month: 30, quarter: 90 } as const;

export const onboardingStates = {
  missing: '缺',
  expired: '已过期',
  month: '30天内到期',
  quarter: '90天内到期',
  valid: '有效',
} as const;

export type OnboardingState = keyof typeof onboardingStates;

/** The state of a document: `validTo` is its last day, null without end, undefined without a document. */
export function onboardingState(validTo: string | null | undefined, now: EpochMs): OnboardingState {
  if (validTo === undefined) return 'missing';
  if (validTo === null) return 'valid';
  const left = daysLeft(validTo, now);
  if (left < 0) return 'expired';
  if (left <= onboardingWarnDays.month) return 'month';
  return left <= onboardingWarnDays.quarter ? 'quarter' : 'valid';
}

/** True for what a buyer may request: a required document that is missing, and any expired one. */
export function isOnboardingLacking(state: OnboardingState, isRequired: boolean): boolean {
  return state === 'expired' || (state === 'missing' && isRequired);
}

/** Filters of a desk's list of items. */
export const onboardingViews = {
  all: '全部商品',
  asked: '买家索取',
  lacking: '缺必备资料',
  due: '已过期或30天内到期',
  quarter: '90天内到期',
} as const;

export type OnboardingView = keyof typeof onboardingViews;

/** Counts of the documents of an item or a merchant. */
interface Tally {
  needed: number;
  held: number;
  expired: number;
  month: number;
  quarter: number;
}

/** The states of all documents of an item or a merchant in words, the worst first; empty where nothing is to do. */
export function tallyTexts({
  needed,
  held,
  expired,
  month,
  quarter,
}: Tally): { state: OnboardingState; text: string }[] {
  const counts = [
    ['missing', Math.max(0, needed - held), '缺必备'],
    ['expired', expired, onboardingStates.expired],
    ['month', month, onboardingStates.month],
    ['quarter', quarter, onboardingStates.quarter],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([state, count, text]) => ({ state, text: `${text}${count}份` }));
}
