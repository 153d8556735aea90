/** Fills the cart with earlier purchases: lines get their number, also after repeats. */

import type { FilledCart } from '#lib/contract/cart/calls.ts';
import type { AddLine } from '#lib/contract/cart/inputs.ts';
import type { Context } from '../core/context.ts';
import { addLines } from './add.ts';
import { listCartLines } from './rows.ts';

/**
 * `POST /api/cart/fill`: adds the missing pieces up to each line's number; a line that has as many already stays, and
 * is counted in `had`. Safe to repeat: nothing is added twice. Refuses like `addLines`.
 */
export async function fillCart(
  { db, actor: { account }, now }: Context<'buyer'>,
  { lines }: { lines: AddLine[] },
): Promise<FilledCart> {
  const before = new Map((await listCartLines(db, account)).map((line) => [line.id, line.number]));
  const answer = await addLines(db, account, lines, now, 'raise');
  return { ...answer, had: answer.added.filter(({ id, number }) => before.get(id) === number).length };
}
