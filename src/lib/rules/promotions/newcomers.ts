/** Whom a promotion is for (rules 6). */
import type { KindWithConfig } from './activity-kinds.ts';

/** A newcomers' price is for a company that has paid no order yet; everything else is for everyone. */
export function isOpenTo(activity: KindWithConfig, isNewcomer: boolean): boolean {
  return isNewcomer || activity.kind !== 'special' || activity.config.isForNewcomers !== true;
}
