/** Asks remote providers for the state of payments, which makes up for lost notifies (rules 5). */
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { canPaymentMove, onMoney } from '#lib/rules/orders/payment-state.ts';
import { mayBeDone, nextAsking } from '#lib/rules/orders/remote-state.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { failPayment } from '../payments/close.ts';
import { runRefunds } from '../payments/refunds.ts';
import { listPaymentsToAsk, takeAsking } from '../payments/remote-work-rows.ts';
import { listShares, lockPayment, markRemote, type PaymentRow, updatePayment } from '../payments/rows.ts';
import { NoAnswer, type RemoteProvider, type Standing } from '../ports/payments/port.ts';
import { findRemote } from '../ports/payments/providers.ts';
import { applyNotice } from './notify.ts';

/**
 * Asks about every payment that is due for a query; one that was closed since is closed at its provider too, and money
 * that came on it before goes back. A provider that does not answer is asked again later.
 */
export async function askProviders(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'askProviders',
    now,
    atOnce: 4,
    list: () => listPaymentsToAsk(db, now, 100),
    work: (no) => askDue(db, no, now),
  });
}

async function askDue(db: Db, no: string, now: Date): Promise<number> {
  // The next query time is saved first: no other process asks meanwhile, and a crash is made up for.
  const waiting = await takeAsking(db, no, now, new Date(now.getTime() + answerWithin));
  if (waiting === null) return 0;
  const provider = findRemote(waiting.provider);
  if (!provider) throw new Error(`no provider ${waiting.provider} to ask about ${no}`);
  await askNow(db, provider, waiting, now, 'askProviders');
  return 1;
}

/** Time that a query may take before another one may begin, ms. */
const answerWithin = 60_000;

/**
 * Asks now and records the answer; a payment that nothing waits for any more is closed at the provider with it. No lock
 * is held meanwhile. Throws without an answer; the payment is then unknown and asked again.
 */
export async function askNow(
  db: Db,
  provider: RemoteProvider,
  payment: PaymentRow,
  now: Date,
  requestId: string,
): Promise<void> {
  const work = (await mayStillPay(db, payment)) ? 'query' : 'close';
  await settle(db, provider, payment, { now, requestId, work, overReason: '未在时限内完成支付' });
}

/**
 * Closes a payment at its provider when no one should pay it any more; money that came on it before is taken. No lock
 * is held meanwhile. True where no money can come on it any more. Throws as {@link askNow}.
 */
export function closeNow(
  db: Db,
  provider: RemoteProvider,
  payment: PaymentRow,
  did: { now: Date; requestId: string; overReason: string },
): Promise<boolean> {
  return settle(db, provider, payment, { ...did, work: 'close' });
}

interface Settling {
  now: Date;
  requestId: string;
  work: 'query' | 'close';
  /** Why it failed, where it is over without money. */
  overReason: string;
}

async function settle(
  db: Db,
  provider: RemoteProvider,
  payment: PaymentRow,
  { now, requestId, work, overReason }: Settling,
): Promise<boolean> {
  let standing: Standing;
  try {
    standing = await provider[work]({ payNo: payment.no, since: payment.createdAt, now });
  } catch (error) {
    await markRemote(db, payment.no, ['requested', 'sent'], 'unknown');
    throw new NoAnswer(provider, error);
  }
  const { isOver } = standing;
  for (const notice of standing.notices) await applyNotice(db, provider, notice, now, requestId);
  await recordStatus(db, payment.no, { isOver, overReason }, now);
  if (isOver) await runRefunds(db, now, payment.no);
  return isOver;
}

/** True while money on it would pay for something, by our records. Otherwise the provider is asked to close it. */
async function mayStillPay(db: Db, { no, status, purpose }: PaymentRow): Promise<boolean> {
  if (onMoney(status, true) !== 'accept') return false;
  // A failed try may succeed later, also when its trade was cancelled or paid otherwise since.
  if (status === 'pending' || isTopUp(purpose)) return true;
  const tradeNos = (await listShares(db, no)).map((share) => share.tradeNo);
  const orders = await listOrdersOfTrades(db, tradeNos);
  return orders.some((order) => orderIs.unpaid(order.status));
}

/** For a payment that is still open: sets when to ask again, or that nothing will come any more. */
async function recordStatus(
  db: Db,
  no: string,
  { isOver, overReason }: { isOver: boolean; overReason: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const shares = await listShares(tx, no);
    await lockTrades(
      tx,
      shares.map((share) => share.tradeNo),
    );
    const payment = (await lockPayment(tx, no))!;
    const state = payment.status;
    const remote = payment.remoteState;
    if (remote === null || (remote !== 'requested' && !mayBeDone(remote))) return;
    if (!isOver) {
      await updatePayment(tx, no, state, state, {
        remoteState: 'sent',
        askAt: nextAsking(payment.createdAt, now),
      });
      return;
    }
    const over = { remoteState: 'failed' as const, askAt: null };
    if (canPaymentMove(state, 'failed'))
      await failPayment(tx, payment, { ...over, failReason: overReason }, now);
    else await updatePayment(tx, no, state, state, over);
  });
}
