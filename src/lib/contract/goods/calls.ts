/** Goods on the wire (rules 11 and 15): lists, details, suggestions. Prices are there only for who sees them. */

import { z } from 'zod';
import { get } from '../call.ts';
import { listPageSize, maxKeywords } from '../constants.ts';
import { reads, unset } from '../decode.ts';
import { flag, freeText, id, page, pageSize, text, upTo, whole, yuan } from '../fields.ts';
import { goodsId, offer, pictureSizes } from '../offers/calls.ts';

/** Separators of values that have no commas; a maker's name may contain one. */
const either = /[|,]/;

/** Several values of one filter: `form[]=片剂&form[]=散剂`, or `form=片剂|散剂`, or both. */
function values<T extends z.ZodType>(item: T, label: string, separator: string | RegExp = '|') {
  const split = (text: string) => text.split(separator).filter((part) => part !== '');
  return reads(
    upTo(50, item, { error: `${label}不正确`, tooMany: `${label}最多选50项` }).default([]),
    (value) => {
      if (value === null || value === '') return undefined;
      if (typeof value === 'string') return split(value);
      return Array.isArray(value)
        ? value.flatMap((part) => (typeof part === 'string' ? split(part) : [part]))
        : value;
    },
  );
}

function word(label: string) {
  return text(label, { max: 100 });
}

export const sorts = ['default', 'sale', 'price', 'net', 'last', 'last_price', 'new', 'expiry'] as const;
export type GoodsSort = (typeof sorts)[number];
/** Orders that are each buyer's own: by price, by 到手单价, by when it was bought last and by what it cost then. */
const ownSorts: ReadonlySet<string | null | undefined> = new Set<GoodsSort>([
  'price',
  'net',
  'last',
  'last_price',
]);

/** Whether a list in this order is made for one buyer. */
export function isOwnSort(sort: string | null | undefined): boolean {
  return ownSorts.has(sort);
}

export const orders = ['asc', 'desc'] as const;
export type SortOrder = (typeof orders)[number];
export const otcFilters = ['rx', 'otc', 'other'] as const;
/** Months left until expiry. */
export const expiryFilters = ['18-', '12-18', '6-12', '0-6'] as const;

const keywords = freeText('搜索词', maxKeywords, { isScanned: true });

function optional<T extends z.ZodType>(schema: T) {
  return unset(schema.optional());
}

/** Everything that narrows or orders a list of goods; the query of the list and search pages too. */
export const goodsListInput = z.object({
  keywords,
  sccj_keywords: keywords,
  category_id: optional(id('分类')),
  merchant_id: values(id('商家'), '商家', either),
  maker: values(word('厂家'), '厂家'),
  form: values(word('剂型'), '剂型'),
  spec: values(word('规格'), '规格'),
  otc: values(z.enum(otcFilters, { error: '处方分类不正确' }), '处方分类', either),
  expiry: values(z.enum(expiryFilters, { error: '有效期不正确' }), '有效期', either),
  in_stock: optional(flag('仅看有货')),
  /** 仅看可买 and the price range: for buyers who see prices, ignored for everyone else. */
  buyable: optional(flag('仅看可买')),
  price_min: optional(yuan('最低价')),
  price_max: optional(yuan('最高价')),
  sort: optional(z.enum(sorts, { error: '排序方式不正确' })),
  order: optional(z.enum(orders, { error: '排序方向须为asc或desc' })),
  page: unset(page()),
  size: unset(pageSize(listPageSize)),
});
export type GoodsListInput = z.infer<typeof goodsListInput>;

/** Filters by price: a list with one of them is made for one buyer. */
export const priceFilters = [
  'buyable',
  'price_min',
  'price_max',
] as const satisfies readonly (keyof GoodsListInput)[];

/** Everything else that a page of goods reads of its query; how many it shows is its own business. */
export const listFilters: readonly string[] = Object.keys(goodsListInput.shape).filter(
  (name) => name !== 'size' && !priceFilters.some((one) => one === name),
);

export const relationInput = z.object({ goods_id: id('商品'), page: page(), size: pageSize(10) });
export const hotInput = z.object({ size: pageSize(10) });
/** The labels (rules 17). */
export const goodsTags = ['优', '秒', '满', '换购', '赠', '特', '新', '拼团'] as const;
export const tagGoodsInput = z.object({
  tag: z.enum(goodsTags, { error: `标签须为${goodsTags.join('、')}之一` }),
  page: page(),
  size: pageSize(20),
});
export type TagGoodsValues = z.infer<typeof tagGoodsInput>;
export const suggestInput = z.object({
  keywords,
  sccj_keywords: keywords,
  /** 0 goods, 1 makers. */
  type: reads(whole('类型', 0, 1).default(0), (value) => value ?? undefined),
});
export const configInput = z.object({ keys: values(word('配置项'), '配置项', ',') });

/** YYYY-MM-DD; empty while the lot is not known. */
const day = z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/);
const tag = z.object({ name: z.string(), describe: z.string(), is_show: z.number(), is_jump: z.number() });

/** An item of a list. For an account that may see its price it includes the offer's fields. */
export const goodsItem = offer.partial().extend({
  id: z.number(),
  product_id: z.number(),
  name: z.string(),
  brand: z.string(),
  image: z.string(),
  goods_image: z.array(pictureSizes),
  /** Its film; empty for none, and for a prescription drug unless the caller is an approved buyer. */
  goods_video: z.string(),
  sccj: z.string(),
  ypgg: z.string(),
  jx: z.string(),
  shpchd: z.string(),
  zf: z.string(),
  k_splb: z.string(),
  gjbzm: z.string(),
  ck_id: z.number(),
  /** 处方药, 甲类OTC, 乙类OTC… */
  otc: z.string(),
  number: z.number(),
  number_label: z.string(),
  djg: z.number(),
  zbz: z.number(),
  jzl: z.number(),
  qg_number: z.number(),
  xg_number: z.number(),
  bzdw: z.string(),
  expires_on: day,
  is_youx: z.number(),
  is_yj: z.number(),
  is_jxq: z.number(),
  is_kxpz: z.number(),
  /** 商品等级 as the merchant grades it (特级, 一级, 统货); empty is none. */
  level: z.string(),
  is_free_shipping: z.number(),
  free_shipping_number: z.number(),
  free_shipping_title: z.string(),
  with_coupon: z.number(),
  /** Why it is sold cheaper: 近效期, 外盒轻微压痕; empty for goods as they should be. */
  flaw: z.string(),
  tags: z.array(tag),
  sjly: z.object({ id: z.number(), remarks: z.string() }),
});
export type GoodsItem = z.infer<typeof goodsItem>;

const counted = z.object({ value: z.string(), name: z.string(), count: z.number() });
export const facets = z.object({
  category: z.array(
    z.object({
      id: z.number(),
      parent_id: z.number().nullable(),
      name: z.string(),
      level: z.number(),
      count: z.number(),
    }),
  ),
  merchant: z.array(z.object({ id: z.number(), name: z.string(), count: z.number() })),
  maker: z.array(counted),
  form: z.array(counted),
  spec: z.array(counted),
  otc: z.array(counted),
  expiry: z.array(counted),
  in_stock: z.number(),
});
export type GoodsFacets = z.infer<typeof facets>;

const pageFields = { total: z.number().int(), page: z.number(), size: z.number() };
export const goodsPage = z.object({ list: z.array(goodsItem), ...pageFields });
export type GoodsPage = z.infer<typeof goodsPage>;

export const goodsList = goodsPage.extend({
  facets,
  /** Why the list is empty, where there is a reason: 平台不经营该类药品. */
  message: z.string(),
});
export type GoodsList = z.infer<typeof goodsList>;

/** An item with everything on its own page. */
export const goodsDetail = goodsItem.extend({
  kind: z.string(),
  category: z.array(z.object({ id: z.number(), name: z.string() })),
  approval_no: z.string(),
  barcode: z.string(),
  storage: z.string(),
  shelf_life_months: z.number(),
  produced_on: day,
  is_cold_chain: z.number(),
  buyer_types: z.array(z.string()),
  sales: z.number(),
  day_limit: z.number(),
  week_limit: z.number(),
  /** Indications and use. Of a prescription drug only for approved buyers, else null. */
  leaflet: z
    .object({
      indications: z.string(),
      sections: z.array(z.object({ name: z.string(), text: z.string() })),
      /** 1: written for the demo, of no real drug. */
      is_demo: z.number(),
    })
    .nullable(),
  /** Running activities of the merchant that it takes part in; texts without amounts for who sees no price. */
  promotions: z.array(z.object({ activity_id: z.number(), label: z.string(), name: z.string() })),
  /** The same goods of this merchant in other specs, itself among them; empty when there is one alone. */
  variants: z.array(z.object({ id: z.number(), ypgg: z.string(), zf: z.string() })),
  /** Ids of the same drug elsewhere. */
  same_ids: z.array(z.number()),
});
export type GoodsDetail = z.infer<typeof goodsDetail>;

export const suggestion = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['goods', 'maker', 'merchant']),
  /** Syllables of an item's name separated by spaces; only where letters were typed, for marking the matches. */
  pinyin: z.string().optional(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const goodsCalls = {
  goodsList: get('/api/goods/list', { who: 'all', cost: 'list', input: goodsListInput, output: goodsList }),
  goodsDetail: get('/api/goods/detail/{id}', { who: 'all', input: goodsId, output: goodsDetail }),
  suggestGoods: get('/api/goods/search', { who: 'anyone', input: suggestInput, output: z.array(suggestion) }),
  hotGoods: get('/api/goods/hot', {
    who: 'all',
    input: hotInput,
    output: z.object({ list: z.array(goodsItem), total: z.number().int() }),
  }),
  relatedGoods: get('/api/goods/relation', { who: 'all', input: relationInput, output: goodsPage }),
  categoryGoods: get('/api/goods/fl', { who: 'all', cost: 'list', input: goodsListInput, output: goodsPage }),
  recommendedGoods: get('/api/index/wntj', {
    who: 'all',
    cost: 'list',
    input: goodsListInput,
    output: goodsPage,
  }),
  tagGoods: get('/api/goodsTag_goods', {
    who: 'all',
    cost: 'list',
    isExempt: true,
    input: tagGoodsInput,
    output: goodsPage,
  }),
};
