/** Refunds that nobody sends any more, because two people decide about another way: what their house says of them. */
import { type HouseSays, readHouse } from '#lib/rules/orders/diversion.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { lockOpenDiversion, noteHousePaid, voidDiversion } from '../repos/diversions.ts';
import { findAnyPayment, type RefundRow } from '../repos/payments.ts';
import { moveRefund } from '../repos/remote-work.ts';
import { NoAnswer, type Refunding, type RemoteProvider } from './port.ts';
import { findRemote } from './providers.ts';

/** A refund as its provider is told of it. */
export async function refundingOf(db: Db | Tx, refund: RefundRow): Promise<Refunding> {
  const { no, payNo, providerNo, companyId, amount, reason } = refund;
  const paid = must(await findAnyPayment(db, payNo), `payment ${payNo} of a refund`).amount;
  return { refundNo: no, payNo, providerNo, companyId, amount, paid, reason };
}

/** Asks its house how a refund stands; nothing is sent. Throws NoAnswer. */
async function askStanding(db: Db, provider: RemoteProvider, refund: RefundRow): Promise<HouseSays> {
  const refunding = await refundingOf(db, refund);
  try {
    return readHouse(await provider.queryRefund(refunding));
  } catch (error) {
    throw new NoAnswer(provider, error);
  }
}

/** no_answer: the house did not. unset: its way is not set up any more, so nobody can be asked. */
export type HouseAnswer = HouseSays | 'no_answer' | 'unset';

/**
 * How a refund stands before it is paid by another way, with no transaction open. What went back is written down; what may still
 * go is asked about by the job. One that was never handed over needs no asking where its way is not set up any more.
 */
export async function standingOf(db: Db, refund: RefundRow, now: Date): Promise<HouseAnswer> {
  const { no } = refund;
  const provider = findRemote(refund.provider);
  if (provider === undefined) return refund.askAt === null ? 'not_back' : 'unset';
  let answer: HouseSays;
  try {
    answer = await askStanding(db, provider, refund);
  } catch (error) {
    if (error instanceof NoAnswer) return 'no_answer';
    throw error;
  }
  if (answer === 'back' && !(await moveRefund(db, no, ['failed'], 'done', { doneAt: now })))
    await noteBack(db, no, now);
  if (answer === 'open') await moveRefund(db, no, ['failed'], 'unknown', { askAt: now });
  return answer;
}

/** Asks the house about a refund that was stopped, and writes down where it has paid. Throws NoAnswer. */
export async function lookAtStopped(
  db: Db,
  provider: RemoteProvider,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  if (refund.status === 'done') return;
  if ((await askStanding(db, provider, refund)) === 'back') await noteBack(db, refund.no, now);
}

/**
 * The house has paid a refund that was stopped. While it was being decided about, it is done and the other way is void; after
 * the other way was taken, the money went back twice: that is written down once, for the desk to see to.
 */
export async function noteBack(db: Db, no: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever decides holds the same row: what is read then is what was decided.
    const diversion = await lockOpenDiversion(tx, no);
    if (diversion === null) return;
    if (await moveRefund(tx, no, ['held'], 'done', { doneAt: now })) await voidDiversion(tx, diversion.id);
    else await noteHousePaid(tx, diversion.id, now);
  });
}
