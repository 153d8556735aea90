/** 快捷采购: former purchases, pasted purchase lists, and the cheapest offers for a cart. */

import { z } from 'zod';
import { doubtKinds } from '#lib/rules/purchase/doubt-kinds.ts';
import { withoutFormat } from '#lib/rules/text/one-line.ts';
import { get, post } from '../call.ts';
import { maxFormLines } from '../constants.ts';
import { unset } from '../decode.ts';
import {
  emptyInput,
  flagOut,
  freeText,
  id,
  ids,
  money,
  page,
  pageSize,
  quantity,
  upTo,
  whole,
} from '../fields.ts';
import { goodsItem } from '../goods/calls.ts';
import { priceOrders } from '../goods/price-order.ts';
import { priced } from '../prices.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';
import { candidates, candidatesInput } from './candidates.ts';
import { draftVersionInput, saveDraftInput, savedDraft } from './draft.ts';
import { lineText } from './line.ts';

/** Orders of former purchases: by count, by last date, by due date, by one's own price. */
export const boughtOrders = ['times', 'last', 'due', ...priceOrders] as const;
export type BoughtOrder = (typeof boughtOrders)[number];

export const boughtInput = z.object({
  order: unset(z.enum(boughtOrders, { error: '排序方式不正确' }).default('times')),
  /** Part of the name or the maker, as it was bought. */
  keywords: freeText('搜索内容', 100),
  merchant: unset(id('商家').optional()),
  page: page(),
  size: pageSize(20),
});
export type BoughtValues = z.infer<typeof boughtInput>;

/** An item that was bought before. Times are ISO texts. */
export const boughtGoods = goodsItem.extend({
  /** Orders with it. */
  times: z.number().int(),
  last_at: z.string(),
  last_number: z.number().int(),
  last_price: priced(money).optional(),
  /** When it is expected to run out, from the usual time between two orders; null after a single one. */
  due_at: z.string().nullable(),
});
export type BoughtGoods = z.infer<typeof boughtGoods>;

export const boughtPage = z.object({
  /** The merchants that the company has ordered from. */
  merchants: z.array(z.object({ id: z.number(), name: z.string() })),
  list: z.array(boughtGoods),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type BoughtPage = z.infer<typeof boughtPage>;

/** Characters of a pasted list. */
const maxPurchaseText = 100_000;
const tooMany = `一次最多匹配${maxFormLines}行，请分几次粘贴`;

const purchaseRowInput = z.object({
  text: lineText,
  /** Chosen by a person; without it the row is matched again. */
  product_id: id('商品').optional(),
  /** Pieces, from a column or a person. */
  number: quantity().optional(),
});

/** One of the three: a pasted text, a dropped file (CSV, XLSX), or corrected rows. */
export const matchInput = z
  .object({
    text: z
      .string({ error: '请粘贴采购清单' })
      .overwrite(withoutFormat)
      .max(maxPurchaseText, { error: `内容过长，最多${maxPurchaseText}个字，请分几次粘贴` })
      .optional(),
    file: upload('请选择CSV或XLSX文件').optional(),
    rows: upTo(maxFormLines, purchaseRowInput, { min: 1, error: '请粘贴采购清单', tooMany }).optional(),
    columns: columnKeys,
  })
  .refine(({ text, file, rows }) => [text, file, rows].filter((one) => one !== undefined).length === 1, {
    error: '请粘贴采购清单，或选择一个CSV、XLSX文件',
    path: ['text'],
  });
export type MatchValues = z.infer<typeof matchInput>;
/** The browser's input: its file is a Blob. */
export type MatchInput = z.input<typeof matchInput>;

/** sure: may be added unchanged · check: a person checks it first · none: no match, or it cannot be bought. */
export const purchaseRow = z.object({
  text: z.string(),
  /** Pieces from a separate column; null where the line itself has them. */
  given: z.number().nullable(),
  grade: z.enum(['sure', 'check', 'none']),
  /** 0 to 100. */
  confidence: z.number().int(),
  reason: z.string(),
  /** What is asked, by kind; one press may confirm some kinds together. */
  kinds: z.array(z.enum(doubtKinds)),
  /** The mark or the maker that was written and is not sold here; empty for none. */
  about: z.string(),
  /** Numbers of pieces to choose from, where the line may mean packs or what is in them. */
  ways: z.array(z.object({ number: z.number().int(), text: z.string() })),
  /** Pieces that would be added: adjusted to pack step, least quantity and stock. 0 when none can be. */
  number: z.number().int(),
  /** The best offer; null when no product was found. */
  goods: goodsItem.nullable(),
  /** Other possible products. */
  others: z.array(
    z.object({
      product_id: z.number(),
      name: z.string(),
      ypgg: z.string(),
      sccj: z.string(),
      /** How it differs (其他规格, 其他厂家), and why it cannot be bought; empty without a match. */
      note: z.string(),
    }),
  ),
});
export type PurchaseRow = z.infer<typeof purchaseRow>;

export const matchOutput = z.object({
  rows: z.array(purchaseRow),
  counts: z.object({ sure: z.number(), check: z.number(), none: z.number() }),
  /** How the columns of a file or a pasted table were read; without rows it asks. Null: there were none. */
  table: tableMapping.nullable(),
  /** Lines that read as talk and name no goods: greetings, addresses, signatures. */
  left_out: z.array(z.string()),
});
export type MatchOutput = z.infer<typeof matchOutput>;

export const rememberInput = z.object({
  rows: upTo(
    maxFormLines,
    z.object({ text: lineText, product_id: id('商品'), number: quantity().optional() }),
    { min: 1, error: '请选择商品', tooMany: `一次最多提交${maxFormLines}项` },
  ),
});
export type RememberValues = z.infer<typeof rememberInput>;
export type RememberInput = z.input<typeof rememberInput>;
export const remembered = z.object({ total: z.number().int() });
export type Remembered = z.infer<typeof remembered>;

/** Days of remaining shelf life that items must have; 0 accepts all. */
export const shelfLifeInput = z.object({ days: whole('最低剩余效期', 0, 1_095) });
export const shelfLife = z.object({ days: z.number().int() });
export type ShelfLife = z.infer<typeof shelfLife>;

const taken = z.object({ id: id('购物车商品'), goods_id: id('商品') });
export const bestCartInput = z.object({
  ids: ids('商品', 100),
  /** Merchants whose lines stay with them. */
  keep_merchant_ids: unset(
    upTo(100, id('商家'), { error: '请选择商家', tooMany: '一次最多提交100项' }).default([]),
  ),
  /** Only these moves, ticked by the buyer: nothing is searched, they are priced. */
  taken: unset(upTo(100, taken, { error: '请选择商品', tooMany: '一次最多提交100项' }).optional()),
});
export type BestCartInput = z.output<typeof bestCartInput>;

const offered = z.object({
  goods_id: z.number(),
  merchant_id: z.number(),
  merchant: z.string(),
  expires_on: z.string(),
  /** The line alone, before amounts that lines share. */
  amount: priced(money),
});

/** The cheapest offers for lines of the cart; nothing is changed yet. */
export const bestCart = z.object({
  pay_amount: priced(money),
  best_amount: priced(money),
  saving_amount: priced(money),
  shipping_amount: priced(money),
  best_shipping_amount: priced(money),
  moves: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      ypgg: z.string(),
      sccj: z.string(),
      number: z.number(),
      bzdw: z.string(),
      from: offered,
      to: offered,
      /** What is paid less because of this move, beside the others; below 0 where it costs more. */
      saving_amount: priced(money),
      /** Why a line that gets dearer is moved; empty where it gets cheaper. */
      why: priced(z.string(), ''),
    }),
  ),
  /** Notices for the buyer: lost gifts, lines with too little shelf life. */
  notices: z.array(z.string()),
  /** Days that the company requires. */
  days: z.number(),
});
export type BestCart = z.infer<typeof bestCart>;

const move = z.object({ id: id('购物车商品'), from_goods_id: id('商品'), goods_id: id('商品') });
export const moveLinesInput = z.object({
  moves: upTo(100, move, { min: 1, error: '请选择商品', tooMany: '一次最多提交100项' }),
});
export type MoveLinesInput = z.infer<typeof moveLinesInput>;
export const movedLines = z.object({ total: z.number().int() });
export type MovedLines = z.infer<typeof movedLines>;

/** The current list, with the current state of its items. `saved_at` is null without a list. */
export const purchaseDraft = z.object({
  version: z.number().int(),
  saved_at: z.iso.datetime().nullable(),
  text: z.string(),
  rows: z.array(purchaseRow.extend({ is_settled: flagOut, is_own: flagOut })),
  /** 1 = there is a previous one to undo to. */
  has_last: flagOut,
});
export type PurchaseDraft = z.infer<typeof purchaseDraft>;

/** Calls of 快捷采购. */
export const quickOrderCalls = {
  fastBuy: get('/api/user/fast-buy', { who: 'buyer', cost: 'quote', input: boughtInput, output: boughtPage }),
  matchPurchase: post('/api/quick-order/match', {
    who: 'buyer',
    may: 'order',
    cost: 'match',
    input: matchInput,
    output: matchOutput,
  }),
  rememberPurchase: post('/api/quick-order/remember', {
    who: 'buyer',
    may: 'order',
    input: rememberInput,
    output: remembered,
  }),
  listCandidates: post('/api/quick-order/candidates', {
    who: 'buyer',
    may: 'order',
    cost: 'quote',
    input: candidatesInput,
    output: candidates,
  }),
  purchaseDraft: get('/api/quick-order/draft', {
    who: 'buyer',
    cost: 'quote',
    input: emptyInput,
    output: purchaseDraft,
  }),
  savePurchaseDraft: post('/api/quick-order/draft', {
    who: 'buyer',
    may: 'order',
    input: saveDraftInput,
    output: savedDraft,
  }),
  restorePurchaseDraft: post('/api/quick-order/draft/restore', {
    who: 'buyer',
    may: 'order',
    input: draftVersionInput,
    output: purchaseDraft,
  }),
  bestCart: post('/api/quick-order/best', {
    who: 'buyer',
    may: 'order',
    cost: 'match',
    input: bestCartInput,
    output: bestCart,
  }),
  moveCartLines: post('/api/quick-order/apply', {
    who: 'buyer',
    may: 'order',
    input: moveLinesInput,
    output: movedLines,
  }),
  setShelfLife: post('/api/quick-order/shelf-life', {
    who: 'buyer',
    may: 'order',
    input: shelfLifeInput,
    output: shelfLife,
  }),
};
