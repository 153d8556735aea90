/** Begins an act on many rows of a list: which rows they are is fixed here, in one statement. */
import type { Desk } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { type ListShape, listName } from '#lib/contract/desk/list.ts';
import { type BulkAsked, listInput } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { newBulk } from '#lib/rules/changes/bulk-run.ts';
import { mostSetRows } from '#lib/rules/changes/set-source.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { CallContext } from '../../core/context.ts';
import type { Tx } from '../../db/client.ts';
import { foundKeys } from '../../db/list-page.ts';
import { type AnyRows, queryOf, readerOf, sortOf, titleOf, valuesOf } from './answer.ts';
import {
  type BulkRun,
  findAtWork,
  findByToken,
  insertFound,
  insertRun,
  insertTicked,
  updateRun,
} from './bulk-rows.ts';
import { runWire } from './bulk-wire.ts';

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
): Promise<BulkRunWire> {
  const { db, actor, now } = context;
  const { staffId, merchantId } = actor;
  if (staffId === undefined) throw new AppError(404);
  const run = await db.transaction(async (tx) => {
    const own = { list: listName(list), act, merchantId };
    const { search, token } = asked;
    const row = {
      ...own,
      staffId,
      token,
      fields,
      search,
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
  return runWire(db, list, run);
}

/** The same press: the same act with the same fields, on the rows of the same list and search. */
function isSame(before: BulkRun, now: Pick<BulkRun, 'list' | 'act' | 'search' | 'fields'>): boolean {
  const wordOf = ({ list, act, search, fields }: typeof now) =>
    JSON.stringify([list, act, search, Object.entries(fields).toSorted()]);
  return wordOf(before) === wordOf(now);
}

function textOf(list: ListShape, act: string): string {
  return list.acts?.[act]?.text ?? act;
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
  { list, rows, asked: { ids, search, count }, run }: Filling,
): Promise<number> {
  const read = parseSent(
    listInput(list),
    Object.fromEntries(new URLSearchParams(ids.length > 0 ? '' : search)),
  );
  if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
  const reader = readerOf(context);
  const title = titleOf(list);
  if (ids.length > 0) {
    const query = queryOf(list, rows, {}, reader);
    const keys = foundKeys(query, { title, sort: must(sortOf(query, ''), 'sort'), ids });
    const all = await insertTicked(tx, run.id, { ids: [...new Set(ids)].map(String), keys });
    await updateRun(tx, run.id, { rows: all });
    return all;
  }
  const query = queryOf(list, rows, valuesOf(list, rows, read.data, context.now), reader);
  const keys = foundKeys(query, { title, sort: sortOf(query, read.data.sort), most: mostSetRows + 1 });
  const found = await insertFound(tx, run.id, keys);
  if (found > mostSetRows) throw new AppError(422, `找到的超过${mostSetRows}条，请缩小范围后再处理`);
  if (found === 0) throw new AppError(422, '没有符合条件的行');
  if (found !== count)
    throw new AppError(409, `现在找到${found}条，与您看到的不同，请确认后再执行`, { found });
  await updateRun(tx, run.id, { rows: found });
  return found;
}
