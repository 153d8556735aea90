/** A desk's refund of a paid order: planned when it is requested, planned again when it is carried out. */
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { runRefunds } from '../payments/refunds.ts';
import { type HeldOrder, holdOrder, ownLines } from './held-order.ts';
import { leftToShip } from './parcel-content.ts';
import { refundWithin } from './refund.ts';
import { type LinePieces, planOrderRefund } from './refund-plan.ts';
import type { OrderLineRow } from './rows.ts';

/** At most one act waits for an order. */
export const refundSubject = (no: string) => `order:${no}`;

type Returns = LinePieces[];

/** Pieces that were bought and neither shipped nor refunded; gifts go with the lines that earned them. */
export function leftLines(held: HeldOrder): (OrderLineRow & { left: number })[] {
  return ownLines(held)
    .filter((line) => line.kind !== 'gift')
    .map((line) => ({ ...line, left: leftToShip(line) }))
    .filter(({ left }) => left > 0);
}

/**
 * Plans a refund of these pieces, or of all that is not shipped. `total` is fen. Throws 409 in words where it is
 * impossible: not paid, shipped, a set torn apart.
 */
export function planDeskRefund(
  held: HeldOrder,
  asked: Returns,
): { total: number; isWhole: boolean; words: string; returns: Returns } {
  const { order } = held;
  const own = ownLines(held);
  if (!orderIs.shippable(order.status))
    throw new AppError(
      409,
      orderIs.paid(order.status) ? '商品已全部发出，请走售后' : '订单未付款或已结束，没有可退的款项',
    );
  const left = leftLines(held);
  const returns = asked.length > 0 ? asked : left.map(({ id, left: quantity }) => ({ id, quantity }));
  if (returns.length === 0) throw new AppError(409, '没有未发货的商品可退');
  for (const { id, quantity } of returns) {
    const line = left.find((one) => one.id === id);
    if (!line) throw new AppError(409, '所选商品已发货或已退款，请刷新');
    if (quantity > line.left)
      throw new AppError(
        409,
        `“${line.snapshot.name}”未发货的只剩${line.left}${line.snapshot.unit}，已发货的请走售后`,
      );
  }
  const { total } = planOrderRefund(held, { returns });
  const words = returns
    .map(({ id, quantity }) => {
      const { snapshot } = must(
        left.find((one) => one.id === id),
        'a line',
      );
      return `${snapshot.name}${quantity}${snapshot.unit}`;
    })
    .join('、');
  const isWhole = own
    .filter((line) => line.kind !== 'gift')
    .every(
      (line) =>
        line.refundedQuantity + (returns.find(({ id }) => id === line.id)?.quantity ?? 0) === line.quantity,
    );
  return { total, isWhole, words, returns };
}

const payload = z.object({
  no: z.string(),
  returns: z.array(z.object({ id: z.number(), quantity: z.number() })),
  total: z.number(),
  reason: z.string(),
});

/** Carries out the refund of a locked act. Throws 409 where the order has changed since. */
export async function passOrderRefund(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { db, now } = context;
  const { no, returns: asked, total, reason } = payload.parse(row.payload);
  const held = await holdOrder(tx, no);
  const plan = planDeskRefund(held, asked);
  if (plan.total !== total)
    throw new AppError(409, `订单在提出之后有变化，现在可退¥${showYuan(plan.total)}，请驳回后重新提出`);
  const { order } = held;
  const request = { returns: plan.returns, reason };
  const done = await refundWithin(tx, held, request, { now, actor: recordOf(context) });
  await sendMessages(tx, {
    companyId: order.companyId,
    kind: 'refund',
    title: plan.isWhole ? '订单已取消，货款退回' : '订单中部分商品已退款',
    body: `订单${no}：${plan.words}，退款¥${showYuan(done.refunded.amount)}，按原支付方式退回。原因：${reason}`,
    link: path('/order/info/[id]', { id: no }),
    ref: `desk-refund:${done.refundNo}`,
  });
  await writeAudit(tx, recordOf(context), {
    act: 'order.refund',
    subject: 'order',
    key: no,
    ...(context.actor.kind === 'platform' && { merchantId: order.merchantId }),
    before: { [no]: { status: order.status, refunded: order.refundedAmount } },
    after: { act: row.id, reason, refunded: done.refunded },
    at: now,
  });
  return {
    outcome: done.refundNo,
    after: async () => {
      for (const payNo of done.openPayments) await runRefunds(db, now, payNo);
    },
  };
}
