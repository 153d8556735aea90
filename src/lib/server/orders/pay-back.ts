/** Refunds of returned items (rules 4): money the way it came, cash vouchers, points that they had earned. */
import { balanceProvider } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { shareOf, showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { type RefundPlan, splitRefund } from '#lib/rules/orders/refund.ts';
import { pointsFor } from '#lib/rules/points/points.ts';
import { type ClawBack, clawBack } from '#lib/rules/promotions/claw-back.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { writeRefund } from '../payments/refund-requests.ts';
import { type RefundRow, sumRefunds } from '../payments/refund-rows.ts';
import { refundNow } from '../payments/refunds.ts';
import { takeBackPoints } from '../points/points.ts';
import { findProvider } from '../ports/payments/providers.ts';
import { lockWallet, postEntry, sumPromised } from '../ports/payments/wallet-rows.ts';
import { refundPrefix } from './refund-records.ts';
import { listLines, type OrderLineRow, type OrderRow } from './rows.ts';
import { listTradePayments } from './trade-rows.ts';
import type { VoucherUse } from './voucher-rows.ts';

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

export interface PaidBack {
  /** Refunds that have still to be carried out. */
  open: RefundRow[];
  /** Fen of rebate and cashback that were taken back with it. */
  clawedBack: number;
}

/**
 * Shares the money over the payments of the trade and writes a refund for each. Credited rebates and cashback are taken
 * back with it: where the balance is too little, a part of the providers' refunds goes to the balance instead.
 */
export async function payBack(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  total: number,
  refundNo: string,
  reason: string,
  now: Date,
): Promise<PaidBack> {
  const payments = total === 0 ? [] : await listTradePayments(tx, order.tradeNo, ['paid']);
  const refunded = await sumRefunds(
    tx,
    payments.map(({ payment }) => payment.no),
    all.map((one) => one.no),
  );
  const parts = splitRefund(
    total,
    payments.map(({ payment, share }) => ({ paid: share, refunded: refunded.get(payment.no) ?? 0 })),
  );
  const toBalance = payments.reduce(
    (sum, { payment }, i) => sum + (payment.provider === balanceProvider ? (parts[i] ?? 0) : 0),
    0,
  );
  const claw = await planClawBack(tx, order, { toBalance, toHouses: total - toBalance });
  const open: RefundRow[] = [];
  let toNet = claw.netted;
  for (const [i, { payment }] of payments.entries()) {
    const amount = parts[i] ?? 0;
    const row = {
      no: payments.length > 1 ? `${refundNo}-${i + 1}` : refundNo,
      payNo: payment.no,
      orderNo: order.no,
      companyId: order.companyId,
      provider: payment.provider,
      providerNo: payment.providerNo ?? '',
      status: 'requested',
      askAt: null,
      reason,
      createdAt: now,
      doneAt: null,
    } as const;
    const netted = payment.provider === balanceProvider ? 0 : Math.min(toNet, amount);
    toNet -= netted;
    const ways: RefundRow[] = [
      { ...row, amount: amount - netted },
      {
        ...row,
        no: `${row.no}-b`,
        provider: balanceProvider,
        amount: netted,
        reason: `${reason}（退到余额，抵扣已发放的返利和返现）`,
      },
    ];
    for (const way of ways.filter(({ amount: fen }) => fen > 0)) {
      await writeRefund(tx, way);
      const provider = findProvider(way.provider);
      if (provider?.kind === 'instant') await refundNow(tx, provider, way, now);
      else open.push(way);
    }
  }
  await takeClawBack(tx, order, claw, refundNo);
  return { open, clawedBack: claw.rebate + claw.cashback };
}

/** Points lost when `amount` fen more of an order are refunded: those it had earned with them. */
export function pointsBack(order: OrderRow, amount: number): number {
  if (!orderIs.completed(order.status)) return 0;
  const paid = order.payAmount - order.refundedAmount;
  return pointsFor(paid) - pointsFor(paid - amount);
}

/** Takes back a completed order's points with the money that earned them. */
export async function takePointsBack(
  tx: Tx,
  order: OrderRow,
  amount: number,
  { ref, now }: { ref: string; now: Date },
): Promise<void> {
  const points = pointsBack(order, amount);
  const { companyId, no } = order;
  if (points > 0)
    await takeBackPoints(tx, { companyId, orderNo: no, points, ref, note: `订单${no}退款`, now });
}

/** Rebate and cashback of an order are taken back with the goods that earned them (rules 4, step 8). */
const nothing: ClawBack = { rebate: 0, cashback: 0, netted: 0 };

/**
 * The amount to take back from a locked order whose lines already count this refund. Locks the wallet where there is
 * one. `ways`: fen of the refund that go to the balance anyway, and to providers.
 */
async function planClawBack(
  tx: Tx,
  order: OrderRow,
  ways: { toBalance: number; toHouses: number },
): Promise<ClawBack> {
  if (order.creditedAt === null) return nothing;
  const paid = await sumPromised(tx, order.companyId, order.no, refundPrefix(order.no));
  const lines = (await listLines(tx, [order.no])).map(({ line }) => line);
  const left = promisesLeft(order.cashbackAmount, lines);
  if (paid.rebate <= left.rebate && paid.cashback <= left.cashback) return nothing;
  const balance = await lockWallet(tx, order.companyId);
  return clawBack(paid, left, { balance, ...ways });
}

/** Takes the amount after the refund's balance part has arrived, and sends one message. */
async function takeClawBack(
  tx: Tx,
  { companyId, no }: OrderRow,
  { rebate, cashback }: ClawBack,
  ref: string,
): Promise<void> {
  for (const [useType, amount, name] of [
    ['rebate', rebate, '返利'],
    ['cashback', cashback, '满额返现'],
  ] as const) {
    if (amount === 0) continue;
    const entry = { companyId, useType, amount: -amount, ref, note: `订单${no}退款，收回${name}` };
    if ((await postEntry(tx, entry)) === null)
      throw new Error(`the balance of ${companyId} was locked and is less`);
  }
  const sum = rebate + cashback;
  if (sum === 0) return;
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `收回返利和返现¥${showYuan(sum)}`,
    body: `订单${no}有商品退款，这部分商品已发放的返利和返现从余额收回（退款单号${ref}）。`,
    link: path('/wdqb/yegl'),
    ref: `claw-back:${ref}`,
  });
}
