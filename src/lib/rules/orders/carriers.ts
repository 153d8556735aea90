/** Carriers that desks choose from, and the words by which people mean them (rules 3). */

interface CarrierRow {
  name: string;
  /** Words in a name that mean it. */
  words: readonly string[];
}

/** Read from the top: a name that contains another is above it (京东快运 above 京东). */
const rows = [
  { name: '顺丰医药', words: ['顺丰医药', '顺丰冷链', '顺丰冷运'] },
  { name: '顺丰快运', words: ['顺丰快运'] },
  { name: '顺丰速运', words: ['顺丰', '顺风', 'SF'] },
  { name: '中通快运', words: ['中通快运'] },
  { name: '中通快递', words: ['中通'] },
  { name: '圆通速递', words: ['圆通'] },
  { name: '韵达快运', words: ['韵达快运'] },
  { name: '韵达快递', words: ['韵达'] },
  { name: '申通快递', words: ['申通'] },
  { name: '京东快运', words: ['京东快运', '京东物流快运'] },
  { name: '京东物流', words: ['京东'] },
  { name: '德邦快递', words: ['德邦快递'] },
  { name: '德邦物流', words: ['德邦'] },
  { name: '极兔速递', words: ['极兔'] },
  { name: '邮政EMS', words: ['EMS', '邮政特快'] },
  { name: '中国邮政', words: ['邮政'] },
  { name: '跨越速运', words: ['跨越'] },
  { name: '安能物流', words: ['安能'] },
  { name: '壹米滴答', words: ['壹米滴答'] },
  { name: '百世快运', words: ['百世'] },
  { name: '国药物流', words: ['国药'] },
  { name: '九州通达物流', words: ['九州通'] },
  { name: '华润医药物流', words: ['华润'] },
  { name: '自有车辆', words: ['自有', '自送', '自配'] },
] as const satisfies readonly CarrierRow[];

export type CarrierName = (typeof rows)[number]['name'];

/** Names to choose from, in display order. */
export const carrierNames: readonly CarrierName[] = rows.map(({ name }) => name);

/** Prefix of a carrier that is not in the list. */
export const otherCarrier = '其他：';

/** The carrier of the list that a name means; null for none. */
export function findCarrierName(typed: string): CarrierName | null {
  const plain = typed.replaceAll(/\s/g, '').toUpperCase();
  return rows.find(({ words }) => words.some((word) => isMeant(plain, word)))?.name ?? null;
}

/** Latin letters count only as a whole word: SF is 顺丰, and part of many words. */
function isMeant(plain: string, word: string): boolean {
  return word === 'SF' ? plain === word : plain.includes(word);
}

/** Parses a typed carrier: the name to store, or the fault. A carrier that is not in the list follows 其他. */
export function readCarrier(typed: string): { name: string } | { fault: string } {
  const text = typed.trim();
  const other = /^其他(.*)$/.exec(text)?.[1]?.replace(/^[：:\s-]+/, '');
  const known = findCarrierName(other ?? text);
  if (known !== null) return { name: known };
  if (other === undefined)
    return {
      fault: `没有“${text.slice(0, 20)}”这个承运方，请从列表选择；不在列表里的写“${otherCarrier}名称”`,
    };
  if (other.length < 2 || other.length > 30) return { fault: `“${otherCarrier}”后面请写2–30字的承运方名称` };
  return { name: other };
}

/** The list for one person: carriers last used by their merchant come first. */
export function carrierChoices(recent: readonly string[]): string[] {
  return [...new Set([...recent, ...carrierNames, otherCarrier])];
}
