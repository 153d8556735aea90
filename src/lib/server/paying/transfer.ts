/** 对公转账 for the buyer (rules 5): 48 hours, an account and a reference, a voucher. */
import type { PayStatus } from '#lib/contract/payments/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { payDeadline } from '#lib/rules/orders/order-state.ts';
import { canPaymentMove, type PaymentState } from '#lib/rules/orders/payment-state.ts';
import {
  awaitsTransfer,
  takesVoucher,
  transferStates,
  weighTransfer,
} from '#lib/rules/orders/transfer-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { factsOf } from '../orders/facts.ts';
import type { OrderRow } from '../orders/rows.ts';
import { insertPayment, type PaymentRow } from '../payments/rows.ts';
import { findBank } from '../ports/payments/bank-transfer.ts';
import { amountOf, payableOf } from './accept.ts';
import { findVoucher, listReceipts } from './receipt-rows.ts';
import { findTransfer, giveTime, insertTransfer, listOpenTransfers } from './transfer-rows.ts';

const pending: PaymentState = 'pending';

/**
 * Starts a payment by transfer in the transaction that holds the trades: they have 48 hours to be paid from the first
 * one on. Answers its number.
 */
export async function beginTransfer(
  tx: Tx,
  payment: Parameters<typeof insertPayment>[1],
  shares: { tradeNo: string; amount: number }[],
  now: Date,
): Promise<string> {
  const tradeNos = shares.map((share) => share.tradeNo);
  await giveTime(tx, tradeNos, new Date(payDeadline(now.getTime(), 'bank')));
  await insertPayment(tx, payment, shares);
  await insertTransfer(tx, payment.no, now);
  return payment.no;
}

/** The transfer that was started for exactly these trades and this amount: the buyer may have sent it already. */
export async function findBegunTransfer(
  tx: Tx,
  companyId: number,
  tradeNos: readonly string[],
  amount: number,
): Promise<PaymentRow | null> {
  const open = await listOpenTransfers(tx, companyId, tradeNos, pending);
  return open.find((payment) => payment.amount === amount) ?? null;
}

/** The buyer's data of a payment by transfer; null for any other payment. */
export async function transferOf(
  db: Db,
  payment: PaymentRow,
  orders: readonly OrderRow[],
  now: Date,
): Promise<PayStatus['transfer']> {
  const transfer = await findTransfer(db, payment.no);
  if (transfer === null) return null;
  const [file, receipts] = await Promise.all([
    transfer.fileId === null ? null : findVoucher(db, transfer.fileId),
    listReceipts(db, [payment.no]),
  ]);
  const waiting = orders.filter((order) => awaitsTransfer(factsOf(order), now.getTime()));
  const received = receipts
    .filter((receipt) => receipt.settledAt === null)
    .reduce((sum, { amount }) => sum + amount, 0);
  const due = amountOf(waiting);
  const { holder = '', no = '', bank = '', code = '' } = findBank()?.account ?? {};
  const toPay = payableOf(waiting, now.getTime());
  const isOpen = canPaymentMove(payment.status, 'paid');
  return {
    account: { holder, no, bank, code },
    reference: payment.no,
    state: transfer.state,
    state_text: transferStates[transfer.state].text,
    reason: transfer.reason ?? '',
    file: file && fileWireOf(file),
    received: formatYuan(received),
    lacks: formatYuan(isOpen ? weighTransfer(due, received).lacks : 0),
    // Transfers at the desk never expire.
    until:
      isOpen && toPay.length > 0
        ? new Date(Math.min(...toPay.map((order) => order.deadlineAt.getTime()))).toISOString()
        : '',
    may_upload: isOpen && due > 0 && takesVoucher(transfer.state) ? 1 : 0,
  };
}
