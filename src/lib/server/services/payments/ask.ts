/** Asking a remote provider how a payment stands, so that a notify that got lost is made up for (rules 5). */
import { canPaymentMove, type PaymentState } from '#lib/rules/payment-state.ts';
import { mayBeDone, nextAsking, type RemoteState } from '#lib/rules/remote-state.ts';
import type { Db } from '../../db/client.ts';
import { eachRow, type RowsDone } from '../../jobs/rows.ts';
import type { RemoteProvider } from '../../payments/port.ts';
import { findRemote } from '../../payments/providers.ts';
import { listShares, lockPayment, markRemote, type PaymentRow, updatePayment } from '../../repos/payments.ts';
import { listPaymentsToAsk, takeAsking } from '../../repos/remote-work.ts';
import { lockTrades } from '../../repos/trades.ts';
import { failPayment } from './close.ts';
import { applyNotice } from './notify.ts';
import { runRefunds } from './refunds.ts';

/**
 * Asks about every payment whose answer is overdue, also one that was closed since: money that came on it goes back.
 * What a provider does not answer rests and is asked again.
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
  // The next asking is put ahead first: no other process asks meanwhile, and one that vanishes is made up for.
  const waiting = await takeAsking(db, no, now, new Date(now.getTime() + answerWithin));
  if (waiting === null) return 0;
  const provider = findRemote(waiting.provider);
  if (!provider) throw new Error(`no provider ${waiting.provider} to ask about ${no}`);
  await askNow(db, provider, waiting, now, 'askProviders');
  return 1;
}

/** How long an asking may take before another one may begin, ms. */
const answerWithin = 60_000;

/**
 * Asks now and writes down what is answered. No lock is held meanwhile. Throws when there is no answer; the payment is
 * unknown then and asked again.
 */
export async function askNow(
  db: Db,
  provider: RemoteProvider,
  payment: PaymentRow,
  now: Date,
  requestId: string,
): Promise<void> {
  const since = payment.createdAt;
  let standing: Awaited<ReturnType<RemoteProvider['query']>>;
  try {
    standing = await provider.query({ payNo: payment.no, since, now });
  } catch (error) {
    await markRemote(db, payment.no, ['requested', 'sent'], 'unknown');
    throw error;
  }
  for (const notice of standing.notices) await applyNotice(db, provider, notice, now, requestId);
  await noteStanding(db, payment.no, standing.isOver, now);
  if (standing.isOver) await runRefunds(db, now, payment.no);
}

/** Of a payment that is still open: when to ask again, or that nothing will come any more. */
async function noteStanding(db: Db, no: string, isOver: boolean, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const shares = await listShares(tx, no);
    await lockTrades(
      tx,
      shares.map((share) => share.tradeNo),
    );
    const payment = (await lockPayment(tx, no))!;
    const state = payment.status as PaymentState;
    const remote = payment.remoteState as RemoteState | null;
    if (remote === null || (remote !== 'requested' && !mayBeDone(remote))) return;
    if (!isOver) {
      await updatePayment(tx, no, state, state, {
        remoteState: 'sent',
        askAt: nextAsking(payment.createdAt, now),
      });
      return;
    }
    const over = { remoteState: 'failed', askAt: null };
    if (canPaymentMove(state, 'failed'))
      await failPayment(tx, payment, { ...over, failReason: '未在时限内完成支付' }, now);
    else await updatePayment(tx, no, state, state, over);
  });
}
