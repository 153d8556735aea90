/** Ends group-buys: the goal was paid for, or all buyers are refunded, once (rules 6). */

import { AppError, fieldError } from '#lib/contract/errors.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import { effectiveStatus, type OrderStatus, orderIs, payDeadline } from '#lib/rules/orders/order-state.ts';
import type { Outcome } from '#lib/rules/promotions/activity-kinds.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { jobContext } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { listReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  listJoined,
  listUnsettled,
  lockUnsettled,
  type Unsettled,
  writeOutcome,
} from '../offers/settling-rows.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { refundOrder } from '../orders/refund.ts';
import { findAnyOrder, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { subjectOf } from './group-buy.ts';

/** An order placed at the last moment may not be in the tables yet, ms. */
const grace = 60_000;

const job = 'settleGroupBuys';
/** Job name for its orders: each is a row that fails separately. */
const orderJob = 'settleGroupBuys orders';

type Joined = Awaited<ReturnType<typeof listJoined>>;

/** Settles every group-buy that is due. One that waits for an unpaid order is checked again. */
export async function settleGroupBuys(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: () => listUnsettled(db, new Date(now.getTime() - grace), now),
    work: async (id) => ((await settleGroupBuy(db, id, now)) ? 1 : 0),
  });
}

/**
 * Settles one group-buy: reached as soon as its goal is paid for, even before its end; failed when it ends below, or
 * with an invalid goal. Then each order is refunded fully and closed, each separately: an interrupted run continues
 * where it ended, and no order is refunded twice. Answers false while it is not decided.
 */
export async function settleGroupBuy(db: Db, id: number, now: Date): Promise<boolean> {
  const decided = await db.transaction((tx) => decide(tx, id, now));
  if (decided === null) return false;
  // A failing order holds the group-buy open, but does not block the refunds of the others.
  let open = decided.toEnd;
  const ended = await eachRow(db, {
    job: orderJob,
    now,
    list: async () => {
      const ready = await listReady(db, orderJob, open, now);
      open = open.filter((no) => !ready.includes(no));
      return ready;
    },
    work: async (no) => {
      await end(db, no, now);
      return 1;
    },
  });
  if (ended.failed > 0 || open.length > 0) return false;
  await db.transaction(async (tx) => {
    const entry = await lockUnsettled(tx, id);
    if (entry) await writeOutcome(tx, id, decided.outcome, now);
  });
  return true;
}

/** The outcome, saved so that refunds, which lower the count, do not change it. Null: not yet. */
async function decide(tx: Tx, id: number, now: Date): Promise<{ outcome: Outcome; toEnd: string[] } | null> {
  const entry = await lockUnsettled(tx, id);
  const subject = entry && subjectOf(entry);
  if (!entry || !subject) return null;
  const joined = await listJoined(tx, subject, entry.activity.startsAt);
  const outcome = outcomeOf(entry, subject.sold, joined, now.getTime());
  if (outcome === null) return null;
  await writeOutcome(tx, id, outcome, outcome === 'reached' ? now : null);
  return { outcome, toEnd: outcome === 'failed' ? joined.filter(isToEnd).map(({ no }) => no) : [] };
}

function outcomeOf({ activity }: Unsettled, sold: number, joined: Joined, now: EpochMs): Outcome | null {
  const { config, endsAt } = activity;
  const isOver = endsAt.getTime() + grace <= now;
  // Until its end a person may correct it; from then on no buyer's money waits for that.
  if (config === null && !isOver) throw fieldError('config', '拼团活动配置不正确');
  if (config?.outcome === 'failed') return 'failed';
  // Unpaid pieces count when they are paid: an order's deadline to pay may be after the end.
  const unpaid = joined.filter(({ status }) => orderIs.unpaid(status));
  const open = unpaid.filter(isStillOpen(now));
  const paid = sold - unpaid.reduce((sum, { quantity }) => sum + quantity, 0);
  if (config !== null && paid >= config.goal) return 'reached';
  return isOver && open.length === 0 ? 'failed' : null;
}

/** An approval has 48 hours; here it has only the time of a payment, so that the others do not wait for it. */
function isStillOpen(now: EpochMs) {
  return ({ status, deadlineAt, createdAt }: Joined[number]) => {
    const parsed = status;
    const facts = { status: parsed, deadlineAt: deadlineAt.getTime(), receiveBy: null };
    const isLate = approving.has(parsed) && now >= payDeadline(createdAt.getTime(), 'normal');
    return orderIs.unpaid(effectiveStatus(facts, now)) && !isLate;
  };
}

const approving: ReadonlySet<OrderStatus> = new Set(['to_approve']);

/** Nothing was shipped: orders of a group-buy are not shipped before it is reached. */
function isToEnd({ status }: Pick<OrderRow, 'status'>): boolean {
  return orderIs.beforeShipping(status);
}

const reason = '拼团未成团';

/** Refunds a paid order, cancels an unpaid one. A finished one stays as it is. */
async function end(db: Db, no: string, now: Date): Promise<void> {
  const found = await findAnyOrder(db, no);
  if (found === null || !isToEnd(found)) return;
  if (orderIs.unpaid(found.status)) await cancel(db, found, now);
  else await refundFailedGroup(db, found, now);
}

async function cancel(db: Db, { no, tradeNo }: OrderRow, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTrades(tx, [tradeNo]);
    const all = await listOrdersOfTrades(tx, [tradeNo]);
    const order = all.find((one) => one.no === no);
    if (order && orderIs.unpaid(order.status))
      await cancelOrder(tx, order, all, { reason, actor: jobActor(job), now });
  });
}

async function refundFailedGroup(db: Db, { no }: OrderRow, now: Date): Promise<void> {
  try {
    await refundOrder(jobContext(db, now, job), { no, reason: `${reason}，自动退款` });
  } catch (error) {
    const after = await findAnyOrder(db, no);
    // It was closed by another process; anything else is a refund that has still to be made.
    if (!(error instanceof AppError) || (after && isToEnd(after))) throw error;
  }
}
