/** What goes back with returned goods (rules 4): money by the way it came, cash vouchers, points that it had earned. */
import { shareOf } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { type RefundPlan, splitRefund } from '#lib/rules/orders/refund.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../../db/client.ts';
import { findProvider } from '../../payments/providers.ts';
import { writeRefund } from '../../payments/refund-requests.ts';
import { refundNow } from '../../payments/refunds.ts';
import type { OrderLineRow, OrderRow } from '../../repos/orders.ts';
import { type RefundRow, sumRefunds } from '../../repos/payments.ts';
import { listTradePayments } from '../../repos/trades.ts';
import type { VoucherUse } from '../../repos/vouchers.ts';
import { enterPoints } from '../../repos/wallet.ts';
import { pointsFor } from './complete.ts';

/** The vouchers' share of returned pieces, cumulative like the money's. */
export function vouchersBack(plan: RefundPlan, byId: ReadonlyMap<number, OrderLineRow>): VoucherUse[] {
  const sums = new Map<number, number>();
  for (const { id, quantity } of plan.lines) {
    const line = must(byId.get(id), `order line ${id} of the plan`);
    for (const step of line.priceTrace) {
      if (step.rule !== 'voucher' || step.refId === null) continue;
      const before = shareOf(-step.amount, line.refundedQuantity, line.quantity);
      const after = shareOf(-step.amount, line.refundedQuantity + quantity, line.quantity);
      sums.set(step.refId, (sums.get(step.refId) ?? 0) + after - before);
    }
  }
  return [...sums].filter(([, amount]) => amount > 0).map(([id, amount]) => ({ id, amount }));
}

/** Shares the money over the payments of the trade and writes a refund each; answers those left to be carried out. */
export async function payBack(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  total: number,
  refundNo: string,
  reason: string,
  now: Date,
): Promise<RefundRow[]> {
  if (total === 0) return [];
  const payments = await listTradePayments(tx, order.tradeNo, ['paid']);
  const refunded = await sumRefunds(
    tx,
    payments.map(({ payment }) => payment.no),
    all.map((one) => one.no),
  );
  const parts = splitRefund(
    total,
    payments.map(({ payment, share }) => ({ paid: share, refunded: refunded.get(payment.no) ?? 0 })),
  );
  const open: RefundRow[] = [];
  for (const [i, { payment }] of payments.entries()) {
    const amount = parts[i] ?? 0;
    if (amount === 0) continue;
    const row: RefundRow = {
      no: payments.length > 1 ? `${refundNo}-${i + 1}` : refundNo,
      payNo: payment.no,
      orderNo: order.no,
      companyId: order.companyId,
      provider: payment.provider,
      providerNo: payment.providerNo ?? '',
      amount,
      status: 'requested',
      askAt: null,
      reason,
      createdAt: now,
      doneAt: null,
    };
    await writeRefund(tx, row);
    const provider = findProvider(payment.provider);
    if (provider?.kind === 'instant') await refundNow(tx, provider, row, now);
    else open.push(row);
  }
  return open;
}

/** Points that go when `amount` fen more of an order come back: what it had earned with them. */
export function pointsBack(order: OrderRow, amount: number): number {
  if (!orderIs.completed(order.status)) return 0;
  const paid = order.payAmount - order.refundedAmount;
  return pointsFor(paid) - pointsFor(paid - amount);
}

/** Points of a completed order go with the money that earned them. */
export async function takePointsBack(tx: Tx, order: OrderRow, amount: number, ref: string): Promise<void> {
  const points = pointsBack(order, amount);
  if (points > 0)
    await enterPoints(tx, {
      companyId: order.companyId,
      useType: 'refund',
      amount: -points,
      ref,
      note: `订单${order.no}退款`,
    });
}
