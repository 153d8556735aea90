import { customPinyin, pinyin } from 'pinyin-pro';

/**
 * Readings that a general dictionary gets wrong in names of drugs, herbs and their makers. The longest word wins, so a
 * single character here has this reading unless a word says otherwise.
 */
const drugReadings: Record<string, string> = {
  参: 'shēn',
  参加: 'cān jiā',
  参考: 'cān kǎo',
  参数: 'cān shù',
  藏: 'zàng',
  冷藏: 'lěng cáng',
  储藏: 'chǔ cáng',
  重楼: 'chóng lóu',
  重组: 'chóng zǔ',
  重庆: 'chóng qìng',
  枳术: 'zhǐ zhú',
  白术: 'bái zhú',
  苍术: 'cāng zhú',
  莪术: 'é zhú',
  莪: 'é',
  炒术: 'chǎo zhú',
  枳壳: 'zhǐ qiào',
  蛤壳: 'gé qiào',
  蛤蚧: 'gé jiè',
  蛤: 'gé',
  金匮: 'jīn guì',
  曲安奈德: 'qū ān nài dé',
  曲: 'qū',
  神曲: 'shén qū',
  色甘酸: 'sè gān suān',
  可的松: 'kě dí sōng',
  东阿: 'dōng ē',
  阿: 'ā',
  阿胶: 'ē jiāo',
  没药: 'mò yào',
  乳没: 'rǔ mò',
  咳: 'ké',
  单: 'dān',
  行气: 'xíng qì',
  王不留行: 'wáng bù liú xíng',
  长效: 'cháng xiào',
  生长: 'shēng zhǎng',
  细长: 'xì cháng',
  朝鲜: 'cháo xiǎn',
  朝阳: 'cháo yáng',
  厚朴: 'hòu pò',
  薄荷: 'bò he',
  大黄: 'dà huáng',
  侧柏: 'cè bǎi',
  柏: 'bǎi',
  芎: 'xiōng',
  葛: 'gě',
  炮姜: 'páo jiāng',
  炮附: 'páo fù',
  地骨皮: 'dì gǔ pí',
  的确: 'dí què',
  伽: 'jiā',
  吡: 'bǐ',
  呷: 'xiā',
  塞: 'sāi',
  便秘: 'biàn mì',
  自粘: 'zì zhān',
  胖大海: 'pàng dà hǎi',
  覆盆子: 'fù pén zǐ',
  石斛: 'shí hú',
  龟甲: 'guī jiǎ',
  亳: 'bó',
  阿是: 'ā shì',
};

customPinyin(drugReadings);

/** Words with a second correct reading: 黄柏 huáng bó, 枸橼酸 jǔ yuán suān. */
const secondReadings: Record<string, readonly string[]> = { 柏: ['bo'], 枸橼: ['ju', 'yuan'] };

export const secondWords = new RegExp(Object.keys(secondReadings).join('|'), 'g');

/** A text in pinyin without tones: `full` as one word (amoxilinjiaonang), `initials` (amxljn); latin and digits stay, in lower case. */
export type Pinyin = { full: string; initials: string };

const known = new Map<string, Pinyin>();

/** Pinyin of a drug, maker or category name; ü is v, as it is typed (绿 lv). Anything but letters and digits is left out. */
export function pinyinOf(text: string): Pinyin {
  const ready = known.get(text);
  if (ready) return ready;
  const made = spell(text);
  // Bounded: the catalogue has some thousand names, a catalogue for benchmarks many more.
  if (known.size >= 20_000) known.clear();
  known.set(text, made);
  return made;
}

/** The same by the second readings of its words; null when no word has one. */
export function otherPinyinOf(text: string): Pinyin | null {
  const others = new Map<number, string>();
  for (const { 0: word, index } of text.matchAll(secondWords))
    for (const [at, syllable] of (secondReadings[word] ?? []).entries()) others.set(index + at, syllable);
  return others.size === 0 ? null : spell(text, others);
}

/** `others`: syllables that replace the dictionary's, by index in the text. */
function spell(text: string, others: ReadonlyMap<number, string> = new Map()): Pinyin {
  let full = '';
  let initials = '';
  let at = 0;
  for (const { origin, result, isZh } of pinyin(text, { toneType: 'none', type: 'all', v: true })) {
    const word = (others.get(at) ?? (isZh ? result : origin)).toLowerCase().replace(/[^a-z0-9]/g, '');
    full += word;
    initials += isZh ? word.slice(0, 1) : word;
    at += origin.length;
  }
  return { full, initials };
}
