/** Several goods in one line of a purchase list: 板蓝根 感冒清热 各20盒. Which words name goods, the catalogue says. */
import { endsWithQuantity } from './purchase-split.ts';
import { saleUnits } from './quantity-guess.ts';

/** The words of a line, and the quantity that is each one's (各20盒); null where the line has no two names. */
export type LineWords = { words: string[]; each: string };

/** Blanks, commas, and a slash before a name: not 50只/盒, not 150mg/12.5mg. */
const separators = /[\s,，、;；+＋]+|[/／](?=\p{Script=Han}{2})/u;
export const eachOf = new RegExp(
  `各\\s?(?:要|来|拿)?\\s?([\\d一二两三四五六七八九十百]{1,6}\\s?(?:${saleUnits})?)[。.!！\\s]{0,8}$`,
);
/** A line that excludes or replaces something names goods that nobody wants. */
const excluding = /不要|别|没货|没有|缺货|换|或|如果|要是/;
/** More words are a text and no line of goods. */
const mostWords = 24;

export function wordsOf(raw: string): LineWords | null {
  const line = raw.slice(0, 300);
  if (excluding.test(line)) return null;
  const each = eachOf.exec(line);
  const goods = each === null ? line : line.slice(0, each.index);
  const words = goods.split(separators).filter((word) => word !== '');
  const names = words.filter(mayBeName);
  return names.length < 2 || words.length > mostWords ? null : { words, each: each?.[1] ?? '' };
}

export const counted = new RegExp(`\\d{1,6}\\s?(?:${saleUnits})`, 'g');

/** Whether a word can name goods: two Chinese characters besides units. */
export function mayBeName(word: string): boolean {
  return /\p{Script=Han}{2}/u.test(word.replace(counted, ' '));
}

/** A part ends with how many of it: 20盒, 20, 二十盒. */
const endsWithNumber = /[\d一二两三四五六七八九十百]\s?\p{Script=Han}{0,2}[。.!！]?$/u;

/** A word that names goods, and which drug. */
export type NamedWord = { at: number; drug: string };

/** One text for each of the goods, from its name up to the next one; null where the words name one drug alone. */
export function partsByNames({ words, each }: LineWords, named: readonly NamedWord[]): string[] | null {
  const starts = named.filter(({ drug }, at) => at === 0 || named[at - 1]?.drug !== drug);
  if (starts.length < 2 || new Set(starts.map(({ drug }) => drug)).size < starts.length) return null;
  const parts = starts.map((_, at) => {
    const from = at === 0 ? 0 : (starts[at]?.at ?? 0);
    const part = words.slice(from, starts[at + 1]?.at).join(' ');
    return each === '' || endsWithQuantity.test(part) ? part : `${part} ${each}`;
  });
  // 厄贝沙坦/氢氯噻嗪片 10盒 is one drug of two: a part without a number is no goods of its own.
  return parts.every((part) => endsWithNumber.test(part)) ? parts : null;
}

/** 10ml*5支 ends a spec, and no goods; x10盒 after a blank and 24粒*10盒 are quantities. */
const endsWithPack = /(?:[a-z\d%]|\d[粒片丸袋支])[*×x]\s?\d{1,4}\s?(?:粒|片|丸|袋|支|枚|贴|板|小盒|小袋)$/iu;

/** The halves of a line that each have a name and a quantity, whoever knows the names; null for one. */
export function partsByQuantities({ words, each }: LineWords): string[] | null {
  if (each !== '') return null;
  const parts: string[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last === undefined || (endsWithCount(last) && /^\p{Script=Han}{2}/u.test(word))) parts.push(word);
    else parts[parts.length - 1] = `${last} ${word}`;
  }
  const isWhole = parts.every((part) => endsWithCount(part) && mayBeName(part));
  return parts.length > 1 && isWhole ? parts : null;
}

function endsWithCount(part: string): boolean {
  return endsWithQuantity.test(part) && !endsWithPack.test(part);
}
