/** 药检报告 of many lots: which lot a file belongs to, by its name. */
import { lotKey } from '../text/lot-number.ts';

/** Files of one press at most. */
export const mostReportFiles = 500;

export interface NamedLot {
  goodsId: number;
  lotNo: string;
}

/** `合格/1024_B-2601.PDF` → its last part without folder and ending: `1024_B-2601`. */
function stemOf(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '').trim();
}

/** `1024_B-2601`: number of the item, and lot; null where a name begins with no number. */
function withGoods(stem: string): { goodsId: number; lotNo: string } | null {
  const [, id, lotNo] = /^([1-9]\d{0,8})[_ ](.+)$/.exec(stem) ?? [];
  return id === undefined || lotNo === undefined ? null : { goodsId: Number(id), lotNo };
}

/** The keys of lot numbers that a name may mean. */
export function reportKeys(name: string): string[] {
  const stem = stemOf(name);
  const own = withGoods(stem);
  return [stem, ...(own === null ? [] : [own.lotNo])].map(lotKey).filter((key) => key !== '');
}

/** The lot of a file: its name is the lot number, or the item's number and the lot number. A sentence where it is unclear. */
export function lotOfFile<L extends NamedLot>(name: string, lots: readonly L[]): L | string {
  const stem = stemOf(name);
  const own = withGoods(stem);
  const exact =
    own && lots.find((lot) => lot.goodsId === own.goodsId && lotKey(lot.lotNo) === lotKey(own.lotNo));
  if (exact) return exact;
  const found = lots.filter(({ lotNo }) => lotKey(lotNo) === lotKey(stem));
  const [first] = found;
  if (first === undefined) return '没有这个批号的批次';
  return found.length === 1 ? first : `有${found.length}个商品是这个批号，请把文件名改成“商品编号_批号”`;
}
