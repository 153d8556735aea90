/** Changing the telephone of an owner who has lost it: states, papers, who may pass, and when it takes effect (rules 2). */
import { keysOf } from '../terms/keys.ts';

const states = {
  waiting: '待复核',
  passed: '等待生效',
  done: '已更换',
  refused: '已驳回',
  objected: '企业有异议',
  void: '未生效',
} as const satisfies Record<string, string>;

export type OwnerChangeState = keyof typeof states;
export const ownerChangeStates = keysOf(states);

/** The state in Chinese. */
export function ownerChangeStateText(state: OwnerChangeState): string {
  return states[state];
}

/** True while the change may still take effect. */
export function isOpenOwnerChange(state: OwnerChangeState): boolean {
  return state === 'waiting' || state === 'passed';
}

/** The papers that each change carries. */
export const ownerChangePapers = {
  licence: '营业执照',
  identity: '负责人身份证',
  letter: '盖公章的更换申请',
} as const satisfies Record<string, string>;

export type OwnerChangePaper = keyof typeof ownerChangePapers;
export const ownerChangePaperKinds = keysOf(ownerChangePapers);

/** From when on a change that was passed at `now` takes effect; `hours` is a setting. */
export function ownerChangeDue(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000);
}
