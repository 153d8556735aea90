/** The result of `quote`. Plain JSON, in fen; see `quote.ts` for how it is made. */
import type { Fen } from '../money/money.ts';
import type { LineKind } from './asked.ts';
import type { QuantityBounds } from './quantity.ts';
import type { EpochMs, Id } from './terms.ts';

/** The rules a price can come from, in the order they are applied (rules 4). */
export type PriceRule =
  | 'list'
  | 'member'
  | 'customer'
  | 'flash'
  | 'special'
  | 'group_buy'
  | 'ladder'
  | 'combination'
  | 'add_on'
  | 'over_limit'
  | 'full_reduction'
  | 'merchant_coupon'
  | 'platform_coupon'
  | 'voucher'
  | 'rebate'
  | 'cashback';

/** The scope of a rule: this line alone, its activity, its merchant or the whole trade. */
export type TraceScope = 'line' | 'activity' | 'merchant' | 'trade';

/**
 * One step on the way to what a line pays. `amount` is the change in fen that it made to this line (negative =
 * cheaper); promises (rebate, cashback) are positive and do not change what is paid. `reason` is for the reader.
 */
export type TraceStep = {
  rule: PriceRule;
  scope: TraceScope;
  amount: Fen;
  reason: string;
  /** The activity, coupon or voucher, where there is one. */
  refId: Id | null;
};

/** Pieces of a line that share one unit price. A line has more than one beyond a promo limit. */
export type PriceSegment = { quantity: number; unitPrice: Fen; rule: PriceRule };

/** The segments of a line: there is always a first one, which may have no pieces. */
export type PriceSegments = [PriceSegment, ...PriceSegment[]];

/** Why a line does not count. */
export type RefusalCode =
  | 'gone'
  | 'not_buyable'
  | 'quantity'
  | 'out_of_stock'
  | 'over_stock'
  | 'over_limit'
  | 'below_minimum'
  | 'not_running'
  | 'add_on_locked'
  | 'not_served';

/** A refusal with the sentence that tells the buyer what to do. */
export type Refusal = { code: RefusalCode; reason: string };

/** A dialog of rules 13: the quantity goes beyond the promo's limit. */
export type OverLimit = {
  limit: number;
  variant: 'original_price' | 'other_activity';
  text: string;
};

/** The discounts of a line by kind; all ≥ 0. */
export type LineDiscounts = {
  fullReduction: Fen;
  merchantCoupon: Fen;
  platformCoupon: Fen;
  voucher: Fen;
};

/** A line with its price. `counts` = selected and buyable; other lines are priced but part of no amount. */
export type QuotedLine = {
  id: Id;
  kind: LineKind;
  /** null for a combination. */
  goodsId: Id | null;
  activityId: Id | null;
  merchantId: Id | null;
  warehouseId: Id | null;
  isColdChain: boolean;
  quantity: number;
  isSelected: boolean;
  counts: boolean;
  /** The price of the first piece; `segments` has the rest. */
  unitPrice: Fen;
  /** The struck-through price: list price a unit. */
  originalPrice: Fen;
  segments: PriceSegments;
  /** Sum of the segments: the line before full reduction, coupons and vouchers. */
  gross: Fen;
  discounts: LineDiscounts;
  /** gross less all discounts: 0 ≤ paid ≤ gross. Of a line that does not count: its gross. */
  paid: Fen;
  /** Promised to the balance after completion. */
  rebate: Fen;
  withCoupon: boolean;
  /** For a combination: the share of each part in `paid`, in the order of its parts. */
  parts: { goodsId: Id; quantity: number; paid: Fen }[];
  bounds: QuantityBounds;
  refusal: Refusal | null;
  overLimit: OverLimit | null;
  /** 差N盒包邮 and the like, null when the line has no free-shipping quantity. */
  freeShippingText: string | null;
  /** What freight depends on besides amounts. */
  isPreferred: boolean;
  freeShippingNumber: number | null;
  priceTrace: TraceStep[];
};

/** Progress to the next tier of an activity. Amounts are what is missing and what it would bring in all. */
export type NextTier = {
  /** More fen (or pieces, for a threshold in pieces) of the activity's goods until the next tier. */
  gap: number;
  unit: 'amount' | 'quantity';
  /** The reduction, cashback or 0 (gift, add-on) when it is reached. */
  benefit: Fen;
  text: string;
};

/** One active activity of a group. */
export type QuotedActivity = {
  id: Id;
  kind: 'full_reduction' | 'gift' | 'add_on' | 'cashback';
  name: string;
  /** null = over all merchants. */
  merchantId: Id | null;
  lineIds: Id[];
  /** Eligible amount and pieces of the lines that count. */
  amount: Fen;
  quantity: number;
  /** Reduction or cashback it brings now; 0 for gift and add-on. */
  benefit: Fen;
  isReached: boolean;
  next: NextTier | null;
};

/** A gift that the trade earns. */
export type QuotedGift = {
  activityId: Id;
  merchantId: Id;
  goodsId: Id;
  name: string;
  unit: string;
  quantity: number;
  /** The lines that earn it: it is returned with the last piece of them (rules 4). */
  lineIds: Id[];
  /** Other goods the buyer may choose instead. */
  choices: { goodsId: Id; name: string; unit: string; quantity: number }[];
};

/** A coupon of a trade: usable or not, used or not, and why. */
export type QuotedCoupon = {
  id: Id;
  kind: 'merchant' | 'platform';
  merchantId: Id | null;
  name: string;
  threshold: Fen;
  value: Fen;
  isUsable: boolean;
  isChosen: boolean;
  /** Its discount (chosen) or its discount on its own (usable). */
  saving: Fen;
  /** Fen still missing to the threshold, 0 when reached. */
  gap: Fen;
  /** The number of the trade that holds it; left out of others. */
  heldBy?: string;
  /** Why not, for one that is not usable or not chosen though requested; else null. */
  reason: string | null;
};

/** A requested cash voucher, and its payment. */
export type QuotedVoucher = { id: Id; name: string; used: Fen; reason: string | null };

/** The freight of one merchant. amount = ordinary + preferred + coldChain. */
export type QuotedFreight = {
  amount: Fen;
  ordinary: Fen;
  preferred: Fen;
  coldChain: Fen;
  /** Fen missing until freight costs less; null when it is free already, or when more goods would change nothing. */
  freeGap: Fen | null;
  /** What filling the gap saves, fen: all of `amount`, or less where another fee stays (cold chain). */
  gapSaving: Fen;
  /** Items that count towards the gap, and the fen of them that are there already. */
  gapGoods: 'all' | 'preferred' | 'ordinary';
  counted: Fen;
  /** 再买¥12.00免运费, 已免运费… null without lines that count. */
  text: string | null;
};

/** The lines of one merchant. */
export type QuotedGroup = {
  merchantId: Id;
  lineIds: Id[];
  /** Gross of the lines that count. */
  goodsAmount: Fen;
  fullReduction: Fen;
  merchantCoupon: Fen;
  platformCoupon: Fen;
  voucher: Fen;
  /** The amount of its lines, without freight. */
  paid: Fen;
  freight: QuotedFreight;
  /** Fen missing to the merchant's minimum order, 0 when reached or nothing counts. */
  minimumGap: Fen;
  /** Goods amount of selected lines that cannot be sent to the address (no_trans_order_amount). */
  noTransAmount: Fen;
  activities: QuotedActivity[];
};

/** One order of the trade: merchant × warehouse × cold chain (rules 3). */
export type QuotedOrder = {
  merchantId: Id;
  warehouseId: Id;
  isColdChain: boolean;
  /** A flash price is in it: 15 minutes to pay instead of 30. */
  isFlash: boolean;
  /** It has the deadline of a flash sale: its own, or that of an order it depends on. */
  isInHaste: boolean;
  lineIds: Id[];
  gifts: QuotedGift[];
  goodsAmount: Fen;
  discount: Fen;
  shipping: Fen;
  pay: Fen;
};

/** pay = goods − discount + shipping. `cashback` (cashback tiers and rebates) is a promise, listed apart. */
export type QuoteTotals = { goods: Fen; discount: Fen; shipping: Fen; pay: Fen; cashback: Fen };

/** The result of `quote`. Lines are in the given order. */
export type Quote = {
  at: EpochMs;
  lines: QuotedLine[];
  groups: QuotedGroup[];
  /** Activities over all merchants (cashback). */
  activities: QuotedActivity[];
  gifts: QuotedGift[];
  coupons: QuotedCoupon[];
  vouchers: QuotedVoucher[];
  orders: QuotedOrder[];
  totals: QuoteTotals;
};
