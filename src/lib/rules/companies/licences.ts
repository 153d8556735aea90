/**
 * Registered licences of merchants and their renewal (rules 2): while one has expired, the merchant's items are off
 * sale.
 */
import { keysOf } from '../terms/keys.ts';
import { dayNumber, daysLeft } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';
import { type PaperKind, paperNames, reminderDays } from './qualification.ts';

/** Kinds that a merchant registers. `isEndless`: it may have no end date. */
export const licenceKinds = {
  business_licence: { text: paperNames.business_licence, isEndless: true },
  drug_licence: { text: paperNames.drug_licence, isEndless: false },
  food_licence: { text: paperNames.food_licence, isEndless: false },
  device_filing: { text: paperNames.device_filing, isEndless: true },
} as const satisfies Partial<Record<PaperKind, { text: string; isEndless: boolean }>>;

export type LicenceKind = keyof typeof licenceKinds;
export const licenceKindKeys = keysOf(licenceKinds);

/** The notice due for a licence that ends on `validTo`: 60, 30 or 7 days before, `lapsed` after it, null earlier. */
export function licenceStep(validTo: string, now: EpochMs): (typeof reminderDays)[number] | 'lapsed' | null {
  const left = daysLeft(validTo, now);
  return left < 0 ? 'lapsed' : (reminderDays.findLast((days) => left <= days) ?? null);
}

/** The states of a submission. */
export const renewalStates = {
  waiting: '待核验',
  accepted: '已通过',
  returned: '已退回',
  withdrawn: '已撤回',
} as const satisfies Record<string, string>;

export type RenewalState = keyof typeof renewalStates;

/** True for an undecided submission. */
export function isRenewalOpen(state: RenewalState): boolean {
  return state === 'waiting';
}

export interface LicenceDays {
  /** YYYY-MM-DD */
  validFrom: string;
  /** The last day; null: without end. */
  validTo: string | null;
}

/** Longest validity of a licence in years: one typed as 2131 is a mistake. */
const mostYears = 30;

/** Why the days of a licence are refused, by field; null where they are valid. */
export function refuseLicenceDays(
  kind: LicenceKind,
  { validFrom, validTo }: LicenceDays,
  now: EpochMs,
): { field: 'valid_from' | 'valid_to'; sentence: string } | null {
  const { text, isEndless } = licenceKinds[kind];
  if (validTo === null) return isEndless ? null : { field: 'valid_to', sentence: `请填写${text}的有效期至` };
  if (validTo < validFrom) return { field: 'valid_to', sentence: '有效期至不能早于发证日期' };
  if (daysLeft(validTo, now) < 0) return { field: 'valid_to', sentence: `${text}已过有效期，请提交新证` };
  const years = (dayNumber(validTo) - dayNumber(validFrom)) / 365;
  return years > mostYears ? { field: 'valid_to', sentence: `有效期超过${mostYears}年，请核对年份` } : null;
}

/**
 * Why a licence cannot replace the registered one now, in a sentence; null where it can. One that begins later must
 * follow the registered one without a gap, otherwise it waits for its first day.
 */
export function refuseAcceptance(
  { validFrom, validTo }: LicenceDays,
  registered: LicenceDays | null,
  now: EpochMs,
): string | null {
  if (validTo !== null && daysLeft(validTo, now) < 0) return '该证照已过有效期，请退回并说明原因';
  if (daysLeft(validFrom, now) <= 0) return null;
  const last = registered?.validTo ?? null;
  const goesOn = registered !== null && last !== null && dayNumber(validFrom) <= dayNumber(last) + 1;
  return goesOn && last !== null && daysLeft(last, now) >= 0
    ? null
    : `该证照自${validFrom}起生效，与现有证照不衔接，生效后才能通过`;
}

export const licenceStates = {
  lapsed: '已过期',
  week: '7天内到期',
  month: '30天内到期',
  soon: '60天内到期',
  valid: '有效',
} as const;

export type LicenceState = keyof typeof licenceStates;

/** Days left at which a merchant is notified, the shortest first, with the resulting state. */
const steps = [...reminderDays].sort((a, b) => a - b);
const stepStates: Readonly<Record<number, LicenceState>> = { 7: 'week', 30: 'month', 60: 'soon' };

/** The state of a registered licence by its last day; null is without end. */
export function licenceState(validTo: string | null, now: EpochMs): LicenceState {
  if (validTo === null) return 'valid';
  const left = daysLeft(validTo, now);
  if (left < 0) return 'lapsed';
  const step = steps.find((days) => left <= days);
  return step === undefined ? 'valid' : (stepStates[step] ?? 'valid');
}

/** Days left from which a licence is on the lists of expiring ones. */
export const licenceWarnDays = Math.max(...reminderDays);

/** Facts of a submission and of the registered licence, for the person who accepts it. */
export interface RenewalFacts extends LicenceDays {
  kind: LicenceKind;
  number: string;
}

/** What the person who accepts a submission has to check, in sentences; none for an ordinary renewal. */
export function renewalHints(
  facts: RenewalFacts,
  registered: (LicenceDays & { number: string }) | null,
  merchant: { licenceNo: string },
): string[] {
  const hints: string[] = [];
  if (registered === null) hints.push('此前没有登记过这种证照');
  else {
    if (registered.number !== facts.number) hints.push(`证号与登记的不同：登记为${registered.number}`);
    if (facts.validTo !== null && registered.validTo !== null && facts.validTo <= registered.validTo)
      hints.push(`有效期没有比登记的（${registered.validTo}）更晚`);
    if (registered.validTo !== null && dayNumber(facts.validFrom) > dayNumber(registered.validTo) + 1)
      hints.push(`与登记的有效期（至${registered.validTo}）之间有间隔`);
    if (facts.validFrom < registered.validFrom) hints.push('发证日期早于登记的证照');
  }
  if (facts.kind === 'drug_licence' && merchant.licenceNo !== facts.number)
    hints.push(`通过后，店铺页展示的许可证号由${merchant.licenceNo}改为${facts.number}`);
  return hints;
}

/** Filters of a desk's list of registered licences. */
export const licenceViews = { all: '全部', due: '已过期或60天内到期', waiting: '待核验' } as const;
