/** What is read of goods for one buyer, and what offers are made of it. */
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import type { Coupon, Offers } from '#lib/rules/terms/terms.ts';
import type { AddressRow } from '../../repos/addresses.ts';
import type { ActivityWithGoods, PublicRow } from '../../repos/offers.ts';
import type { OfferRow, OwnFacts } from '../../repos/own-facts.ts';
import type { Played } from './activities-key.ts';

/** What offers are made of: rows and activities as everybody has them, and what is the asker's own. */
export interface OfferFacts {
  /** The goods that were asked for, with those that their lines or add-ons bring along. */
  goodsIds: readonly number[];
  /** Gifts and add-ons of their activities. */
  itemIds: readonly number[];
  publicRows: ReadonlyMap<number, PublicRow>;
  own: OwnFacts;
  activities: readonly ActivityWithGoods[];
  /** By goods, the activities that have it as their subject, in the order of their ids. */
  subjects: ReadonlyMap<number, Played[]>;
  isFresh: boolean;
}

/** What a buyer is offered, with the rows it was made from for names and pictures. */
export interface LoadedOffers {
  offers: Offers;
  /**
   * Coupons that the account can claim now and then use, where they were asked for. Their ids are below 0, apart from
   * those of coupons in hand: no quote counts them.
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
