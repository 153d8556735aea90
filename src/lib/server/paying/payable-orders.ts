/** The orders that a payment of locked trades pays (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import type { Tx } from '../db/client.ts';
import { cancelOverdueOf, isOverdue } from '../orders/due.ts';
import { factsOf } from '../orders/facts.ts';
import { findOrdersToPay, type OrdersToPay } from '../orders/pay-password-rows.ts';
import { listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { payableOf, stateOfTrade } from './accept.ts';

/**
 * The orders of locked trades. Of a trade with a flash price some may be over while the others wait: they are cancelled
 * first, so that no reservation for them is paid with the others.
 */
export async function withoutOverdue(
  tx: Tx,
  userId: string,
  nos: readonly string[],
  now: Date,
): Promise<OrdersToPay> {
  const toPay = await findOrdersToPay(tx, userId, nos);
  const { orders } = toPay;
  const isOver = (order: OrderRow) => isOverdue(order, now);
  const partly = nos.filter((no) => {
    const own = orders.filter((order) => order.tradeNo === no);
    return own.some(isOver) && payableOf(own, now.getTime()).length > 0;
  });
  for (const no of partly) await cancelOverdueOf(tx, no, now);
  return partly.length > 0 ? { ...toPay, orders: await listOrdersOfTrades(tx, nos) } : toPay;
}

/** The orders that a payment of this trade pays. Throws 409 when it is paid, over or waits for something else. */
export function findPayable(orders: readonly OrderRow[], now: Date): OrderRow[] {
  const moment = now.getTime();
  const no = orders[0]?.tradeNo ?? '';
  const refusal = tradeRefusals[stateOfTrade(orders, moment)];
  if (refusal !== null) throw new AppError(409, `交易${no}${refusal}`);
  const waiting = orders.filter((order) => stateOfTrade([order], moment) === 'unpaid');
  const payable = payableOf(waiting, moment);
  const blocked = waiting.find((order) => !payable.includes(order));
  if (blocked) throw new AppError(409, `订单${orderStatusText(factsOf(blocked), moment)}，暂不能付款`);
  return payable;
}

const tradeRefusals = {
  unpaid: null,
  paid: '已支付，无需重复付款',
  cancelled: '已取消，请重新下单',
} as const;
