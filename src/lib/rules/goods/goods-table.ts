/** Tables in which a merchant changes its items: by item number or SKU, with any of the changeable columns (rules 18). */
import { type CellFields, type CellValue, readRow } from '../changes/cells.ts';
import type { TableRow } from '../tables/columns.ts';
import type { ColumnKind, TableSpec } from '../tables/spec.ts';
import { keysOf, tableOf } from '../terms/keys.ts';

/** Rows of one table. */
export const mostTableRows = 20_000;

/** A kind of table: its columns, and how its rows are read. */
export interface GoodsTable {
  spec: TableSpec;
  read: (rows: readonly TableRow[]) => TableChange[];
}

/** A row of a table: the item, by one of its keys, and the cells that change it. */
export interface TableChange {
  /** From 1. */
  row: number;
  /** 0 where the row names none, or none in digits. */
  goodsId: number;
  sku: string;
  values: Record<string, CellValue>;
  /** Sentences; empty for a row without a fault. */
  wrong: string;
}

const kinds: Readonly<Record<string, ColumnKind>> = { money: 'money', whole: 'count' };

/** A table of these fields; `headings` are further heads of their columns, besides their labels. */
export function goodsTable<Name extends string>(
  name: string,
  fields: CellFields<Name>,
  headings: Readonly<Record<Name, readonly string[]>>,
): GoodsTable {
  return {
    spec: {
      name,
      columns: [
        {
          key: 'goods',
          title: '商品编号',
          kind: 'code',
          is: ['商品编号', '编号', '商品id', 'goods_id', 'id'],
        },
        { key: 'sku', title: 'SKU', kind: 'code', is: ['sku', '货号', '商品货号', '平台货号'] },
        ...keysOf(fields).map((key) => ({
          key,
          title: fields[key].label,
          kind: kinds[fields[key].kind] ?? ('text' as const),
          is: [fields[key].label, ...headings[key]],
        })),
      ],
      others: [
        '序号',
        '行号',
        '品名',
        '名称',
        '商品名称',
        '商品',
        '通用名',
        '规格',
        '厂家',
        '生产企业',
        '单位',
        '库存',
        '有效期',
        '备注',
      ],
      needed: [['goods', 'sku'], keysOf(fields)],
      leastNamed: 2,
      headless: 'no',
    },
    read: (rows) => readTable(fields, rows),
  };
}

/** The changes of a table, in its order; an item that was named before is refused. */
function readTable<Name extends string>(fields: CellFields<Name>, rows: readonly TableRow[]): TableChange[] {
  const seen = new Map<string, number>();
  return rows.map((cells) => {
    const { row } = cells;
    const written = cells.cell('goods').normalize('NFKC').trim();
    const goodsId = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 0;
    const sku = goodsId === 0 ? cells.cell('sku').normalize('NFKC').trim() : '';
    const { set, errors } = readRow(
      fields,
      tableOf(keysOf(fields), (key) => cells.cell(key)),
    );
    const values: Record<string, CellValue> = {};
    for (const field of keysOf(set)) {
      const value = set[field];
      if (value !== undefined) values[field] = value;
    }
    const key = goodsId === 0 ? `sku ${sku}` : `id ${goodsId}`;
    const before = seen.get(key);
    if (goodsId === 0 && sku === '')
      return { row, goodsId, sku, values, wrong: `第${row}行没有商品编号，也没有SKU` };
    if (before !== undefined) return { row, goodsId, sku, values, wrong: `与第${before}行是同一个商品` };
    seen.set(key, row);
    return { row, goodsId, sku, values, wrong: Object.values(errors).join('；') };
  });
}
