/** Points and cards for a missed day that the platform gives to one company by hand (rules 6). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

/** Points are the company's, a card is one person's. `most` of one act. */
export const giftKinds = {
  points: { text: '积分', unit: '分', most: 100_000 },
  sign_card: { text: '补签卡', unit: '张', most: 10 },
} as const;
export type GiftKind = keyof typeof giftKinds;

export const giftKindKeys = keysOf(giftKinds);

/** True for the kinds of acts that give something of this. */
export function isGiftKind(kind: string): kind is GiftKind {
  return isKeyOf(giftKinds, kind);
}

/** The number with its unit: 500分, 2张. */
export function giftText(kind: GiftKind, count: number): string {
  return `${count}${giftKinds[kind].unit}`;
}

/** The fault, at its field; null where it may be given. `userId` is whom a card is for. */
export function giftProblem({
  kind,
  count,
  userId,
}: {
  kind: GiftKind;
  count: number;
  userId: string;
}): { field: 'count' | 'user_id'; text: string } | null {
  const { text, unit, most } = giftKinds[kind];
  if (!Number.isInteger(count) || count < 1) return { field: 'count', text: '请填写数量' };
  if (count > most) return { field: 'count', text: `每次最多赠送${most}${unit}${text}` };
  return kind === 'sign_card' && userId === '' ? { field: 'user_id', text: '请选择补签卡给哪位同事' } : null;
}
