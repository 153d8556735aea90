/** Kinds of cards in messages (rules 21). */
import { isKeyOf, keysOf } from '../terms/keys.ts';

const kinds = {
  goods: '商品',
  order: '订单',
  invoice: '发票',
  lot: '批号',
  coupon: '优惠券',
  aftersale: '售后单',
} as const;
export type CardKind = keyof typeof kinds;
export const cardKinds = keysOf(kinds);

/** 商品, 订单… */
export function cardText(kind: CardKind): string {
  return kinds[kind];
}

/** Item and lot number of a reference to a lot, `12:B2026`; null for another text. */
export function lotOfCard(ref: string): { goodsId: number; lotNo: string } | null {
  const parts = /^(\d{1,9}):(.{1,60})$/.exec(ref);
  return parts?.[2] === undefined ? null : { goodsId: Number(parts[1]), lotNo: parts[2] };
}

export function isCardKind(text: string): text is CardKind {
  return isKeyOf(kinds, text);
}
