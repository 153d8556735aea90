/** Alternatives for a row of a purchase list: offers of its product, of other possible products, of a search. */
import { z } from 'zod';
import { maxFormLines, maxKeywords } from '../constants.ts';
import { unset } from '../decode.ts';
import { freeText, id, money, quantity, upTo, whole } from '../fields.ts';
import { goodsItem } from '../goods/calls.ts';
import { priced } from '../prices.ts';
import { lineText } from './line.ts';

const tooMany = `一次最多提交${maxFormLines}项`;

export const candidatesInput = z.object({
  /** The original text of the row: how many pieces it means depends on the product. */
  text: lineText,
  given: unset(quantity().optional()),
  /** Pieces that the row has now; 0 where it has none. */
  number: whole('数量', 0, 999_999).default(0),
  /** The product of the row first, then the others. */
  product_ids: unset(upTo(21, id('商品'), { error: '请选择商品', tooMany }).default([])),
  /** Searches in place of the products. */
  keywords: freeText('搜索词', maxKeywords, { isScanned: true }),
  /** Other rows to be bought besides the cart: freight and reductions count over all of it. */
  basket: unset(
    upTo(maxFormLines, z.object({ goods_id: id('商品'), number: quantity() }), {
      error: '清单内容不正确',
      tooMany,
    }).default([]),
  ),
});
export type CandidatesValues = z.output<typeof candidatesInput>;
export type CandidatesInput = z.input<typeof candidatesInput>;

export const candidate = z.object({
  goods: goodsItem,
  /** Pieces that would be added; 0 when it cannot be bought. */
  number: z.number().int(),
  /** Pieces of it that the cart and the other rows have already. */
  in_cart: z.number().int(),
  /** 到手单价 as everywhere: of its line in the cart with all its pieces, the other rows of the list beside it. */
  each: priced(money).optional(),
  /** Its effect on the freight of its merchant. */
  freight: priced(z.string()).optional(),
  /** Why it cannot be bought; empty when it can. */
  refusal: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

export const candidates = z.object({ list: z.array(candidate) });
