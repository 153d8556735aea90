/** Money on its way back: what refund-requests.ts wrote down, carried out by the way it came, tried again until it works. */
import { AppError } from '#lib/contract/errors.ts';
import { isOwed } from '#lib/rules/orders/refund-state.ts';
import {
  mayBeDone,
  mayBeDoneStates,
  nextAsking,
  owedStates,
  type RemoteState,
} from '#lib/rules/orders/remote-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { eachRow, type RowsDone } from '../jobs/rows.ts';
import { listReleased, type RefundRow } from '../repos/payments.ts';
import { findRefund, hurryRefund, listDueRefunds, moveRefund, takeRefund } from '../repos/remote-work.ts';
import {
  type InstantProvider,
  NoAnswer,
  type RefundAnswer,
  type Refunding,
  type RefundReport,
  type RemoteProvider,
} from './port.ts';
import { findProvider } from './providers.ts';
import { lookAtStopped, noteBack, refundingOf } from './stopped-refunds.ts';

/**
 * Carries out refunds that wait, all or one payment's: those into our own books in a transaction each, the others by
 * their provider, with no transaction open. What fails or is not answered rests and is tried again; it is asked about
 * before it is sent a second time.
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
 * Asks at once how a refund stands of which its provider reports something. Nothing is believed but what it answers
 * then; one that is done already stays as it is, and of one that nobody sends any more it is found out whether the house
 * has paid it after all. Throws AppError 404 for one that is not this provider's, 422 for other facts than it has.
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
  if (!isOwed(found.status)) return lookAtStopped(db, provider, found, now);
  await hurryRefund(db, no, mayBeDoneStates, now);
  await runRefunds(db, now, found.payNo);
}

/** A report speaks of this refund: of its payment, and of amounts that can be. */
function isSaidOf({ payNo, paid, back, isSum }: RefundReport, refunding: Refunding): boolean {
  if (payNo !== refunding.payNo || paid !== refunding.paid) return false;
  return isSum ? back >= refunding.amount && back <= paid : back === refunding.amount;
}

/** Carries out at once what the balance held for payments of a trade that were called off. */
export async function runReleased(db: Db, tradeNo: string, now: Date): Promise<void> {
  for (const payNo of await listReleased(db, tradeNo, 'requested')) await runRefunds(db, now, payNo);
}

async function runRefund(db: Db, no: string, now: Date): Promise<number> {
  const refund = await findRefund(db, no);
  // Another may have carried it out since it was listed: one that is done is not sent again.
  if (refund === null || !isOwed(refund.status)) return 0;
  const provider = findProvider(refund.provider);
  if (!provider) throw new Error(`no provider ${refund.provider}`);
  // A person does it and says so at the desk.
  if (provider.kind === 'bank') return 0;
  if (provider.kind === 'remote') return sendRefund(db, provider, { ...refund, status: refund.status }, now);
  await db.transaction((tx) => refundNow(tx, provider, refund, now));
  return 1;
}

/** Gives money back into our own books. In one transaction: of two that try at once the second finds it done. */
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
  // Written down before it leaves: a process that vanishes now leaves behind that it may have been sent.
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
    // Somebody may have stopped it while we waited: then it went back all the same.
    if (!(await moveRefund(db, no, ['sent', 'unknown', 'failed'], 'done', { doneAt: now })))
      await noteBack(db, no, now);
    return 1;
  }
  await moveRefund(db, no, ['sent', 'unknown'], 'failed', { askAt: now });
  throw new Error(`${provider.key} refused to give back ${refund.amount} as ${no}: ${answer.reason}`);
}
