/** What time does to orders; the jobs only write down what the rules say already (decisions 3). */

import { path } from '#lib/contract/routes.ts';
import { effectiveStatus, orderLimits, orderStatus, parseOrderStatus } from '#lib/rules/order-state.ts';
import { promisesLeft } from '#lib/rules/promises.ts';
import type { Db, Tx } from '../../db/client.ts';
import { tell } from '../../repos/messages.ts';
import {
  findAnyOrder,
  listCreditDue,
  listLines,
  listOrdersOfTrades,
  listOverdueTrades,
  listReceiveDue,
  markCredited,
  type OrderRow,
} from '../../repos/orders.ts';
import { lockTrades } from '../../repos/trades.ts';
import { enterMoney } from '../../repos/wallet.ts';
import { cancelOrder } from './cancel.ts';
import { completeOrder } from './complete.ts';
import { factsOf } from './facts.ts';

const atOnce = 200;

/** Cancels orders whose time to pay has run out. Answers how many. */
export async function cancelOverdue(db: Db, now: Date): Promise<number> {
  let cancelled = 0;
  for (const tradeNo of await listOverdueTrades(db, now, atOnce))
    cancelled += await db.transaction((tx) => cancelTrade(tx, tradeNo, now));
  return cancelled;
}

async function cancelTrade(tx: Tx, tradeNo: string, now: Date): Promise<number> {
  await lockTrades(tx, [tradeNo]);
  const all = await listOrdersOfTrades(tx, [tradeNo]);
  // Whatever was paid or cancelled while we waited for the lock is over.
  const overdue = all.filter(
    (order) =>
      parseOrderStatus(order.status) === orderStatus.toPay &&
      effectiveStatus(factsOf(order), now.getTime()) === orderStatus.cancelled,
  );
  const cancelled = new Map<string, OrderRow>();
  for (const order of overdue) {
    if (cancelled.has(order.no)) continue;
    const open = all.filter(({ no }) => !cancelled.has(no));
    const reason = '超时未付款，系统取消';
    for (const one of await cancelOrder(tx, order, open, { reason, actor: 'system', now }))
      cancelled.set(one.no, one);
  }
  for (const order of cancelled.values()) {
    await tell(tx, {
      companyId: order.companyId,
      kind: 'order',
      title: '订单超时未付款，已取消',
      body: `订单${order.no}超过付款时限，已自动取消，占用的库存和优惠券已退回。`,
      link: path('/order/info/[id]', { id: order.no }),
      ref: `overdue:${order.no}`,
    });
  }
  return cancelled.size;
}

/** Completes shipped orders that nobody confirmed in time. Answers how many. */
export async function completeOverdue(db: Db, now: Date): Promise<number> {
  let completed = 0;
  for (const no of await listReceiveDue(db, now, atOnce))
    completed += await locked(db, no, async (tx, order) => {
      const isDue =
        parseOrderStatus(order.status) === orderStatus.toReceive &&
        effectiveStatus(factsOf(order), now.getTime()) === orderStatus.completed;
      if (!isDue) return 0;
      // It was completed when its time ran out, not when the job came by: the after-sale window runs from there.
      const at = order.receiveBy ?? now;
      await completeOrder(tx, order, { note: '超时自动确认收货', actor: 'system', at });
      return 1;
    });
  return completed;
}

/** Pays rebates and cashback of orders whose after-sale window is over (decisions 4). Answers how many. */
export async function creditPromises(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - orderLimits.afterSale);
  let credited = 0;
  for (const no of await listCreditDue(db, before, atOnce))
    credited += await locked(db, no, async (tx, order) => {
      if (!(await markCredited(tx, order.no, now))) return 0;
      const lines = (await listLines(tx, [order.no])).map((row) => row.line);
      const { rebate, cashback } = promisesLeft(order.cashbackAmount, lines);
      const entry = { companyId: order.companyId, ref: order.no };
      if (rebate > 0)
        await enterMoney(tx, { ...entry, useType: 'rebate', amount: rebate, note: `订单${no}返利` });
      if (cashback > 0)
        await enterMoney(tx, { ...entry, useType: 'cashback', amount: cashback, note: `订单${no}满额返现` });
      return 1;
    });
  return credited;
}

async function locked(
  db: Db,
  no: string,
  work: (tx: Tx, order: OrderRow) => Promise<number>,
): Promise<number> {
  const found = await findAnyOrder(db, no);
  if (found === null) return 0;
  return db.transaction(async (tx) => {
    await lockTrades(tx, [found.tradeNo]);
    const order = await findAnyOrder(tx, no);
    return order === null ? 0 : work(tx, order);
  });
}
