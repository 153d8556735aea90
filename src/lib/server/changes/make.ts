/** Makes sets of changes: of one row, of ticked rows, of all rows of a search, of a table (rules 18). */
import type { ChangeTableValues, MadeChange, MadeTable, MakeChangeValues } from '#lib/contract/changes.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { readRow, typedText } from '#lib/rules/changes/cells.ts';
import {
  type ChangeSource,
  changeSourceText,
  checkedAtOnce,
  mostSetRows,
} from '#lib/rules/changes/set-source.ts';
import { newRow, newSet } from '#lib/rules/changes/set-state.ts';
import { ownGoodsFields } from '#lib/rules/goods/own-goods.ts';
import { mostTableRows, ownGoodsSpec, readOwnGoodsTable } from '#lib/rules/goods/own-goods-table.ts';
import { mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { insertRows, listRows, type NewRow, takeRows } from './changed-rows.ts';
import { checkRows, checkSmallDraft } from './check.ts';
import {
  countRows,
  findByToken,
  findSet,
  insertFoundRows,
  insertSet,
  lockSet,
  type SetRow,
  updateSet,
} from './rows.ts';
import { writeRows } from './run.ts';
import { subjectNamed } from './subjects.ts';
import { setWire } from './wire.ts';

type Own = Context<'merchant'>;

interface Draft {
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
      subject: 'goods',
      source: draft.source,
      state: newSet,
      reason: draft.reason,
      values: draft.values ?? {},
      filter: draft.filter ?? null,
      createdAt: now,
    });
    if (id === null) return must(await findByToken(tx, own), 'the set of the token');
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

/**
 * `POST /api/desk/changes`. One row is changed at once, and answered as it is then; other sets are previewed. Throws 422
 * for a wrong cell and for values that do not go together, 409 where another person changed the same field meanwhile, or
 * where the search finds another number of rows than the person saw.
 */
export async function makeChange(context: Own, input: MakeChangeValues): Promise<MadeChange> {
  const { source, token, reason } = input;
  const { set: values, errors } = readRow(ownGoodsFields, input.values);
  const [wrong] = Object.entries(errors);
  if (wrong !== undefined) throw fieldError(`values.${wrong[0]}`, wrong[1] ?? '');
  if (Object.keys(values).length === 0) throw fieldError('values', '请至少填写一项新值');
  if (source === 'row') return changeRow(context, input, values);
  const filter = { keyword: input.keyword, view: input.view };
  const ids = [...new Set(input.ids ?? [])];
  if (source === 'ticked' && ids.length === 0) throw fieldError('ids', '请先勾选商品');
  const id = await saveDraft(
    context,
    { source, token, reason, values, ...(source === 'found' && { filter }) },
    async (tx, setId) => {
      if (source === 'ticked') {
        await insertRows(
          tx,
          setId,
          ids.map((rowId, index) => ({ no: index + 1, rowId, state: newRow })),
        );
        return ids.length;
      }
      const found = subjectNamed('goods').found(context.actor.merchantId, filter);
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
  { ids = [], seen, token, reason }: MakeChangeValues,
  values: SetRow['values'],
): Promise<MadeChange> {
  const { db, now, actor } = context;
  const [rowId, more] = ids;
  if (rowId === undefined || more !== undefined) throw fieldError('ids', '请选择一个商品');
  const known = readRow(ownGoodsFields, seen ?? {}).set;
  const done = await db.transaction(async (tx) => {
    const maker = { merchantId: actor.merchantId, madeBy: actor.name, token };
    const fresh = { ...maker, subject: 'goods', source: 'row', state: newSet, reason, values } as const;
    const id = await insertSet(tx, { ...fresh, createdAt: now });
    if (id === null) return must(await findByToken(tx, maker), 'the set of the token');
    const subject = subjectNamed('goods');
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
  return { set: await setWire(db, actor, set), cells: await cellsOf(db, actor.merchantId, rowId) };
}

/** All changeable fields of a row as cells that read the same. */
async function cellsOf(db: Db, merchantId: number, id: number): Promise<Record<string, string>> {
  const { fields, load } = subjectNamed('goods');
  const values = (await load(db, merchantId, [id])).get(id)?.values ?? {};
  return mapValues(fields, (field, name) => typedText(field, values[name] ?? null));
}

/** What the person saw of the changed fields; a field without a cell was empty. */
function seenOf(values: SetRow['values'], known: SetRow['values']): SetRow['values'] {
  return Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]));
}

/** Records that a set begins to be written: who, why, how many rows. */
export async function auditSet(tx: Tx, context: Context<'staff'>, set: SetRow, rows: number): Promise<void> {
  const { audit } = subjectNamed(set.subject);
  await writeAudit(tx, recordOf(context), {
    ...audit,
    key: set.id,
    before: null,
    after: { rows, changes: changeSourceText(set.source), reason: set.reason, ...set.values },
    merchantId: set.merchantId,
    at: context.now,
  });
}

/**
 * `POST /api/desk/changes/table`: a file, or pasted cells, by the one reader of tables. Without a set the answer has
 * questions about columns. Throws 422 for what is no table, 429 when many are read.
 */
export async function makeChangeTable(
  context: Own,
  { token, file, text, columns, reason }: ChangeTableValues,
): Promise<MadeTable> {
  const { db, actor } = context;
  const upload = file ?? { name: '粘贴的内容', type: 'text/plain', bytes: new TextEncoder().encode(text) };
  const table = await readUpload(context, upload, {
    spec: ownGoodsSpec,
    columns,
    limits: { ...uploadLimits, rows: mostTableRows },
  });
  if (table.questions.length > 0) return { set: null, table: table.mapping };
  const changes = readOwnGoodsTable(table.rows);
  if (changes.length === 0) throw fieldError('file', '表头下面没有内容');
  const skus = changes.flatMap(({ sku }) => (sku === '' ? [] : [sku]));
  const ids = await subjectNamed('goods').findIds(db, actor.merchantId, [...new Set(skus)]);
  const rows: NewRow[] = changes.map(({ row, goodsId, sku, values, wrong }) => {
    const rowId = goodsId === 0 ? (ids.get(sku) ?? 0) : goodsId;
    const why = wrong !== '' ? wrong : rowId === 0 ? `没有SKU为${sku}的商品，或有多个仓库` : '';
    return { no: row, rowId, state: why === '' ? newRow : 'refused', values, note: why };
  });
  const id = await saveDraft(
    context,
    { source: file === undefined ? 'paste' : 'file', token, reason },
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
