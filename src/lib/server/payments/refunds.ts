/** Carries out the refunds recorded by refund-requests.ts, by the way the money came, and retries until it works. */
import { AppError } from '#lib/contract/errors.ts';
import { isOwed } from '#lib/rules/orders/refund-state.ts';
import {
  mayBeDone,
  mayBeDoneStates,
  nextAsking,
  owedStates,
  type RemoteState,
} from '#lib/rules/orders/remote-state.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  type InstantProvider,
  NoAnswer,
  type RefundAnswer,
  type Refunding,
  type RefundReport,
  type RemoteProvider,
} from '../ports/payments/port.ts';
import { findProvider } from '../ports/payments/providers.ts';
import type { RefundRow } from './refund-rows.ts';
import { findRefund, hurryRefund, listDueRefunds, moveRefund, takeRefund } from './remote-work-rows.ts';
import { listReleased } from './rows.ts';
import { checkHeldRefund, recordReturned, refundingOf } from './stopped-refunds.ts';

/**
 * Carries out waiting refunds, all or one payment's: those of our own books in a transaction each, the others by their
 * provider, with no transaction open. A failed or unanswered one waits and is retried; it is queried before it is sent
 * a second time.
 */
export async function runRefunds(db: Db, now: Date, payNo?: string): Promise<RowsDone> {
  return eachRow(db, {
    job: 'runRefunds',
    now,
    atOnce: 4,
    list: () => listDueRefunds(db, owedStates, now, 100, payNo),
    work: (no) => runRefund(db, no, now),
  });
}

/**
 * Queries a refund at once when its provider reports news about it. Only the result of the query counts. A refund that
 * is done stays so; for one that was stopped, it finds out whether the provider has paid it after all. Throws AppError
 * 404 for a refund of another provider, 422 for facts that differ.
 */
export async function askRefund(
  db: Db,
  provider: RemoteProvider,
  report: RefundReport,
  now: Date,
): Promise<void> {
  const no = report.refundNo;
  const found = await findRefund(db, no);
  if (found === null || found.provider !== provider.key) throw new AppError(404, '退款单不存在');
  if (!isSaidOf(report, await refundingOf(db, found)))
    throw new AppError(422, '通知的支付单或金额与退款单不符');
  if (!isOwed(found.status)) return checkHeldRefund(db, provider, found, now);
  await hurryRefund(db, no, mayBeDoneStates, now);
  await runRefunds(db, now, found.payNo);
}

/** Whether a report matches this refund: its payment, and amounts that are possible. */
function isSaidOf({ payNo, paid, back, isSum }: RefundReport, refunding: Refunding): boolean {
  if (payNo !== refunding.payNo || paid !== refunding.paid) return false;
  return isSum ? back >= refunding.amount && back <= paid : back === refunding.amount;
}

/** Carries out at once what the balance held for cancelled payments of a trade. */
export async function runReleased(db: Db, tradeNo: string, now: Date): Promise<void> {
  for (const payNo of await listReleased(db, tradeNo, 'requested')) await runRefunds(db, now, payNo);
}

async function runRefund(db: Db, no: string, now: Date): Promise<number> {
  const refund = await findRefund(db, no);
  // Another process may have done it since it was listed: a refund that is done is not sent again.
  if (refund === null || !isOwed(refund.status)) return 0;
  const provider = findProvider(refund.provider);
  if (!provider) throw new Error(`no provider ${refund.provider}`);
  // A person does it and confirms it at the desk.
  if (provider.kind === 'bank') return 0;
  if (provider.kind === 'remote') return sendRefund(db, provider, { ...refund, status: refund.status }, now);
  await db.transaction((tx) => refundNow(tx, provider, refund, now));
  return 1;
}

/** Refunds into our own books. In one transaction: of two concurrent attempts the second finds it done. */
export async function refundNow(
  tx: Tx,
  provider: InstantProvider,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  if (await moveRefund(tx, refund.no, owedStates, 'done', { doneAt: now }))
    await provider.refund(await refundingOf(tx, refund), tx);
}

async function sendRefund(
  db: Db,
  provider: RemoteProvider,
  refund: RefundRow & { status: RemoteState },
  now: Date,
): Promise<number> {
  const { no } = refund;
  const state = refund.status;
  // Recorded before it is sent: if the process dies now, the row says that it may have been sent.
  const next = nextAsking(refund.createdAt, now);
  if (!(await takeRefund(db, no, state, { now, next }))) return 0;
  let answer: RefundAnswer;
  const refunding = await refundingOf(db, refund);
  try {
    const known = mayBeDone(state) ? await provider.queryRefund(refunding) : null;
    answer = known ?? (await provider.refund(refunding));
  } catch (error) {
    await moveRefund(db, no, ['sent'], 'unknown', { askAt: now });
    throw new NoAnswer(provider, error);
  }
  if (answer.state === 'open') return 0;
  if (answer.state === 'done') {
    // It may have been stopped while we waited: then it was refunded all the same.
    if (!(await moveRefund(db, no, ['sent', 'unknown', 'failed'], 'done', { doneAt: now })))
      await recordReturned(db, no, now);
    return 1;
  }
  await moveRefund(db, no, ['sent', 'unknown'], 'failed', { askAt: now });
  throw new Error(`${provider.key} refused to give back ${refund.amount} as ${no}: ${answer.reason}`);
}
