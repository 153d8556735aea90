import type { GoodsItem } from '#lib/contract/goods/schema.ts';
import { lackLabel } from '#lib/rules/goods/stock.ts';
import { expiryMonth } from '#lib/rules/terms/shelf-life.ts';

/** 效期 2027.11, as cards and rows write it; the lot of some is not known yet. */
export function expiryText({ expires_on }: Pick<GoodsItem, 'expires_on'>): string {
  if (expires_on === '') return '效期待登记';
  return `效期${expiryMonth(expires_on)}`;
}

/** What is left of a goods, in words: 库存120盒, 缺货. */
export function stockText({ number_label }: Pick<GoodsItem, 'number_label'>): string {
  return number_label === lackLabel ? number_label : `库存${number_label}`;
}

/** 中包装10盒 · 件装400盒: the packing in one line. */
export function packingText({ zbz, jzl, bzdw }: Pick<GoodsItem, 'zbz' | 'jzl' | 'bzdw'>): string {
  return `中包装${zbz}${bzdw} · 件装${jzl}${bzdw}`;
}

/** The tag (rules 17) of a promotion's label. */
export const tagNames: Record<string, string> = {
  秒杀: '秒',
  特价: '特',
  满减: '满',
  满赠: '赠',
  换购: '换购',
  拼团: '拼团',
};
