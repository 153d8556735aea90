/** A table in which a merchant changes its items: by item number or SKU, with any of the changeable columns (rules 18). */
import { readRow } from '../changes/cells.ts';
import type { TableRow } from '../tables/columns.ts';
import type { ColumnKind, TableSpec } from '../tables/spec.ts';
import { keysOf, tableOf } from '../terms/keys.ts';
import { type OwnGoodsField, ownGoodsFields } from './own-goods.ts';

/** Rows of one table. */
export const mostTableRows = 20_000;

/** Further headings of each field, besides its label. */
const headings: Readonly<Record<OwnGoodsField, readonly string[]>> = {
  price: ['单价', '价格', '批发价', 'price'],
  memberPrice: ['会员单价', '会员价格', 'member_price'],
  minQuantity: ['最小起订量', '起批量', '起售数量'],
  limitQuantity: ['单次限购', '每单限购量', '限购'],
  dayLimit: ['日限购', '每日限购量'],
  weekLimit: ['周限购', '每周限购量'],
  withCoupon: ['优惠券', '可用券'],
  isOnShelf: ['是否上架', '上架状态', '上下架'],
};
const kinds: Readonly<Record<string, ColumnKind>> = { money: 'money', whole: 'count' };

export const ownGoodsSpec: TableSpec = {
  name: 'own-goods',
  columns: [
    { key: 'goods', title: '商品编号', kind: 'code', is: ['商品编号', '编号', '商品id', 'goods_id', 'id'] },
    { key: 'sku', title: 'SKU', kind: 'code', is: ['sku', '货号', '商品货号', '平台货号'] },
    ...keysOf(ownGoodsFields).map((key) => ({
      key,
      title: ownGoodsFields[key].label,
      kind: kinds[ownGoodsFields[key].kind] ?? ('text' as const),
      is: [ownGoodsFields[key].label, ...headings[key]],
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
  needed: [['goods', 'sku'], keysOf(ownGoodsFields)],
  leastNamed: 2,
  headless: 'no',
};

/** A row of the table: the item, by one of its keys, and the cells that change it. */
export interface TableChange {
  /** From 1. */
  row: number;
  /** 0 where the row names none, or none in digits. */
  goodsId: number;
  sku: string;
  values: ReturnType<typeof readRow<OwnGoodsField>>['set'];
  /** Sentences; empty for a row without a fault. */
  wrong: string;
}

/** The changes of a table, in its order; an item that was named before is refused. */
export function readOwnGoodsTable(rows: readonly TableRow[]): TableChange[] {
  const seen = new Map<string, number>();
  return rows.map((cells) => {
    const { row } = cells;
    const written = cells.cell('goods').normalize('NFKC').trim();
    const goodsId = /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 0;
    const sku = goodsId === 0 ? cells.cell('sku').normalize('NFKC').trim() : '';
    const { set, errors } = readRow(
      ownGoodsFields,
      tableOf(keysOf(ownGoodsFields), (key) => cells.cell(key)),
    );
    const key = goodsId === 0 ? `sku ${sku}` : `id ${goodsId}`;
    const before = seen.get(key);
    if (goodsId === 0 && sku === '')
      return { row, goodsId, sku, values: set, wrong: `第${row}行没有商品编号，也没有SKU` };
    if (before !== undefined) return { row, goodsId, sku, values: set, wrong: `与第${before}行是同一个商品` };
    seen.set(key, row);
    return { row, goodsId, sku, values: set, wrong: Object.values(errors).join('；') };
  });
}
