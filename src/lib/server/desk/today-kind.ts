import type { RoutePath } from '#lib/contract/routes.ts';
import type { WaitKind } from '#lib/rules/site/today.ts';
import type { WaitingKey } from './today-rows.ts';

/** A kind of waiting work: what is counted, and the page to work on it. */
export interface TodayKind {
  title: string;
  note: string;
  key: WaitingKey;
  page: RoutePath;
  search?: string;
  /** Age without it; `deadline` where its time is the end of a term. */
  wait?: WaitKind;
  /** Whose term it is, where the term of one side is the age of the other. */
  waitForMerchants?: WaitKind;
  isForMerchants: boolean;
  isNotForPlatform?: true;
}
