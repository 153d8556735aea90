/** The table by which many lots come in: its columns, its rows, and what keeps a row from coming in twice (rules 5). */
import { type CellFields, readRow } from '../changes/cells.ts';
import { findCutCode } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
import { dayKey } from '../terms/activity-time.ts';
import { hasPassed } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';
import { readGs1 } from '../text/barcodes.ts';
import { lotForm, lotKey } from '../text/lot-number.ts';
import { withoutHidden } from '../text/one-line.ts';

/** Rows of one table, and of one slice that is put in. */
export const mostLotRows = 10_000;
export const lotSlice = 50;
/** Rows that the check refused, of one part that is kept. */
export const wrongSlice = 500;

/** Column headings of the template that people fill in. */
export const lotHeads = {
  goods: '商品编号',
  sku: 'SKU',
  lot: '批号',
  produced: '生产日期',
  expires: '有效期至',
  pieces: '入库数量',
  doc: '入库单号',
} as const;

export const lotTableSpec = {
  name: 'lots',
  columns: [
    {
      key: 'goods',
      title: lotHeads.goods,
      kind: 'code',
      is: ['商品编号', '商品id', 'goods_id', '编号'],
    },
    { key: 'sku', title: lotHeads.sku, kind: 'code', is: ['sku', '货号', '商品货号', '平台货号'] },
    { key: 'lot', title: lotHeads.lot, kind: 'code', is: ['批号', '生产批号', '产品批号'] },
    { key: 'produced', title: lotHeads.produced, kind: 'text', is: ['生产日期', '生产日'] },
    { key: 'expires', title: lotHeads.expires, kind: 'text', is: ['有效期至', '有效期', '失效日期', '效期'] },
    {
      key: 'pieces',
      title: lotHeads.pieces,
      kind: 'count',
      is: ['入库数量', '数量', '实收数量', '到货数量', '验收数量'],
      has: ['数量'],
      best: ['入库', '实收', '验收'],
      never: ['库存', '订', '采购', '退', '件装', '包装', '缺'],
    },
    {
      key: 'doc',
      title: lotHeads.doc,
      kind: 'code',
      is: ['入库单号', '单号', '随货单号', '随货同行单号', '验收单号', '到货单号'],
    },
  ],
  others: ['序号', '品名', '商品名称', '名称', '通用名', '规格', '厂家', '生产企业', '单位', '备注', '库存'],
  needed: [['goods', 'sku'], ['lot'], ['produced'], ['expires'], ['pieces']],
  leastNamed: 3,
  headless: 'no',
} as const satisfies TableSpec;

const fields = {
  produced: { kind: 'day', label: lotHeads.produced, isNeeded: true },
  expires: { kind: 'day', label: lotHeads.expires, isNeeded: true },
  pieces: { kind: 'whole', label: lotHeads.pieces, min: 1, max: 999_999, isNeeded: true },
} as const satisfies CellFields<string>;

export interface LotTableRow {
  /** Row number in the spreadsheet, from 1. */
  row: number;
  /** 0 where the row names its item by the SKU. */
  goodsId: number;
  sku: string;
  lotNo: string;
  /** YYYY-MM-DD */
  producedOn: string;
  expiresOn: string;
  pieces: number;
  /** Number of the delivery; empty where none was written. */
  doc: string;
  /** A sentence; empty for a row without a fault. */
  wrong: string;
}

export interface LotTable {
  rows: LotTableRow[];
  /** Rows of items without anything of a lot: the template's that were not filled in. */
  skipped: number;
}

/** The rows of a table. A lot that a row before has, in the same delivery, is refused. */
export function readLotTable(table: readonly TableRow[], now: EpochMs): LotTable {
  const seen = new Map<string, number>();
  const filled = table.filter((cells) =>
    (['lot', 'produced', 'expires', 'pieces'] as const).some((key) => cells.cell(key) !== ''),
  );
  const rows = filled.map((cells): LotTableRow => {
    const read = readCells(cells, now);
    if (read.wrong !== '') return read;
    const item = read.goodsId === 0 ? `sku ${read.sku}` : String(read.goodsId);
    const key = `${item} ${lotKey(read.lotNo)} ${read.doc}`;
    const before = seen.get(key);
    if (before !== undefined) return { ...read, wrong: `与第${before}行是同一批次，请合并成一行` };
    seen.set(key, read.row);
    return read;
  });
  return { rows, skipped: table.length - filled.length };
}

function readCells(cells: TableRow, now: EpochMs): LotTableRow {
  const code = (key: 'goods' | 'sku' | 'doc') => withoutHidden(cells.cell(key)).normalize('NFKC').trim();
  const goodsId = /^[1-9]\d{0,8}$/.test(code('goods')) ? Number(code('goods')) : 0;
  const typed = cells.cell('lot');
  const lotNo = lotForm(readGs1(typed)?.lotNo || typed);
  const { set, errors } = readRow(fields, {
    produced: cells.cell('produced'),
    expires: cells.cell('expires'),
    pieces: cells.cell('pieces'),
  });
  const row = {
    row: cells.row,
    goodsId,
    sku: goodsId === 0 ? code('sku') : '',
    lotNo,
    producedOn: String(set.produced ?? ''),
    expiresOn: String(set.expires ?? ''),
    pieces: Number(set.pieces ?? 0),
    doc: code('doc'),
  };
  const [error] = Object.values(errors);
  return { ...row, wrong: faultOf(row, typed) ?? error ?? daysFault(row, now) ?? '' };
}

type Read = Omit<LotTableRow, 'wrong'>;

/** What is wrong with the codes of a row. */
function faultOf({ goodsId, sku, lotNo, doc }: Read, typed: string): string | undefined {
  if (goodsId === 0 && sku === '') return '请填写商品编号或SKU';
  if (lotNo === '') return '请填写批号';
  if (lotNo.length > 50) return '批号最多50个字';
  if (doc.length > 50) return '入库单号最多50个字';
  return findCutCode(typed) ?? findCutCode(doc) ?? undefined;
}

/** What is missing or wrong of days and pieces. */
function daysFault({ producedOn, expiresOn, pieces }: Read, now: EpochMs): string | undefined {
  if (producedOn === '') return '请填写生产日期';
  if (expiresOn === '') return '请填写有效期至';
  if (pieces === 0) return '请填写入库数量';
  if (producedOn > expiresOn) return '有效期不能早于生产日期';
  if (producedOn > dayKey(now)) return '生产日期不能晚于今天';
  return hasPassed(expiresOn, now) ? '该批次已过有效期，不能入库' : undefined;
}

/**
 * What makes a row come in once, whatever table it stands in: the delivery and the lot. Without a delivery the same lot
 * with the same days and pieces is the same row.
 */
export function lotRowRef({
  lotNo,
  producedOn,
  expiresOn,
  pieces,
  doc,
}: Omit<Read, 'row' | 'goodsId' | 'sku'>): string {
  const lot = lotForm(lotNo);
  return doc === '' ? `table::${lot}:${producedOn}:${expiresOn}:${pieces}` : `table:${doc}:${lot}`;
}
