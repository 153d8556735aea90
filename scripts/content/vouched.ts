/**
 * Words by which a text makes a promise of the shop: times, free freight, pick-up, guarantees. No program knows whether
 * they are true, so a person checks each and lists it in the front matter (`vouched`).
 */

const risky =
  /[\d一二两三四五六七八九十]+ ?(?:小时|分钟)(?:内|送达|到货|发货|上门|取货|达)|(?:24|48|72) ?小时|[次当隔]日达|包邮|上门|保证|承诺|全额|最低价|无条件|终身|免费/g;

/** The promising words of a text, distinct, without spaces. */
export function riskyWords(text: string): string[] {
  return [...new Set([...text.matchAll(risky)].map(([word]) => word.replaceAll(' ', '')))];
}

/** A sentence for each promise that is not vouched for, and for each vouched one that is gone. */
export function unvouched(text: string, vouched: readonly string[]): string[] {
  const found = riskyWords(text);
  return [
    ...found
      .filter((word) => !vouched.includes(word))
      .map((word) => `“${word}”是对客户的承诺，请确认属实后在文件开头写 vouched: [${word}]`),
    ...vouched
      .filter((word) => !found.includes(word))
      .map((word) => `vouched 里的“${word}”正文里已经没有，请删掉`),
  ];
}
