/**
 * Approving and refusing a trade that waits for its company's approval (rules 3); a head office also decides on trades
 * of its stores. One approver at a time a trade.
 */
import type { Decided, PassInput, RefuseTradeInput } from '#lib/contract/approvals.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStateText, isRestricted } from '#lib/rules/companies/company-state.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type OrderStatus, orderIs } from '#lib/rules/orders/order-state.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { sendNews } from '../core/bus/event-rows.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { type NewMessage, sendMessages } from '../messages/rows.ts';
import { loadWorkCalendar, passWaiting } from '../orders/approve.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { notifyCancelled } from '../orders/order-messages.ts';
import { listEvents, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import type { TradeRow } from '../orders/trade-rows.ts';
import { lockDecidedTrade } from '../orders/waiting-rows.ts';
import { listNamed, type Named } from '../people/standing-rows.ts';
import { getApproval, isWaiting } from './approvals.ts';

interface Opened {
  trade: TradeRow;
  all: OrderRow[];
  /** Orders that can still be decided. */
  waiting: OrderRow[];
  /** The company that buys. */
  buyer: Named;
}

/** Locks a trade of the company or of its store. Throws 404 for an unknown number and for another company's. */
export async function openWaiting(tx: Tx, { actor, now }: Context<'buyer'>, no: string): Promise<Opened> {
  const trade = await lockDecidedTrade(tx, actor.account.companyId, no);
  if (trade === null) throw new AppError(404, '没有这笔交易');
  const all = await listOrdersOfTrades(tx, [no]);
  const named = await listNamed(tx, [trade.companyId]);
  const buyer = must(named.get(trade.companyId), `company ${trade.companyId}`);
  return { trade, all, waiting: all.filter((order) => isWaiting(order, now)), buyer };
}

/** Notifies open pages at a store's head office of every decision, also the store's own. */
export function notifyHead(tx: Tx, { buyer: { headId } }: Pick<Opened, 'buyer'>): Promise<void> {
  return sendNews(tx, headId === null ? [] : [{ companyId: headId, kind: 'order' }]);
}

/** Messages to a head office about its store's trade; none for a company without one. */
function headMessages(
  { buyer, trade }: Pick<Opened, 'buyer' | 'trade'>,
  said: { title: string; body: string; ref: string },
): NewMessage[] {
  if (buyer.headId === null) return [];
  const link = path('/order/sp/[id]', { id: trade.no });
  return [{ companyId: buyer.headId, kind: 'order', link, ...said }];
}

/** Thrown out of a transaction to answer with the trade as it is then. */
class Outdated extends Error {}

/** Runs a decision; a late one is answered 409 with the trade as it is now. */
export async function deciding<T>(context: Context<'buyer'>, no: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    throw new AppError(409, error.message, await getApproval(context, { no }));
  }
}

/** Throws where the trade is not what the approver saw, or does not wait any more. */
export function checkSeen({ waiting }: Opened, expectedTotal: string): void {
  if (waiting.length === 0) throw new Outdated('这笔交易已由其他人处理或已超过审核时限，请核对最新状态');
  const total = waiting.reduce((sum, { payAmount }) => sum + payAmount, 0);
  if (parseYuan(expectedTotal) !== total) throw new Outdated('交易内容已被其他人修改，请核对后重新审核');
}

const passed: readonly OrderStatus[] = ['to_pay', 'to_verify'];

/** True when one of a trade's orders has waited for an approval. */
async function hasWaited(tx: Tx, all: readonly OrderRow[]): Promise<boolean> {
  for (const { no } of all) {
    const events = await listEvents(tx, no);
    if (events.some(({ fromStatus }) => fromStatus !== null && orderIs.toApprove(fromStatus))) return true;
  }
  return false;
}

/**
 * `POST /api/approvals/{no}/pass`: its orders can be paid for a working day; those whose items may not be
 * sold any more are cancelled instead. An approved one is answered as it is. Throws 404 for another company's, 409 with
 * the trade for one that was decided otherwise or is not what the approver saw, and for one that never waited.
 */
export async function passTrade(
  context: Context<'buyer'>,
  { no, expected_total }: PassInput,
): Promise<Decided> {
  const { db, now, requestId } = context;
  const calendar = await loadWorkCalendar(db);
  const done = await deciding(context, no, () =>
    db.transaction(async (tx) => {
      const opened = await openWaiting(tx, context, no);
      const { all, waiting } = opened;
      if (waiting.length === 0 && all.some(({ status }) => passed.includes(status) || orderIs.paid(status))) {
        if (!(await hasWaited(tx, all))) throw new AppError(409, `交易${no}不需要审核`);
        return { calledOff: null, isLost: false };
      }
      checkSeen(opened, expected_total);
      // A company that cannot pay gets no approval. The caller's own company is checked before the call.
      const { buyer } = opened;
      if (isRestricted(buyer.state))
        throw new AppError(409, `${buyer.name}${companyStateText(buyer.state)}，不能通过，可以驳回`);
      const { nos, calledOff, payBy } = await passWaiting(tx, waiting, all, {
        now,
        requestId,
        actor: recordOf(context),
        calendar,
      });
      const live = waiting.filter((order) => nos.includes(order.no));
      if (payBy !== null) {
        const toPay = `待付款¥${showYuan(live.reduce((sum, { payAmount }) => sum + payAmount, 0))}`;
        const body = `交易${no}已由${context.actor.account.name}审核通过，请在${minuteKey(payBy.getTime())}前付款，超时自动取消。`;
        const ref = `approved:${no}`;
        await sendMessages(
          tx,
          {
            companyId: opened.trade.companyId,
            kind: 'order',
            title: `订单审核通过，${toPay}`,
            body,
            link: path('/cart/step3/[id]', { id: no }),
            ref,
          },
          ...headMessages(opened, { title: `${buyer.name}的订单审核通过，${toPay}`, body, ref }),
        );
      }
      await notifyHead(tx, opened);
      return { calledOff, isLost: live.length === 0 };
    }),
  );
  // Thrown only now: the cancellations must be committed.
  if (done.isLost)
    throw new AppError(409, `审核未通过，${done.calledOff}`, await getApproval(context, { no }));
  return { trade: await getApproval(context, { no }), called_off: done.calledOff ?? '' };
}

/**
 * `POST /api/approvals/{no}/refuse`: all reservations are released. A refused one is answered as it is. Throws 404 for
 * another company's, 409 with the trade for one that was decided otherwise.
 */
export async function refuseTrade(
  context: Context<'buyer'>,
  { no, reason }: RefuseTradeInput,
): Promise<Decided> {
  const { db, now } = context;
  const note = `审核未通过：${reason}`;
  await deciding(context, no, () =>
    db.transaction(async (tx) => {
      const opened = await openWaiting(tx, context, no);
      const { all, waiting, buyer } = opened;
      if (waiting.length === 0 && all.every(({ status }) => orderIs.cancelled(status))) return;
      if (waiting.length === 0) throw new Outdated('这笔交易已由其他人处理，请核对最新状态');
      const cancelled = new Map<string, OrderRow>();
      for (const order of waiting) {
        if (cancelled.has(order.no)) continue;
        const open = all.filter((one) => !cancelled.has(one.no));
        const actor = recordOf(context);
        for (const one of await cancelOrder(tx, order, open, { reason: note, actor, now }))
          cancelled.set(one.no, one);
      }
      await notifyCancelled(tx, [...cancelled.values()], note);
      await sendMessages(
        tx,
        ...headMessages(opened, {
          title: `${buyer.name}的订单审核未通过`,
          body: `交易${no}已由${context.actor.account.name}驳回（${reason}），占用的库存和优惠券已退回。`,
          ref: `refused:${no}`,
        }),
      );
      await notifyHead(tx, opened);
    }),
  );
  return { trade: await getApproval(context, { no }), called_off: '' };
}
