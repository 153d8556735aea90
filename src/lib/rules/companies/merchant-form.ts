/** Parses an operator's description of a merchant into its columns; errors are reported by field. */
import { findYuan } from '../money/money.ts';
import { findDay } from '../terms/activity-time.ts';
import { findCreditCodeProblem, normalizeCreditCode } from '../text/credit-code.ts';
import { isPhone } from '../text/phone.ts';
import { type LicenceKind, licenceKindKeys } from './licences.ts';
import { findProvince, provinceNames } from './provinces.ts';
import { type PaperKind, paperNames } from './qualification.ts';

export interface MerchantPaper {
  kind: LicenceKind;
  number: string;
  /** YYYY-MM-DD. */
  validFrom: string;
  /** The last day; null: without end. */
  validTo: string | null;
}

/** The columns of a merchant that an operator fills in. Amounts in fen, regions as codes of provinces. */
export interface MerchantValues {
  shortName: string;
  fullName: string;
  kind: string;
  speciality: string;
  province: string;
  city: string;
  address: string;
  phone: string;
  badges: string[];
  policies: string[];
  shippingFee: number;
  freeShippingAmount: number;
  coldChainFee: number;
  minOrderAmount: number;
  /** Null: everywhere. */
  salesRegions: string[] | null;
  unservedRegions: string[];
  sort: number;
  returnName: string;
  returnPhone: string;
  returnAddress: string;
}

/** One of them is required besides the business licence: it says what may be sold. */
const tradePapers: readonly LicenceKind[] = ['drug_licence', 'device_filing', 'food_licence'];

/** An operator's words for "none". */
const nowhere = ['', '无'];
const everywhere = ['全国'];

/** Relation of a merchant to the platform: its own, or another company. */
const merchantKinds = ['自营', '入驻'];

type Read<T> = T | { refusal: string };

function line(label: string, min: number, max: number) {
  return (text: string): Read<string> =>
    text.length >= min && text.length <= max ? text : { refusal: `${label}为${min}–${max}个字` };
}

function yuan(label: string) {
  return (text: string): Read<number> => {
    const fen = findYuan(text);
    const isRight = fen !== null && fen >= 0 && fen <= 100_000_000;
    return isRight ? fen : { refusal: `${label}写成元，如10或10.00，不小于0` };
  };
}

function words(label: string) {
  return (text: string): Read<string[]> => {
    const list = text.split(/[;；]/).map((word) => word.trim());
    const isRight =
      text === '' || (list.length <= 8 && list.every((word) => word !== '' && word.length <= 20));
    return isRight ? list.filter(Boolean) : { refusal: `${label}用分号隔开，最多8个，每个不超过20字` };
  };
}

function regions(label: string) {
  return (text: string): Read<string[]> => {
    if (nowhere.includes(text)) return [];
    const names = text.split(/[,，、]/).map((name) => name.trim());
    const unknown = names.filter((name) => findProvince(name) === null);
    if (unknown.length > 0)
      return { refusal: `${label}不认识“${unknown.join('、')}”，写省级名称，用逗号隔开` };
    return [...new Set(names.flatMap((name) => findProvince(name) ?? []))].toSorted();
  };
}

function phone(text: string): Read<string> {
  return isPhone(text) || /^[48]00-?\d{3}-?\d{4}$/.test(text)
    ? text
    : { refusal: '电话写手机、带区号的固话或400电话，如027-88886666' };
}

/** The fields as an operator writes them: the column of each, its name, and its parser. */
const fields = {
  alias: { column: 'shortName', text: '简称', read: line('简称', 2, 12) },
  name: { column: 'fullName', text: '企业全称', read: line('企业全称', 4, 60) },
  kind: {
    column: 'kind',
    text: '经营方式',
    read: (text: string): Read<string> =>
      merchantKinds.includes(text) ? text : { refusal: `经营方式写${merchantKinds.join('或')}` },
  },
  speciality: { column: 'speciality', text: '专营品类', read: line('专营品类', 2, 40) },
  province: {
    column: 'province',
    text: '省',
    read: (text: string): Read<string> => {
      const code = findProvince(text);
      return code === null
        ? { refusal: `没有省级地区“${text}”，如湖北、北京` }
        : provinceNames([code]).join();
    },
  },
  city: { column: 'city', text: '市', read: line('市', 2, 20) },
  address: { column: 'address', text: '地址', read: line('地址', 6, 100) },
  phone: { column: 'phone', text: '电话', read: phone },
  badges: { column: 'badges', text: '标签', read: words('标签'), fallback: '' },
  policies: { column: 'policies', text: '服务承诺', read: words('服务承诺'), fallback: '' },
  fee: { column: 'shippingFee', text: '运费', read: yuan('运费') },
  free: { column: 'freeShippingAmount', text: '免运费金额', read: yuan('免运费金额') },
  cold: { column: 'coldChainFee', text: '冷链包装费', read: yuan('冷链包装费'), fallback: '0' },
  min: { column: 'minOrderAmount', text: '起订金额', read: yuan('起订金额'), fallback: '0' },
  sell: {
    column: 'salesRegions',
    text: '销售区域',
    fallback: '全国',
    read: (text: string): Read<string[] | null> => {
      if (everywhere.includes(text)) return null;
      const read = regions('销售区域')(text);
      return Array.isArray(read) && read.length === 0 ? { refusal: '销售区域写全国，或至少一个省' } : read;
    },
  },
  unserved: { column: 'unservedRegions', text: '不配送地区', read: regions('不配送地区'), fallback: '' },
  'return-name': { column: 'returnName', text: '退货收件人', read: line('退货收件人', 0, 30), fallback: '' },
  'return-phone': {
    column: 'returnPhone',
    text: '退货电话',
    read: (text: string): Read<string> => (text === '' ? text : phone(text)),
    fallback: '',
  },
  'return-address': {
    column: 'returnAddress',
    text: '退货寄回地址（不给则为商家地址）',
    read: line('退货寄回地址', 0, 100),
    fallback: '',
  },
  sort: {
    column: 'sort',
    text: '排序',
    fallback: '100',
    read: (text: string): Read<number> =>
      /^\d{1,4}$/.test(text) ? Number(text) : { refusal: '排序写0–9999的整数，小的在前' },
  },
} satisfies Record<
  string,
  { column: keyof MerchantValues; text: string; read: (text: string) => Read<unknown>; fallback?: string }
>;

type FieldRow = {
  column: keyof MerchantValues;
  text: string;
  read: (text: string) => unknown;
  fallback?: string;
};

/** The fields, each with its name. */
export const merchantFields: readonly { name: string; text: string; isNeeded: boolean }[] = Object.entries(
  fields,
).map(([name, row]) => ({ name, text: row.text, isNeeded: !('fallback' in row) }));

export interface MerchantReading {
  values: Partial<MerchantValues>;
  papers: MerchantPaper[];
  /** A sentence for each error or missing field. */
  refusals: string[];
}

function isRefusal(read: unknown): read is { refusal: string } {
  return typeof read === 'object' && read !== null && 'refusal' in read;
}

/**
 * Parses the fields and licences of a merchant. For a new one (`isNew`) every required field and the licences must be
 * present; for a change only given fields count. `today` is YYYY-MM-DD: expired licences are refused.
 */
export function readMerchant(
  given: Readonly<Partial<Record<string, string>>>,
  papers: readonly string[],
  { isNew, today }: { isNew: boolean; today: string },
): MerchantReading {
  const refusals: string[] = [];
  const entries = Object.entries<FieldRow>(fields).flatMap(([name, { column, text, read, fallback }]) => {
    const written = given[name]?.trim() ?? (isNew ? fallback : undefined);
    if (written === undefined) {
      if (isNew) refusals.push(`请用 --${name} 给出${text}`);
      return [];
    }
    const value = read(written);
    if (!isRefusal(value)) return [[column, value] as const];
    refusals.push(`--${name}：${value.refusal}`);
    return [];
  });
  const readPapers = papers.map((paper) => readPaper(paper, today));
  const values: Partial<MerchantValues> = Object.fromEntries(entries);
  const right = readPapers.filter((paper): paper is MerchantPaper => !isRefusal(paper));
  refusals.push(...readPapers.filter(isRefusal).map(({ refusal }) => `--paper：${refusal}`));
  if (isNew && papers.length === right.length) refusals.push(...missingPapers(right.map(({ kind }) => kind)));
  return { values, papers: right, refusals };
}

function missingPapers(kinds: readonly LicenceKind[]): string[] {
  return [
    kinds.includes('business_licence') ? [] : '请用 --paper 给出营业执照',
    kinds.some((kind) => tradePapers.includes(kind))
      ? []
      : `请用 --paper 给出${tradePapers.map((kind) => paperNames[kind]).join('、')}中的至少一项`,
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
