import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import { lackLabel } from '#lib/rules/goods/stock.ts';
import { entriesOf } from '#lib/rules/terms/keys.ts';
import { expiryMonth } from '#lib/rules/terms/shelf-life.ts';

/** 效期 2027.11, as cards and rows write it; the lot of some is not known yet. */
export function expiryText({ expires_on }: Pick<GoodsItem, 'expires_on'>): string {
  if (expires_on === '') return '效期待登记';
  return `效期${expiryMonth(expires_on)}`;
}

/** The remaining stock of an item, in words: 库存120盒, 缺货. */
export function stockText({ number_label }: Pick<GoodsItem, 'number_label'>): string {
  return number_label === lackLabel ? number_label : `库存${number_label}`;
}

/** 中包装10盒 · 件装400盒: the packing in one line. */
export function packingText({ zbz, jzl, bzdw }: Pick<GoodsItem, 'zbz' | 'jzl' | 'bzdw'>): string {
  return `中包装${zbz}${bzdw} · 件装${jzl}${bzdw}`;
}

/** The tag (rules 17) of a label in words. */
export const tagNames: Record<string, string> = {
  优选: labelNames.preferred,
  秒杀: labelNames.flash,
  特价: labelNames.special,
  满减: labelNames.full_reduction,
  满赠: labelNames.gift,
  换购: labelNames.add_on,
  拼团: labelNames.group_buy,
  新品: labelNames.fresh,
};

const words = new Map(entriesOf(tagNames).map(([word, tag]) => [tag, word]));

/** A tag of the wire as a word: one character alone is a riddle. */
export function tagWord(name: string): string {
  return words.get(name) ?? name;
}
