/** The table by which a head office names many stores at once: its columns, its rows, and what is wrong with a row (rules 2). */
import { findCutCode } from '../tables/cell.ts';
import type { ReadColumns, TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
import { findCreditCodeProblem, normalizeCreditCode } from '../text/credit-code.ts';
import { withoutHidden } from '../text/one-line.ts';

/** Rows of one table, its head included. */
export const mostStoreRows = 500;

/** Characters of pasted cells. */
export const maxStoreText = 200_000;

/** Characters that the form of stores takes. */
export const storeLengths = { name: 60, creditCode: 30 } as const;

/** Column headings of the template that people fill in. */
export const storeHeads = {
  name: '门店名称',
  code: '统一社会信用代码',
  province: '省份',
  city: '城市',
  district: '区县',
} as const;

export const storeTableSpec = {
  name: 'stores',
  columns: [
    {
      key: 'name',
      title: storeHeads.name,
      kind: 'text',
      is: ['门店名称', '门店名', '门店', '店名', '分店', '药店名称', '企业名称', '单位名称', '名称'],
      has: ['店名', '分店名'],
      best: ['门店名称', '企业名称'],
    },
    {
      key: 'code',
      title: storeHeads.code,
      kind: 'code',
      is: ['统一社会信用代码', '统一信用代码', '税号', '纳税人识别号', '营业执照号', '营业执照编号'],
      has: ['信用代码'],
    },
    {
      key: 'region',
      title: '地区',
      kind: 'text',
      is: ['地区', '所在地区', '所属地区', '区域', '所在区域', '省市区', '省市区县', '省/市/区'],
    },
    { key: 'province', title: storeHeads.province, kind: 'text', is: ['省份', '省', '所在省', '省/直辖市'] },
    { key: 'city', title: storeHeads.city, kind: 'text', is: ['城市', '市', '地市', '所在市', '地级市'] },
    {
      key: 'district',
      title: storeHeads.district,
      kind: 'text',
      is: ['区县', '区', '县', '县区', '区/县', '县/区', '所在区', '所在区县', '区(县)'],
    },
    {
      key: 'address',
      title: '地址（只读地区）',
      kind: 'text',
      is: ['地址', '门店地址', '注册地址', '详细地址', '收货地址', '经营地址', '住所'],
      has: ['地址'],
      best: ['门店地址', '注册地址'],
    },
  ],
  others: ['序号', '编号', '门店编号', '门店编码', '电话', '联系电话', '联系人', '收货人', '负责人', '备注'],
  needed: [['name'], ['code'], ['region', 'district', 'address']],
  leastNamed: 2,
  headless: 'own',
} as const satisfies TableSpec;

/** A district that a text names; none: it names none, many: it could be several. */
export type FindPlace = (text: string) => { code: string; text: string } | 'none' | 'many';

export interface StoreTableRow {
  /** Row number in the spreadsheet, from 1. */
  row: number;
  name: string;
  creditCode: string;
  /** Empty where no single district was found. */
  regionCode: string;
  /** The district in words, or what was written of it. */
  region: string;
  /** mend: the form can hold it, and it has to be mended there. wrong: the form cannot hold it. */
  state: 'ready' | 'mend' | 'wrong';
  /** The form's field of the fault; empty for none. */
  field: '' | 'name' | 'credit_code' | 'region_code';
  /** The fault; empty for none. */
  sentence: string;
}

type Fault = Pick<StoreTableRow, 'state' | 'field' | 'sentence'>;

const sound: Fault = { state: 'ready', field: '', sentence: '' };

/** The rows of a table. Of two rows with the same code the second is refused, with another name it has to be mended. */
export function readStoreTable(
  { rows, isBare }: Pick<ReadColumns, 'rows' | 'isBare'>,
  findPlace: FindPlace,
): StoreTableRow[] {
  const seen = new Map<string, { row: number; name: string }>();
  return rows.map((cells) => {
    const { name, code, place } = isBare ? bareCells(cells) : namedCells(cells);
    const creditCode = normalizeCreditCode(code);
    const found = place === '' ? 'none' : findPlace(place);
    const read = {
      row: cells.row,
      name,
      creditCode,
      regionCode: typeof found === 'object' ? found.code : '',
      region: typeof found === 'object' ? found.text : place,
    };
    const before = seen.get(creditCode);
    const fault =
      lengthFault(read) ??
      (before && repeatFault(before, name)) ??
      codeFault(name, code) ??
      (typeof found === 'object' ? sound : placeFault(place, found));
    if (creditCode !== '' && !before && fault.state !== 'wrong')
      seen.set(creditCode, { row: cells.row, name });
    return { ...read, ...fault };
  });
}

interface Cells {
  name: string;
  code: string;
  /** The region as one text. */
  place: string;
}

const tidy = (text: string) => withoutHidden(text).replace(/\s+/g, ' ').trim();

function namedCells(cells: TableRow): Cells {
  const parts = ['province', 'city', 'district'].map((key) => cells.cell(key));
  const place = cells.cell('region') || (parts[2] === '' ? cells.cell('address') : '') || parts.join('');
  return { name: tidy(cells.cell('name')), code: cells.cell('code'), place: tidy(place) };
}

/** A row of a table without headings: its code is the cell that looks most like one, its name the first other words. */
function bareCells({ cells }: TableRow): Cells {
  const filled = cells.map(tidy).filter(Boolean);
  const codes = filled.filter((cell) => /^[0-9A-Z.+]{9,30}$/.test(normalizeCreditCode(cell)));
  const code = codes.find((cell) => normalizeCreditCode(cell).length === 18) ?? codes[0] ?? '';
  // Numbers of rows and telephones are no words.
  const [name = '', ...places] = filled.filter((cell) => cell !== code && !/^[\d\s-]+$/.test(cell));
  return { name, code, place: places.join('') };
}

type Field = Fault['field'];
const wrong = (field: Field, sentence: string): Fault => ({ state: 'wrong', field, sentence });
const mend = (field: Field, sentence: string): Fault => ({ state: 'mend', field, sentence });

/** What the form cannot hold. */
function lengthFault({ name, creditCode }: Pick<StoreTableRow, 'name' | 'creditCode'>): Fault | null {
  if (name === '' && creditCode === '') return wrong('name', '没有门店名称和统一社会信用代码');
  if (name.length > storeLengths.name) return wrong('name', `门店名称最多${storeLengths.name}个字`);
  if (creditCode.length > storeLengths.creditCode)
    return wrong('credit_code', `统一社会信用代码为18位，现为${creditCode.length}位`);
  return null;
}

function repeatFault(before: { row: number; name: string }, name: string): Fault {
  if (before.name === name) return wrong('credit_code', `与第${before.row}行重复`);
  return mend('credit_code', `与第${before.row}行的代码相同，每家门店有自己的代码`);
}

function codeFault(name: string, code: string): Fault | null {
  if (name === '') return mend('name', '请填写门店名称');
  const problem = findCutCode(code.trim()) ?? findCreditCodeProblem(code);
  return problem === null ? null : mend('credit_code', problem);
}

/** Characters of a region that a sentence repeats. */
const shownPlace = 30;

function placeFault(place: string, found: 'none' | 'many'): Fault {
  if (place === '') return mend('region_code', '请填写门店所在地区');
  const shown = `“${place.slice(0, shownPlace)}”`;
  if (found === 'many') return mend('region_code', `${shown}不止一处，请写明省、市、区县`);
  return mend('region_code', `没有找到地区${shown}，请写到区县，如湖北省武汉市江岸区`);
}
