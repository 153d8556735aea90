/** What an application lacks before it can be handed in (rules 2). */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';
import { findCreditCodeProblem } from '../text/credit-code.ts';
import { isPhone } from '../text/phone.ts';
import type { CompanyData, DraftPaper } from './application.ts';
import {
  bearsNumber,
  buyerTypes,
  type PaperKind,
  paperNames,
  paperValidity,
  scopePapers,
} from './qualification.ts';

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
interface Change {
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
  if (bearsNumber(paper.kind) && paper.number.trim() === '') return '请填写证件编号';
  if (paper.validFrom === null) return '请填写有效期起';
  if (paper.lacksEnd) return '请填写有效期至，或选择长期';
  return paperValidity(paper, now) === 'expired' ? '已过期，请上传新证件' : null;
}
