/** An act on many rows of a list: a few are done before the answer, more by a run of the server. */
import type { Desk } from '#lib/contract/call.ts';
import { bulkSlice } from '#lib/contract/constants.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import type { BulkAsked, BulkDone } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { newBulk } from '#lib/rules/changes/bulk-run.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { CallContext } from '../../core/context.ts';
import { log } from '../../core/process/log.ts';
import { type AnyAct, onlyUndoes, reasonOf } from './acting.ts';
import { type AnyRows, readerOf, rowNow, titleOf } from './answer.ts';
import { runNow } from './bulk-run.ts';
import { startBulk } from './bulk-start.ts';
import { runWire } from './bulk-wire.ts';

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
  const { ids, of } = asked;
  const { undo, isUndoOnly } = must(list.acts?.[act.name], act.name);
  if (isUndoOnly && of === undefined) throw new AppError(422, onlyUndoes);
  // What can be undone is a run, however few its rows are.
  const isRun = undo !== undefined || of !== undefined;
  if (isRun || ids.length === 0 || ids.length > bulkSlice) {
    const run = await startBulk(context, list, rows, asked, act);
    const isShort = isRun && run.state === newBulk && run.rows <= bulkSlice;
    if (isShort) await runNow(context.db, { list, run, actor: context.actor, act: act.run });
    return { run: await runWire(context.db, list, run.id), done: 0, refused: [] };
  }
  const refused: BulkDone['refused'] = [];
  let done = 0;
  for (const id of ids) {
    try {
      await act.run({ ...context, ...reasonOf(list, act.name, act.fields) }, { ...act.fields, id });
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
