/** From a quoted cart to the rows of a trade. Pure. */
import { orderKey } from '#lib/contract/checkout.ts';
import type { PlaceOrderValues } from '#lib/contract/orders/calls.ts';
import { isWithinOrderLimit } from '#lib/rules/companies/roles.ts';
import { approvalDeadline, payDeadline } from '#lib/rules/orders/order-state.ts';
import { tradeKindOf } from '#lib/rules/orders/transfer-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { QuotedLine, QuotedOrder } from '#lib/rules/terms/quote-shape.ts';
import type { AddressRow } from '../addresses/rows.ts';
import type { Account } from '../people/account-rows.ts';
import { type GiftRow, giftRow, lineRows, type Rows, snapshotOf } from './new-lines.ts';
import type { NewOrder, NewOrderLine, NewTrade } from './new-order-rows.ts';
import { orderNoOf } from './numbers.ts';
import { linesOfOrder } from './plan-reservations.ts';

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

/** Gifts with the ids of the lines that earned them. */
export function giftsWithIds(rows: OrderRows, lineIds: readonly number[]): NewOrderLine[] {
  return rows.gifts.map(({ row, earnedBy }) => ({
    ...row,
    earnedBy: rows.lines.flatMap((line, i) =>
      earnedBy.includes(line.cartLineId) ? [must(lineIds[i], 'the id of a line just written')] : [],
    ),
  }));
}
