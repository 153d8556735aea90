/**
 * A line of a purchase list in its form for comparison: half width, without bullets, numbers in figures, one sign for
 * ×.
 */
import { withVitamins } from '../names/vitamins.ts';
import { normalizeText } from '../text/search-text.ts';
import { chineseNumber, fromChinese } from './chinese-number.ts';

/** Bullets, numbering and who speaks, at the beginning of a line. */
const bullet =
  /^(?:(?:[\s•·●▪◆■□○✓√>》—*+]|[-−–](?!\d))+|\(?\d{1,3}[)）]\s*[.、:：]?|\d{1,3}[.、:：](?!\d)\s*|[①-⑳⑴-⒇]\s*|[\u3251-\u325f]\s*|[一二三四五六七八九十]{1,3}[、.]\s*)/;
const speaker = /^[\p{L}\p{N}_]{1,10}\s*[:：]\s*(?=\S)/u;

/** At most 300 characters of it: no wanted item is longer. */
export function foldLine(raw: string): string {
  let text = raw.slice(0, 300).trim();
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = text.replace(bullet, '').trim();
    if (text === before) break;
  }
  const said = text.replace(speaker, '');
  // 品名：阿莫西林 is a label, 张三：阿莫西林 a speaker; a spec (20ml:0.8g) is neither.
  if (said !== text && /\p{Script=Han}{2}|[a-z]{3}/iu.test(said)) text = said;
  const folded = withVitamins(
    normalizeText(text)
      // 【阿莫西林】-10盒: the dash joins what the brackets, which fall away, would part.
      .replace(/(?<=[】\]」』”"'])[-−–]+(?=\d)/g, ' ')
      .replace(/[【】[\]「」『』“”"']/g, ' ')
      .replace(/(?<=[\d\p{Script=Han}a-z)\s])x\s?(?=\d)/gu, '*')
      .replace(/(?<=[\d)\s])x\s?(?=[-−–]\d)/gu, '*')
      // name/spec/maker/10: the last sign parts the quantity off; 1/2盒 is half a box.
      .replace(/(?<!(?:^|\s)\d{1,2})\/(?=\d{1,6}\s?\p{Script=Han}?$)/u, ' ')
      .replace(/[一二两三四五六七八九](?=\s?(?:大?箱|件)半)/g, (digits) => String(fromChinese(digits)))
      .replace(chineseNumber, (digits) => String(fromChinese(digits)))
      // 半件, 一件半: half a case is a number too.
      .replace(/(?<![\d一二两三])半\s?(?=大?箱|件|盒|瓶)/g, ' 0.5')
      .replace(/(?<!\d)(\d{1,6})\s?(大?箱|件)半/g, '$1.5$2')
      .replace(/(?<![a-z])vc(?=银翘)/g, '维c'),
  );
  return folded
    .replace(/左旋(?=氨氯|氧氟)/g, '左')
    .replace(/\s+/g, ' ')
    .replace(/ ?\* ?/g, '*')
    .trim();
}
