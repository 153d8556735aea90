/** The buyer's own prices and buy states (rules 1 and 8). */

import { z } from 'zod';
import { lineKinds, type QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Coupon, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import { get } from '../call.ts';
import { maxOfferIds } from '../constants.ts';
import { unset } from '../decode.ts';
import { id, ids, money, quantity } from '../fields.ts';
import { priced } from '../prices.ts';
import type { Wire } from './terms.ts';

export const goodsId = z.object({ id: id('商品') });
export const offersInput = z.object({
  ids: ids('商品', maxOfferIds),
  /** `net` for so many pieces of each; without it for those in the cart, of the last purchase, or the least. */
  number: unset(quantity().optional()),
});

export const buyStateWire = z.object({
  code: z.string(),
  text: z.string(),
  action: z.string(),
  reason: z.string(),
});

/** The company's last purchase: price of a piece, quantity, and day. */
export const lastBought = priced(z.object({ price: money, number: z.number(), day: z.string() }));

/** A picture in its sizes. */
export const pictureSizes = z.object({ image_url: z.string(), list: z.string(), 'list-mini': z.string() });

/**
 * Prices are present only where the buy state shows them. `terms` is the input for predictions of the stepper and the
 * ladder.
 */
export const offer = z.object({
  id: z.number(),
  buy_state: buyStateWire,
  is_buy: z.number(),
  /** The label of the buy button: the buy state's `action`. */
  buy_button_label: z.string(),
  /** 1 = this buyer may not see the price; then it has no amounts, and no text that reveals one. */
  is_hidden: z.number(),
  is_favorite: z.number(),
  /** The caller's alerts for it: 到货, 降价. Left out without any. */
  alerts: z.array(z.enum(['stock', 'price'])).optional(),
  /** Pieces of it in the caller's cart. */
  cart_num: z.number(),
  /** The same under the specification's name. */
  cartNum: z.number(),
  /** Line type for adding it to the cart: 1 while a flash sale has pieces left for this buyer, else 0. */
  type: z.number(),
  /** 1 = a group-buy of it is running; left out otherwise. */
  activity_type: z.number().optional(),
  /** Pieces left in the running group-buy. */
  left_number: z.number().optional(),
  /** Its row in the running flash sale, as in `activityGoods`. */
  miaosha_goods_id: z.number().optional(),
  number: z.number(),
  number_label: z.string(),
  /** Number of specs at this merchant; above 1 the card says 选择规格. */
  djg: z.number(),
  zbz: z.number(),
  qg_number: z.number(),
  xg_number: z.number(),
  price: priced(money).optional(),
  /** 原价, where it differs from the price. */
  ori_price: priced(money).optional(),
  base_price: priced(money).optional(),
  market_price: priced(money).optional(),
  qhj: priced(money).optional(),
  coupon_after_price: priced(money).optional(),
  /** Pieces of the purchase with this price. */
  qhj_number: priced(z.number()).optional(),
  /**
   * 到手单价: the price of a piece as the line of `number` pieces in the caller's cart: after its shares of full reduction
   * and held coupons, with the freight that it adds (`freight`, for the whole purchase). `others` is what the merchant's
   * other lines pay of the freight already; left out where that is nothing. `coupons` counts the needed ones.
   * `claim` (领券后) is the price after claiming that many available coupons, where that is lower. Left out where it
   * cannot be bought now, or is not delivered to the default address.
   */
  net: priced(
    z.object({
      price: money,
      number: z.number(),
      freight: money,
      others: money.optional(),
      coupons: z.number(),
      claim: z.object({ price: money, coupons: z.number() }).optional(),
    }),
  ).optional(),
  last: lastBought.optional(),
  ladder_price: priced(z.array(z.object({ number: z.number(), price: money }))).optional(),
  ladder_price_type: priced(z.number()).optional(),
  /** The ladder in words: 10盒起¥5.60，50盒起¥5.20; of type 1 10盒以内¥5.60. */
  jtStr: priced(z.string()).optional(),
  /**
   * Id of the row with the price, and with the ladder where there is one: neither has a row of its own, so it is the
   * item's id.
   */
  goods_price_id: priced(z.number()).optional(),
  ladder_price_id: priced(z.number()).optional(),
  /** 1 = a full reduction for it is running; its activity, and a sentence a tier (满500减30), the lowest first. */
  is_manjian: z.number(),
  goods_manjian_id: z.number().optional(),
  manjian_data: priced(z.array(z.object({ remarks: z.string() }))).optional(),
  /**
   * Unit price after the full reduction, for the least purchase of it alone that reaches the lowest tier, rounded up to
   * the fen; left out when stock or limits do not allow that purchase.
   */
  mj_price: priced(money).optional(),
  /** 1 = it has a gift or an add-on; the activities' names, and their conditions (每满60盒可得赠品). */
  is_mzhg: z.number(),
  mzhg_title: priced(z.string()).optional(),
  mzhg_desc: priced(z.string()).optional(),
  /** With a running gift: 1 = one is in stock that this buyer may get. */
  mzhg_have_zp: priced(z.number()).optional(),
  /** Lowest price of the add-ons that this buyer may still get. */
  hg_price: priced(money).optional(),
  /** Credited to the balance after completion, a piece; its label and a sentence. */
  rebate: priced(money).optional(),
  rebate_title: priced(z.string()).optional(),
  rebate_remarks: priced(z.string()).optional(),
  /** Quantity from which it ships free, in a sentence; left out where it never does by itself. */
  free_shipping_desc: priced(z.string()).optional(),
  /** The promotions above in words: `short` for a card (empty: not notable), `text` in full. */
  promo_facts: priced(
    z.array(z.object({ label: z.string(), short: z.string(), text: z.string() })),
  ).optional(),
  /** Its own picture where it is for approved buyers only, and public pages show a drawing. */
  image: z.string().optional(),
  goods_image: z.array(pictureSizes).optional(),
  /** Amounts in a label (满500减30) are prices too. */
  tags: z.array(
    z.object({
      name: z.string(),
      describe: priced(z.string(), ''),
      is_show: z.number(),
      is_jump: z.number(),
    }),
  ),
  terms: priced(
    z.custom<Wire<GoodsTerms>>((value) => typeof value === 'object' && value !== null),
  ).optional(),
});
export type Offer = z.infer<typeof offer>;

export const offersOutput = z.array(offer);

/** A line of the cart as the engine takes it. */
const quoteLine = z.object({
  id: z.number(),
  kind: z.enum(lineKinds),
  goodsId: z.number().nullable(),
  activityId: z.number().nullable(),
  quantity: z.number(),
  isSelected: z.boolean(),
}) satisfies z.ZodType<QuoteLine>;

/**
 * `GET /api/goods/price`: the inputs of one item's price for this buyer, so that 为什么是这个价 can be quoted for any
 * quantity. `offers` is null for a buyer who may not see the price.
 */
export const priceTerms = z.object({
  offers: priced(
    z.custom<Wire<Offers>>((value) => typeof value === 'object' && value !== null).nullable(),
    null,
  ),
  /** Coupons that the caller could claim now; their ids are negative, distinct from those of held coupons. */
  claimable: priced(
    z.custom<Wire<Coupon[]>>((value) => Array.isArray(value)),
    [],
  ),
  /** The caller's cart where something in it is ticked: the item is bought beside it. `offers` are of its lines too. */
  lines: z.array(quoteLine),
  /** Division code of the delivery address. */
  region: z.string().nullable(),
  timestamp: z.number(),
});
export type PriceTerms = z.infer<typeof priceTerms>;

export const offersCalls = {
  offers: get('/api/goods/offers', { who: 'all', input: offersInput, output: offersOutput }),
  priceTerms: get('/api/goods/price', { who: 'all', input: goodsId, output: priceTerms }),
};
