/** Pictures of a case, before it is asked for and in its talk (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import type { FileWire, UploadInput } from '#lib/contract/files/schema.ts';
import { roleRefusal } from '#lib/rules/companies/roles.ts';
import { stageVerbs } from '#lib/rules/orders/after-sale.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../../context.ts';
import { uploadFile } from '../files/upload.ts';
import { mayAsk } from './case.ts';

/**
 * `POST /api/aftersale/picture`: by whoever may ask for something after the sale, before the parcel, after it or of its
 * papers. Throws 403 for others, and as `uploadFile` does.
 */
export async function uploadCasePicture(context: Context<'buyer'>, input: UploadInput): Promise<FileWire> {
  const { account } = context.actor;
  if (!keysOf(stageVerbs).some((stage) => mayAsk(account, stage, 'papers')))
    throw new AppError(403, roleRefusal(account.role, 'receive'));
  return uploadFile(context, input);
}
