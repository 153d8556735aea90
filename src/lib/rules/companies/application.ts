/** A company's request for a decision of the platform, and the states of its documents (rules 2). */

import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { findCreditCodeProblem } from '../text/credit-code.ts';
import { isPhone } from '../text/phone.ts';
import { type CompanyState, isApproved } from './company-state.ts';
import {
  type BuyerType,
  buyerTypes,
  type PaperKind,
  paperNames,
  paperValidity,
  type ScopeCode,
  scopePapers,
} from './qualification.ts';

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

/** Something that prevents the submission of a draft. */
export interface Lack {
  /** Where it is filled in: a field of the company's data, or a document. */
  at: keyof CompanyData | PaperKind;
  text: string;
}

const fieldChecks: { at: keyof CompanyData; text: string; holds: (data: CompanyData) => boolean }[] = [
  { at: 'name', text: '请填写企业名称', holds: ({ name }) => name.trim() !== '' },
  {
    at: 'creditCode',
    text: '请填写正确的统一社会信用代码',
    holds: ({ creditCode }) => findCreditCodeProblem(creditCode) === null,
  },
  { at: 'buyerType', text: '请选择企业类型', holds: ({ buyerType }) => buyerType !== null },
  { at: 'regionCode', text: '请选择所在地区', holds: ({ regionCode }) => /^\d{6}$/.test(regionCode) },
  { at: 'receiver', text: '请填写收货人', holds: ({ receiver }) => receiver.trim() !== '' },
  { at: 'phone', text: '请填写正确的收货电话', holds: ({ phone }) => isPhone(phone) },
  { at: 'detail', text: '请填写详细地址', holds: ({ detail }) => detail.trim() !== '' },
  { at: 'scopes', text: '请选择经营范围', holds: ({ scopes }) => scopes.length > 0 },
];

/**
 * What an application lacks before it can be submitted, in the order of the form: fields, then the documents required
 * for its buyer type (rules 2), then incomplete fields of any document in it. A document whose kind is approved and has
 * not expired is not required again.
 */
export function findLacks(data: CompanyData, papers: readonly DraftPaper[], now: EpochMs): Lack[] {
  const fields = fieldChecks.filter(({ holds }) => !holds(data)).map(({ at, text }) => ({ at, text }));
  const needs: readonly PaperKind[] = data.buyerType === null ? [] : buyerTypes[data.buyerType].needs;
  const kinds = keysOf(paperNames).filter(
    (kind) => needs.includes(kind) || papers.some((paper) => paper.kind === kind && paper.state === 'draft'),
  );
  const ordered = [...needs, ...kinds.filter((kind) => !needs.includes(kind))];
  return [...fields, ...ordered.flatMap((kind) => lackOf(kind, papers, now) ?? [])];
}

/** An approved company's data and the requested data. */
export interface Change {
  from: CompanyData;
  to: CompanyData;
}

/**
 * Fields of the company itself: the receiver of its goods is part of its addresses, and the desk does not review it.
 */
const ownFields = ['name', 'creditCode', 'buyerType', 'province', 'city', 'district', 'regionCode'] as const;

/** Whether the requested data differ; the order of scopes does not count. */
export function differsAsCompany(wanted: CompanyData, known: CompanyData): boolean {
  return (
    ownFields.some((field) => wanted[field] !== known[field]) ||
    wanted.scopes.toSorted().join() !== known.scopes.toSorted().join()
  );
}

/**
 * The same for a change: valid documents are not required again. Documents in the draft must be complete; another name,
 * code or place requires the licence that shows it, another scope a document that it rests on, another buyer type its
 * documents.
 */
export function findChangeLacks(papers: readonly DraftPaper[], now: EpochMs, change?: Change): Lack[] {
  const begun = papers.flatMap((paper): Lack[] => {
    const text = paper.state === 'draft' ? halfFilled(paper, now) : null;
    return text === null ? [] : [{ at: paper.kind, text: `${paperNames[paper.kind]}：${text}` }];
  });
  return change === undefined ? begun : [...begun, ...lacksOfChange(papers, now, change)];
}

function lacksOfChange(papers: readonly DraftPaper[], now: EpochMs, { from, to }: Change): Lack[] {
  const type = to.buyerType ?? from.buyerType;
  if (type === null) return [];
  const { needs, may }: { needs: PaperKind[]; may: PaperKind[] } = buyerTypes[type];
  const isWritten = (kind: PaperKind) =>
    papers.some((paper) => paper.kind === kind && paper.state === 'draft');
  const isThere = (kind: PaperKind) => isWritten(kind) || lackOf(kind, papers, now) === null;
  const lacks: Lack[] = [];
  const licence: PaperKind = buyerTypes[type].isMedical ? 'practice_licence' : 'business_licence';
  const named = (['name', 'creditCode', 'regionCode'] as const).some((field) => from[field] !== to[field]);
  if (named && !isWritten(licence))
    lacks.push({ at: licence, text: `名称、代码或地区有变更，请上传新的${paperNames[licence]}` });
  for (const scope of to.scopes.filter((code) => !from.scopes.includes(code))) {
    const kinds: PaperKind[] = scopePapers[scope].filter(
      (kind) => needs.includes(kind) || may.includes(kind),
    );
    const [kind] = kinds;
    if (kind !== undefined && !kinds.some(isThere))
      lacks.push({ at: kind, text: `增加“${scope}”，请上传${paperNames[kind]}` });
  }
  if (type !== from.buyerType)
    for (const kind of needs)
      if (!isThere(kind) && !lacks.some(({ at }) => at === kind))
        lacks.push({ at: kind, text: `请上传${paperNames[kind]}` });
  return lacks;
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

/** What a kind of document lacks; null for nothing. */
function lackOf(kind: PaperKind, papers: readonly DraftPaper[], now: EpochMs): Lack | null {
  const name = paperNames[kind];
  const own = papers.filter((paper) => paper.kind === kind);
  const draft = own.find(({ state }) => state === 'draft');
  if (draft !== undefined) {
    const text = halfFilled(draft, now);
    return text === null ? null : { at: kind, text: `${name}：${text}` };
  }
  const holds = own.some((paper) => paper.state === 'approved' && paperValidity(paper, now) !== 'expired');
  if (holds || own.some(({ state }) => state === 'reviewing')) return null;
  const isReturned = own.some(({ state }) => state === 'rejected');
  return { at: kind, text: isReturned ? `${name}：已被退回，请修改后提交` : `请上传${name}` };
}

/** What is missing in a draft; null for nothing. */
export function halfFilled(paper: DraftPaper, now: EpochMs): string | null {
  if (paper.files === 0) return '请上传图片或PDF';
  if (paper.number.trim() === '') return '请填写证件编号';
  if (paper.validFrom === null) return '请填写有效期起';
  if (paper.lacksEnd) return '请填写有效期至，或选择长期';
  return paperValidity(paper, now) === 'expired' ? '已过期，请上传新证件' : null;
}
