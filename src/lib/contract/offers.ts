/** The buyer's own prices and buy states (decisions 1 and 8). */
import { z } from 'zod';
import type { GoodsTerms, Offers } from '#lib/rules/terms.ts';
import { maxOfferIds } from './constants.ts';
import { ids } from './fields.ts';
import type { Wire } from './terms.ts';

export const offersInput = z.object({ ids: ids('商品', maxOfferIds) });
export interface OffersInput {
  ids: number[];
}

const money = z.string().regex(/^\d+\.\d{2}$/);

export const buyStateWire = z.object({
  code: z.string(),
  text: z.string(),
  action: z.string(),
  reason: z.string(),
});

/** Prices are there only where the buy state shows them. `terms` is what the stepper and the ladder predict with. */
export const offer = z.object({
  id: z.number(),
  buy_state: buyStateWire,
  is_buy: z.number(),
  is_favorite: z.number(),
  /** Pieces of it in the asker's cart (specification 3, cartNum). */
  cart_num: z.number(),
  number: z.number(),
  number_label: z.string(),
  /** Specs that the merchant sells it in; above 1 the card says 选择规格. */
  djg: z.number(),
  zbz: z.number(),
  qg_number: z.number(),
  xg_number: z.number(),
  price: money.optional(),
  /** 原价, where it differs from the price. */
  ori_price: money.optional(),
  base_price: money.optional(),
  market_price: money.optional(),
  qhj: money.optional(),
  coupon_after_price: money.optional(),
  /** Pieces of the purchase that brings it. */
  qhj_number: z.number().optional(),
  ladder_price: z.array(z.object({ number: z.number(), price: money })).optional(),
  ladder_price_type: z.number().optional(),
  tags: z.array(
    z.object({ name: z.string(), describe: z.string(), is_show: z.number(), is_jump: z.number() }),
  ),
  terms: z.custom<Wire<GoodsTerms>>((value) => typeof value === 'object' && value !== null).optional(),
});
export type Offer = z.infer<typeof offer>;

export const offersOutput = z.array(offer);

/**
 * `GET /api/goods/price`: everything that one goods' price is made from for this buyer, so that 为什么是这个价 is quoted
 * for any quantity. `offers` is null for whoever may not see the price.
 */
export const priceTerms = z.object({
  offers: z.custom<Wire<Offers>>((value) => typeof value === 'object' && value !== null).nullable(),
  /** Division code of the address that counts. */
  region: z.string().nullable(),
  timestamp: z.number(),
});
export type PriceTerms = z.infer<typeof priceTerms>;
