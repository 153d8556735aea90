/** A line at work in a quote, and how it is put together. */

import { type Fen, showYuan } from '../money/money.ts';
import { freeShippingText } from '../promotions/freight.ts';
import type { LineKind, QuoteLine } from '../terms/asked.ts';
import { limitLeft, type QuantityBounds } from '../terms/quantity.ts';
import type { PriceRule, QuotedLine, Refusal, TraceStep } from '../terms/quote-shape.ts';
import type { Combination, GoodsTerms, Id, MerchantTerms, Offers } from '../terms/terms.ts';

/** Offers by id, made once a quote. */
export type OfferIndex = {
  goods: Map<Id, GoodsTerms>;
  merchants: Map<Id, MerchantTerms>;
  combinations: Map<Id, Combination>;
};

/** A line at work: `quoted` is filled step by step, `rest` is what it still pays. */
export type WorkLine = {
  quoted: QuotedLine;
  rest: Fen;
  /** Its amount after full reduction, before coupons: thresholds and free freight depend on it. */
  reduced: Fen;
  activityIds: readonly Id[];
  unit: string;
};

/**
 * The rest of stocks, limits and promos while counting lines take from them, in the order of their ids: so two lines of
 * one item share them, and neither the order on the screen nor an unselected line matters.
 */
export type Remaining = Map<string, number>;

/** Remaining pieces of an item. */
export function stockLeft(remaining: Remaining, { id, stock }: Pick<GoodsTerms, 'id' | 'stock'>): number {
  return remaining.get(`stock:${id}`) ?? stock;
}

/** Pieces of an item that its hard limits still allow; Infinity without a limit. */
export function hardLimitLeft(remaining: Remaining, terms: GoodsTerms): number {
  return remaining.get(`limit:${terms.id}`) ?? limitLeft(terms);
}

/** Takes pieces of an item from its stock and its hard limits (a group-buy has limits of its own). */
export function takePieces(remaining: Remaining, terms: GoodsTerms, quantity: number, kind: LineKind): void {
  remaining.set(`stock:${terms.id}`, stockLeft(remaining, terms) - quantity);
  if (kind !== 'group_buy') remaining.set(`limit:${terms.id}`, hardLimitLeft(remaining, terms) - quantity);
}

export function indexOffers(offers: Offers): OfferIndex {
  return {
    goods: new Map(offers.goods.map((goods) => [goods.id, goods])),
    merchants: new Map(offers.merchants.map((merchant) => [merchant.id, merchant])),
    combinations: new Map(offers.combinations.map((combination) => [combination.id, combination])),
  };
}

type Sold = {
  merchantId: Id;
  warehouseId: Id;
  isColdChain: boolean;
  activityIds: readonly Id[];
  isPreferred: boolean;
  freeShippingNumber?: number | null;
  unit?: string;
};

type Price = Pick<
  QuotedLine,
  'segments' | 'originalPrice' | 'withCoupon' | 'overLimit' | 'rebate' | 'priceTrace'
>;

/** Puts a line together from what is sold, its bounds, its refusal and its price. */
export function work(
  line: QuoteLine,
  sold: Sold,
  bounds: QuantityBounds,
  refusal: Refusal | null,
  price: Price,
): WorkLine {
  let gross = 0;
  for (const segment of price.segments) gross += segment.quantity * segment.unitPrice;
  const freeShippingNumber = sold.freeShippingNumber ?? null;
  const unit = sold.unit ?? '套';
  const quantity = wholeQuantity(line.quantity);
  if (price.rebate > 0)
    price.priceTrace.push(step('rebate', price.rebate, `订单完成后返利 ¥${showYuan(price.rebate)} 到余额`));
  return {
    rest: gross,
    reduced: gross,
    activityIds: sold.activityIds,
    unit,
    quoted: {
      id: line.id,
      kind: line.kind,
      goodsId: line.goodsId,
      activityId: line.activityId,
      merchantId: sold.merchantId,
      warehouseId: sold.warehouseId,
      isColdChain: sold.isColdChain,
      quantity: line.quantity,
      isSelected: line.isSelected,
      counts: line.isSelected && refusal === null,
      unitPrice: price.segments[0].unitPrice,
      gross,
      discounts: { fullReduction: 0, merchantCoupon: 0, platformCoupon: 0, voucher: 0 },
      paid: gross,
      parts: [],
      bounds,
      refusal,
      freeShippingText: freeShippingText({ quantity, freeShippingNumber }, unit),
      isPreferred: sold.isPreferred,
      freeShippingNumber,
      ...price,
    },
  };
}

/** A line whose goods, set or merchant is not on offer any more. */
export function goneLine(line: QuoteLine): WorkLine {
  const made = work(
    line,
    { merchantId: 0, warehouseId: 0, isColdChain: false, activityIds: [], isPreferred: false },
    { min: 0, max: 0, step: 0, disabled: true },
    { code: 'gone', reason: '商品已失效，请从购物车删除' },
    {
      segments: [{ quantity: 0, unitPrice: 0, rule: 'list' }],
      originalPrice: 0,
      withCoupon: false,
      overLimit: null,
      rebate: 0,
      priceTrace: [],
    },
  );
  made.quoted.merchantId = null;
  made.quoted.warehouseId = null;
  return made;
}

/** A step of the trace of one line. */
export function step(rule: PriceRule, amount: Fen, reason: string, refId: Id | null = null): TraceStep {
  // 0 pieces times a negative difference is -0, which JSON turns into 0: both sides must say the same.
  return { rule, scope: 'line', amount: amount || 0, reason, refId };
}

/** A quantity that sums can bear: what is not a whole positive number counts as 0. */
export function wholeQuantity(quantity: number): number {
  return Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
}
