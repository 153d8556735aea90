/** The licences of companies and the scopes that rest on them (rules 2). */

import { shanghaiDay } from '../terms/activity-time.ts';
import { isKeyOf, keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

/** Who may register (rules 2). */
export type BuyerType = 'pharmacy' | 'chain_store' | 'chain_head' | 'distributor' | 'clinic' | 'hospital';

export type PaperKind =
  | 'business_licence'
  | 'drug_licence'
  | 'practice_licence'
  | 'legal_person_id'
  | 'purchase_authorisation'
  | 'food_licence'
  | 'device_filing'
  | 'invoice_details'
  | 'quality_survey';

export const paperNames = {
  business_licence: '营业执照',
  drug_licence: '药品经营许可证',
  practice_licence: '医疗机构执业许可证或备案凭证',
  legal_person_id: '法人身份证',
  purchase_authorisation: '采购授权委托书',
  food_licence: '食品经营许可证',
  device_filing: '医疗器械经营备案凭证或许可证',
  invoice_details: '开票资料',
  quality_survey: '质量体系调查表',
} satisfies Record<PaperKind, string>;

/** Written by the company itself: they carry no number of an authority. */
const unnumbered: readonly PaperKind[] = ['purchase_authorisation', 'invoice_details', 'quality_survey'];

/** Whether a document of this kind bears a number that has to be filled in. */
export function bearsNumber(kind: PaperKind): boolean {
  return !unnumbered.includes(kind);
}

type BuyerTypeRow = { text: string; needs: PaperKind[]; may: PaperKind[]; isMedical: boolean };

const pharmacyPapers: Pick<BuyerTypeRow, 'needs' | 'may'> = {
  needs: ['business_licence', 'drug_licence', 'legal_person_id', 'purchase_authorisation'],
  may: ['food_licence', 'device_filing', 'invoice_details'],
};
const medicalPapers: Pick<BuyerTypeRow, 'needs' | 'may'> = {
  needs: ['practice_licence', 'legal_person_id', 'purchase_authorisation'],
  may: ['device_filing', 'invoice_details'],
};
const tradePapers: Pick<BuyerTypeRow, 'needs' | 'may'> = {
  needs: pharmacyPapers.needs,
  may: [...pharmacyPapers.may, 'quality_survey'],
};

/** The documents of a buyer type: `needs` are marked * in rules 2. */
export const buyerTypes = {
  pharmacy: { text: '单体药房', ...pharmacyPapers, isMedical: false },
  chain_store: { text: '连锁门店', ...pharmacyPapers, isMedical: false },
  chain_head: { text: '连锁总部', ...tradePapers, isMedical: false },
  distributor: { text: '商业公司', ...tradePapers, isMedical: false },
  clinic: { text: '诊所', ...medicalPapers, isMedical: true },
  hospital: { text: '医疗机构', ...medicalPapers, isMedical: true },
} satisfies Record<BuyerType, BuyerTypeRow>;

/** A licence of a company. validTo is the last moment of its validity, null = without end (长期). */
export type Paper = {
  kind: PaperKind;
  number: string;
  validFrom: EpochMs | null;
  validTo: EpochMs | null;
};

export type PaperValidity = 'valid' | 'expiring' | 'expired' | 'not_yet';

export const paperValidityTexts = {
  valid: '有效',
  expiring: '即将过期',
  expired: '已过期',
  not_yet: '未生效',
} satisfies Record<PaperValidity, string>;

/** Days left from which on a reminder is due. */
export const reminderDays = [60, 30, 7] as const;

/**
 * Days until the Shanghai day on which a licence ends, counted as `daysLeft` does for a lot: 0 on the last day itself.
 */
function daysUntil(validTo: EpochMs, now: EpochMs): number {
  return shanghaiDay(validTo) - shanghaiDay(now);
}

/** The validity of a licence at `now`; 即将过期 from 60 days before its last day on. */
export function paperValidity(paper: Paper, now: EpochMs): PaperValidity {
  if (paper.validTo !== null && now > paper.validTo) return 'expired';
  if (paper.validFrom !== null && now < paper.validFrom) return 'not_yet';
  return findReminder(paper, now) === null ? 'valid' : 'expiring';
}

/** The most urgent due reminder (60, 30 or 7), null when none is due or the licence has expired. */
export function findReminder({ validTo }: Paper, now: EpochMs): (typeof reminderDays)[number] | null {
  if (validTo === null || now > validTo) return null;
  const left = daysUntil(validTo, now);
  return reminderDays.findLast((days) => left <= days) ?? null;
}

/** A company's licences to renew: expired, or with a reminder due, and not continued by another of their kind. */
export function papersToRenew<P extends Paper>(papers: readonly P[], now: EpochMs): P[] {
  return papers.filter(
    (paper) =>
      (paperValidity(paper, now) === 'expired' || findReminder(paper, now) !== null) &&
      !papers.some((other) => goesOn(other, paper)),
  );
}

/** True where one of a company's licences has ended and none of its kind goes on: it is not simply 审核通过. */
export function hasEndedPaper(papers: readonly Paper[], now: EpochMs): boolean {
  return papersToRenew(papers, now).some((paper) => paperValidity(paper, now) === 'expired');
}

/** True for a licence of the same kind that is valid longer and leaves no gap. */
export function goesOn(later: Paper, { kind, validTo }: Paper): boolean {
  if (later.kind !== kind || validTo === null) return false;
  const isLonger = later.validTo === null || later.validTo > validTo;
  return isLonger && (later.validFrom === null || later.validFrom <= validTo + 1);
}

/** A sentence for each licence to renew (rules 2). */
export function paperNotices(papers: readonly Paper[], now: EpochMs): string[] {
  return papersToRenew(papers, now).flatMap(({ kind, validTo }) => {
    if (validTo === null) return [];
    const name = paperNames[kind];
    if (now > validTo) return [`${name}已过期，请更新后采购相关商品`];
    const days = daysUntil(validTo, now);
    return [`${name}${days === 0 ? '今天到期' : `还有${days}天到期`}，请及时更新`];
  });
}

/** Documents required for a buyer type without a valid one, in the order of the form. */
export function missingPapers(buyerType: BuyerType, papers: readonly Paper[], now: EpochMs): PaperKind[] {
  return buyerTypes[buyerType].needs.filter((kind) => !hasValid(papers, [kind], now));
}

/** The scope codes of rules 2 are Chinese names: they are data, shown unchanged. */
export type ScopeCode =
  | '化学药制剂'
  | '抗生素'
  | '中成药'
  | '中药饮片'
  | '中药材'
  | '生化药品'
  | '生物制品'
  | '保健食品'
  | '二类器械'
  | '三类器械'
  | '冷藏药品'
  | '其他';

const medicine: PaperKind[] = ['drug_licence', 'practice_licence'];

/** The licences each scope rests on: one of them must be valid. */
export const scopePapers = {
  化学药制剂: medicine,
  抗生素: medicine,
  中成药: medicine,
  中药饮片: medicine,
  中药材: medicine,
  生化药品: medicine,
  生物制品: medicine,
  冷藏药品: medicine,
  保健食品: ['food_licence'],
  二类器械: ['device_filing'],
  三类器械: ['device_filing'],
  其他: ['business_licence'],
} satisfies Record<ScopeCode, PaperKind[]>;

/** All scope codes, in the order of rules 2. */
export const scopeCodes = keysOf(scopePapers);

/** Scopes in display order: the table's order, independent of a query. */
export function inScopeOrder(scopes: readonly ScopeCode[]): ScopeCode[] {
  return scopeCodes.filter((code) => scopes.includes(code));
}

/** The scopes that a buyer type can request: those that rest on a document of that type. */
export function scopesOf(type: BuyerType): ScopeCode[] {
  const { needs, may }: BuyerTypeRow = buyerTypes[type];
  return scopeCodes.filter((code) =>
    scopePapers[code].some((kind: PaperKind) => needs.includes(kind) || may.includes(kind)),
  );
}

/** Stands for an unknown scope: its items are closed to all, because nothing says who may buy them. */
export const unknownScope = 'unknown';

/** The requirement of an item: a scope, none (null), or an unknown one. */
export type GoodsScope = ScopeCode | typeof unknownScope | null;

/** Values in data that mean that no scope is needed. */
const scopeless: readonly string[] = ['', '一类器械'];

/** Parses a scope from data. */
export function findScope(text: string): GoodsScope {
  if (scopeless.includes(text)) return null;
  return isKeyOf(scopePapers, text) ? text : unknownScope;
}

/** Parses the allowed buyer types from data; null is everyone. An unknown type allows no one. */
export function findBuyerTypes(words: readonly string[] | null): BuyerType[] | null {
  return words?.filter((word) => isKeyOf(buyerTypes, word)) ?? null;
}

/**
 * The licence whose end blocks a scope: the expired one when the company has submitted licences for it and none is
 * valid. null when the scope is not blocked. An expired licence blocks nothing else.
 */
export function findExpiredPaper(scope: ScopeCode, papers: readonly Paper[], now: EpochMs): Paper | null {
  const kinds: PaperKind[] = scopePapers[scope];
  if (hasValid(papers, kinds, now)) return null;
  return (
    papers.find((paper) => kinds.includes(paper.kind) && paperValidity(paper, now) === 'expired') ?? null
  );
}

/** True when a licence for the scope is valid: without one the scope cannot be granted. */
export function isScopeHeld(scope: ScopeCode, papers: readonly Paper[], now: EpochMs): boolean {
  return hasValid(papers, scopePapers[scope], now);
}

/**
 * True when the item's scope is among the company's; items without one are open to all, those with an unknown one to
 * none.
 */
export function isInScope(scope: GoodsScope, scopes: readonly ScopeCode[]): boolean {
  if (scope === unknownScope) return false;
  return scope === null || scopes.includes(scope);
}

function hasValid(papers: readonly Paper[], kinds: readonly PaperKind[], now: EpochMs): boolean {
  return papers.some((paper) => kinds.includes(paper.kind) && isInForce[paperValidity(paper, now)]);
}

const isInForce = { valid: true, expiring: true, expired: false, not_yet: false } satisfies Record<
  PaperValidity,
  boolean
>;
