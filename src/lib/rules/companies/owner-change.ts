/** Changing the phone of an owner who has lost it: states, documents, approvers, and when it takes effect (rules 2). */
import { keysOf, textOf } from '../terms/keys.ts';

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

/** The state in Chinese; the word itself for one of another version. */
export function ownerChangeStateText(state: string): string {
  return textOf(states, state);
}

/** True while the change may still take effect. */
export function isOpenOwnerChange(state: OwnerChangeState): boolean {
  return state === 'waiting' || state === 'passed';
}

/** The documents of each change. */
export const ownerChangePapers = {
  licence: '营业执照',
  identity: '负责人身份证',
  letter: '盖公章的更换申请',
} as const satisfies Record<string, string>;

export type OwnerChangePaper = keyof typeof ownerChangePapers;
export const ownerChangePaperKinds = keysOf(ownerChangePapers);

/** When a change approved at `now` takes effect; `hours` is a setting. */
export function ownerChangeDue(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000);
}

/** The facts when an approved change is due. */
export interface MoveFacts {
  isCompanyOpen: boolean;
  /** The person is an owner of the company who may log in. */
  isOwner: boolean;
  /** The person still has the phone of the time of the request. */
  isPhoneAsRead: boolean;
  /** Another person has the new phone. */
  isTaken: boolean;
}

/** Why the telephone does not move; null when it does. */
export function moveProblem({ isCompanyOpen, isOwner, isPhoneAsRead, isTaken }: MoveFacts): string | null {
  if (!isCompanyOpen) return '企业已注销';
  if (!isOwner) return '此人已不是企业管理员';
  if (!isPhoneAsRead) return '登录手机号在此期间已变更';
  return isTaken ? '新手机号已有账号' : null;
}
