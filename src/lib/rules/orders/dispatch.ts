/** The table by which a merchant sends many orders: its columns, and which rows make one parcel. */
import { keysOf } from '../terms/keys.ts';
import { readCarrier } from './carriers.ts';
import { type ColdTyped, coldFields } from './cold-chain.ts';
import { readTraceCodes } from './lots.ts';

/** Heads of the columns; the first three have to be there. */
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

const needed = ['no', 'carrier', 'tracking'] as const;

/** Most rows of one file: a trace code each, if they stand so. */
export const mostDispatchRows = 12_000;

export interface DispatchRow {
  /** As a spreadsheet counts it, the head being 1. */
  row: number;
  no: string;
  carrier: string;
  tracking: string;
  /** Empty: all that is left of the order. */
  goodsId: number | null;
  lot: string;
  pieces: number | null;
  codes: string[];
  /** What is written down of a refrigerated parcel, in any of its rows. */
  cold: ColdTyped;
}

export interface DispatchFault {
  row: number;
  no: string;
  sentence: string;
}

/** Rows of one parcel: of one order under one number. */
export interface DispatchParcel {
  no: string;
  carrier: string;
  tracking: string;
  /** As its rows say it together; empty where none does. */
  cold: ColdTyped;
  rows: DispatchRow[];
}

export interface Dispatch {
  /** Rows with something in them. */
  count: number;
  parcels: DispatchParcel[];
  faults: DispatchFault[];
}

/** Why a table cannot be read at all, in a sentence; null where it can. */
export function findDispatchFault(table: readonly (readonly string[])[]): string | null {
  const heads = (table[0] ?? []).map((head) => head.trim());
  const missing = needed.filter((key) => !heads.includes(dispatchHeads[key]));
  if (missing.length > 0) return `缺少列：${missing.map((key) => dispatchHeads[key]).join('、')}`;
  return table.length < 2 ? '没有数据行' : null;
}

/**
 * Reads a table whose head is right. A parcel of which any row is wrong does not go: each of its rows says so, or the
 * rest of it would leave under a number that is used up.
 */
export function readDispatch(table: readonly (readonly string[])[]): Dispatch {
  const heads = (table[0] ?? []).map((head) => head.trim());
  const faults: DispatchFault[] = [];
  const rows: DispatchRow[] = [];
  const wrong = new Set<string>();
  const seen = new Set<string>();
  let count = 0;
  table.slice(1).forEach((cells, at) => {
    const cell = (key: keyof typeof dispatchHeads) => (cells[heads.indexOf(dispatchHeads[key])] ?? '').trim();
    if (cells.every((text) => text.trim() === '')) return;
    count++;
    const read = readRow(at + 2, cell, seen);
    if (typeof read === 'string') {
      faults.push({ row: at + 2, no: cell('no'), sentence: read });
      wrong.add(keyOf(cell('no'), cell('tracking')));
    } else rows.push(read);
  });
  const parcels: DispatchParcel[] = [];
  for (const [key, own] of Map.groupBy(rows, ({ no, tracking }) => keyOf(no, tracking))) {
    const [first] = own;
    if (!first) continue;
    const fault = wrong.has(key) ? '同一包裹有其他行不正确，整个包裹未发' : findParcelFault(own);
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
  return { count, parcels, faults: faults.sort((a, b) => a.row - b.row) };
}

function keyOf(no: string, tracking: string): string {
  return `${no} ${tracking}`;
}

/** The row, or why it is none. `seen` are the trace codes of the rows before. */
function readRow(
  row: number,
  cell: (key: keyof typeof dispatchHeads) => string,
  seen: Set<string>,
): DispatchRow | string {
  const no = cell('no');
  const typed = cell('carrier');
  const tracking = cell('tracking');
  if (no === '') return '请填写订单号';
  if (typed === '') return '请填写承运方';
  const carrier = readCarrier(typed);
  if ('fault' in carrier) return carrier.fault;
  if (!/^[A-Za-z0-9-]{5,40}$/.test(tracking)) return '运单号须为5–40位字母、数字或短横线';
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
    row,
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

/** What the rows of a parcel say of a refrigerated one, once or in each of them. */
function saidOf(rows: readonly DispatchRow[], name: keyof ColdTyped): string {
  return rows.find(({ cold }) => cold[name] !== '')?.cold[name] ?? '';
}

/** What does not go together in one parcel. */
function findParcelFault(rows: readonly DispatchRow[]): string | null {
  if (new Set(rows.map(({ carrier }) => carrier)).size > 1) return '同一订单的同一运单号须填写同一承运方';
  for (const name of keysOf(coldFields))
    if (rows.some(({ cold }) => cold[name] !== '' && cold[name] !== saidOf(rows, name)))
      return `同一包裹的各行，${coldFields[name].text}须相同`;
  if (rows.length > 1 && rows.some(({ goodsId }) => goodsId === null))
    return '一个包裹有多行时，每行都须填写商品编号';
  return null;
}
