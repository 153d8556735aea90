/** A table of prices agreed with one company (协议价), as somebody fills it in. Pure text work, no catalogue. */
import { type Fen, findYuan, showYuan } from '../money/money.ts';

/** Rows of one file. */
export const maxPriceRows = 2_000;
/** An agreed price in fen: nothing is given away, and nobody means millions. */
export const agreedPrice = { min: 1, max: 100_000_000 };

/** What a row asks for: a price, the end of one, or what is wrong with it. */
export type PriceEntry = {
  /** As the file counts, from 1. */
  row: number;
  /** As written, for the reader. */
  goods: string;
  price: string;
} & (
  | { kind: 'set'; goodsId: number; fen: Fen }
  | { kind: 'drop'; goodsId: number }
  | { kind: 'wrong'; problem: string }
);

const goodsHead = /^(商品编号|编号|商品id|goods_id|id)$/i;
const priceHead = /^(协议价|价格|单价|price)$/i;
/** Says that there is no agreement any more. */
const dropWord = /^(删除|取消|无)$/;

/**
 * The rows of a table: by their heads (商品编号, 协议价), without heads by their first two columns. Empty rows fall away; of a
 * goods that stands twice the second row is wrong.
 */
export function readPriceTable(table: readonly (readonly string[])[]): PriceEntry[] {
  const rows = table.map((cells, at) => ({ row: at + 1, cells: cells.map((cell) => cell.trim()) }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = filled[0]?.cells ?? [];
  const [goodsAt, priceAt] = [goodsHead, priceHead].map((head) => first.findIndex((cell) => head.test(cell)));
  const hasHead = goodsAt !== undefined && priceAt !== undefined && goodsAt >= 0 && priceAt >= 0;
  const seen = new Set<number>();
  return filled.slice(hasHead ? 1 : 0).map(({ row, cells }) => {
    const goods = cells[hasHead ? goodsAt : 0] ?? '';
    const price = (cells[hasHead ? priceAt : 1] ?? '').normalize('NFKC').replace(/[¥￥,元\s]/g, '');
    const written = { row, goods, price };
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

/** Fen below which no agreed price is proposed: so many percent of the member price, rounded up. */
export function agreedPriceFloor(memberPrice: Fen, percent: number): Fen {
  return Math.ceil((memberPrice * percent) / 100);
}

/** Why a price may not be proposed, or needs a second person where the merchant sets it; null where it is high enough. */
export function belowFloorProblem(price: Fen, memberPrice: Fen, percent: number): string | null {
  const floor = agreedPriceFloor(memberPrice, percent);
  return price >= floor
    ? null
    : `低于会员价¥${showYuan(memberPrice)}的${percent}%（底价¥${showYuan(floor)}），请核对`;
}

/** Why an amount is no agreed price; null where it may be one. */
export function agreedPriceProblem(fen: Fen): string | null {
  if (fen < agreedPrice.min) return '协议价须大于0';
  return fen > agreedPrice.max ? '协议价太大，请核对' : null;
}
