/** Makes sets of changes: of one row, of ticked rows, of all rows of a search, of a table (rules 18). */
import type { ChangeTableValues, MadeChange, MadeTable, MakeChangeValues } from '#lib/contract/changes.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { readRow, typedText } from '#lib/rules/changes/cells.ts';
import {
  type ChangeSource,
  type ChangeSubject,
  checkedAtOnce,
  mostSetRows,
} from '#lib/rules/changes/set-source.ts';
import { newRow, newSet } from '#lib/rules/changes/set-state.ts';
import { subjectMay } from '#lib/rules/companies/change-readers.ts';
import { staffRefusal } from '#lib/rules/companies/staff.ts';
import { mostTableRows } from '#lib/rules/goods/goods-table.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { actorMay, type Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { insertRows, listRows, type NewRow, takeRows } from './changed-rows.ts';
import { checkRows, checkSmallDraft } from './check.ts';
import { auditSet, auditStep } from './records.ts';
import { madeBefore } from './repeat.ts';
import { countRows, findSet, insertFoundRows, insertSet, lockSet, type SetRow, updateSet } from './rows.ts';
import { writeRows } from './run.ts';
import { present, type Subject, subjectNamed } from './subjects.ts';
import { setWire } from './wire.ts';

type Own = Context<'merchant'>;

interface Draft {
  subject: ChangeSubject;
  source: ChangeSource;
  token: string;
  reason: string;
  values?: SetRow['values'];
  filter?: Record<string, string>;
}

/**
 * Saves a draft with its rows in one transaction; a repeat with the token of a saved one answers that one. `fill` writes
 * the rows, and throws where there are none.
 */
async function saveDraft(
  { db, now, actor }: Own,
  draft: Draft,
  fill: (tx: Tx, setId: number) => Promise<number>,
): Promise<number> {
  const own = { merchantId: actor.merchantId, madeBy: actor.name, token: draft.token };
  return db.transaction(async (tx) => {
    const id = await insertSet(tx, {
      ...own,
      subject: draft.subject,
      source: draft.source,
      state: newSet,
      reason: draft.reason,
      values: draft.values ?? {},
      filter: draft.filter ?? null,
      createdAt: now,
    });
    if (id === null) return madeBefore(tx, own, draft);
    const rows = await fill(tx, id);
    if (rows > mostSetRows) throw fieldError('ids', `一次最多修改${mostSetRows}行，请缩小范围`);
    return id;
  });
}

/** Checks a small draft at once; a larger one is the job's. Answers the set as it is then. */
export async function checkNow(context: Context<'staff'>, id: number): Promise<SetRow> {
  const { db, actor } = context;
  const counts = must((await countRows(db, [id])).get(id), 'counts');
  if (counts.new <= checkedAtOnce) await checkSmallDraft(db, id);
  return must(await findSet(db, id, actor.merchantId), 'the set');
}

/** The kind of rows that the person asks to change. Throws 403 where they may not. */
function subjectFor({ actor }: Own, name: ChangeSubject): Subject {
  const may = subjectMay[name];
  if (!actorMay(actor, may)) throw new AppError(403, staffRefusal(actor.kind, actor.role ?? '', may));
  return subjectNamed(name);
}

/**
 * `POST /api/desk/changes`. One row is changed at once, and answered as it is then; other sets are previewed. Throws 403
 * for a kind of rows that is not the person's, 422 for a wrong cell, for values that do not go together and for the token of another change, 409 where another person changed the same field meanwhile, or
 * where the search finds another number of rows than the person saw.
 */
export async function makeChange(context: Own, input: MakeChangeValues): Promise<MadeChange> {
  const { subject, source, token, reason } = input;
  const { fields, found: idsFound } = subjectFor(context, subject);
  const { set: read, errors } = readRow(fields, input.values);
  const values = present(read) ?? {};
  const [wrong] = Object.entries(errors);
  if (wrong !== undefined) throw fieldError(`values.${wrong[0]}`, wrong[1] ?? '');
  if (Object.keys(values).length === 0) throw fieldError('values', '请至少填写一项新值');
  if (source === 'row') return changeRow(context, input, values);
  const filter = { keyword: input.keyword, view: input.view };
  const ids = [...new Set(input.ids ?? [])];
  if (source === 'ticked' && ids.length === 0) throw fieldError('ids', '请先勾选商品');
  const id = await saveDraft(
    context,
    { subject, source, token, reason, values, ...(source === 'found' && { filter }) },
    async (tx, setId) => {
      if (source === 'ticked') {
        await insertRows(
          tx,
          setId,
          ids.map((rowId, index) => ({ no: index + 1, rowId, state: newRow })),
        );
        return ids.length;
      }
      const found = idsFound(context.actor.merchantId, filter);
      const rows = await insertFoundRows(tx, setId, { ids: found, state: newRow, most: mostSetRows });
      if (rows === 0) throw fieldError('ids', '没有符合条件的商品');
      if (rows <= mostSetRows && rows !== input.found)
        throw new AppError(
          409,
          `现在找到${rows}个商品，与您看到的${input.found ?? 0}个不同，请核对后再修改`,
          {
            found: rows,
          },
        );
      return rows;
    },
  );
  return { set: await setWire(context.db, context.actor, await checkNow(context, id)), cells: null };
}

/** Changes one row in one transaction. */
async function changeRow(
  context: Own,
  { subject: name, ids = [], seen, token, reason }: MakeChangeValues,
  values: SetRow['values'],
): Promise<MadeChange> {
  const { db, now, actor } = context;
  const [rowId, more] = ids;
  if (rowId === undefined || more !== undefined) throw fieldError('ids', '请选择一个商品');
  const subject = subjectNamed(name);
  const known = present(readRow(subject.fields, seen ?? {}).set) ?? {};
  const done = await db.transaction(async (tx) => {
    const maker = { merchantId: actor.merchantId, madeBy: actor.name, token };
    const fresh = { ...maker, subject: name, source: 'row', state: newSet, reason, values } as const;
    const id = await insertSet(tx, { ...fresh, createdAt: now });
    if (id === null) return madeBefore(tx, maker, fresh);
    await subject.lock(tx, [rowId]);
    const held = (await subject.load(tx, actor.merchantId, [rowId])).get(rowId);
    if (held === undefined) throw new AppError(404, '没有这个商品，或者不属于本店');
    const own = seen === undefined ? null : seenOf(values, known);
    const planned = held.plan(values, own);
    if (planned.isCollision) throw new AppError(409, planned.note);
    if (planned.state === 'refused') throw fieldError('values', planned.note);
    await insertRows(tx, id, [{ no: 1, rowId, state: newRow, ...(own !== null && { seen: own }) }]);
    const set = must(await lockSet(tx, id, actor.merchantId), 'the set');
    await checkRows(tx, set, await takeRows(tx, id, newRow, 1));
    if (planned.hasAlarm) {
      // A second person looks at it first.
      await auditStep(tx, context, set, 'change.ask');
      await updateSet(tx, id, { state: 'waiting' });
      return id;
    }
    if (planned.state === 'ready') {
      await writeRows(tx, set, await listRows(tx, id, { state: '', after: 0, size: 1 }), now);
      await auditSet(tx, context, set, 1);
    }
    await updateSet(tx, id, { state: 'done', beganAt: now, endedAt: now });
    return id;
  });
  const set = must(await findSet(db, done, actor.merchantId), 'the set');
  return { set: await setWire(db, actor, set), cells: await cellsOf(db, subject, actor.merchantId, rowId) };
}

/** All changeable fields of a row as cells that read the same. */
async function cellsOf(
  db: Db,
  { fields, load }: Subject,
  merchantId: number,
  id: number,
): Promise<Record<string, string>> {
  const values = (await load(db, merchantId, [id])).get(id)?.values ?? {};
  return mapValues(fields, (field, name) => typedText(field, values[name] ?? null));
}

/** What the person saw of the changed fields; a field without a cell was empty. */
function seenOf(values: SetRow['values'], known: SetRow['values']): SetRow['values'] {
  return Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]));
}

/**
 * `POST /api/desk/changes/table`: a file, or pasted cells, by the one reader of tables. Without a set the answer has
 * questions about columns. Throws 422 for what is no table, 429 when many are read.
 */
export async function makeChangeTable(
  context: Own,
  { subject, token, file, text, columns, reason }: ChangeTableValues,
): Promise<MadeTable> {
  const { db, actor } = context;
  const { table: kind, findIds } = subjectFor(context, subject);
  const upload = file ?? { name: '粘贴的内容', type: 'text/plain', bytes: new TextEncoder().encode(text) };
  const table = await readUpload(context, upload, {
    spec: kind.spec,
    columns,
    limits: { ...uploadLimits, rows: mostTableRows },
  });
  if (table.questions.length > 0) return { set: null, table: table.mapping };
  const changes = kind.read(table.rows);
  if (changes.length === 0) throw fieldError('file', '表头下面没有内容');
  const skus = changes.flatMap(({ sku }) => (sku === '' ? [] : [sku]));
  const ids = await findIds(db, actor.merchantId, [...new Set(skus)]);
  const rows: NewRow[] = changes.map(({ row, goodsId, sku, values, wrong }) => {
    const rowId = goodsId === 0 ? (ids.get(sku) ?? 0) : goodsId;
    const why = wrong !== '' ? wrong : rowId === 0 ? `没有SKU为${sku}的商品，或有多个仓库` : '';
    return { no: row, rowId, state: why === '' ? newRow : 'refused', values, note: why };
  });
  const id = await saveDraft(
    context,
    { subject, source: file === undefined ? 'paste' : 'file', token, reason },
    async (tx, setId) => {
      await insertRows(tx, setId, withoutRepeats(rows));
      return rows.length;
    },
  );
  return { set: await setWire(db, actor, await checkNow(context, id)), table: table.mapping };
}

/** An item that one row names by its number and another by its SKU is changed by the first alone. */
function withoutRepeats(rows: readonly NewRow[]): NewRow[] {
  const first = new Map<number, number>();
  return rows.map((row) => {
    if (row.state !== newRow) return row;
    const before = first.get(row.rowId);
    if (before !== undefined) return { ...row, state: 'refused', note: `与第${before}行是同一个商品` };
    first.set(row.rowId, row.no);
    return row;
  });
}
