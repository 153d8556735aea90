/** An act on many rows of a list: which rows a search means, and one slice of them after the other. */
import type { Desk } from '#lib/contract/call.ts';
import { maxDeskRows } from '#lib/contract/constants.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import { type BulkAsked, type BulkDone, listInput } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { CallContext } from '../../core/context.ts';
import { log } from '../../core/process/log.ts';
import { readIds } from '../../db/list-page.ts';
import { type AnyRows, queryOf, readerOf, rowNow, sortOf, valuesOf } from './answer.ts';

type OneAct = (id: number | string) => Promise<unknown>;

/** A slice, or without ids the rows of a search. Throws 409 where these are not as many as the person was told. */
export async function answerBulk(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  asked: BulkAsked,
  act: OneAct,
): Promise<BulkDone> {
  if (asked.ids.length === 0)
    return { ids: await foundIds(context, list, rows, asked), done: 0, refused: [] };
  const refused: BulkDone['refused'] = [];
  let done = 0;
  for (const id of asked.ids) {
    try {
      await act(id);
      done += 1;
    } catch (error) {
      // What one row is refused for says nothing of the others; a fault of the database or ours ends the slice.
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      refused.push({ name: await nameOf(context, list, rows, id), why: error.message });
    }
  }
  log().info({ list: listName(list), done, refused: refused.length }, 'bulk act');
  return { ids: [], done, refused };
}

async function foundIds(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  { search, count }: BulkAsked,
): Promise<(number | string)[]> {
  const read = parseSent(listInput(list), Object.fromEntries(new URLSearchParams(search)));
  if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
  const asked = read.data;
  const reader = readerOf(context);
  const query = queryOf(list, rows, valuesOf(list, rows, asked, context.now), reader);
  const ids = await readIds(context.db, query, sortOf(query, asked.sort));
  if (ids.length > maxDeskRows) throw new AppError(422, `找到的超过${maxDeskRows}条，请缩小范围后再处理`);
  if (ids.length !== count)
    throw new AppError(409, `现在找到${ids.length}条，与您看到的${count}条不同，请刷新列表后重新选择`);
  return ids;
}

async function nameOf(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  id: number | string,
): Promise<string> {
  const row = await rowNow(context.db, list, rows, readerOf(context), id);
  const title = Object.entries(list.columns).find(([, { isTitle }]) => isTitle)?.[0] ?? 'id';
  return String(row?.[title] ?? id);
}
