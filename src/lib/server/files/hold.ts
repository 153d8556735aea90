/** Locks pictures that a form references. */
import { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { lockFiles } from './rows.ts';

/**
 * Locks the pictures until the transaction ends and answers each once. A buyer references files of the company, a desk
 * files that a desk uploaded for the case or the order. Throws 422 for others, and for deleted ones.
 */
export async function holdPictures(
  tx: Tx,
  of: { companyId: number } | { caseId: number } | { orderNo: string },
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)];
  const own = await lockFiles(tx, of, unique);
  if (own.size < unique.length)
    throw new AppError(422, '图片已失效，请重新上传', { errors: { pictures: ['图片已失效，请重新上传'] } });
  return unique;
}
