/** The desk's decision on a bank transfer (rules 5): an amount came, or the voucher is returned. */
import { fieldError } from '#lib/contract/errors.ts';
import type { DeskTransferWire, ReceiveTransferValues } from '#lib/contract/transfers/calls.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { isPaymentOpen, type PaymentState } from '#lib/rules/orders/payment-state.ts';
import {
  awaitsTransfer,
  isFarFromDue,
  type TransferState,
  weighTransfer,
} from '#lib/rules/orders/transfer-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { callOffBlocked } from '../orders/cancel.ts';
import { factsOf } from '../orders/facts.ts';
import { moveOrders } from '../orders/move.ts';
import { listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { acceptMoney, amountOf, payableOf } from '../paying/accept.ts';
import { findReceipt, insertReceipt, listReceipts, settleReceipts } from '../paying/receipt-rows.ts';
import { setTransferAmounts, updateTransfer } from '../paying/transfer-rows.ts';
import { releaseParts } from '../payments/close.ts';
import { type PaymentRow, updatePayment } from '../payments/rows.ts';
import { nameWays } from '../ports/payments/providers.ts';
import { getSettings } from '../site/settings.ts';
import { guardRead, hold, notifyAbout, sendBack } from './hold.ts';
import { getDeskTransfer } from './list.ts';
import { placeRest } from './rest.ts';

type Asking = Context<'platform'>;
const pending: PaymentState = 'pending';
const paid: PaymentState = 'paid';
const closed: PaymentState = 'closed';

/**
 * `POST /api/desk/transfers/{no}/receive`: money is on the account. It pays what it is enough for; the surplus becomes
 * balance, above the limit of one person after a second one approves it, or is sent back; too little waits for the
 * rest, or is sent back whole. The same serial number again is answered as done. Throws 404, 409 where another person
 * was quicker or the serial belongs to another transfer, 422 for a future day and, until it is confirmed, for an amount
 * far from the expected one.
 */
export async function receiveTransfer(
  context: Asking,
  input: ReceiveTransferValues,
): Promise<DeskTransferWire> {
  const { db, now } = context;
  const { no, rest, short } = input;
  const amount = parseYuan(input.amount);
  const serial = input.serial.toUpperCase();
  if (amount === 0) throw fieldError('amount', '请填写实际到账的金额');
  if (input.received_on > dayKey(now.getTime())) throw fieldError('received_on', '到账日期不能晚于今天');
  await db.transaction(async (tx) => {
    const { payment, transfer, tradeNos } = await hold(tx, no);
    const known = await findReceipt(tx, serial);
    if (known) {
      if (known.payNo === no && known.amount === amount) return;
      throw fieldError('serial', `流水号已登记在转账${known.payNo}（¥${showYuan(known.amount)}）`);
    }
    guardRead(transfer, input);
    const row = { serial, payNo: no, amount, receivedOn: input.received_on, staff: context.actor.name };
    if (!(await insertReceipt(tx, { ...row, createdAt: now })))
      throw fieldError('serial', '流水号刚刚由他人登记，请刷新后再试');
    const open = (await listReceipts(tx, [no])).filter((one) => one.settledAt === null);
    const received = open.reduce((sum, one) => sum + one.amount, 0);
    const waiting = isPaymentOpen(payment.status) ? await waitingOf(tx, context, tradeNos) : [];
    const due = amountOf(waiting);
    const { pays, over, lacks } = weighTransfer(due, received);
    if (input.confirm === 0) await refuseFar(context, { due, received });
    const money = { serial, way: rest, due: 0 };
    let waits = false;
    let state: TransferState = 'settled';
    if (lacks > 0 && short === 'wait') {
      state = 'short';
      await keepShort(tx, context, payment, waiting, { received, lacks });
    } else if (lacks > 0) {
      state = 'refused';
      const reason = `到账¥${showYuan(received)}，与应付¥${showYuan(due)}不符，款项已退回`;
      ({ waits } = await placeRest(tx, context, payment, { ...money, amount: received, reason }));
      await settleReceipts(tx, no, now);
      await sendBack(tx, context, payment, waiting, reason);
    } else {
      if (over > 0) {
        const reason = pays ? '转账金额多于应付金额' : '订单已取消、已付清或转账已关闭';
        ({ waits } = await placeRest(tx, context, payment, { ...money, due, amount: over, reason }));
      }
      if (pays) await settle(tx, context, payment, waiting, tradeNos, serial);
      else await updatePayment(tx, no, pending, closed, { closedAt: now });
      await settleReceipts(tx, no, now);
      await updateTransfer(tx, no, { state, reason: null });
    }
    await writeAudit(tx, recordOf(context), {
      act: 'transfer.receive',
      subject: 'transfer',
      key: no,
      before: { state: transfer.state, due },
      after: { state, serial, amount, received, over, lacks, ...(over > 0 && { rest, waits }) },
      at: now,
    });
  });
  return getDeskTransfer(context, no);
}

/** Asks for a confirmation where the amount is far from the expected one. Throws 422 with both numbers at `confirm`. */
async function refuseFar(
  { db }: Asking,
  { due, received }: { due: number; received: number },
): Promise<void> {
  const { transferOverYuan, transferOverPercent } = await getSettings(db);
  const limits = { fen: Math.round(transferOverYuan * 100), percent: transferOverPercent };
  if (isFarFromDue(due, received, limits))
    throw fieldError(
      'confirm',
      `到账¥${showYuan(received)}与应付¥${showYuan(due)}不一致，请核对银行流水；确认无误请勾选后再登记`,
    );
}

/** The orders that it would pay now; those that may not be sold any more are cancelled first. */
async function waitingOf(
  tx: Tx,
  { now, requestId }: Asking,
  tradeNos: readonly string[],
): Promise<OrderRow[]> {
  const pick = (orders: readonly OrderRow[]) =>
    orders.filter((order) => awaitsTransfer(factsOf(order), now.getTime()));
  const before = await listOrdersOfTrades(tx, tradeNos);
  const calling = { now, requestId, keepsPayments: true };
  const calledOff = await callOffBlocked(tx, pick(before), before, calling);
  return pick(calledOff ? await listOrdersOfTrades(tx, tradeNos) : before);
}

async function settle(
  tx: Tx,
  context: Asking,
  payment: PaymentRow,
  waiting: readonly OrderRow[],
  tradeNos: readonly string[],
  serial: string,
): Promise<void> {
  const { now } = context;
  // Orders cancelled since are no part of it: their money was surplus.
  const amounts = tradeNos.map((tradeNo) => ({
    tradeNo,
    amount: amountOf(waiting.filter((order) => order.tradeNo === tradeNo)),
  }));
  await setTransferAmounts(tx, payment.no, amounts);
  await updatePayment(tx, payment.no, pending, paid, { providerNo: serial, paidAt: now, failReason: null });
  await releaseParts(tx, tradeNos, '订单已另行付清，余额部分已退回', now);
  const way = nameWays([payment]) || '对公转账';
  for (const orders of Map.groupBy(waiting, ({ status }) => status).values())
    await acceptMoney(tx, orders, { way, actor: recordOf(context), now });
}

/** Too little came: the orders wait for the rest, and do not expire meanwhile. */
async function keepShort(
  tx: Tx,
  context: Asking,
  { no, companyId }: PaymentRow,
  waiting: readonly OrderRow[],
  { received, lacks }: { received: number; lacks: number },
): Promise<void> {
  const reason = `已到账¥${showYuan(received)}，还差¥${showYuan(lacks)}，请补足差额`;
  await moveOrders(tx, payableOf(waiting, context.now.getTime()), 'to_verify', {
    actor: recordOf(context),
    note: '转账部分到账',
    at: context.now,
  });
  await updateTransfer(tx, no, { state: 'short', reason });
  await notifyAbout(tx, {
    no,
    companyId,
    title: '转账金额不足',
    body: reason,
    ref: `short:${no}:${received}`,
  });
}
