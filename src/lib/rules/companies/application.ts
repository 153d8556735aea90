/** A company's request for a decision of the platform, and the states of its documents (rules 2). */
import type { EpochMs } from '../terms/terms.ts';
import { type CompanyState, isApproved } from './company-state.ts';
import type { BuyerType, PaperKind, ScopeCode } from './qualification.ts';

/** Admission, or a change of an approved company. */
export const applicationKinds = ['first', 'change'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

export type ApplicationState = 'draft' | 'waiting' | 'approved' | 'returned' | 'withdrawn';

/** A draft can be edited, then it waits for the desk; a returned application continues as a new draft. */
export const applicationStates = {
  draft: { text: '待提交', next: ['waiting', 'withdrawn'], isOpen: true },
  waiting: { text: '待审核', next: ['approved', 'returned', 'withdrawn'], isOpen: true },
  approved: { text: '已通过', next: [], isOpen: false },
  returned: { text: '已退回', next: [], isOpen: false },
  withdrawn: { text: '已撤回', next: [], isOpen: false },
} satisfies Record<ApplicationState, { text: string; next: ApplicationState[]; isOpen: boolean }>;

/** True when an application may go from one state to another. */
export function canApplicationBecome(from: ApplicationState, to: ApplicationState): boolean {
  const next: readonly ApplicationState[] = applicationStates[from].next;
  return next.includes(to);
}

export function applicationText(state: ApplicationState): string {
  return applicationStates[state].text;
}

export type PaperState = 'draft' | 'reviewing' | 'approved' | 'rejected' | 'replaced';

/** A version of a document. The approved one is valid until another of its kind is approved; then it is `replaced`. */
export const paperStates = {
  draft: { text: '待提交', next: ['reviewing', 'replaced'], isHandedIn: false, isWritten: true },
  reviewing: { text: '审核中', next: ['approved', 'rejected', 'draft'], isHandedIn: true, isWritten: false },
  approved: { text: '已通过', next: ['replaced'], isHandedIn: true, isWritten: false },
  rejected: { text: '已驳回', next: ['replaced'], isHandedIn: true, isWritten: false },
  replaced: { text: '已更换', next: [], isHandedIn: false, isWritten: false },
} satisfies Record<PaperState, { text: string; next: PaperState[]; isHandedIn: boolean; isWritten: boolean }>;

/** True when a document may go from one state to another. */
export function canPaperBecome(from: PaperState, to: PaperState): boolean {
  const next: readonly PaperState[] = paperStates[from].next;
  return next.includes(to);
}

/** A company's data as submitted. In a draft, missing values are empty. */
export interface CompanyData {
  name: string;
  /** 统一社会信用代码. */
  creditCode: string;
  /** Null: not chosen yet. */
  buyerType: BuyerType | null;
  province: string;
  city: string;
  district: string;
  /** Six-digit division code of its location. */
  regionCode: string;
  /** The receiver of its goods. */
  receiver: string;
  phone: string;
  detail: string;
  /** The requested scopes. */
  scopes: ScopeCode[];
}

export const emptyCompanyData: CompanyData = {
  name: '',
  creditCode: '',
  buyerType: null,
  province: '',
  city: '',
  district: '',
  regionCode: '',
  receiver: '',
  phone: '',
  detail: '',
  scopes: [],
};

/** A document in a draft: unknown values are empty or null. */
export interface DraftPaper {
  kind: PaperKind;
  state: PaperState;
  number: string;
  validFrom: EpochMs | null;
  validTo: EpochMs | null;
  /** Its end of validity is not known yet. */
  lacksEnd: boolean;
  /** Number of its files. Documents approved before there were files have none. */
  files: number;
}

/** Whether a company may edit its documents: during a review they stay unchanged. */
export function mayChangePapers(state: CompanyState): boolean {
  return state === 'draft' || state === 'rejected' || state === 'approved';
}

/** The company's state after a submission; null where it cannot submit. */
export function stateAfterHandIn(state: CompanyState): CompanyState | null {
  if (!mayChangePapers(state)) return null;
  return state === 'approved' ? 'changing' : 'reviewing';
}

/** The kind of application that a company's new draft is. */
export function applicationKindOf(state: CompanyState): ApplicationKind {
  return isApproved(state) ? 'change' : 'first';
}
