/**
 * The terms a quote is made from. Everything here is JSON-plain and belongs to ONE buyer: the server fills it
 * from rows, the browser from the wire, and `quote` answers the same on both sides (rules 4).
 * Money is in fen, moments are epoch milliseconds, quantities count sales units (盒, 瓶…).
 */
import type { Fen } from '../money/money.ts';

/** A database id. The rules only compare ids. */
export type Id = number;

/** A moment in epoch milliseconds. The rules have no clock: the caller hands them `now`. */
export type EpochMs = number;

/** One step of a ladder: a quantity and its unit price. */
export type LadderTier = { number: number; price: Fen };

/** How the tiers of a ladder are read: "up to N", or "from N on". */
export const ladderKinds = ['up_to', 'from'] as const;
export type LadderKind = (typeof ladderKinds)[number];

/** Ladder prices of a goods (rules 12). */
export type Ladder = { kind: LadderKind; tiers: LadderTier[] };

/**
 * A promo price: a flash sale or a special price, for at most `activityLimit` pieces a buyer.
 * The rest of the line is sold at the original price (rules 4, step 3).
 */
export type Promo = {
  kind: 'flash' | 'special';
  activityId: Id;
  price: Fen;
  /** Pieces one buyer may have at this price; null = no limit. */
  activityLimit: number | null;
  /** Pieces of it that this buyer has already had. */
  used: number;
  /** The promo's own stock; null = the stock of the goods. */
  stock: number | null;
  startsAt: EpochMs;
  endsAt: EpochMs;
  /** Which of the two dialogs of rules 13 opens beyond the limit. */
  variant: 'original_price' | 'other_activity';
};

/** A group-buy: bought by its own checkout only, refunded when the goal is not reached (rules 6). */
export type GroupBuy = {
  activityId: Id;
  price: Fen;
  /** Least quantity to join: the wire's xg_number. */
  minQuantity: number;
  /** Pieces that everyone together must buy. */
  goal: number;
  /** Pieces bought so far. */
  joined: number;
  /** Pieces that may still be bought: the wire's left_number. */
  leftNumber: number;
  startsAt: EpochMs;
  endsAt: EpochMs;
};

/** All that a quote needs to know of one merchant's goods, for one buyer. */
export type GoodsTerms = {
  id: Id;
  merchantId: Id;
  warehouseId: Id;
  isColdChain: boolean;
  /** The original price, before rank and agreement. */
  price: Fen;
  /** The price of the buyer's rank; null = none. */
  memberPrice: Fen | null;
  /** The price agreed with this company; it rules over the member price. null = none. */
  customerPrice: Fen | null;
  /** Suggested retail price, only shown. */
  marketPrice: Fen | null;
  /** Sales unit, for sentences: 盒, 瓶… */
  unit: string;
  stock: number;
  /** Quantities are multiples of it (zbz). 0 = not buyable. */
  packStep: number;
  /** Least quantity of a purchase (qg_number). */
  minQuantity: number;
  /** Hard limit in all (xg_number); 0 = none. */
  limitQuantity: number;
  limitUsed: number;
  /** Hard limit a Shanghai day; 0 = none. */
  dayLimit: number;
  dayUsed: number;
  /** Hard limit a week (from Monday, Shanghai); 0 = none. */
  weekLimit: number;
  weekUsed: number;
  ladder: Ladder | null;
  promo: Promo | null;
  groupBuy: GroupBuy | null;
  /** The merchant activities it takes part in. Of each kind only the first that is running counts. */
  activityIds: Id[];
  withCoupon: boolean;
  isPreferred: boolean;
  /** From this quantity on the line ships free (free_shipping_number); null = never by itself. */
  freeShippingNumber: number | null;
  /** Paid into the balance after completion, a unit; null = none. */
  rebate: Fen | null;
  /** False when `buyState` is not ok; then `refusal` has its reason. */
  isBuyable: boolean;
  refusal: string | null;
};

/** A merchant's freight (rules 4, step 7). Regions are matched by prefix: codes ('65', '540102') or names. */
export type FreightTerms = {
  /** Freight of one trade, once a merchant. */
  fee: Fen;
  /** Goods amount (after full reduction, before coupons) from which freight is free; null = never. */
  freeFrom: Fen | null;
  /** Preferred goods measured by themselves (youx_shipping_amount); null = like any goods. */
  preferred: { fee: Fen; freeFrom: Fen | null } | null;
  /** Added once when a cold-chain goods is bought; null = no surcharge. */
  coldChain: { fee: Fen; freeFrom: Fen | null } | null;
  /** Regions that are not served at all (no_trans_order_amount), e.g. ['65', '5401']. */
  unservedRegions: string[];
  /** Regions with a fee of their own; the first that fits counts. */
  regionFees: { regions: string[]; fee: Fen; freeFrom: Fen | null }[];
};

/** A merchant, as far as totals depend on it. */
export type MerchantTerms = {
  id: Id;
  name: string;
  /** Least goods amount of an order at this merchant, after full reduction; 0 = none. */
  minimumAmount: Fen;
  freight: FreightTerms;
};

type ActivityBase = {
  id: Id;
  name: string;
  startsAt: EpochMs;
  endsAt: EpochMs;
};

/** 满减: tiers from the highest down, each repeated on what remains. */
export type FullReduction = ActivityBase & {
  kind: 'full_reduction';
  merchantId: Id;
  tiers: { amount: Fen; reduction: Fen }[];
};

/** The condition of a gift or an add-on: an amount or a number of pieces of the activity's lines. */
export type ActivityThreshold = { unit: 'amount'; amount: Fen } | { unit: 'quantity'; quantity: number };

/** 满赠: one of `items` (the buyer's choice, else the first in stock), once or once each time it is reached. */
export type GiftActivity = ActivityBase & {
  kind: 'gift';
  merchantId: Id;
  threshold: ActivityThreshold;
  isRepeated: boolean;
  /** `stock`: gifts there are; `goodsStock`: pieces of the goods, which lines and other gifts take from too. */
  items: {
    goodsId: Id;
    name: string;
    /** 盒, 支… */
    unit: string;
    quantity: number;
    stock: number;
    goodsStock: number;
  }[];
};

/** 换购: `items` may be bought at their add-on price once the threshold is reached. */
export type AddOnActivity = ActivityBase & {
  kind: 'add_on';
  merchantId: Id;
  threshold: ActivityThreshold;
  /** `limit`: pieces one buyer may have at this price, 0 = no limit; `used`: those that this buyer has had. */
  items: {
    goodsId: Id;
    name: string;
    /** 盒, 支… */
    unit: string;
    price: Fen;
    limit: number;
    used: number;
    stock: number;
  }[];
};

/** 满额返现: the highest tier reached by what is paid is promised to the balance, listed apart from the total. */
export type CashbackActivity = ActivityBase & {
  kind: 'cashback';
  /** null = over all merchants. */
  merchantId: Id | null;
  /** True = every goods counts; false = goods that name it in activityIds. */
  isForAll: boolean;
  tiers: { amount: Fen; cashback: Fen }[];
};

export type Activity = FullReduction | GiftActivity | AddOnActivity | CashbackActivity;

/** A set of goods at one price. Its stock is the least of its parts; it is returned as a set (rules 6). */
export type Combination = {
  id: Id;
  name: string;
  merchantId: Id;
  warehouseId: Id;
  isColdChain: boolean;
  /** Price of one set. */
  price: Fen;
  /** The parts' items must be in `Offers.goods`. */
  parts: { goodsId: Id; quantity: number }[];
  /** Sets one buyer may have; 0 = no limit. */
  limitQuantity: number;
  limitUsed: number;
  startsAt: EpochMs;
  endsAt: EpochMs;
  activityIds: Id[];
  withCoupon: boolean;
  isPreferred: boolean;
};

/** 未使用 | 占用中 | 已使用 | 已过期 (rules 6). */
export type CouponStatus = 'unused' | 'held' | 'used' | 'expired';

/** A coupon of the buyer: it counts when the with_coupon amount reaches `threshold` (wire: amount). */
export type Coupon = {
  id: Id;
  kind: 'merchant' | 'platform';
  /** The merchant of a merchant coupon, null for the platform's. */
  merchantId: Id | null;
  name: string;
  threshold: Fen;
  value: Fen;
  startsAt: EpochMs;
  endsAt: EpochMs;
  status: CouponStatus;
  /** The number of the trade that holds it; left out of others. */
  heldBy?: string;
  /** True for a newcomers' coupon of a company that has paid an order before. */
  isBarred: boolean;
};

/** A cash voucher (现金券): money with a running balance, pays goods but not freight. */
export type Voucher = {
  id: Id;
  name: string;
  balance: Fen;
  startsAt: EpochMs;
  endsAt: EpochMs;
};

/** Everything on offer that the lines may touch. Order in the lists means nothing, but for items and parts. */
export type Offers = {
  goods: GoodsTerms[];
  merchants: MerchantTerms[];
  activities: Activity[];
  combinations: Combination[];
  coupons: Coupon[];
  vouchers: Voucher[];
};

/** True while `now` is within [startsAt, endsAt). */
export function isRunning(span: { startsAt: EpochMs; endsAt: EpochMs }, now: EpochMs): boolean {
  return span.startsAt <= now && now < span.endsAt;
}
