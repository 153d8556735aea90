/** An act on many rows of a list: a few are done before the answer, more by a run of the server. */
import type { Desk } from '#lib/contract/call.ts';
import { bulkSlice } from '#lib/contract/constants.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import type { BulkAsked, BulkDone } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { CallContext } from '../../core/context.ts';
import { log } from '../../core/process/log.ts';
import { type AnyRows, readerOf, rowNow, titleOf } from './answer.ts';
import { startBulk } from './bulk-start.ts';

export type AnyAct = (context: CallContext<Desk>, input: { id: number | string }) => Promise<unknown>;

/** The act with the boxes that the person filled in. */
export interface BulkAct {
  name: string;
  run: AnyAct;
  fields: Record<string, string>;
}

/** Throws 409 where the search finds another number of rows than the person was told. */
export async function answerBulk(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  asked: BulkAsked,
  act: BulkAct,
): Promise<BulkDone> {
  const { ids } = asked;
  if (ids.length === 0 || ids.length > bulkSlice)
    return { run: await startBulk(context, list, rows, asked, act), done: 0, refused: [] };
  const refused: BulkDone['refused'] = [];
  let done = 0;
  for (const id of ids) {
    try {
      await act.run(context, { ...act.fields, id });
      done += 1;
    } catch (error) {
      // What one row is refused for says nothing of the others; a fault of the database or ours ends it.
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      refused.push({ name: await nameOf(context, list, rows, id), why: error.message });
    }
  }
  log().info({ list: listName(list), done, refused: refused.length }, 'bulk act');
  return { run: null, done, refused };
}

async function nameOf(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  id: number | string,
): Promise<string> {
  const row = await rowNow(context.db, list, rows, readerOf(context), id);
  return String(row?.[titleOf(list)] ?? id);
}
