/** Which drugs a trade name, a former name or a word of the counter means. */
import { normalizeText } from '#lib/rules/text/search-text.ts';
import { foldAlike } from './alike.ts';
import { bellyFormer, bellyTrades } from './belly-names.ts';
import { drugOf } from './drug-name.ts';
import { heartFormer, heartTrades } from './heart-names.ts';
import { infectionFormer, infectionTrades } from './infection-names.ts';

/**
 * Colloquial names of items with other registered names: devices, disinfectants, infusions. Source: general knowledge
 * of the trade, not yet read by a pharmacist (README.md next to this).
 */
const commonNames = {
  '~创口贴': '创可贴 邦迪 邦迪创可贴',
  '~碘伏消毒液': '碘伏 碘伏水',
  '~血糖试条': '血糖试纸',
  '~医用纱布块': '纱布块 纱布片',
  '~人绒毛膜促性腺激素检测': '验孕棒 早孕试纸 验孕试纸',
  '~促黄体生成素检测': '排卵试纸',
  '~避孕套': '安全套',
  '~特定电磁波治疗器': '神灯',
  '~笔式胰岛素注射器': '胰岛素笔',
  '~乙醇消毒液': '酒精 医用酒精 消毒酒精 75度酒精 75酒精',
  '~过氧化氢消毒液': '双氧水',
  '~含氯消毒液': '84消毒液 八四消毒液',
  '~0.9%氯化钠注射液': '生理盐水 盐水',
  '~葡萄糖氯化钠注射液': '糖盐水 葡萄糖盐水',
  '~正红花油': '红花油',
  '~蜜炼川贝枇杷膏': '川贝枇杷膏 枇杷膏 念慈菴',
  '~口服补液盐散': '口服补液盐3 口服补液盐 补液盐3 补液盐三 补液盐',
  '~末梢采血针': '采血针',
  '~针灸针': '银针',
  '~静脉曲张袜': '弹力袜',
  '~腰部固定带': '护腰',
  '~隔离面罩': '防护面屏',
  '~退热贴': '退烧贴',
  '~血氧仪': '血氧夹',
  '~红外额温计': '额温枪',
  '~红外耳温计': '耳温枪',
} as const;

/** 商品名: one maker's mark · 旧称: a former name of the drug · 俗称: a colloquial name. */
export type OtherNameKind = '商品名' | '旧称' | '俗称';

/** The meaning of another name: any of `meanings` fits. */
export type OtherName = { name: string; kind: OtherNameKind; meanings: Meaning[] };

/** The drug (or, for `isPart`, words of the name), and further required words of its name: 布洛芬, 缓释. */
export type Meaning = { drug: string; words: string[]; isPart: boolean };

/** Each table has drugs as keys (`|` any of, a space and, `~` a part of the name), and their other names as values. */
export const tables: readonly [kind: OtherNameKind, table: Readonly<Record<string, string>>][] = [
  ['商品名', infectionTrades],
  ['商品名', heartTrades],
  ['商品名', bellyTrades],
  ['旧称', infectionFormer],
  ['旧称', heartFormer],
  ['旧称', bellyFormer],
  ['俗称', commonNames],
];

function meaningOf(text: string): Meaning {
  const isPart = text.startsWith('~');
  const [drug = '', ...words] = normalizeText(text.replace(/^~/, '')).split(' ');
  return { drug, words, isPart };
}

const byName = new Map<string, OtherName>();
for (const [kind, table] of tables)
  for (const [key, names] of Object.entries(table))
    for (const name of names.split(' ')) {
      const known = byName.get(normalizeText(name));
      const meanings = key.split('|').map(meaningOf);
      if (known) known.meanings.push(...meanings);
      else byName.set(normalizeText(name), { name: normalizeText(name), kind, meanings });
    }

/** All of them, each once. */
export const otherNames: readonly OtherName[] = [...byName.values()];

const longest = Math.max(...otherNames.map(({ name }) => name.length));

/**
 * The meaning of a word that is another name itself; undefined for every other word. `word` is normalized by
 * `normalizeText`.
 */
export function findOtherName(word: string): OtherName | undefined {
  return byName.get(word);
}

/** The longest other name in a folded text, and its position; null when there is none. */
export function otherNameIn(text: string): { other: OtherName; start: number } | null {
  for (let length = Math.min(longest, text.length); length >= 2; length--)
    for (let start = 0; start + length <= text.length; start++) {
      const other = byName.get(text.slice(start, start + length));
      if (other) return { other, start };
    }
  return null;
}

const bySlip = new Map(
  otherNames.filter(({ name }) => name.length >= 3).map((one) => [foldAlike(one.name), one] as const),
);

/** The same where one is written with characters that look or sound like its own: 吗丁林. */
export function nearOtherNameIn(text: string): { other: OtherName; start: number } | null {
  const folded = foldAlike(text);
  for (let length = Math.min(longest, folded.length); length >= 3; length--)
    for (let start = 0; start + length <= folded.length; start++) {
      const other = bySlip.get(folded.slice(start, start + length));
      if (other) return { other, start };
    }
  return null;
}

/** Whether goods of this name (folded) are what is meant. */
export function isMeant({ meanings }: OtherName, name: string): boolean {
  return meanings.some(
    ({ drug, words, isPart }) =>
      (isPart ? name.includes(drug) : drugOf(name).drug === drug) &&
      words.every((word) => name.includes(word)),
  );
}

/** 布洛芬缓释: what is meant, for people. */
export function meaningText({ meanings }: OtherName): string {
  return [...new Set(meanings.map(({ drug, words }) => [drug, ...words].join('')))].join('、');
}
