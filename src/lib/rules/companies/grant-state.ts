/** Where an application for a controlled goods stands (rules 1, row 8). */
import { keysOf } from '../terms/keys.ts';

/** As stored: applied, granted, refused. */
export type GrantStatus = 'applied' | 'granted' | 'refused';

const table = {
  applied: { text: '审核中', mayApply: false, mayRefuse: true },
  granted: { text: '已通过', mayApply: false, mayRefuse: false },
  refused: { text: '未通过', mayApply: true, mayRefuse: false },
} satisfies Record<GrantStatus, { text: string; mayApply: boolean; mayRefuse: boolean }>;

/** All statuses, in the order in which they come. */
export const grantStatuses = keysOf(table);

export function grantText(status: GrantStatus): string {
  return table[status].text;
}

/** True for who has not applied, or was refused: circumstances change, so one may apply again. */
export function mayApply(status: GrantStatus | null): boolean {
  return status === null || table[status].mayApply;
}

/** True while nobody has decided: it may be refused, and waits. */
export function mayRefuseGrant(status: GrantStatus): boolean {
  return table[status].mayRefuse;
}
