/** A bank transfer at the desk: locking it, sending it back, messages to its company. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { orderIs, payDeadline } from '#lib/rules/orders/order-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { TransferState } from '#lib/rules/orders/transfer-state.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { moveOrders } from '../orders/move.ts';
import type { OrderRow } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { lockTransfer, type TransferRow, updateTransfer } from '../paying/transfer-rows.ts';
import { listShares, lockPayment, type PaymentRow, updatePayment } from '../payments/rows.ts';

const pending: PaymentState = 'pending';
const closed: PaymentState = 'closed';

export interface Held {
  payment: PaymentRow;
  transfer: TransferRow;
  tradeNos: string[];
}

/** Locks a transfer with its trades and its payment. Throws 404. */
export async function hold(tx: Tx, no: string): Promise<Held> {
  const tradeNos = (await listShares(tx, no)).map((share) => share.tradeNo);
  await lockTrades(tx, tradeNos);
  const payment = await lockPayment(tx, no);
  const transfer = await lockTransfer(tx, no);
  if (payment === null || transfer === null) throw new AppError(404, '转账不存在');
  return { payment, transfer, tradeNos };
}

/** Refuses a decision on a transfer whose state or voucher has changed since it was read. */
export function guardRead(transfer: TransferRow, read: { state: TransferState; submitted_at: string }): void {
  const submitted = transfer.submittedAt?.toISOString() ?? '';
  if (transfer.state !== read.state || submitted !== read.submitted_at)
    throw new AppError(409, '这笔转账已由他人处理或买家已更新凭证，请刷新后再试');
}

/**
 * Returns the voucher: the orders wait for payment again, with new 48 hours. Where no order is left the transfer is
 * over.
 */
export async function sendBack(
  tx: Tx,
  context: Context<'platform'>,
  { no, companyId }: PaymentRow,
  waiting: readonly OrderRow[],
  reason: string,
): Promise<void> {
  const { now } = context;
  const actor = recordOf(context);
  const deadlineAt = new Date(payDeadline(now.getTime(), 'bank'));
  await moveOrders(
    tx,
    waiting.filter(({ status }) => orderIs.toVerify(status)),
    'to_pay',
    { actor, note: `转账凭证被驳回：${reason}`, at: now, patch: { deadlineAt } },
  );
  if (waiting.length === 0) await updatePayment(tx, no, pending, closed, { closedAt: now });
  await updateTransfer(tx, no, { state: 'refused', reason });
  const body = waiting.length === 0 ? reason : `${reason}。请在48小时内重新上传凭证或换一种方式支付。`;
  await notifyAbout(tx, {
    no,
    companyId,
    title: '转账凭证被驳回',
    body,
    ref: `refused:${no}:${now.getTime()}`,
  });
}

/** Sends the company a message about its transfer, once a cause. */
export async function notifyAbout(
  tx: Tx,
  of: { no: string; companyId: number; title: string; body: string; ref: string },
): Promise<void> {
  const { no, companyId, title, body, ref } = of;
  await sendMessages(tx, {
    companyId,
    kind: 'order',
    title,
    body: `${body}（转账${no}）`,
    link: path('/cart/step4', undefined, { pay_no: no }),
    ref,
  });
}
