/** The table by which a merchant ships many orders: its columns, and which rows form one parcel. */
import { findCutCode, findCutCodeIn, isErrorCell, isScientific } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
import { keysOf } from '../terms/keys.ts';
import { readCarrier } from './carriers.ts';
import { type ColdTyped, coldFields } from './cold-chain.ts';
import { readTraceCodes } from './trace-codes.ts';

/** Column headings; the first three are required. */
export const dispatchHeads = {
  no: '订单号',
  carrier: '承运方',
  tracking: '运单号',
  goods: '商品编号',
  lot: '批号',
  pieces: '数量',
  codes: '追溯码',
  temperature: coldFields.temperature.text,
  cooler: coldFields.cooler.text,
  recorder: coldFields.recorder.text,
} as const satisfies Record<string, string>;

export const dispatchSpec = {
  name: 'dispatch',
  columns: [
    { key: 'no', title: dispatchHeads.no, kind: 'text', is: ['订单号', '订单编号', '订单号码'] },
    {
      key: 'carrier',
      title: dispatchHeads.carrier,
      kind: 'text',
      is: ['承运方', '承运商', '承运单位', '快递公司', '物流公司', '快递', '物流'],
    },
    {
      key: 'tracking',
      title: dispatchHeads.tracking,
      kind: 'text',
      is: ['运单号', '运单编号', '运单号码', '快递单号', '物流单号'],
    },
    { key: 'goods', title: dispatchHeads.goods, kind: 'code', is: ['商品编号', '商品id', 'goods_id'] },
    { key: 'lot', title: dispatchHeads.lot, kind: 'code', is: ['批号', '生产批号', '产品批号'] },
    {
      key: 'pieces',
      title: dispatchHeads.pieces,
      kind: 'count',
      is: ['数量', '发货数量', '实发数量', '本次发货数量', '发货数', '实发数'],
      has: ['数量'],
      best: ['发货', '实发', '本次'],
      never: ['订', '已发', '未发', '待发', '库存', '采购', '退', '件装', '包装', '缺', '原'],
    },
    {
      key: 'codes',
      title: dispatchHeads.codes,
      kind: 'code',
      is: [],
      has: ['追溯码', '监管码'],
      never: ['数', '状态', '类型', '是否'],
    },
    { key: 'temperature', title: dispatchHeads.temperature, kind: 'text', is: [dispatchHeads.temperature] },
    { key: 'cooler', title: dispatchHeads.cooler, kind: 'text', is: [dispatchHeads.cooler] },
    { key: 'recorder', title: dispatchHeads.recorder, kind: 'text', is: [dispatchHeads.recorder] },
  ],
  others: [
    '序号',
    '买家',
    '收货人',
    '收货单位',
    '品名',
    '商品名称',
    '规格',
    '厂家',
    '生产企业',
    '单位',
    '备注',
    '有效期至',
    '采购企业',
    '收货电话',
    '收货地址',
  ],
  needed: [['no'], ['carrier'], ['tracking']],
  leastNamed: 2,
  headless: 'no',
} as const satisfies TableSpec;

/** Orders of one file to fill in; more are several files. */
export const dispatchPartOrders = 1_000;

/** Which orders a file holds, for its name; empty where it has all of them. `left` are those behind its last one. */
export function dispatchPartText({
  orders,
  left,
  isFirst,
}: {
  orders: number;
  left: number;
  isFirst: boolean;
}): string {
  if (left > 0) return `（${orders}单，其后还有${left}单）`;
  return isFirst ? '' : `（最后${orders}单）`;
}

/** Most rows of one file: enough for one trace code each. */
export const mostDispatchRows = 12_000;

export interface DispatchRow {
  /** Row number in the spreadsheet, the header being 1. */
  row: number;
  no: string;
  carrier: string;
  tracking: string;
  /** Empty: everything left of the order. */
  goodsId: number | null;
  lot: string;
  pieces: number | null;
  codes: string[];
  /** The record of a refrigerated parcel, in any of its rows. */
  cold: ColdTyped;
}

export interface DispatchFault {
  row: number;
  no: string;
  sentence: string;
}

/** Rows of one parcel: of one order with one tracking number. */
export interface DispatchParcel {
  no: string;
  carrier: string;
  tracking: string;
  /** Combined from its rows; empty where none has it. */
  cold: ColdTyped;
  rows: DispatchRow[];
}

export interface Dispatch {
  /** Non-empty rows. */
  count: number;
  /** Rows of these whose orders are not filled in: they stay. */
  skipped: number;
  parcels: DispatchParcel[];
  faults: DispatchFault[];
}

/**
 * Parses the rows of a table. Carrier and number are written in one row of an order, and stand for the rows below it; an
 * order without any of it is left out, so that a downloaded table may be filled in by parts. An order with a wrong row is not shipped: each of its rows reports that, or the rest of
 * it would be sent under a tracking number that is used up. A row with an unknown order belongs to that of the row
 * before.
 */
export function readDispatch(table: readonly TableRow[]): Dispatch {
  const faults: DispatchFault[] = [];
  const rows: DispatchRow[] = [];
  const wrong = new Set<string>();
  const seen = new Set<string>();
  const begun = new Set(table.filter(isFilled).map((cells) => cells.cell('no')));
  const above = new Map<string, Sent>();
  let skipped = 0;
  let last = '';
  for (const cells of table) {
    const no = cells.cell('no');
    if (no !== '' && !begun.has(no)) {
      skipped += 1;
      last = no;
      continue;
    }
    const own = { carrier: cells.cell('carrier'), tracking: cells.cell('tracking') };
    const sent = own.carrier === '' && own.tracking === '' ? (above.get(no) ?? own) : own;
    above.set(no, sent);
    const read = readRow(cells, sent, seen);
    if (typeof read === 'string') {
      faults.push({ row: cells.row, no, sentence: read });
      wrong.add(`no ${no === '' ? last : no}`);
      if (cells.cell('tracking') !== '') wrong.add(`tracking ${cells.cell('tracking')}`);
    } else rows.push(read);
    if (no !== '') last = no;
  }
  const parcels: DispatchParcel[] = [];
  for (const own of Map.groupBy(rows, ({ no, tracking }) => `${no} ${tracking}`).values()) {
    const [first] = own;
    if (!first) continue;
    const isHeld = wrong.has(`no ${first.no}`) || wrong.has(`tracking ${first.tracking}`);
    const fault = isHeld ? '同一订单有其他行不正确，整单未发' : findParcelFault(own);
    if (fault === null)
      parcels.push({
        no: first.no,
        carrier: first.carrier,
        tracking: first.tracking,
        cold: {
          temperature: saidOf(own, 'temperature'),
          cooler: saidOf(own, 'cooler'),
          recorder: saidOf(own, 'recorder'),
        },
        rows: own,
      });
    else faults.push(...own.map(({ row, no }) => ({ row, no, sentence: fault })));
  }
  return { count: table.length, skipped, parcels, faults: faults.sort((a, b) => a.row - b.row) };
}

interface Sent {
  carrier: string;
  tracking: string;
}

/** Something of a parcel is written in the row. */
function isFilled(row: TableRow): boolean {
  return (['carrier', 'tracking', 'codes', ...keysOf(coldFields)] as const).some(
    (key) => row.cell(key) !== '',
  );
}

/** The row, or why it is invalid. `seen` are the trace codes of the rows before. */
function readRow(
  table: TableRow,
  { carrier: typed, tracking }: Sent,
  seen: Set<string>,
): DispatchRow | string {
  const cell = (key: keyof typeof dispatchHeads) => table.cell(key);
  const no = cell('no');
  const failed = keysOf(dispatchHeads).find((key) => isErrorCell(cell(key)));
  if (failed !== undefined) return `${dispatchHeads[failed]}是错误值${cell(failed)}，请改好后再上传`;
  if (no === '') return '请填写订单号';
  if (typed === '') return '请填写承运方';
  const carrier = readCarrier(typed);
  if ('fault' in carrier) return carrier.fault;
  const cut = [no, tracking, cell('lot')].find(isScientific);
  if (cut !== undefined) return findCutCode(cut) ?? cut;
  if (!/^[A-Za-z0-9-]{5,40}$/.test(tracking)) return '运单号须为5–40位字母、数字或短横线';
  const cutCode = findCutCodeIn(cell('codes'));
  if (cutCode !== null) return cutCode;
  if (table.isMerged('pieces')) return '数量是合并单元格，请每行分别填写';
  const goods = cell('goods');
  const pieces = cell('pieces');
  if (goods !== '' && !/^[1-9]\d{0,8}$/.test(goods)) return `商品编号不正确：${goods.slice(0, 20)}`;
  if (pieces !== '' && !/^[1-9]\d{0,5}$/.test(pieces))
    return `数量须为1到999999之间的整数：${pieces.slice(0, 20)}`;
  if (goods === '' && (pieces !== '' || cell('lot') !== '')) return '填写数量或批号时，须同时填写商品编号';
  const { codes, wrong, doubled } = readTraceCodes(cell('codes'));
  if (wrong.length > 0) return `追溯码须为20位数字：${wrong.map((word) => word.slice(0, 24)).join('、')}`;
  const again = doubled[0] ?? codes.find((code) => seen.has(code));
  if (again !== undefined) return `追溯码重复：${again}`;
  for (const code of codes) seen.add(code);
  return {
    row: table.row,
    no,
    carrier: carrier.name,
    tracking,
    goodsId: goods === '' ? null : Number(goods),
    lot: cell('lot'),
    pieces: pieces === '' ? null : Number(pieces),
    codes,
    cold: { temperature: cell('temperature'), cooler: cell('cooler'), recorder: cell('recorder') },
  };
}

/** The values of a refrigerated parcel in its rows, once or in each of them. */
function saidOf(rows: readonly DispatchRow[], name: keyof ColdTyped): string {
  return rows.find(({ cold }) => cold[name] !== '')?.cold[name] ?? '';
}

/** What cannot be in one parcel. */
function findParcelFault(rows: readonly DispatchRow[]): string | null {
  if (new Set(rows.map(({ carrier }) => carrier)).size > 1) return '同一订单的同一运单号须填写同一承运方';
  for (const name of keysOf(coldFields))
    if (rows.some(({ cold }) => cold[name] !== '' && cold[name] !== saidOf(rows, name)))
      return `同一包裹的各行，${coldFields[name].text}须相同`;
  if (rows.length > 1 && rows.some(({ goodsId }) => goodsId === null))
    return '一个包裹有多行时，每行都须填写商品编号';
  return null;
}
