/** The states of a company, and what its people may do in each (rules 2). */
import { keysOf } from '../terms/keys.ts';

/** The state of a company. */
export type CompanyState = 'draft' | 'reviewing' | 'approved' | 'rejected' | 'changing' | 'frozen' | 'closed';

type CompanyRow = {
  text: string;
  next: CompanyState[];
  /** Buys as an approved company; a change under review leaves the old approval valid. */
  isApproved: boolean;
  /** What its people may still do: everything their roles allow, view orders and messages, or nothing. */
  reach: 'all' | 'looking' | 'none';
};

/** The states of rules 2. 即将过期 and 已过期 are not here: they follow from the licences. */
export const companyStates = {
  draft: { text: '待提交', next: ['reviewing', 'closed'], isApproved: false, reach: 'all' },
  reviewing: { text: '待审核', next: ['approved', 'rejected', 'closed'], isApproved: false, reach: 'all' },
  approved: { text: '审核通过', next: ['changing', 'frozen', 'closed'], isApproved: true, reach: 'all' },
  rejected: { text: '已驳回', next: ['reviewing', 'closed'], isApproved: false, reach: 'all' },
  changing: {
    text: '资料变更待审核',
    next: ['approved', 'frozen', 'closed'],
    isApproved: true,
    reach: 'all',
  },
  frozen: { text: '已冻结', next: ['approved', 'changing', 'closed'], isApproved: false, reach: 'looking' },
  closed: { text: '已注销', next: [], isApproved: false, reach: 'none' },
} satisfies Record<CompanyState, CompanyRow>;

/** True when a company may go from one state to another. */
export function canBecome(from: CompanyState, to: CompanyState): boolean {
  const { next }: CompanyRow = companyStates[from];
  return next.includes(to);
}

/** The Chinese name of a company's state. */
export function companyStateText(state: CompanyState): string {
  return companyStates[state].text;
}

/** True when a company buys as an approved one, also while a change is under review. */
export function isApproved(state: CompanyState): boolean {
  return companyStates[state].isApproved;
}

/** Whether people of the company may log in at all; 已注销 is the end. */
export function mayLogIn(state: CompanyState): boolean {
  return companyStates[state].reach !== 'none';
}

/** States in which a company has people to notify. */
export const statesWithPeople: readonly CompanyState[] = keysOf(companyStates).filter(mayLogIn);

/** True when the company's people may only view what it has, and change nothing (已冻结). */
export function isRestricted(state: CompanyState): boolean {
  return companyStates[state].reach !== 'all';
}

// Freezing a company and taking that back (rules 2).

/** True for a company that may be frozen: only one that buys has something to lose by it. */
export function mayFreeze(state: CompanyState): boolean {
  return canBecome(state, 'frozen');
}

/** True for a frozen company. */
export function isFrozen(state: CompanyState): boolean {
  return state === 'frozen';
}
