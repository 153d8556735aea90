/** What a piece may cost, as a line of a purchase list says it: 单价3.2, ¥9.6, 8.2元一盒, 20盒 7.8. */
import type { Fen } from '../money/money.ts';

const unit = '(?:盒|瓶|袋|支|包|件|箱|条|台|罐|筒|桶|提|副|双|套|卷|只|个|公斤|kg|斤)';
const each = `(?:\\s?(?:[/一每]|1)\\s?${unit})?`;
const amount = '(\\d{1,5}(?:\\.\\d{1,3})?)(?![\\d.])';

/**
 * The sum of a line says nothing of a piece: 总价120, 合计120元. 合计12盒 is a quantity, and 合计12 may be one.
 */
export const total = new RegExp(
  `(?:总价|总额|金额)\\s?[:：]?\\s?¥?\\s?${amount}(?!\\s?${unit})\\s?元?|(?:合计|小计|共)\\s?[:：]?\\s?(?:¥\\s?${amount}|${amount}\\s?元)`,
  'g',
);

export const namedPrice = new RegExp(
  `(?:(?:单价|价格|进价|报价|供价|采购价|上次价|价)\\s?[:：=]?\\s?¥?|[@¥])\\s?${amount}(?!\\s?${unit})\\s?元?${each}`,
);
export const yuanPrice = new RegExp(`(?<![\\d.*])${amount}\\s?元${each}`);
export const lastPrice = new RegExp(`(?<=\\d\\s?${unit})\\s{1,4}(\\d{1,5}\\.\\d{1,3})\\s{0,4}$`);

/** The surest first. The last two: a number behind the quantity, as lists copied from a spreadsheet end. */
const patterns = [namedPrice, yuanPrice, lastPrice, /(?<=[\s*]\d{1,6})\s+([1-9]\d{0,4}\.\d{1,2})\s*$/];

/** The text without its price, and the price; null without one. `text` is half width. */
export function takePrice(text: string): { text: string; price: Fen | null } {
  const rest = text.replace(total, ' ');
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    if (found === null) continue;
    const price = fenOf(found[1] ?? '');
    const without = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    return { text: without, price };
  }
  return { text: rest, price: null };
}

/** Fen of an amount in yuan; null for none. */
export function fenOf(yuan: string): Fen | null {
  const fen = Math.round(Number(yuan.replace(/[¥,，元\s]/g, '')) * 100);
  return Number.isSafeInteger(fen) && fen > 0 ? fen : null;
}

/** Dearer than this part above what is expected is a question. */
const mostAbove = 0.05;

/** Whether a piece costs more than the buyer expects. */
export function isDearer(each: Fen, expected: Fen): boolean {
  return each > expected * (1 + mostAbove);
}
