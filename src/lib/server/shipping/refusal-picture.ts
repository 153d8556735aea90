/** Pictures that a desk adds to its answer on a refused parcel (rules 3). */
import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { RefusalPictureValues } from '#lib/contract/shipping/calls.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import type { Context } from '../core/context.ts';
import { saveUpload } from '../files/upload.ts';
import { findAnyOrder } from '../orders/rows.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';

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
