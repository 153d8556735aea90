/** The state of an application for a controlled item (rules 1, row 8). */
import { keysOf } from '../terms/keys.ts';

/** As stored: applied, granted, refused. */
export type GrantStatus = 'applied' | 'granted' | 'refused';

const table = {
  applied: { text: '审核中', mayApply: false, mayRefuse: true },
  granted: { text: '已通过', mayApply: false, mayRefuse: false },
  refused: { text: '未通过', mayApply: true, mayRefuse: false },
} satisfies Record<GrantStatus, { text: string; mayApply: boolean; mayRefuse: boolean }>;

/** All statuses, in order. */
export const grantStatuses = keysOf(table);

export function grantText(status: GrantStatus): string {
  return table[status].text;
}

/** True without an application, or after a refusal: circumstances change, so a company may apply again. */
export function mayApply(status: GrantStatus | null): boolean {
  return status === null || table[status].mayApply;
}

/** True while undecided: it may be refused. */
export function mayRefuseGrant(status: GrantStatus): boolean {
  return table[status].mayRefuse;
}
