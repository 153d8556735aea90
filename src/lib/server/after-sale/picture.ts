/** Pictures of a case, for its request and in its messages, of either side (rules 3). */
import { createHash } from 'node:crypto';
import type { DeskAfterSalePictureValues } from '#lib/contract/after-sale/desk-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { FileWire, UploadInput } from '#lib/contract/files.ts';
import { roleRefusal } from '#lib/rules/companies/roles.ts';
import { stageVerbs } from '#lib/rules/orders/after-sale.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { saveUpload, uploadFile } from '../files/upload.ts';
import { findCase } from '../orders/after-sale-rows.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { deskBounds, mayAsk } from './case.ts';

/**
 * `POST /api/aftersale/picture`: by those who may open a case, before the parcel, after it or about its documents.
 * Throws 403 for others, and as `uploadFile` does.
 */
export async function uploadCasePicture(context: Context<'buyer'>, input: UploadInput): Promise<FileWire> {
  const { account } = context.actor;
  if (!keysOf(stageVerbs).some((stage) => mayAsk(account, stage, 'papers')))
    throw new AppError(403, roleRefusal(account.role, 'receive'));
  return uploadFile(context, input);
}

/**
 * `POST /api/desk/aftersale/{id}/picture`: a desk's picture for the buyer. It is the company's file, bound to this
 * case: other cases, and the company's documents, cannot name it. Throws 404 for a case that is not this desk's, 422
 * for a PDF, and as `readUpload` and `saveUpload` do.
 */
export async function uploadDeskPicture(
  context: Context<'staff'>,
  { id, file }: DeskAfterSalePictureValues,
): Promise<FileWire> {
  const { db, now, actor } = context;
  const found = await findCase(db, id, deskBounds(context));
  if (found === null) throw new AppError(404, '售后单不存在');
  const read = await readUpload(
    file,
    actor.merchantId === null ? 'platform' : `merchant ${actor.merchantId}`,
  );
  const name = nameOfUpload(file);
  if (read.kind !== 'image') throw fieldError('file', `“${name}”须为图片，请上传照片`);
  // The same picture is another file in each case: the case decides who sees it.
  const digest = createHash('sha256').update(`case ${id} `).update(read.stored).digest('hex');
  return saveUpload(db, read, { companyId: found.row.companyId, digest, name, forCase: id, createdAt: now });
}
