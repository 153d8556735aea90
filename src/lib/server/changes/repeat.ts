/** A change-set that is sent again by its press. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#lib/contract/errors.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { findByToken, type SetRow } from './rows.ts';

/**
 * The set that was made by the same press. Throws 422 for another content: the answer of the first press was lost, and the
 * form changed since.
 */
export async function madeBefore(
  tx: Tx,
  own: { merchantId: number; madeBy: string; token: string },
  { subject, source, values = {}, filter = null }: Pick<SetRow, 'subject' | 'source'> & Partial<SetRow>,
): Promise<number> {
  const before = must(await findByToken(tx, own), 'the set of the token');
  const asked = { subject, source, values, filter };
  const known = {
    subject: before.subject,
    source: before.source,
    values: before.values,
    filter: before.filter,
  };
  if (!isDeepStrictEqual(known, asked)) throw new AppError(422, '这次修改与刚才的不同，请刷新页面后再提交');
  return before.id;
}
