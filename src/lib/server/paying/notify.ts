/** Notices of providers: a payment arrived or failed (rules 5). */
import { AppError } from '#lib/contract/errors.ts';
import { type Actor, providerActor } from '#lib/rules/companies/actors.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { canPaymentMove, onMoney, type PaymentState } from '#lib/rules/orders/payment-state.ts';
import { sendNews } from '../core/bus/event-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { callOffBlocked } from '../orders/cancel.ts';
import { listOrdersOfTrades } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { failPayment, releaseParts } from '../payments/close.ts';
import { requestRefund } from '../payments/refund-requests.ts';
import { askRefund, runRefunds } from '../payments/refunds.ts';
import {
  findAnyPayment,
  findByProviderNo,
  findPart,
  hurryAsking,
  listShares,
  lockPayment,
  markSharesGivenBack,
  type PaymentRow,
  updatePayment,
} from '../payments/rows.ts';
import type { Notice, Provider, RemoteProvider, Reported } from '../ports/payments/port.ts';
import { nameWays } from '../ports/payments/providers.ts';
import { acceptMoney, amountOf, payableOf } from './accept.ts';
import { receiveTopUp } from './top-up-money.ts';

/**
 * `POST /api/pay/notify/{provider}`, after the provider's file has verified and read it. The amount is checked; a
 * repeat is answered with success and changes nothing. Throws 404 for an unknown payment or refund, 422 for another
 * amount or payment.
 */
export async function receiveNotices(
  { db, now, requestId }: { db: Db; now: Date; requestId: string },
  provider: RemoteProvider,
  { notices, refunds }: Reported,
): Promise<void> {
  for (const notice of notices) await applyNotice(db, provider, notice, now, requestId);
  for (const report of refunds) await askRefund(db, provider, report, now);
}

/** Records a provider's notice once, and refunds money that no order waits for. */
export async function applyNotice(
  db: Db,
  provider: Provider,
  notice: Notice,
  now: Date,
  requestId: string,
): Promise<void> {
  const actor = providerActor(provider.key, requestId);
  const found = await findAnyPayment(db, notice.payNo);
  if (found === null || found.provider !== provider.key) throw new AppError(404, '支付单不存在');
  if (notice.amount !== found.amount) throw new AppError(422, '通知的金额与支付单不符');
  await db.transaction(async (tx) => {
    const shares = await listShares(tx, found.no);
    await lockTrades(
      tx,
      shares.map((share) => share.tradeNo),
    );
    const payment = (await lockPayment(tx, found.no))!;
    if (notice.outcome === 'failed') await fail(tx, payment, notice, now);
    else if (!(await isPaidTwice(tx, payment, notice))) {
      if (isTopUp(payment.purpose)) await receiveTopUp(tx, payment, notice, now);
      else await receive(tx, payment, shares, notice, { actor, now });
    }
    // The payment's open page is notified with the commit, also where the orders are a store's, the money is for the
    // balance, or none came. Two notices in one transaction arrive as one.
    await sendNews(tx, [{ companyId: payment.companyId, kind: 'order' }]);
  }, announcing);
  await runRefunds(db, now, found.no);
}

const held: PaymentState = 'pending';

/** The provider has the money: no further query is needed. */
const settled = { remoteState: 'done', askAt: null } as const;

async function fail(tx: Tx, payment: PaymentRow, { reason }: Notice, now: Date): Promise<void> {
  if (canPaymentMove(payment.status, 'failed')) await failPayment(tx, payment, { failReason: reason }, now);
}

/**
 * A second transaction on the same payment: the buyer paid twice and gets it back. Throws 422 for another payment's.
 */
async function isPaidTwice(tx: Tx, payment: PaymentRow, { providerNo }: Notice): Promise<boolean> {
  const other = await findByProviderNo(tx, payment.provider, providerNo);
  if (other !== null && other.no !== payment.no) throw new AppError(422, '交易号已属于另一笔支付');
  if (payment.providerNo === null || payment.providerNo === providerNo) return false;
  await requestRefund(tx, payment, providerNo, payment.amount, '重复付款，已原路退回');
  return true;
}

async function receive(
  tx: Tx,
  payment: PaymentRow,
  shares: readonly { tradeNo: string; amount: number }[],
  notice: Notice,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  const { providerNo } = notice;
  const tradeNos = shares.map((share) => share.tradeNo);
  const state = payment.status;
  const part = await findPart(tx, payment.no);
  // A balance part that was returned does not come back: the rest of the money would pay for nothing.
  const isWhole = part === null || part.status === held;
  const before = await listOrdersOfTrades(tx, tradeNos);
  // Orders whose items may not be sold any more are cancelled first; their money goes back the way it came.
  const calledOff =
    onMoney(state, isWhole) === 'accept'
      ? await callOffBlocked(tx, payableOf(before, now.getTime()), before, {
          now,
          requestId: actor.requestId,
          keepsPayments: true,
        })
      : null;
  const orders = calledOff ? await listOrdersOfTrades(tx, tradeNos) : before;
  const partShares = part === null ? [] : await listShares(tx, part.no);
  const reservations = shares.map((share) => {
    const fromBalance = partShares.find((one) => one.tradeNo === share.tradeNo)?.amount ?? 0;
    const payable = payableOf(
      orders.filter((order) => order.tradeNo === share.tradeNo),
      now.getTime(),
    );
    const waits = isWhole && payable.length > 0 && amountOf(payable) === share.amount + fromBalance;
    return { share, fromBalance, payable, waits };
  });
  const waiting = reservations.filter((claim) => claim.waits);
  const why = calledOff ? `${calledOff.sentence}，款项已原路退回` : null;
  const answer = onMoney(state, waiting.length > 0);
  if (answer === 'ignore') return;
  if (answer === 'give_back') {
    const reason = why ?? '订单已取消或已支付，款项已原路退回';
    await updatePayment(tx, payment.no, state, 'refunded', { ...settled, providerNo, failReason: reason });
    await requestRefund(tx, payment, providerNo, payment.amount, reason);
    if (part?.status === held) await releaseParts(tx, tradeNos, reason, now);
    return;
  }
  const patch = { paidAt: now, failReason: null };
  await updatePayment(tx, payment.no, state, 'paid', { ...settled, ...patch, providerNo });
  if (part !== null) await updatePayment(tx, part.no, held, 'paid', patch);
  // Another open payment of the same trades is not needed any more.
  await releaseParts(tx, tradeNos, '订单已另行付清，余额部分已退回', now);
  const ways = part === null ? [payment] : [part, payment];
  await acceptMoney(
    tx,
    waiting.flatMap((claim) => claim.payable),
    { way: nameWays(ways), actor, now },
  );
  await hurryAsking(tx, tradeNos, now);
  // Of several trades paid together some may be over: their part goes back.
  const rest = reservations.filter((claim) => !claim.waits);
  if (rest.length === 0) return;
  const restNos = rest.map((claim) => claim.share.tradeNo);
  const reason = why ?? '部分订单已取消，对应款项已原路退回';
  for (const way of ways) {
    const amount = rest.reduce(
      (sum, { share, fromBalance }) => sum + (way === part ? fromBalance : share.amount),
      0,
    );
    await markSharesGivenBack(tx, way.no, restNos);
    if (amount > 0)
      await requestRefund(tx, way, way === part ? part.providerNo! : providerNo, amount, reason);
  }
}
