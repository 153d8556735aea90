/** Stopped refunds, for which two people decide about another way: what their provider reports about them. */
import { type ProviderStatus, readProvider } from '#lib/rules/orders/reroute.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { NoAnswer, type Refunding, type RemoteProvider } from '../ports/payments/port.ts';
import { findRemote } from '../ports/payments/providers.ts';
import type { RefundRow } from './refund-rows.ts';
import { moveRefund } from './remote-work-rows.ts';
import { lockOpenReroute, recordProviderPaid, voidReroute } from './reroute-rows.ts';
import { findAnyPayment } from './rows.ts';

/** A refund in the form for its provider. */
export async function refundingOf(db: Db | Tx, refund: RefundRow): Promise<Refunding> {
  const { no, payNo, providerNo, companyId, amount, reason } = refund;
  const paid = must(await findAnyPayment(db, payNo), `payment ${payNo} of a refund`).amount;
  return { refundNo: no, payNo, providerNo, companyId, amount, paid, reason };
}

/** Queries the provider for a refund; sends nothing. Throws NoAnswer. */
async function askRefundStatus(db: Db, provider: RemoteProvider, refund: RefundRow): Promise<ProviderStatus> {
  const refunding = await refundingOf(db, refund);
  try {
    return readProvider(await provider.queryRefund(refunding));
  } catch (error) {
    throw new NoAnswer(provider, error);
  }
}

/** no_answer: the provider did not respond. unset: its way is no longer configured, so it cannot be queried. */
export type ProviderAnswer = ProviderStatus | 'no_answer' | 'unset';

/**
 * The state of a refund before it is paid by another way, with no transaction open. Completed refunds are recorded; the
 * job queries those that are still open. A refund that was never sent needs no query where its way is no longer
 * configured.
 */
export async function refundStatus(db: Db, refund: RefundRow, now: Date): Promise<ProviderAnswer> {
  const { no } = refund;
  const provider = findRemote(refund.provider);
  if (provider === undefined) return refund.askAt === null ? 'not_back' : 'unset';
  let answer: ProviderStatus;
  try {
    answer = await askRefundStatus(db, provider, refund);
  } catch (error) {
    if (error instanceof NoAnswer) return 'no_answer';
    throw error;
  }
  if (answer === 'back' && !(await moveRefund(db, no, ['failed'], 'done', { doneAt: now })))
    await recordReturned(db, no, now);
  if (answer === 'open') await moveRefund(db, no, ['failed'], 'unknown', { askAt: now });
  return answer;
}

/** Queries the provider for a stopped refund, and records it where the provider has paid. Throws NoAnswer. */
export async function checkHeldRefund(
  db: Db,
  provider: RemoteProvider,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  if (refund.status === 'done') return;
  if ((await askRefundStatus(db, provider, refund)) === 'back') await recordReturned(db, refund.no, now);
}

/**
 * Records that the provider has paid a stopped refund. While the decision is open, the refund is done and the other way
 * is void. After the other way was taken, the money was refunded twice: that is recorded once, for the desk to resolve.
 */
export async function recordReturned(db: Db, no: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // The decision locks the same row, so what is read here is what was decided.
    const reroute = await lockOpenReroute(tx, no);
    if (reroute === null) return;
    if (await moveRefund(tx, no, ['held'], 'done', { doneAt: now })) await voidReroute(tx, reroute.id);
    else await recordProviderPaid(tx, reroute.id, now);
  });
}
