/** Effects of time on orders; the jobs only record what the rules say already (rules 3). */

import { path } from '#lib/contract/routes.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import {
  effectiveStatus,
  orderIs,
  orderLimits,
  statusesWithDeadline,
} from '#lib/rules/orders/order-state.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { listNamed } from '../people/standing-rows.ts';
import { postEntry } from '../ports/payments/wallet-rows.ts';
import { cancelOrder } from './cancel.ts';
import { completeOrder } from './complete.ts';
import { isCaseLive } from './due-case-rows.ts';
import { listCreditDue, listOverdueTrades, listReceiveDue } from './due-rows.ts';
import { factsOf } from './facts.ts';
import { findAnyOrder, listLines, listOrdersOfTrades, markCredited, type OrderRow } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

const atOnce = 200;

/** Cancels orders whose deadline for payment or approval is over. */
export async function cancelOverdue(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'cancelOverdue',
    now,
    list: () => listOverdueTrades(db, now, atOnce),
    work: (tradeNo) => db.transaction((tx) => cancelOverdueOf(tx, tradeNo, now)),
  });
}

/** True when an order's deadline for payment or approval is over and its status does not say so yet. */
export function isOverdue(order: OrderRow, now: Date): boolean {
  return (
    statusesWithDeadline.includes(order.status) &&
    orderIs.cancelled(effectiveStatus(factsOf(order), now.getTime()))
  );
}

/** Cancels a trade's overdue orders, with those priced together with them; answers how many. */
export async function cancelOverdueOf(tx: Tx, tradeNo: string, now: Date): Promise<number> {
  await lockTrades(tx, [tradeNo]);
  const all = await listOrdersOfTrades(tx, [tradeNo]);
  // Orders paid or cancelled while this waited for the lock are not overdue.
  const overdue = all.filter((order) => isOverdue(order, now));
  const cancelled = new Map<string, OrderRow>();
  for (const order of overdue) {
    if (cancelled.has(order.no)) continue;
    const open = all.filter(({ no }) => !cancelled.has(no));
    const { reason } = overdueWords(order);
    for (const one of await cancelOrder(tx, order, open, { reason, actor: jobActor('cancelOverdue'), now }))
      cancelled.set(one.no, one);
  }
  for (const order of cancelled.values()) {
    const { title, limit } = overdueWords(order);
    await sendMessages(tx, {
      companyId: order.companyId,
      kind: 'order',
      title,
      body: `订单${order.no}超过${limit}，已自动取消，占用的库存和优惠券已退回。`,
      link: path('/order/info/[id]', { id: order.no }),
      ref: `overdue:${order.no}`,
    });
  }
  const [first] = [...cancelled.values()].filter(({ status }) => orderIs.toApprove(status));
  if (first !== undefined) await notifyHead(tx, first);
  return cancelled.size;
}

/** A store's head office was asked too, and is notified of the end. */
async function notifyHead(tx: Tx, { companyId, tradeNo }: OrderRow): Promise<void> {
  const store = (await listNamed(tx, [companyId])).get(companyId);
  if (store === undefined || store.headId === null) return;
  await sendMessages(tx, {
    companyId: store.headId,
    kind: 'order',
    title: `${store.name}的订单超时未审核，已取消`,
    body: `交易${tradeNo}超过48小时审核时限，已自动取消，占用的库存和优惠券已退回。`,
    link: path('/order/sp/[id]', { id: tradeNo }),
    ref: `overdue:${tradeNo}`,
  });
}

/** Words for an order that was not paid, or not approved, in time. */
function overdueWords(order: OrderRow): { reason: string; title: string; limit: string } {
  return orderIs.toApprove(order.status)
    ? { reason: '超时未审核，系统取消', title: '订单超时未审核，已取消', limit: '48小时审核时限' }
    : { reason: '超时未付款，系统取消', title: '订单超时未付款，已取消', limit: '付款时限' };
}

/** Completes shipped orders that were not confirmed in time. */
export async function completeOverdue(db: Db, now: Date): Promise<RowsDone> {
  const work = (no: string) =>
    locked(db, no, async (tx, order) => {
      const isDue =
        orderIs.toReceive(order.status) && orderIs.completed(effectiveStatus(factsOf(order), now.getTime()));
      if (!isDue) return 0;
      // It was completed at its deadline, not when the job ran: the after-sale window starts there.
      const at = order.receiveBy ?? now;
      await completeOrder(tx, order, { note: '超时自动确认收货', actor: jobActor('completeOverdue'), at });
      return 1;
    });
  return eachRow(db, {
    job: 'completeOverdue',
    now,
    list: () => listReceiveDue(db, now, atOnce),
    work,
  });
}

/** Pays rebates and cashback of orders whose after-sale window is over (rules 4). */
export async function creditPromises(db: Db, now: Date): Promise<RowsDone> {
  const before = new Date(now.getTime() - orderLimits.afterSale);
  const work = (no: string) =>
    locked(db, no, async (tx, order) => {
      if (await isCaseLive(tx, order.no, now)) return 0;
      if (!(await markCredited(tx, order.no, now))) return 0;
      const lines = (await listLines(tx, [order.no])).map((row) => row.line);
      const { rebate, cashback } = promisesLeft(order.cashbackAmount, lines);
      const entry = { companyId: order.companyId, ref: order.no };
      if (rebate > 0)
        await postEntry(tx, { ...entry, useType: 'rebate', amount: rebate, note: `订单${no}返利` });
      if (cashback > 0)
        await postEntry(tx, { ...entry, useType: 'cashback', amount: cashback, note: `订单${no}满额返现` });
      return 1;
    });
  return eachRow(db, {
    job: 'creditPromises',
    now,
    list: () => listCreditDue(db, before, atOnce, now),
    work,
  });
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
