/** Ends open payments: a new one begins, they failed, or what they pay for is gone. */
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { requestRefund } from './refund-requests.ts';
import {
  closeOpenPayments,
  endParts,
  haveTradesPayments,
  hurryAsking,
  listShares,
  type PaymentRow,
  updatePayment,
} from './rows.ts';

const open: PaymentState = 'pending';
const closed: PaymentState = 'closed';

/**
 * Closes the open payments of locked trades; the job has their providers close them too. Money that still arrives on
 * them is refunded by the notify. What the balance paid for them is recorded as a refund, once, and carried out after
 * the commit or by the job: the wallet is locked last, and a cancellation has other locks to take. Returns the numbers
 * of those refunds.
 */
export async function closePaymentsOf(tx: Tx, tradeNos: readonly string[], now: Date): Promise<string[]> {
  // Most orders are paid at the first attempt; the trades are locked, so no payment begins meanwhile.
  if (!(await haveTradesPayments(tx, tradeNos))) return [];
  await closeOpenPayments(tx, tradeNos, open, closed, now);
  await hurryAsking(tx, tradeNos, now);
  return releaseParts(tx, tradeNos, '支付未完成，余额部分已退回', now);
}

/**
 * Gives back what the balance holds for payments of these trades; returns the refund numbers. Of two concurrent
 * attempts the second finds nothing.
 */
export async function releaseParts(
  tx: Tx,
  tradeNos: readonly string[],
  reason: string,
  now: Date,
): Promise<string[]> {
  const nos: string[] = [];
  for (const part of await endParts(tx, tradeNos, [open, 'refunded'], { reason, now }))
    nos.push(
      await requestRefund(
        tx,
        part,
        must(part.providerNo, `number of ${part.no} in the wallet`),
        part.amount,
        reason,
      ),
    );
  return nos;
}

/** Marks a payment as failed, and gives back what the balance held for it. Its trades are locked. */
export async function failPayment(
  tx: Tx,
  payment: PaymentRow,
  patch: Parameters<typeof updatePayment>[4],
  now: Date,
): Promise<void> {
  if (!(await updatePayment(tx, payment.no, payment.status, 'failed', patch))) return;
  const tradeNos = (await listShares(tx, payment.no)).map((share) => share.tradeNo);
  await releaseParts(tx, tradeNos, '支付未完成，余额部分已退回', now);
}
