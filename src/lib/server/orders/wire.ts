/** Orders on the wire: yuan text, times in ISO 8601, the state that is true now. */

import { orderLineTypes, orderNumbers } from '#lib/contract/order-numbers.ts';
import { type OrderLineWire, type OrderWire, orderWire } from '#lib/contract/orders/order.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan, inYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderCan, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { isRefusalWithPlatform } from '#lib/rules/orders/refusal-state.ts';
import { productLine } from '../goods/wire.ts';
import { noInvoice } from '../invoices/order-state-rows.ts';
import type { Account } from '../people/account-rows.ts';
import { linkedTo } from './cancel.ts';
import { actionsOf, factsOf, type Placed } from './facts.ts';
import type { listLines, OrderRow } from './rows.ts';

export type LineWithPicture = Awaited<ReturnType<typeof listLines>>[number];

/** One order for lists and the detail. */
export function orderWireOf(
  order: OrderRow,
  lines: readonly LineWithPicture[],
  /** Names of merchants, of all that sell in its trade. */
  names: ReadonlyMap<number, string>,
  account: Account,
  now: Date,
  /** The orders of its trade. */
  all: readonly OrderRow[],
  placed: Placed,
): OrderWire {
  const facts = factsOf(order);
  const moment = now.getTime();
  const status = effectiveStatus(facts, moment);
  const own = lines.filter(({ line }) => line.orderNo === order.no);
  const linked = orderCan.cancel(facts, moment) ? linkedTo(order, all) : [];
  const payable = all.filter((one) => orderCan.pay(factsOf(one), moment));
  const toPay = payable.reduce((sum, { payAmount }) => sum + payAmount, 0);
  const nameOf = ({ merchantId }: OrderRow) => names.get(merchantId) ?? '';
  const wire: OrderWire = {
    no: order.no,
    trade_no: order.tradeNo,
    status: orderNumbers[status],
    status_text: orderStatusText(facts, moment),
    merchant_id: order.merchantId,
    merchant: nameOf(order),
    store: null,
    ck_id: order.warehouseId,
    is_cold_chain: order.isColdChain ? 1 : 0,
    number: own.reduce((sum, { line }) => sum + line.quantity, 0),
    ...inYuan({
      goods_amount: order.goodsAmount,
      discount_amount: order.discountAmount,
      shipping_amount: order.shippingAmount,
      pay_amount: order.payAmount,
      refunded_amount: order.refundedAmount,
    }),
    created_at: order.createdAt.toISOString(),
    deadline_at: orderCan.pay(facts, moment) ? order.deadlineAt.toISOString() : null,
    approve_by: orderIs.toApprove(status) ? order.deadlineAt.toISOString() : null,
    receive_by: orderIs.toReceive(status) ? (order.receiveBy?.toISOString() ?? null) : null,
    take_back_by:
      orderIs.refusing(status) && !isRefusalWithPlatform(facts, moment)
        ? order.deadlineAt.toISOString()
        : null,
    is_arrived: orderIs.toReceive(status) && placed.isArrived === true ? 1 : 0,
    lines: own.map((line) => lineWireOf(line, isApproved(account.companyState))),
    actions: actionsOf(order, placed, account, now),
    cases: [],
    invoice: noInvoice,
    cancels: linked.map(({ no }) => no),
    cancels_with: linked.map((one) => ({
      no: one.no,
      merchant: nameOf(one),
      pay_amount: formatYuan(one.payAmount),
    })),
    trade: {
      placed: all.length,
      orders: payable.length,
      merchants: new Set(payable.map(({ merchantId }) => merchantId)).size,
      pay_amount: formatYuan(toPay),
      may_link: toPay > 0 && placed.mayLink ? 1 : 0,
    },
  };
  // The total paid is the company's own record; the price of a piece is a price.
  return isApproved(account.companyState) ? wire : hidePrices(orderWire, wire);
}

/** Pieces beyond a promotion's limit had a price of their own: the line's rest without the promotion's pieces. */
function segmentsOf({ quantity, promoQuantity, unitPrice, gross }: LineWithPicture['line']) {
  const rest = quantity - promoQuantity;
  if (promoQuantity === 0 || rest === 0) return {};
  return {
    price_segments: [
      { number: promoQuantity, price: formatYuan(unitPrice) },
      { number: rest, price: formatYuan((gross - promoQuantity * unitPrice) / rest) },
    ],
  };
}

function lineWireOf({ line, productId, pictures, otc }: LineWithPicture, seesAll: boolean): OrderLineWire {
  return {
    id: line.id,
    goods_id: line.goodsId,
    type: orderLineTypes[line.kind],
    ...productLine({ ...line.snapshot, pictures, otc }, productId, seesAll),
    number: line.quantity,
    price: formatYuan(line.unitPrice),
    ...segmentsOf(line),
    ...inYuan({ amount: line.gross, discount_amount: line.discount, pay_amount: line.paid }),
    shipped_number: line.shippedQuantity,
    refunded_number: line.refundedQuantity,
    price_trace: line.priceTrace.map(({ rule, amount, reason }) => ({
      rule,
      amount: formatYuan(amount),
      reason,
    })),
  };
}
