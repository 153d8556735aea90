/** Lines of a new order, as they are saved. */
import type { PlaceOrderValues } from '#lib/contract/orders/calls.ts';
import { isPlaceToCheck } from '#lib/rules/companies/delivery-place.ts';
import { allocate, shareOf } from '#lib/rules/money/money.ts';
import { promoPieces } from '#lib/rules/promotions/pricing.ts';
import { must } from '#lib/rules/terms/must.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import type { QuotedGift, QuotedLine, TraceStep } from '#lib/rules/terms/quote-shape.ts';
import { ownShare } from '#lib/rules/text/share-text.ts';
import type { AddressRow } from '../addresses/rows.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import type { QuotedCart } from '../cart/quoted-cart.ts';
import type { AddressSnapshot, GoodsSnapshot, OrderReservations } from '../db/schema.ts';
import { rowOf } from '../offers/load.ts';
import type { Account } from '../people/account-rows.ts';
import type { NewOrderLine } from './new-order-rows.ts';

/** A gift's line waits for the ids of the lines that earned it: `earnedBy` are cart lines here. */
export type GiftRow = { row: NewOrderLine; earnedBy: number[] };

/** Input of the rows of orders. */
export interface Rows {
  cart: Omit<QuotedCart, 'address'>;
  reservations: readonly OrderReservations[];
  remarks: PlaceOrderValues['remarks'];
  /** Rows of the items that are given as gifts. */
  giftRows: ReadonlyMap<number, OfferRow>;
  tradeNo: string;
}

export function lineRows(cart: Rows['cart'], line: QuotedLine, orderNo: string): NewOrderLine[] {
  if (line.kind === 'combination') return partRows(cart, line, orderNo);
  const goodsId = must(line.goodsId, `the goods of cart line ${line.id}`);
  const offer = rowOf(cart.loaded, goodsId);
  return [
    {
      orderNo,
      goodsId,
      kind: line.kind,
      activityId: line.activityId,
      snapshot: goodsSnapshot(offer),
      quantity: line.quantity,
      promoQuantity: promoPieces(line.segments),
      setQuantity: null,
      unitPrice: line.unitPrice,
      gross: line.gross,
      discount: line.gross - line.paid,
      paid: line.paid,
      rebate: line.rebate,
      priceTrace: line.priceTrace,
    },
  ];
}

/**
 * A combination as rows of its parts. The quote says what a part pays; each shared step is split over the parts by it,
 * so that every row's trace ends at the amount the row pays, and the rows together at the amount the set pays.
 */
function partRows(cart: Rows['cart'], line: QuotedLine, orderNo: string): NewOrderLine[] {
  const weights = line.parts.map((part) => part.paid);
  const shared = line.priceTrace.filter((step) => step.rule !== 'list' && step.rule !== 'combination');
  const split = shared.map((step) => ({ step, shares: allocate(Math.abs(step.amount), weights) }));
  const setReason =
    line.priceTrace.find((step) => step.rule === 'combination')?.reason ?? priceNames.combination;
  return line.parts.map((part, i) => {
    const offer = rowOf(cart.loaded, part.goodsId);
    const steps = split.flatMap(({ step, shares }): TraceStep[] => {
      const share = shares[i] ?? 0;
      const own = { amount: Math.sign(step.amount) * share, reason: ownShare(step.reason, share) };
      return share === 0 ? [] : [{ ...step, ...own }];
    });
    const discount = -steps.reduce((sum, step) => sum + Math.min(step.amount, 0), 0);
    const gross = part.paid + discount;
    const apart = offer.goods.price * part.quantity;
    return {
      orderNo,
      goodsId: part.goodsId,
      kind: 'combination',
      activityId: line.activityId,
      snapshot: goodsSnapshot(offer),
      quantity: part.quantity,
      promoQuantity: 0,
      setQuantity: part.quantity / line.quantity,
      unitPrice: shareOf(gross, 1, part.quantity),
      gross,
      discount,
      paid: part.paid,
      rebate: 0,
      priceTrace: [
        { rule: 'list', scope: 'line', amount: apart, reason: '分开购买的原价', refId: null },
        {
          rule: 'combination',
          scope: 'line',
          amount: gross - apart,
          reason: `${setReason}，本商品分摊`,
          refId: line.activityId,
        },
        ...steps,
      ] satisfies TraceStep[],
    };
  });
}

export function giftRow(placing: Rows, gift: QuotedGift, orderNo: string): GiftRow {
  const offer = placing.giftRows.get(gift.goodsId) ?? rowOf(placing.cart.loaded, gift.goodsId);
  return {
    earnedBy: gift.lineIds,
    row: {
      orderNo,
      goodsId: gift.goodsId,
      kind: 'gift',
      activityId: gift.activityId,
      snapshot: goodsSnapshot(offer),
      quantity: gift.quantity,
      unitPrice: 0,
      gross: 0,
      discount: 0,
      paid: 0,
    },
  };
}

export function snapshotOf(
  { receiver, phone, province, city, district, detail, regionCode }: AddressRow,
  account: Account,
): AddressSnapshot {
  const isToCheck = isPlaceToCheck(regionCode, account.regionCode);
  return { receiver, phone, province, city, district, detail, regionCode, ...(isToCheck && { isToCheck }) };
}

function goodsSnapshot({ goods, product }: OfferRow): GoodsSnapshot {
  return {
    name: product.name,
    maker: product.maker,
    spec: product.spec,
    form: product.form,
    unit: product.unit,
    approvalNo: product.approvalNo,
    otc: product.otc,
    storage: product.storage,
    sku: product.sku,
    expiresOn: goods.expiresOn ?? '',
  };
}
