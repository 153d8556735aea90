/** Orders beyond a member's limit: the company's approval, given or refused (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { isOfGroup } from '#lib/rules/orders/order-lines.ts';
import {
  approvedDeadline,
  effectiveStatus,
  orderIs,
  orderStatusText,
} from '#lib/rules/orders/order-state.ts';
import { type WorkCalendar, workCalendar } from '#lib/rules/terms/work-days.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { getSettings } from '../site/settings.ts';
import { callOffBlocked, cancelOrder } from './cancel.ts';
import { factsOf } from './facts.ts';
import { withLockedOrder } from './held-order.ts';
import { moveOrders } from './move.ts';
import { listLines, type OrderRow } from './rows.ts';
import { moveDeadline } from './trade-rows.ts';

export interface Approved {
  tradeNo: string;
  /** Orders that can be paid now. */
  nos: string[];
  /** A sentence about cancelled orders and the reason; null when none was. */
  calledOff: string | null;
  /** Until when they can be paid; null where none is left. */
  payBy: Date | null;
}

/**
 * Approves a trade that waits for the company's approval: it can be paid for a working day. Orders of items
 * that may not be sold any more are cancelled instead. Throws 404 for an unknown number, 409 when the order does not
 * wait or is among the cancelled ones.
 */
export async function approveOrder(context: Context<'platform'>, { no }: { no: string }): Promise<Approved> {
  const { now, requestId } = context;
  const calendar = await loadWorkCalendar(context.db);
  const { isLost, ...done } = await withLockedOrder(
    context,
    no,
    'order.approve',
    async (tx, { order, all }) => {
      // After its deadline it is cancelled already; the job records the same.
      const open = all.filter((one) => orderIs.toApprove(effectiveStatus(factsOf(one), now.getTime())));
      if (!open.includes(order))
        throw new AppError(409, `订单${no}${orderStatusText(factsOf(order), now.getTime())}，不需要审核`);
      const done = await passWaiting(tx, open, all, {
        now,
        requestId,
        actor: recordOf(context),
        calendar,
      });
      return { tradeNo: order.tradeNo, ...done, isLost: !done.nos.includes(no) };
    },
  );
  // Thrown only now: the cancellations must be committed.
  if (isLost) throw new AppError(409, `审核未通过，${done.calledOff}`);
  return done;
}

/** The working days by the settings of the platform. */
export async function loadWorkCalendar(db: Db): Promise<WorkCalendar> {
  const { holidays, makeUpDays } = await getSettings(db);
  return workCalendar(holidays, makeUpDays);
}

interface Passing {
  now: Date;
  requestId: string;
  actor: Actor;
  calendar: WorkCalendar;
}

/**
 * Approves waiting orders of one locked trade, with all of its orders in `all`: they can be paid. Those of items that
 * may not be sold any more are cancelled, with those priced together with them.
 */
export async function passWaiting(
  tx: Tx,
  open: readonly OrderRow[],
  all: readonly OrderRow[],
  { now, requestId, actor, calendar }: Passing,
): Promise<Omit<Approved, 'tradeNo'>> {
  const lost = await callOffBlocked(tx, open, all, { now, requestId });
  const calledOff = lost?.sentence ?? null;
  const waiting = open.filter((one) => !lost?.nos.has(one.no));
  const [first] = waiting;
  if (first === undefined) return { nos: [], calledOff, payBy: null };
  const nos = waiting.map((one) => one.no);
  const lines = await listLines(tx, nos);
  const isGroupBuy = lines.some(({ line }) => isOfGroup(line.kind));
  const deadlineAt = new Date(approvedDeadline(now.getTime(), isGroupBuy, calendar));
  await moveOrders(tx, waiting, 'to_pay', { actor, note: '审核通过', at: now, patch: { deadlineAt } });
  await moveDeadline(tx, first.tradeNo, deadlineAt);
  return { nos, calledOff, payBy: deadlineAt };
}

/**
 * Refuses an order that waits for approval or payment: it is cancelled and releases its reservations. Answers the
 * numbers of all orders cancelled with it. Throws 404 for an unknown number, 409 for an order beyond that.
 */
export async function rejectOrder(
  context: Context<'platform'>,
  { no, reason }: { no: string; reason: string },
): Promise<{ nos: string[] }> {
  const { now } = context;
  return withLockedOrder(context, no, 'order.reject', async (tx, { order, all }) => {
    if (!orderIs.unpaid(order.status))
      throw new AppError(409, `订单${no}${orderStatusText(factsOf(order), now.getTime())}，不能驳回`);
    const cancelled = await cancelOrder(tx, order, all, { reason, actor: recordOf(context), now });
    return { nos: cancelled.map((one) => one.no) };
  });
}
