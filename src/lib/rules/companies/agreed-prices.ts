/** A table of prices agreed with one company (协议价), as filled in by a person. Pure text work, no catalogue. */
import { type Fen, findYuan, showYuan } from '../money/money.ts';
import { isErrorCell } from '../tables/cell.ts';
import type { TableRow } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';

/** Most rows of one file. */
export const maxPriceRows = 2_000;
/** Limits of an agreed price in fen: neither free nor millions. */
export const agreedPrice = { min: 1, max: 100_000_000 };

/** The request of a row: a price, the end of one, or an error. */
export type PriceEntry = {
  /** Row number in the file, from 1. */
  row: number;
  /** As written, for the reader. */
  goods: string;
  price: string;
} & (
  | { kind: 'set'; goodsId: number; fen: Fen }
  | { kind: 'drop'; goodsId: number }
  | { kind: 'wrong'; problem: string }
);

/** Without a header the first column is the item, the second the price. */
export const priceSpec = {
  name: 'prices',
  columns: [
    {
      key: 'goods',
      title: '商品编号',
      kind: 'code',
      is: ['商品编号', '编号', '商品id', 'goods_id', 'id'],
      best: ['商品', 'goods'],
    },
    {
      key: 'price',
      title: '协议价',
      kind: 'money',
      is: ['协议价', '价格', '单价', 'price', '执行价', '供货价'],
      has: ['协议', '价'],
      best: ['协议', '新'],
      never: [
        ...[
          '原',
          '零售',
          '市场',
          '建议',
          '会员',
          '成本',
          '进价',
          '中标',
          '上次',
          '最低',
          '最高',
          '参考',
          '限价',
        ],
        ...['销售', '库存', '起订', '日期', '方式', '说明', '编号', '书'],
      ],
    },
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
    '数量',
    '备注',
  ],
  needed: [['goods'], ['price']],
  leastNamed: 2,
  headless: 'places',
} as const satisfies TableSpec;

/** Ends the agreement. */
const dropWord = /^(删除|取消|无)$/;

/** The requests of a table's rows. If an item occurs twice, the second row is an error. */
export function readPriceTable(rows: readonly TableRow[]): PriceEntry[] {
  const seen = new Set<number>();
  return rows.map((cells) => {
    const { row } = cells;
    const goods = cells.cell('goods');
    const price = cells
      .cell('price')
      .normalize('NFKC')
      .replace(/[¥￥,元\s]/g, '');
    const written = { row, goods, price };
    const failed = [goods, price].find(isErrorCell);
    if (failed !== undefined)
      return { ...written, kind: 'wrong', problem: `单元格是错误值${failed}，请改好后再导入` };
    const goodsId = /^\d{1,9}$/.test(goods.normalize('NFKC')) ? Number(goods.normalize('NFKC')) : 0;
    if (goodsId === 0) return { ...written, kind: 'wrong', problem: '商品编号须为数字' };
    if (seen.has(goodsId)) return { ...written, kind: 'wrong', problem: '同一商品在前面已写过' };
    seen.add(goodsId);
    if (dropWord.test(price)) return { ...written, kind: 'drop', goodsId };
    const fen = findYuan(price);
    if (fen === null)
      return { ...written, kind: 'wrong', problem: '协议价须为金额，最多两位小数；写“删除”取消协议价' };
    const problem = agreedPriceProblem(fen);
    return problem === null
      ? { ...written, kind: 'set', goodsId, fen }
      : { ...written, kind: 'wrong', problem };
  });
}

/** The lowest agreed price that may be proposed, fen: a percentage of the member price, rounded up. */
export function agreedPriceFloor(memberPrice: Fen, percent: number): Fen {
  return Math.ceil((memberPrice * percent) / 100);
}

/**
 * Why a price may not be proposed, or needs a second person where the merchant sets it; null where it is high enough.
 */
export function belowFloorProblem(price: Fen, memberPrice: Fen, percent: number): string | null {
  const floor = agreedPriceFloor(memberPrice, percent);
  return price >= floor
    ? null
    : `低于会员价¥${showYuan(memberPrice)}的${percent}%（底价¥${showYuan(floor)}），请核对`;
}

/** Why an amount is not a valid agreed price; null where it is. */
export function agreedPriceProblem(fen: Fen): string | null {
  if (fen < agreedPrice.min) return '协议价须大于0';
  return fen > agreedPrice.max ? '协议价太大，请核对' : null;
}
