/** The state of an application for a controlled item (rules 1, row 8). */
import { keysOf } from '../terms/keys.ts';
import { hasPassed } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';

const table = {
  // The merchant whose item it is decides first, then the platform.
  applied: { text: '审核中', mayApply: false, mayRefuse: true },
  agreed: { text: '审核中', mayApply: false, mayRefuse: true },
  granted: { text: '已通过', mayApply: false, mayRefuse: false },
  refused: { text: '未通过', mayApply: true, mayRefuse: false },
  withdrawn: { text: '已撤回', mayApply: true, mayRefuse: false },
} satisfies Record<string, { text: string; mayApply: boolean; mayRefuse: boolean }>;

/** As stored. */
export type GrantStatus = keyof typeof table;
/** As shown: a granted one whose last day is over has ended. */
export type ShownGrant = GrantStatus | 'ended';

/** All stored statuses, in order. */
export const grantStatuses = keysOf(table);
export const shownGrants: readonly ShownGrant[] = [...grantStatuses, 'ended'];

export function grantText(status: ShownGrant): string {
  return status === 'ended' ? '已到期' : table[status].text;
}

/** The same at desks, which know whose word is awaited. */
export function deskGrantText(status: ShownGrant): string {
  if (status === 'applied') return '待商家同意';
  return status === 'agreed' ? '待平台审核' : grantText(status);
}

/** The status with its last day (2026-12-31) taken into account; null is without end. */
export function shownGrant(status: GrantStatus, validTo: string | null, now: EpochMs): ShownGrant {
  return status === 'granted' && validTo !== null && hasPassed(validTo, now) ? 'ended' : status;
}

/** True without an application, or after one came to nothing: circumstances change, so a company may apply again. */
export function mayApply(status: ShownGrant | null): boolean {
  return status === null || status === 'ended' || table[status].mayApply;
}

/** True while undecided: it may be refused. */
export function mayRefuseGrant(status: GrantStatus): boolean {
  return table[status].mayRefuse;
}

/** A company's application for an item, as offers are made from it. */
export interface GrantFact {
  status: GrantStatus;
  validTo: string | null;
}

/** The effect of an application: only a granted one opens the item, up to its last day. */
export function grantStanding(grant: GrantFact | null, now: EpochMs): 'granted' | 'pending' | 'none' {
  const shown = grant === null ? null : shownGrant(grant.status, grant.validTo, now);
  return shown === 'granted' ? 'granted' : shown === 'applied' || shown === 'agreed' ? 'pending' : 'none';
}
