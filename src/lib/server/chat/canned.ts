/** Canned answers of a desk (rules 21). */
import type { CannedList, CannedValues } from '#lib/contract/chat/desk-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { cannedFields, findUnknownField } from '#lib/rules/chat/canned.ts';
import type { Context } from '../core/context.ts';
import { isDuplicate } from '../core/process/error-facts.ts';
import {
  changeCanned,
  countCanned,
  dropCanned,
  insertCanned,
  listCanned,
  lockCanned,
  rewriteCanned,
} from './canned-rows.ts';
import { deskReader } from './reader.ts';

type Desk = Context<'staff'>;

/** Canned answers that one person may use. */
const most = 300;

/** `GET /api/desk/chat/canned`. */
export async function getCanned(context: Desk, { find }: { find: string }): Promise<CannedList> {
  const rows = await listCanned(context.db, deskReader(context), find);
  return {
    list: rows.map(({ id, shortcut, text, staffId }) => ({
      id,
      shortcut,
      text,
      is_own: staffId === null ? 0 : 1,
    })),
  };
}

/**
 * `POST /api/desk/chat/canned`: the same shortcut again changes its text. Throws 404 for an answer that is gone, 409 for one
 * too many, 422 for an unknown field and for the shortcut of another answer.
 */
export async function saveCanned(
  context: Desk,
  { id, shortcut, text, is_own: isOwn }: CannedValues,
): Promise<CannedList> {
  const { db } = context;
  const owner = deskReader(context);
  const unknown = findUnknownField(text);
  if (unknown !== null)
    throw fieldError(
      'text',
      `没有{${unknown}}这个字段，可以用${cannedFields.map((one) => `{${one}}`).join('、')}`,
    );
  const values = { shortcut, text, isOwn: isOwn === 1 };
  await refuseTaken(
    db.transaction(async (tx) => {
      await lockCanned(tx, owner);
      if (id !== 0) {
        if (!(await changeCanned(tx, owner, id, values))) throw new AppError(404, '快捷回复已被删除');
        return;
      }
      if (await rewriteCanned(tx, owner, values)) return;
      if ((await countCanned(tx, owner)) >= most)
        throw new AppError(409, `快捷回复最多${most}条，请先删除不用的`);
      await insertCanned(tx, owner, values);
    }),
  );
  return getCanned(context, { find: '' });
}

/** Throws 422 where another answer has the shortcut. */
async function refuseTaken(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (isDuplicate(error)) throw fieldError('shortcut', '这个快捷码已经用过');
    throw error;
  }
}

/** `POST /api/desk/chat/canned/{id}/delete`: what is gone is answered as done. */
export async function deleteCanned(context: Desk, { id }: { id: number }): Promise<CannedList> {
  await dropCanned(context.db, deskReader(context), id);
  return getCanned(context, { find: '' });
}
