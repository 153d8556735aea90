/** Parses an operator's description of a merchant into its columns; errors are reported by field. */
import { findDay } from '../terms/activity-time.ts';
import { entriesOf } from '../terms/keys.ts';
import { dayNumber } from '../terms/shelf-life.ts';
import { findCreditCodeProblem, normalizeCreditCode } from '../text/credit-code.ts';
import { type LicenceKind, licenceKindKeys } from './licences.ts';
import {
  type MerchantField,
  type MerchantValues,
  merchantField,
  merchantFieldNames,
  type Read,
} from './merchant-fields.ts';
import { type PaperKind, paperNames } from './qualification.ts';

export interface MerchantPaper {
  kind: LicenceKind;
  number: string;
  /** YYYY-MM-DD. */
  validFrom: string;
  /** The last day; null: without end. */
  validTo: string | null;
}

/** One of them is required besides the business licence: it says what may be sold. */
const tradePapers: readonly LicenceKind[] = ['drug_licence', 'device_filing', 'food_licence'];

export interface MerchantReading {
  values: Partial<MerchantValues>;
  papers: MerchantPaper[];
  /** A sentence for each error or missing field, by the names of a command. */
  refusals: string[];
  /** The same by field, and those of the licences. */
  errors: Partial<Record<MerchantField, string>>;
  paperRefusals: string[];
}

function isRefusal(read: unknown): read is { refusal: string } {
  return typeof read === 'object' && read !== null && 'refusal' in read;
}

/** The columns of the given fields, and a sentence for each that is wrong or, of a new merchant, missing. */
export function readMerchantFields(
  given: Readonly<Partial<Record<string, string>>>,
  { isNew }: { isNew: boolean },
): { values: Partial<MerchantValues>; errors: Partial<Record<MerchantField, string>> } {
  const errors: Partial<Record<MerchantField, string>> = {};
  const entries = merchantFieldNames.flatMap((name) => {
    const { column, text, read, fallback } = merchantField(name);
    const written = given[name]?.trim() ?? (isNew ? fallback : undefined);
    if (written === undefined) {
      if (isNew) errors[name] = `请填写${text}`;
      return [];
    }
    const value = read(written);
    if (!isRefusal(value)) return [[column, value] as const];
    errors[name] = value.refusal;
    return [];
  });
  return { values: Object.fromEntries(entries), errors };
}

/** Why a rest is refused; null where it is one, or none. */
export function restProblem({
  restsFrom,
  restsUntil,
}: Pick<MerchantValues, 'restsFrom' | 'restsUntil'>): string | null {
  if ((restsFrom === null) !== (restsUntil === null)) return '休息的开始和结束须一起填写';
  if (restsFrom === null || restsUntil === null) return null;
  if (restsUntil < restsFrom) return '休息结束不能早于开始';
  return dayNumber(restsUntil) - dayNumber(restsFrom) >= mostRestDays
    ? `一次最多休息${mostRestDays}天，更久请停止销售`
    : null;
}

const mostRestDays = 60;

/**
 * Parses the fields and licences of a merchant. For a new one (`isNew`) every required field and the licences must be
 * present; for a change only given fields count. `today` is YYYY-MM-DD: expired licences are refused.
 */
export function readMerchant(
  given: Readonly<Partial<Record<string, string>>>,
  papers: readonly string[],
  { isNew, today }: { isNew: boolean; today: string },
): MerchantReading {
  const { values, errors } = readMerchantFields(given, { isNew });
  const refusals = entriesOf(errors).map(([name, sentence]) =>
    given[name] === undefined ? `请用 --${name} 给出${merchantField(name).text}` : `--${name}：${sentence}`,
  );
  const readPapers = papers.map((paper) => readPaper(paper, today));
  const right = readPapers.filter((paper): paper is MerchantPaper => !isRefusal(paper));
  const paperRefusals = readPapers.filter(isRefusal).map(({ refusal }) => refusal);
  if (isNew && papers.length === right.length)
    paperRefusals.push(...missingPapers(right.map(({ kind }) => kind)));
  refusals.push(...paperRefusals.map((refusal) => `--paper：${refusal}`));
  return { values, papers: right, refusals, errors, paperRefusals };
}

function missingPapers(kinds: readonly LicenceKind[]): string[] {
  return [
    kinds.includes('business_licence') ? [] : '请给出营业执照',
    kinds.some((kind) => tradePapers.includes(kind))
      ? []
      : `请给出${tradePapers.map((kind) => paperNames[kind]).join('、')}中的至少一项`,
  ].flat();
}

const paperShape =
  '证件写成“种类:编号:起始日期:截止日期”，如“药品经营许可证:鄂AA0270001:2024-01-01:2028-12-31”，没有截止日期的写长期';

/** 营业执照:9142…:2020-01-01:长期. */
function readPaper(text: string, today: string): Read<MerchantPaper> {
  const [name = '', number = '', validFrom = '', validTo = '', ...rest] = text
    .split(/[:：]/)
    .map((part) => part.trim());
  if (rest.length > 0 || number === '' || validFrom === '') return { refusal: paperShape };
  const kind = licenceKindKeys.find((one: PaperKind) => one === name || paperNames[one] === name);
  if (kind === undefined) {
    const known = licenceKindKeys.map((one) => paperNames[one]).join('、');
    return { refusal: `不认识证件“${name}”，可以写${known}` };
  }
  const label = paperNames[kind];
  if (number.length > 60) return { refusal: `${label}的编号最多60个字` };
  if (kind === 'business_licence') {
    const problem = findCreditCodeProblem(number);
    if (problem !== null) return { refusal: `${label}：${problem}` };
  }
  if (findDay(validFrom) === null) return { refusal: `${label}的起始日期写成2024-01-01这样的日期` };
  if (validFrom > today) return { refusal: `${label}自${validFrom}起才有效` };
  const isEndless = validTo === '长期';
  if (!isEndless && findDay(validTo) === null)
    return { refusal: `${label}的截止日期写成2028-12-31这样的日期，没有的写长期` };
  if (!isEndless && validTo < today) return { refusal: `${label}已于${validTo}到期，请先换证` };
  return {
    kind,
    number: kind === 'business_licence' ? normalizeCreditCode(number) : number,
    validFrom,
    validTo: isEndless ? null : validTo,
  };
}

/** The number shown in the shop as the merchant's licence: that of the first one that says what may be sold. */
export function shownLicence(papers: readonly { kind: string; number: string }[]): string {
  const order: readonly string[] = [...tradePapers, 'business_licence'];
  return order.flatMap((kind) => papers.find((paper) => paper.kind === kind)?.number ?? [])[0] ?? '';
}
