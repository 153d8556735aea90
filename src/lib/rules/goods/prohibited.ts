/** 禁售清单 (rules 7): what the platform does not trade with any buyer. Read by the importer and by search. */
import { entriesOf } from '../terms/keys.ts';
import { type ProhibitedCategory, type Row, table } from './prohibited-table.ts';

export const prohibitedMessage = '平台不经营该类药品';

const rows: [ProhibitedCategory, Row][] = entriesOf(table);

/** The facts of an item that the gate checks. */
type Suspect = { name: string; kind?: string; category?: string; approvalNo?: string };

/**
 * Contexts in which a substance's name means something else, or an ordinary preparation. Only the name is removed: any
 * other prohibited substance still counts.
 */
const harmless: ((name: string) => string)[] = [
  // Only sounds like 吗啡.
  (name) => name.replace(/阿扑吗啡/g, ''),
  // 火麻仁 by its other name.
  (name) => name.replace(/大麻仁/g, ''),
  // Compounds; the lists name these substances and preparations with nothing else in them. 伪麻黄碱 is written out in few
  // names.
  (name) => takeOutAfter(name, /复方/, /伪?麻黄[碱素]|右美沙芬/g),
  (name) => takeOutAfter(name, /布洛芬|西替利嗪|氯雷他定|对乙酰氨基酚/, /伪麻黄[碱素]/g),
  (name) => takeOutAfter(name, /愈创/, /右美沙芬/g).replace(/右美沙芬(?=愈创)/g, ''),
  // Sera of animals, milk and eggs, and what measures it, are no blood product.
  (name) => name.replace(/(?<=(?:抗人|[兔猪马牛]|卵黄|初乳)[^人]{0,10})免疫球蛋白/g, ''),
  (name) => takeOutBefore(name, ['检测', '测定', '试剂', '试纸'], /人?免疫球蛋白/g),
];

/** Removes the words after the first mark. Two steps, because a pattern with a look-behind over all is not linear. */
function takeOutAfter(name: string, mark: RegExp, words: RegExp): string {
  const found = mark.exec(name);
  if (found === null) return name;
  const from = found.index + found[0].length;
  return name.slice(0, from) + name.slice(from).replace(words, '');
}

/** Removes the words before the last of the marks. */
function takeOutBefore(name: string, marks: readonly string[], words: RegExp): string {
  const to = Math.max(0, ...marks.map((mark) => name.lastIndexOf(mark)));
  return name.slice(0, to).replace(words, '') + name.slice(to);
}

/** The category under which an item is refused, null when it may be sold. Not overridable. */
export function findProhibited(goods: Suspect): ProhibitedCategory | null {
  const name = harmless.reduce((text, takeOut) => takeOut(text), plain(goods.name));
  const shelf = plain(`${goods.kind ?? ''} ${goods.category ?? ''}`);
  // 院内制剂 carry a 制字 number of a province (皖药制字Z…), never 国药准字.
  if (/药制字/.test(goods.approvalNo ?? '')) return '医疗机构制剂';
  for (const [category, row] of rows)
    if (
      row.words.some((word) => name.includes(word)) ||
      row.whole.includes(name) ||
      row.names.some((word) => shelf.includes(word) || name.includes(word))
    )
      return category;
  return null;
}

/** Colloquial names; as a part of a name they may be harmless (尿微量白蛋白检测试剂). */
const nicknames: Record<string, ProhibitedCategory> = {
  白蛋白: '血液制品',
  球蛋白: '血液制品',
  静丙: '血液制品',
  凝血因子: '血液制品',
  安定: '精神药品',
};

/** The category that a search or request is about, null for any other. The response is `prohibitedMessage`. */
export function findProhibitedSearch(query: string): ProhibitedCategory | null {
  const name = plain(query);
  // Own names only: every object also answers to `constructor`.
  const nickname = Object.hasOwn(nicknames, name) ? nicknames[name] : undefined;
  return nickname ?? findProhibited({ name: query });
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
