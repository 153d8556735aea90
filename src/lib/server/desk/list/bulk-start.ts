/** Begins an act on many rows of a list: which rows they are is fixed here, in one statement. */
import type { Desk } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import { type BulkAsked, listInput } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { isBulkWorking, newBulk } from '#lib/rules/changes/bulk-run.ts';
import type { SortKey } from '#lib/rules/changes/cursor.ts';
import { mostSetRows } from '#lib/rules/changes/set-source.ts';
import type { CallContext } from '../../core/context.ts';
import type { Tx } from '../../db/client.ts';
import { foundKeys } from '../../db/list-page.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { type AnyRows, queryOf, readerOf, sortOf, titleOf, valuesOf } from './answer.ts';
import {
  type BulkRun,
  findAtWork,
  findByToken,
  findRun,
  insertFound,
  insertRun,
  insertTicked,
  insertUndone,
  updateRun,
} from './bulk-rows.ts';

interface Begun {
  name: string;
  fields: Record<string, string>;
}

/**
 * A repeat of a press answers the run that it began. Throws 409 while the same act is at work on this side, and where the
 * search finds another number of rows than the person was told (`found` is the new one); 422 for too many rows.
 */
export async function startBulk(
  context: CallContext<Desk>,
  list: ListShape,
  rows: AnyRows,
  asked: BulkAsked,
  { name: act, fields }: Begun,
): Promise<BulkRun> {
  const { db, actor, now } = context;
  const { staffId, merchantId } = actor;
  if (staffId === undefined) throw new AppError(404);
  return db.transaction(async (tx) => {
    const own = { list: listName(list), act, merchantId };
    const { search, token, of = null } = asked;
    if (of !== null) await needUndoable(tx, { list, act, merchantId, of });
    const row = {
      ...own,
      staffId,
      token,
      fields,
      search,
      undoOf: of,
      madeBy: actor.name,
      state: newBulk,
      createdAt: now,
    };
    const made = await insertRun(tx, row);
    if (made === null) {
      const before = await findByToken(tx, { staffId, token });
      if (before !== null && isSame(before, row)) return before;
      if (before !== null) throw new AppError(422, '这次操作与刚才的不同，请刷新页面后再执行');
      const other = await findAtWork(tx, own);
      throw new AppError(409, `${other?.madeBy ?? '同事'}正在批量${textOf(list, act)}，请等它完成后再试`);
    }
    return { ...made, rows: await fill(tx, context, { list, rows, asked, run: made }) };
  });
}

/** The same press: the same act with the same fields, on the rows of the same list and search. */
function isSame(
  before: BulkRun,
  now: Pick<BulkRun, 'list' | 'act' | 'search' | 'fields' | 'undoOf'>,
): boolean {
  const wordOf = ({ list, act, search, fields, undoOf }: typeof now) =>
    JSON.stringify([list, act, search, undoOf, Object.entries(fields).toSorted()]);
  return wordOf(before) === wordOf(now);
}

function textOf(list: ListShape, act: string): string {
  return list.acts?.[act]?.text ?? act;
}

/** Throws 404 for a run of another side or list, 409 for one that is at work, or whose act this one does not undo. */
async function needUndoable(
  tx: Tx,
  { list, act, merchantId, of }: { list: ListShape; act: string; merchantId: number | null; of: number },
): Promise<void> {
  const run = await findRun(tx, merchantId, of);
  if (run === null || run.list !== listName(list)) throw new AppError(404, '没有这个批量操作');
  if (list.acts?.[run.act]?.undo !== act) throw new AppError(409, '这个批量操作不能这样撤销');
  if (isBulkWorking(run.state)) throw new AppError(409, '请等它完成，或先停止，再撤销');
}

interface Filling {
  list: ListShape;
  rows: AnyRows;
  asked: BulkAsked;
  run: BulkRun;
}

/** Saves the rows of a new run; answers how many. */
async function fill(
  tx: Tx,
  context: CallContext<Desk>,
  { list, rows, asked: { ids, search, count, of, nos }, run }: Filling,
): Promise<number> {
  if (of !== undefined) {
    const all = await insertUndone(tx, run.id, { of, nos: nos ?? null });
    if (all === 0) throw new AppError(422, '这些行没有被变更，或已经撤销');
    await updateRun(tx, run.id, { rows: all });
    return all;
  }
  const { query, sort } = askedQuery(context, list, rows, { ids, search });
  const title = titleOf(list);
  if (ids.length > 0) {
    const keys = foundKeys(query, { title, sort, ids });
    const all = await insertTicked(tx, run.id, { ids: [...new Set(ids)].map(String), keys });
    await updateRun(tx, run.id, { rows: all });
    return all;
  }
  const found = await insertFound(tx, run.id, foundKeys(query, { title, sort, most: mostSetRows + 1 }));
  checkFound(found);
  if (found !== count)
    throw new AppError(409, `现在找到${found}条，与您看到的不同，请确认后再执行`, { found });
  await updateRun(tx, run.id, { rows: found });
  return found;
}

/** Ticked rows are read without the search, and all others by it. Throws 422 for a search that the list does not have. */
export function askedQuery(
  context: Pick<CallContext<Desk>, 'actor' | 'now'>,
  list: ListShape,
  rows: AnyRows,
  { ids, search }: { ids: readonly (number | string)[]; search: string },
): { query: ListQuery; sort: readonly SortKey[] } {
  const reader = readerOf(context);
  if (ids.length > 0) {
    const query = queryOf(list, rows, {}, reader);
    return { query, sort: sortOf(query, '') };
  }
  const read = parseSent(listInput(list), Object.fromEntries(new URLSearchParams(search)));
  if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
  const query = queryOf(list, rows, valuesOf(list, rows, read.data, context.now), reader);
  return { query, sort: sortOf(query, read.data.sort) };
}

/** Throws 422 for a search that finds nothing, or too many rows. */
export function checkFound(found: number): void {
  if (found > mostSetRows) throw new AppError(422, `找到的超过${mostSetRows}条，请缩小范围后再处理`);
  if (found === 0) throw new AppError(422, '没有符合条件的行');
}
