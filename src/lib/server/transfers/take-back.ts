/** Takes back exactly what a receipt of a bank transfer gave, while nothing of it is spent or shipped. */
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderIs, payDeadline } from '#lib/rules/orders/order-state.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { readHeld } from '../orders/held-order.ts';
import { moveOrders } from '../orders/move.ts';
import { refundWithin } from '../orders/refund.ts';
import { listLines, listOrdersOfTrades } from '../orders/rows.ts';
import { findReceipt, listReceipts, type ReceiptRow } from '../paying/receipt-rows.ts';
import { updateTransfer } from '../paying/transfer-rows.ts';
import { type Held, hold, notifyAbout } from './hold.ts';
import { closeRefunds, giveRest, takeRestsBack } from './rest.ts';
import { correctReceipt, listRests, undoReceiptRow } from './undone-receipt-rows.ts';

/** At most one act waits for a receipt. */
export const undoSubject = (serial: string) => `undo:${serial}`;

const asked = z.object({
  payNo: z.string(),
  serial: z.string(),
  amount: z.number(),
  real: z.number(),
  reason: z.string(),
});

/**
 * Carries out a locked act. A partial payment is removed, and the orders wait for it again; a full payment is undone by
 * cancelling its orders, while nothing is shipped; a surplus leaves the balance, while it is there. Throws 409 in
 * words.
 */
export async function passUndo(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { payNo, serial, amount, real, reason } = asked.parse(row.payload);
  const held = await hold(tx, payNo);
  const receipt = await findReceipt(tx, serial);
  if (receipt?.payNo !== payNo || receipt.amount !== amount)
    throw new AppError(409, '这笔到账在提出之后已变更，请驳回');
  const said =
    real === 0 ? `到账¥${showYuan(amount)}已撤销` : `到账¥${showYuan(amount)}更正为¥${showYuan(real)}`;
  if (receipt.settledAt === null) await takeShortBack(tx, context, held, receipt, reason);
  else await takeSettledBack(tx, context, held, receipt, { real, reason });
  await writeAudit(tx, recordOf(context), {
    act: 'transfer.undo',
    subject: 'transfer',
    key: payNo,
    before: { serial, amount, state: held.transfer.state },
    after: { act: row.id, amount: real, reason },
    at: context.now,
  });
  await notifyAbout(tx, {
    no: payNo,
    companyId: row.companyId,
    title: '转账到账已更正',
    body: `${said}：${reason}`,
    ref: `undo:${row.id}`,
  });
  return { outcome: serial };
}

/** It waited for the rest: other receipts go on waiting, or the orders wait for all of it. */
async function takeShortBack(
  tx: Tx,
  context: Context<'staff'>,
  { payment, transfer, tradeNos }: Held,
  receipt: ReceiptRow,
  reason: string,
): Promise<void> {
  const { now, actor } = context;
  await undoReceiptRow(tx, receipt, { undoneBy: actor.name, reason, now });
  const open = (await listReceipts(tx, [payment.no])).filter((one) => one.settledAt === null);
  const left = open.reduce((sum, one) => sum + one.amount, 0);
  if (left > 0) {
    await updateTransfer(tx, payment.no, { reason: `已到账¥${showYuan(left)}，请补足差额` });
    return;
  }
  if (transfer.fileId !== null) {
    await updateTransfer(tx, payment.no, { state: 'submitted', reason: null });
    return;
  }
  const orders = await listOrdersOfTrades(tx, tradeNos);
  const deadlineAt = new Date(payDeadline(now.getTime(), 'bank'));
  await moveOrders(
    tx,
    orders.filter(({ status }) => orderIs.toVerify(status)),
    'to_pay',
    { actor: recordOf(context), note: `到账已撤销：${reason}`, at: now, patch: { deadlineAt } },
  );
  await updateTransfer(tx, payment.no, { state: 'waiting', reason: null });
}

/** It paid, or went to the balance or back: everything from the receipts settled with it is taken back together. */
async function takeSettledBack(
  tx: Tx,
  context: Context<'staff'>,
  held: Held,
  receipt: ReceiptRow,
  { real, reason }: { real: number; reason: string },
): Promise<void> {
  const { payment } = held;
  const { now, actor } = context;
  const at = receipt.settledAt?.getTime();
  const group = (await listReceipts(tx, [payment.no])).filter((one) => one.settledAt?.getTime() === at);
  const came = group.reduce((sum, one) => sum + one.amount, 0);
  const serials = group.map(({ serial }) => serial);
  const rests = await listRests(tx, payment.no, serials);
  const paid = came - rests.over;
  const undone = { undoneBy: actor.name, reason, now };
  if (real > 0) {
    if (receipt.amount - real > rests.over)
      throw new AppError(409, '实际到账不够支付订单，只能整笔撤销：实际到账填0');
    await takeRestsBack(tx, context, rests, reason);
    await correctReceipt(tx, receipt, real, undone);
    const over = rests.over - (receipt.amount - real);
    if (over > 0)
      await giveRest(tx, payment, { serial: receipt.serial, amount: over, way: 'back', reason, now });
    return;
  }
  await takeRestsBack(tx, context, rests, reason);
  if (paid > 0) await cancelPaid(tx, context, held, reason);
  await undoReceiptRow(tx, receipt, undone);
  const others = came - receipt.amount;
  const [other] = serials.filter((serial) => serial !== receipt.serial);
  // Further receipts are on the account: they go back, because nothing is paid with them any more.
  if (others > 0 && other !== undefined)
    await giveRest(tx, payment, { serial: other, amount: others, way: 'back', reason, now });
  await updateTransfer(tx, payment.no, { reason: `到账已撤销：${reason}` });
}

/** Cancels the orders that it paid, without a refund: there was no money. */
async function cancelPaid(
  tx: Tx,
  context: Context<'staff'>,
  { payment, tradeNos }: Held,
  reason: string,
): Promise<void> {
  const { now } = context;
  const orders = await listOrdersOfTrades(tx, tradeNos);
  const live = orders.filter(({ status }) => !orderIs.calledOff(status));
  const lines = (
    await listLines(
      tx,
      live.map(({ no }) => no),
    )
  ).map(({ line }) => line);
  for (const order of live) {
    const isSent = lines.some((line) => line.orderNo === order.no && line.shippedQuantity > 0);
    if (isSent || !orderIs.shippable(order.status))
      throw new AppError(409, `订单${order.no}已发货，不能撤销到账，请联系买家补款或走售后`);
  }
  for (const { no, tradeNo } of live) {
    const held = await readHeld(tx, { tradeNo, no });
    // Cancelling another order may have closed it.
    if (orderIs.calledOff(held.order.status)) continue;
    const request = { reason: `到账登记有误，已撤销：${reason}` };
    await refundWithin(tx, held, request, { now, actor: recordOf(context) });
  }
  await closeRefunds(tx, payment.no, now);
}
