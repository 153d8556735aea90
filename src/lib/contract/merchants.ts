/** Merchants on the wire (rules 11, "Shop"). */

import { z } from 'zod';
import { get } from './call.ts';
import { freeText, id, page, pageSize } from './fields.ts';
import { goodsItem, goodsPage } from './goods/calls.ts';

export const merchantListInput = z.object({
  /** Part of a merchant's name or of what it sells. */
  keywords: freeText('商家名', 50),
  page: page(),
  size: pageSize(20),
});
export const merchantInput = z.object({ id: id('商家') });
export const merchantGoodsInput = merchantInput.extend({ page: page(), size: pageSize(20) });

export const merchant = z.object({
  id: z.number(),
  image: z.string(),
  remarks: z.string(),
  full_name: z.string(),
  address: z.string(),
  beizhu: z.string(),
  badges: z.array(z.string()),
  policies: z.array(z.string()),
  goods_count: z.number(),
  /** 1: it closes for good and sells nothing any more. */
  is_closing: z.number().int(),
  /** The first three of what sells best. */
  goods: z.array(goodsItem),
});
export type Merchant = z.infer<typeof merchant>;

export const merchantDetail = merchant.extend({
  phone: z.string(),
  licence_no: z.string(),
  kind: z.string(),
  /** Freight, least order, regions: what, and the sentence. */
  delivery: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type MerchantDetail = z.infer<typeof merchantDetail>;

export const merchantList = z.object({ list: z.array(merchant), total: z.number().int() });
export type MerchantList = z.infer<typeof merchantList>;

export const merchantsCalls = {
  merchants: get('/api/sjly', { who: 'all', input: merchantListInput, output: merchantList }),
  showcase: get('/api/sjly/showcase', { who: 'all', input: merchantListInput, output: merchantList }),
  merchant: get('/api/sjly/detail', { who: 'all', input: merchantInput, output: merchantDetail }),
  merchantGoods: get('/api/sjly/goods', { who: 'all', input: merchantGoodsInput, output: goodsPage }),
};
