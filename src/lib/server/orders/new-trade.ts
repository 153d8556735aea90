/** From a quoted cart to the rows of a trade. Pure. */

import { orderKey } from '#lib/contract/checkout.ts';
import type { PlaceOrderValues } from '#lib/contract/orders/calls.ts';
import { isPlaceToCheck } from '#lib/rules/companies/delivery-place.ts';
import { isWithinOrderLimit } from '#lib/rules/companies/roles.ts';
import { allocate, shareOf } from '#lib/rules/money/money.ts';
import { approvalDeadline, payDeadline } from '#lib/rules/orders/order-state.ts';
import { tradeKindOf } from '#lib/rules/orders/transfer-state.ts';
import { promoPieces } from '#lib/rules/promotions/pricing.ts';
import { must } from '#lib/rules/terms/must.ts';
import { priceNames } from '#lib/rules/terms/price-names.ts';
import type { QuotedGift, QuotedLine, QuotedOrder, TraceStep } from '#lib/rules/terms/quote-shape.ts';
import { ownShare } from '#lib/rules/text/share-text.ts';
import type { AddressRow } from '../addresses/rows.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import type { QuotedCart } from '../cart/quoted-cart.ts';
import type { AddressSnapshot, GoodsSnapshot, OrderReservations } from '../db/schema.ts';
import { rowOf } from '../offers/load.ts';
import type { Account } from '../people/account-rows.ts';
import type { NewOrder, NewOrderLine, NewTrade } from './new-order-rows.ts';
import { orderNoOf } from './numbers.ts';
import { linesOfOrder } from './plan-reservations.ts';

/** A gift's line waits for the ids of the lines that earned it: `earnedBy` are cart lines here. */
export type GiftRow = { row: NewOrderLine; earnedBy: number[] };

/** Orders with their lines and gifts. */
export interface OrderRows {
  orders: NewOrder[];
  /** With the cart line of each; a combination has one row a part. */
  lines: { cartLineId: number; row: NewOrderLine }[];
  gifts: GiftRow[];
}

export interface TradeRows extends OrderRows {
  trade: NewTrade;
}

interface Placing extends Rows {
  account: Account;
  address: AddressRow;
  now: Date;
}

/** Input of the rows of orders. */
interface Rows {
  cart: Omit<QuotedCart, 'address'>;
  reservations: readonly OrderReservations[];
  remarks: PlaceOrderValues['remarks'];
  /** Rows of the items that are given as gifts. */
  giftRows: ReadonlyMap<number, OfferRow>;
  tradeNo: string;
}

/** Fields that all orders of a trade share, and each order's own. */
interface Standing {
  companyId: number;
  status: 'to_pay' | 'to_approve';
  createdAt: Date;
  noOf: (order: QuotedOrder, at: number) => string;
  deadlineOf: (order: QuotedOrder) => number;
}

/**
 * The rows of a trade. An order beyond the member's limit waits for the company's approval, and the whole trade with
 * it, because it is paid at once. Orders with a flash price, and those tied to them, have 15 minutes to be paid, the
 * others 30.
 */
export function rowsOf(placing: Placing): TradeRows {
  const { cart, account, address, tradeNo, now } = placing;
  const { quote } = cart;
  const isApproved = quote.orders.every((order) => isWithinOrderLimit(order.pay, account.orderLimit));
  const begun = now.getTime();
  const deadlineOf = ({ isInHaste }: QuotedOrder) =>
    isApproved ? payDeadline(begun, isInHaste ? 'flash' : 'normal') : approvalDeadline(begun);
  return {
    trade: {
      no: tradeNo,
      companyId: account.companyId,
      userId: account.userId,
      kind: tradeKindOf(quote),
      payAmount: quote.totals.pay,
      deadlineAt: new Date(Math.max(...quote.orders.map(deadlineOf))),
      address: snapshotOf(address, account),
      createdAt: now,
    },
    ...orderRowsOf(placing, {
      companyId: account.companyId,
      status: isApproved ? 'to_pay' : 'to_approve',
      createdAt: now,
      noOf: (_, at) => orderNoOf(tradeNo, at),
      deadlineOf,
    }),
  };
}

/** The rows of the orders of a quoted cart, with their lines and gifts. */
export function orderRowsOf(
  placing: Rows,
  { companyId, status, createdAt, noOf, deadlineOf }: Standing,
): OrderRows {
  const { cart, tradeNo } = placing;
  const made: OrderRows = { orders: [], lines: [], gifts: [] };
  for (const [i, order] of cart.quote.orders.entries()) {
    const no = noOf(order, i);
    const lines = linesOfOrder(cart, order);
    made.orders.push({
      no,
      tradeNo,
      companyId,
      merchantId: order.merchantId,
      warehouseId: order.warehouseId,
      isColdChain: order.isColdChain,
      status,
      goodsAmount: order.goodsAmount,
      discountAmount: order.discount,
      shippingAmount: order.shipping,
      payAmount: order.pay,
      cashbackAmount: cashbackOf(lines),
      rebateAmount: lines.reduce((sum, line) => sum + line.rebate, 0),
      remark: remarkOf(placing.remarks, order),
      reservations: must(placing.reservations[i], `the reservations of order ${no}`),
      deadlineAt: new Date(deadlineOf(order)),
      createdAt,
    });
    for (const line of lines)
      for (const row of lineRows(cart, line, no)) made.lines.push({ cartLineId: line.id, row });
    for (const gift of order.gifts) made.gifts.push(giftRow(placing, gift, no));
  }
  return made;
}

function remarkOf(remarks: PlaceOrderValues['remarks'], order: QuotedOrder): string {
  return typeof remarks === 'string' ? remarks : (remarks[orderKey(order)] ?? '');
}

function cashbackOf(lines: readonly QuotedLine[]): number {
  return lines.reduce(
    (sum, line) =>
      sum + line.priceTrace.reduce((own, step) => (step.rule === 'cashback' ? own + step.amount : own), 0),
    0,
  );
}

function lineRows(cart: Rows['cart'], line: QuotedLine, orderNo: string): NewOrderLine[] {
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

function giftRow(placing: Rows, gift: QuotedGift, orderNo: string): GiftRow {
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

/** Gifts with the ids of the lines that earned them. */
export function giftsWithIds(rows: OrderRows, lineIds: readonly number[]): NewOrderLine[] {
  return rows.gifts.map(({ row, earnedBy }) => ({
    ...row,
    earnedBy: rows.lines.flatMap((line, i) =>
      earnedBy.includes(line.cartLineId) ? [must(lineIds[i], 'the id of a line just written')] : [],
    ),
  }));
}

function snapshotOf(
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
