/** A desk's request to refund a paid order before it is shipped, whole or in part (rules 3). */

import { AppError } from '#lib/contract/errors.ts';
import type {
  DeskRefunded,
  DeskRefundValues,
  RefundPlanValues,
  RefundPlanWire,
} from '#lib/contract/shipping/desk-refund.ts';
import { actKind } from '#lib/rules/companies/act-kinds.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { listWaitingActs } from '../acts/countersign-rows.ts';
import { propose } from '../acts/propose.ts';
import type { Context, OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { leftLines, passOrderRefund, planDeskRefund, refundSubject } from './desk-refund-plan.ts';
import { holdOrder } from './held-order.ts';
import { findAnyOrder, type OrderRow } from './rows.ts';

/** `GET /api/desk/orders/{no}/refund`: what could be refunded now. Throws 404, also for another merchant's order. */
export async function getRefundPlan(
  context: Context<'staff'>,
  { no, lines: asked }: RefundPlanValues,
): Promise<RefundPlanWire> {
  const { db } = context;
  await needOrder(context, no);
  const [act] = await listWaitingActs(db, [refundSubject(no)]);
  const waits = act ? `${actKind(act.kind).text}¥${showYuan(act.amount ?? 0)}等待平台复核` : '';
  return db.transaction(async (tx) => {
    const held = await holdOrder(tx, no);
    const lines = leftLines(held);
    const row = {
      no,
      waits,
      lines: lines.map(({ id, snapshot, left }) => ({ id, name: snapshot.name, unit: snapshot.unit, left })),
    };
    try {
      const { total, isWhole } = planDeskRefund(held, returnsOf(asked));
      return { ...row, amount: formatYuan(total), is_whole: isWhole ? 1 : 0, problem: '' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...row, amount: formatYuan(0), is_whole: 0, problem: error.message };
    }
  });
}

function returnsOf(lines: DeskRefundValues['lines']): { id: number; quantity: number }[] {
  return lines.map(({ line_id: id, pieces: quantity }) => ({ id, quantity }));
}

/**
 * `POST /api/desk/orders/{no}/refund`: refunds what is not shipped yet, the way it was paid; above the limit of one
 * person after a second one approves it. The same key again is answered as done. Throws 404, 409 in words where it was
 * shipped, refunded or is waiting already.
 */
export async function askDeskRefund(
  context: OnceContext<'staff'>,
  input: DeskRefundValues,
): Promise<DeskRefunded> {
  const { db, key } = context;
  const { no, lines, reason } = input;
  const { companyId, merchantId } = await needOrder(context, no);
  // Set by the committed attempt: a repeated transaction sets it again.
  let afterwards: () => Promise<void> = async () => {};
  const done = await db.transaction((tx) =>
    idempotent(tx, { companyId, key, body: input }, async () => {
      const held = await holdOrder(tx, no);
      const returns = returnsOf(lines);
      const { total, isWhole, words } = planDeskRefund(held, returns);
      const { isDone, after } = await propose(
        tx,
        context,
        {
          kind: 'order_refund',
          companyId,
          merchantId,
          amount: total === 0 ? null : total,
          reason: `订单${no}：${reason}`,
          subject: refundSubject(no),
          payload: { no, returns, total, reason },
          changes: [
            { label: '订单', from: '', to: `${no}${isWhole ? '（整单取消）' : ''}` },
            { label: '退回', from: '', to: words },
            { label: '退款', from: '', to: `¥${showYuan(total)}` },
          ],
          isOwn: true,
        },
        passOrderRefund,
      );
      afterwards = after;
      return { waits: isDone ? 0 : 1, amount: formatYuan(total) } as const;
    }),
  );
  await afterwards();
  return done;
}

async function needOrder({ db, actor }: Context<'staff'>, no: string): Promise<OrderRow> {
  const order = await findAnyOrder(db, no);
  if (order === null || (actor.kind === 'merchant' && order.merchantId !== actor.merchantId))
    throw new AppError(404, `没有订单${no}`);
  return order;
}
