/** Desk acts on a parcel that was refused at the door (rules 3): under the trade's lock, once. */

import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { path } from '#lib/contract/routes.ts';
import type { RefusalPictureValues, SettleRefusalValues } from '#lib/contract/shipping/calls.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import {
  disputedDeadline,
  mayOfRefusal,
  type RefusalAct,
  refusalActs,
} from '#lib/rules/orders/refusal-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { holdPictures, saveUpload } from '../files/upload.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { addEventFiles } from '../orders/case-rows.ts';
import { completeOrder } from '../orders/complete.ts';
import { factsOf } from '../orders/facts.ts';
import { type HeldOrder, holdOrder } from '../orders/held-order.ts';
import { insertEvents } from '../orders/new-order-rows.ts';
import { refundWithin } from '../orders/refund.ts';
import { notifyHanded } from '../orders/refusals-due.ts';
import { endTakeBack, findAnyOrder, listEvents, type OrderEventRow } from '../orders/rows.ts';
import { runRefunds } from '../payments/refunds.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { findDeskOrder } from './desk-order-rows.ts';
import { getDeskOrder } from './orders.ts';

/**
 * `POST /api/desk/orders/{no}/refusal`: the goods are back and their payment is refunded, the merchant disputes it, or
 * the platform dismisses it and the order completes; answers the order as it is then. A repeat in the same words is
 * answered as it is. Throws 404 for an order that is not this desk's, 409 where this side may not do it now, 422
 * without the text for the buyer, and for pictures that were not uploaded for the order.
 */
export async function settleRefusal(
  context: Context<'staff'>,
  {
    no,
    act,
    reason,
    pictures = [],
  }: Omit<SettleRefusalValues, 'pictures'> & { pictures?: readonly number[] },
): Promise<DeskOrder> {
  const { db, now, actor } = context;
  const words = reason.trim();
  if (refusalActs[act].needsReason && words.length < 2) throw fieldError('reason', '请填写原因，买家会看到');
  if ((await findDeskOrder(db, no, actor.merchantId, now)) === null) throw new AppError(404, `没有订单${no}`);
  const record = recordOf(context);
  const payments = await db.transaction(async (tx) => {
    const held = await holdOrder(tx, no);
    const { order } = held;
    const facts = factsOf(order);
    const note = noteOf(act, actor.kind, words);
    if (isDone(await listEvents(tx, no), act, note)) return [];
    if (!mayOfRefusal(facts, actor.kind, now.getTime()).includes(act))
      throw new AppError(
        409,
        orderIs.refusing(order.status)
          ? '这笔拒收现在不能这样处理，请刷新后再试'
          : `订单${no}${orderStatusText(facts, now.getTime())}，请刷新后再试`,
      );
    const open = await perform(tx, held, { act, note, words }, { actor: record, now });
    // Locked after what a refund locks (docs/locks.md).
    const files = await holdPictures(tx, { orderNo: no }, pictures);
    if (files.length > 0) {
      const entry = (await listEvents(tx, no)).findLast((event) => isOf(event, act));
      await addEventFiles(tx, no, must(entry, `the end of the refusal of order ${no}`).id, files);
    }
    await writeAudit(tx, record, {
      act: `order.${act}`,
      subject: 'order',
      key: no,
      merchantId: order.merchantId,
      before: { status: order.status, refunded: order.refundedAmount },
      after: { status: refusalActs[act].target, text: words },
      at: now,
    });
    return open;
  });
  // Remote refunds run after the commit; a job retries the ones that fail.
  for (const payNo of payments) await runRefunds(db, now, payNo);
  return getDeskOrder(context, { no });
}

/** The timeline's entry about it. */
function noteOf(act: RefusalAct, side: 'merchant' | 'platform', words: string): string {
  const said = words === '' ? '' : `：${words}`;
  if (act === 'dispute') return `商家对拒收有异议${said}，转平台处理`;
  if (act === 'dismiss') return `平台判定拒收不成立${said}。商品有问题的，7天内可以申请售后`;
  return side === 'merchant' ? `拒收退回，商家已收到${said}` : `拒收，平台判定退款${said}`;
}

/** True when the refusal ended so before; for acts with a text, in the same words. */
function isDone(events: readonly OrderEventRow[], act: RefusalAct, note: string): boolean {
  return events.some((event) => isOf(event, act) && (!refusalActs[act].needsReason || event.note === note));
}

/** True for an entry of the timeline that such an act writes. */
function isOf({ fromStatus, toStatus }: OrderEventRow, act: RefusalAct): boolean {
  return fromStatus !== null && orderIs.refusing(fromStatus) && toStatus === refusalActs[act].target;
}

/** Performs the act on a held order; answers the payments whose refund runs after the commit. */
async function perform(
  tx: Tx,
  held: HeldOrder,
  { act, note, words }: { act: RefusalAct; note: string; words: string },
  { actor, now }: { actor: Actor; now: Date },
): Promise<string[]> {
  const { order } = held;
  const { no, companyId, status } = order;
  if (act === 'dismiss') {
    await completeOrder(tx, order, { note, actor, at: now });
    return [];
  }
  if (act === 'dispute') {
    const ended = new Date(disputedDeadline(order.deadlineAt.getTime()));
    if (!(await endTakeBack(tx, no, ended))) throw new AppError(409, `订单${no}刚刚已处理，请刷新后再试`);
    await insertEvents(tx, [{ orderNo: no, fromStatus: status, toStatus: status, actor, note, at: now }]);
    await notifyHanded(tx, order, `订单${no}：商家对拒收有异议（${words}），平台将作出决定。`);
    return [];
  }
  const { refunded, openPayments } = await refundWithin(tx, held, { reason: note }, { actor, now });
  await sendMessages(tx, {
    companyId,
    kind: 'refund',
    title: `拒收已处理，退款¥${showYuan(refunded.amount)}`,
    body: `订单${no}：${note}。退款¥${showYuan(refunded.amount)}按原支付方式退回，订单已关闭。`,
    link: path('/order/info/[id]', { id: no }),
    ref: `refusal-back:${no}`,
  });
  return openPayments;
}

// Pictures that a desk adds to its answer on a refused parcel (rules 3).

/**
 * `POST /api/desk/orders/{no}/picture`: stores the picture as a file of the buyer's company for this order; other
 * orders and the company's licences cannot reference it. Throws 404 for an order that is not this desk's, 409 for one
 * that is not refused, 422 for a PDF, and as `readUpload` and `saveUpload` do.
 */
export async function uploadRefusalPicture(
  { db, now, actor: { merchantId } }: Context<'staff'>,
  { no, file }: RefusalPictureValues,
): Promise<FileWire> {
  const order = await findAnyOrder(db, no);
  if (order === null || (merchantId !== null && order.merchantId !== merchantId))
    throw new AppError(404, `没有订单${no}`);
  if (!orderIs.refusing(order.status)) throw new AppError(409, '这笔拒收已处理，请刷新后再试');
  const read = await readUpload(file, merchantId === null ? 'platform' : `merchant ${merchantId}`);
  const name = nameOfUpload(file);
  if (read.kind !== 'image') throw fieldError('file', `“${name}”须为图片，请上传照片`);
  // The same picture is another file in each order: the order decides who sees it.
  const digest = createHash('sha256').update(`order ${no} `).update(read.stored).digest('hex');
  return saveUpload(db, read, { companyId: order.companyId, digest, name, forOrder: no, createdAt: now });
}
