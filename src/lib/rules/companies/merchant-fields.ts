/** The fields of a merchant as an operator writes them: parsed into its columns, and written from them. */
import type { CellFields } from '../changes/cells.ts';
import { findYuan, formatYuan } from '../money/money.ts';
import { findDay } from '../terms/activity-time.ts';
import { keysOf, mapValues } from '../terms/keys.ts';
import { isPhone } from '../text/phone.ts';
import { findProvince, provinceNames } from './provinces.ts';
import type { Side } from './staff.ts';

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
  /** First and last day of a rest; null for none. */
  restsFrom: string | null;
  restsUntil: string | null;
}

/** An operator's words for "none". */
const nowhere = ['', '无'];
const everywhere = ['全国'];

/** Relation of a merchant to the platform: its own, or another company. */
const merchantKinds = ['自营', '入驻'];

export type Read<T> = T | { refusal: string };

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

function day(label: string) {
  return (text: string): Read<string | null> => {
    if (text === '') return null;
    return findDay(text) === null ? { refusal: `${label}写成2026-02-10这样的日期` } : text;
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
  speciality: { column: 'speciality', text: '专营品类', read: line('专营品类', 2, 40), by: 'both' },
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
  policies: { column: 'policies', text: '服务承诺', read: words('服务承诺'), fallback: '', by: 'both' },
  fee: { column: 'shippingFee', text: '运费', read: yuan('运费'), by: 'both' },
  free: { column: 'freeShippingAmount', text: '免运费金额', read: yuan('免运费金额'), by: 'both' },
  cold: { column: 'coldChainFee', text: '冷链包装费', read: yuan('冷链包装费'), fallback: '0', by: 'both' },
  min: { column: 'minOrderAmount', text: '起订金额', read: yuan('起订金额'), fallback: '0', by: 'both' },
  sell: {
    by: 'both',
    column: 'salesRegions',
    text: '销售区域',
    fallback: '全国',
    read: (text: string): Read<string[] | null> => {
      if (everywhere.includes(text)) return null;
      const read = regions('销售区域')(text);
      return Array.isArray(read) && read.length === 0 ? { refusal: '销售区域写全国，或至少一个省' } : read;
    },
  },
  unserved: {
    column: 'unservedRegions',
    text: '不配送地区',
    read: regions('不配送地区'),
    fallback: '',
    by: 'both',
  },
  'return-name': { column: 'returnName', text: '退货收件人', read: line('退货收件人', 0, 30), fallback: '' },
  'return-phone': {
    column: 'returnPhone',
    text: '退货电话',
    read: (text: string): Read<string> => (text === '' ? text : phone(text)),
    fallback: '',
  },
  'return-address': {
    column: 'returnAddress',
    text: '退货寄回地址',
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
  'rest-from': { column: 'restsFrom', text: '休息开始', read: day('休息开始'), fallback: '', by: 'both' },
  'rest-until': { column: 'restsUntil', text: '休息结束', read: day('休息结束'), fallback: '', by: 'both' },
} satisfies Record<
  string,
  {
    column: keyof MerchantValues;
    text: string;
    read: (text: string) => Read<unknown>;
    fallback?: string;
    by?: 'both';
  }
>;

export type MerchantField = keyof typeof fields;

interface FieldRow {
  column: keyof MerchantValues;
  text: string;
  read: (text: string) => unknown;
  fallback?: string;
  /** Who changes it at a desk: the platform alone, or the merchant's administrator too. */
  by?: 'both';
}

export const merchantFieldNames: readonly MerchantField[] = keysOf(fields);

export function merchantField(name: MerchantField): FieldRow {
  return fields[name];
}

/** The fields, each with its name. */
export const merchantFields: readonly { name: MerchantField; text: string; isNeeded: boolean }[] =
  merchantFieldNames.map((name) => ({
    name,
    text: merchantField(name).text,
    isNeeded: merchantField(name).fallback === undefined,
  }));

/** Fields that the people of a side change. A merchant's contacts have a page of their own. */
export function fieldsOfSide(side: Side): MerchantField[] {
  return merchantFieldNames.filter((name) => side === 'platform' || merchantField(name).by === 'both');
}

/** The fields by which changes of two people are compared. */
export const merchantCells: CellFields<MerchantField> = mapValues(fields, ({ text }) => ({
  kind: 'text',
  label: text,
  max: 500,
}));

/** The value of a field as an operator writes it; an empty text for none. */
export function merchantText(name: MerchantField, value: unknown): string {
  const { column } = merchantField(name);
  if (column === 'salesRegions' && value === null) return '全国';
  if (Array.isArray(value))
    return column === 'salesRegions' || column === 'unservedRegions'
      ? provinceNames(value).join('、')
      : value.join('；');
  if (typeof value === 'number') return column === 'sort' ? String(value) : formatYuan(value);
  return value === null || value === undefined ? '' : String(value);
}
