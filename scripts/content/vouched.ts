/**
 * Words by which a text makes a promise of the shop: times, free freight, pick-up, guarantees. No program knows whether
 * they are true, so a person checks each and lists it in the front matter (`vouched`).
 */
import type { Found } from './lines.ts';

const risky =
  /[\d一二两三四五六七八九十]+ ?(?:小时|分钟)(?:内|送达|到货|发货|上门|取货|达)|(?:24|48|72) ?小时|[次当隔]日达|包邮|上门|保证|承诺|全额|最低价|无条件|终身|免费/g;

/** The promising words of a text without spaces, each with its first writing. */
function riskyPlaces(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [written] of text.matchAll(risky)) {
    const word = written.replaceAll(' ', '');
    if (!found.has(word)) found.set(word, written);
  }
  return found;
}

/** The promising words of a text, distinct, without spaces. */
export function riskyWords(text: string): string[] {
  return [...riskyPlaces(text).keys()];
}

/** A sentence for each promise that is not vouched for, and for each vouched one that is gone. */
export function unvouched(text: string, vouched: readonly string[]): Found[] {
  const found = riskyPlaces(text);
  return [
    ...[...found]
      .filter(([word]) => !vouched.includes(word))
      .map(([word, quote]) => ({
        sentence: `“${word}”是对客户的承诺，请确认属实后在文件开头写 vouched: [${word}]`,
        quote,
      })),
    ...vouched
      .filter((word) => !found.has(word))
      .map((word) => ({ sentence: `vouched 里的“${word}”正文里已经没有，请删掉`, field: 'vouched' })),
  ];
}
