/** Facts of items for one buyer, and the offers made of them. */
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import type { Beside } from '#lib/rules/quote/beside.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Coupon, Offers } from '#lib/rules/terms/terms.ts';
import type { AddressRow } from '../addresses/rows.ts';
import type { OfferRow, OwnFacts } from '../cache/own-facts-rows.ts';
import type { ActivityWithGoods, PublicRow } from '../catalogue/offer-rows.ts';
import type { ActivityState } from './keys.ts';

/**
 * Where the facts come from. `database`: all rows from the database, as orders are decided. The others take items and
 * promotions from the cache. `buyer`: the buyer's own facts from the database. `cart`: from the cache those own facts
 * that decide about adding to the cart. `display`: all own facts from the cache; no write depends on them.
 */
export type OfferSource = 'database' | 'buyer' | 'cart' | 'display';

/** Input of offers: public rows and activities, and the caller's own facts. */
export interface OfferFacts {
  /** The requested items, with those that their lines or add-ons bring along. */
  goodsIds: readonly number[];
  /** Gifts and add-ons of their activities. */
  itemIds: readonly number[];
  publicRows: ReadonlyMap<number, PublicRow>;
  own: OwnFacts;
  activities: readonly ActivityWithGoods[];
  /** By item, the activities that have it as their subject, by id. */
  subjects: ReadonlyMap<number, ActivityState[]>;
  /** The caller's cart, where it was asked for. */
  cart: readonly QuoteLine[];
  /** The items of its lines, where one is ticked; their rows and facts are here too. */
  besideIds: readonly number[];
  source: OfferSource;
}

/** A buyer's offers, with their source rows for names and pictures. */
export interface PricedOffers {
  offers: Offers;
  /**
   * Coupons that the account can claim and then use now, where they were requested. Their ids are below 0, to differ
   * from held coupons: no quote counts them.
   */
  claimable: readonly Coupon[];
  rows: ReadonlyMap<number, OfferRow>;
  states: ReadonlyMap<number, BuyState>;
  activities: readonly ActivityWithGoods[];
  /** The company's default address; null where there is none. */
  address: AddressRow | null;
  /** Its division code, by which lists count freight; null where there is none. */
  region: string | null;
}

/** The same with the cart beside which they would be bought. */
export interface LoadedOffers extends PricedOffers {
  /** The caller's cart, beside which 到手单价 counts; null where nothing is ticked or it was not asked for. */
  beside: Beside | null;
  /** Pieces of an item in a line of its own, by item id, ticked or not. */
  inCart: ReadonlyMap<number, number>;
}
