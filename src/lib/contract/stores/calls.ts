/** A head office and its stores: acting for one, adding one, and ordering for several at once (rules 2, 3). */

import { z } from 'zod';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { createAddressInput } from '../addresses.ts';
import { get, post } from '../call.ts';
import { maxFormLines, openedAtOnce } from '../constants.ts';
import { unset } from '../decode.ts';
import { emptyInput, flag, id, money, text, typed, upTo, whole, yuan } from '../fields.ts';
import { openMoney, ownMoney, priced } from '../prices.ts';

const { receiver, phone, region_code, province, city, district, detail } = createAddressInput.shape;

const creditCode = (min: number) => text('统一社会信用代码', { min, max: 40 }).transform(normalizeCreditCode);

export const addStoreInput = z.object({
  name: text('门店名称', { min: 4, max: 60 }),
  /** The head office's own number of it. */
  code: unset(text('门店编号', { max: 20 }).default('')),
  /** For a store named at the registration that is opened now; empty for another one. */
  credit_code: unset(creditCode(0).default('')),
  /** 1: it buys on the head office's licences. 0: it submits its own and waits for the review. */
  inherits: flag('沿用总部资质').default(0),
  ...{ receiver, phone, region_code, province, city, district, detail },
});
export type AddStoreInput = z.output<typeof addStoreInput>;

export const storeWire = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  status_text: z.string(),
  /** 1: it may buy. */
  may_buy: z.number(),
  /** 1: on the head office's licences. */
  inherits: z.number(),
  /** Its delivery address; empty without one. */
  address: z.string(),
  /** 1: one's own company. */
  is_home: z.number(),
  /** 1: the store that the person acts for now. */
  is_current: z.number(),
});
export type StoreWire = z.infer<typeof storeWire>;

/** A store named at the registration that is not opened yet. */
const waitingStore = z.object({
  name: z.string(),
  credit_code: openMoney(z.string()),
  region_code: z.string(),
  region: z.string(),
  /** The receiver of the head office's goods: often a store's too. */
  receiver: z.string(),
  phone: z.string(),
});
export type WaitingStore = z.infer<typeof waitingStore>;

/** The person's own company first, then the stores that they may act for. */
export const storeList = z.object({
  list: z.array(storeWire),
  may_add: z.number(),
  /** Named and not opened yet, for people who may add stores. */
  waiting: z.array(waitingStore),
  /** 1: these can be opened and dropped, the head office is approved. */
  may_open: z.number(),
});
export type StoreChoice = z.infer<typeof storeList>;

const cell = z.object(
  {
    store_id: id('门店'),
    goods_id: id('商品'),
    number: typed(whole('数量', 1, 999_999)),
  },
  { error: '数量表不正确' },
);
const cells = upTo(maxFormLines, cell, {
  min: 1,
  error: '请先填写数量',
  tooMany: `一次最多提交${maxFormLines}项`,
});

export const quoteStoresInput = z.object({ cells });
export type StoreCell = z.output<typeof cell>;

/** `expected_total` is the shown total; another one answers 409 with the new quote. */
export const orderStoresInput = z.object({ cells, expected_total: yuan('订单金额') });
export type OrderStoresInput = z.output<typeof orderStoresInput>;

export const storesQuote = z.object({
  stores: z.array(
    z.object({
      store_id: z.number(),
      name: z.string(),
      address: z.string(),
      pay_amount: ownMoney(money),
      shipping_amount: ownMoney(money),
      /** Number of resulting orders, by merchant, warehouse and cold chain. */
      orders: z.number(),
      /** Obstacles of ordering for this store; empty for none. */
      problems: z.array(z.string()),
      /** Notices for the buyer that do not prevent ordering. */
      notices: z.array(z.string()),
      lines: z.array(
        z.object({
          goods_id: z.number(),
          number: z.number(),
          pay_amount: priced(money).optional(),
          /** Why it cannot be ordered; empty where it can. */
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Items with more wanted by all stores together than available. */
  lacking: z.array(z.object({ goods_id: z.number(), wanted: z.number(), stock: z.number() })),
  pay_amount: ownMoney(money),
  /** 1: it can be ordered as it is. */
  can_order: z.number(),
});
export type StoresQuote = z.infer<typeof storesQuote>;

export const storesOrdered = z.object({
  trades: z.array(
    z.object({
      store_id: z.number(),
      name: z.string(),
      trade_no: z.string(),
      pay_amount: ownMoney(money),
      /** 1: it waits for the company's approval first. */
      waits: z.number(),
    }),
  ),
  pay_amount: ownMoney(money),
});
export type StoresOrdered = z.infer<typeof storesOrdered>;

/** Named stores that are opened together; name and region are those of the list. */
export const openNamedInput = z.object({
  inherits: flag('沿用总部资质').default(0),
  stores: upTo(
    openedAtOnce,
    z.object({ credit_code: creditCode(1), receiver, phone, detail }, { error: '门店不正确' }),
    { min: 1, error: '请选择要开通的门店', tooMany: `一次最多开通${openedAtOnce}家门店` },
  ),
});
export type OpenNamedInput = z.input<typeof openNamedInput>;
export type OpenNamedValues = z.output<typeof openNamedInput>;

const namedOpened = z.object({
  /** One for each store, in their order. done: it was opened before. */
  results: z.array(
    z.object({
      credit_code: openMoney(z.string()),
      state: z.enum(['opened', 'done', 'failed']),
      sentence: z.string(),
    }),
  ),
  stores: storeList,
});
export type NamedOpened = z.infer<typeof namedOpened>;

/** Calls of a head office's stores. */
export const storesCalls = {
  stores: get('/api/stores', { who: 'buyer', whileFrozen: true, input: emptyInput, output: storeList }),
  addStore: post('/api/stores', { who: 'buyer', may: 'manage', input: addStoreInput, output: storeWire }),
  openNamedStores: post('/api/stores/named/open', {
    who: 'buyer',
    may: 'manage',
    input: openNamedInput,
    output: namedOpened,
  }),
  dropNamedStore: post('/api/stores/named/drop', {
    who: 'buyer',
    may: 'manage',
    input: z.object({ credit_code: creditCode(1) }),
    output: storeList,
  }),
  // Also out of a store that is frozen.
  enterStore: post('/api/stores/{id}/enter', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: z.object({ id: id('门店') }),
    output: storeList,
  }),
  quoteStores: post('/api/stores/quote', {
    who: 'buyer',
    may: 'order',
    cost: 'quote',
    input: quoteStoresInput,
    output: storesQuote,
  }),
  orderStores: post('/api/stores/order', {
    who: 'buyer',
    may: 'order',
    once: true,
    cost: 'order',
    input: orderStoresInput,
    output: storesOrdered,
  }),
};
