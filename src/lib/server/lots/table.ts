/** Lots by a table (rules 5): checked whole, then put in slice by slice by the use case of a single one. */

import { AppError, fieldError, firstFieldMessage } from '#lib/contract/errors.ts';
import type {
  CheckedLotRow,
  KeepWrongLotsValues,
  LotsPutIn,
  LotTableChecked,
  LotTableValues,
  PutInLotsValues,
} from '#lib/contract/lot-table.ts';
import {
  type LotTableRow,
  lotRowRef,
  lotTableSpec,
  mostLotRows,
  readLotTable,
} from '#lib/rules/orders/lot-table.ts';
import { lotNamed, putInQuestions } from '#lib/rules/orders/lots.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { uploadLimits } from '../engines/tables/limits.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { putInOnce } from './change.ts';
import { insertWrongRows, openImport, writeImportRow } from './import-rows.ts';
import { askBounds, largeQuestions } from './questions.ts';
import { type LotRow, readDueLots } from './rows.ts';
import { type LotItem, listLastPutInsOf, listLotItems, listPutInsBy } from './table-rows.ts';

type Own = Context<'merchant'>;

/**
 * `POST /api/desk/lots/table`: what would come in, row by row; nothing is saved. Throws 422 for what is no table, 429
 * when many are read.
 */
export async function checkLotTable(
  context: Own,
  { file, text, columns }: LotTableValues,
): Promise<LotTableChecked> {
  const { now } = context;
  if (file === undefined && text === '') throw fieldError('file', '请选择批次表，或粘贴表格内容');
  const source = file ?? { name: '粘贴的内容', type: 'text/plain', bytes: new TextEncoder().encode(text) };
  const limits = { ...uploadLimits, rows: mostLotRows };
  const table = await readUpload(context, source, { spec: lotTableSpec, columns, limits });
  if (table.questions.length > 0) return { list: [], skipped: 0, table: table.mapping };
  const { rows, skipped } = readLotTable(table.rows, now.getTime());
  if (rows.length === 0) throw fieldError('file', '表里没有填写批号和数量的行');
  return { list: await checkRows(context, rows), skipped, table: table.mapping };
}

interface Facts {
  byId: ReadonlyMap<number, LotItem>;
  bySku: ReadonlyMap<string, LotItem[]>;
  lots: ReadonlyMap<number, LotRow[]>;
  before: ReadonlyMap<string, { pieces: number; at: Date }>;
  last: ReadonlyMap<number, number[]>;
  bounds: Awaited<ReturnType<typeof askBounds>>;
}

async function checkRows(context: Own, rows: readonly LotTableRow[]): Promise<CheckedLotRow[]> {
  const facts = await readFacts(context, rows);
  /** An item that one row names by its number and another by its SKU. */
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { items, item } = itemOf(row, facts);
    const shown = {
      row: row.row,
      goods_id: item?.id ?? 0,
      title: item ? `${item.name} ${item.spec}` : row.sku || (row.goodsId === 0 ? '' : `商品${row.goodsId}`),
      unit: item?.unit ?? '',
      lot_no: row.lotNo,
      produced_on: row.producedOn,
      expires_on: row.expiresOn,
      pieces: row.pieces,
      doc: row.doc,
    };
    const say = (state: CheckedLotRow['state'], sentence: string) => ({ ...shown, state, sentence });
    if (row.wrong !== '') return say('wrong', row.wrong);
    if (item === undefined)
      return say('wrong', items > 1 ? 'SKU在多个仓库都有，请改填商品编号' : '没有这个商品，或者不属于本店');
    const key = `${item.id} ${row.lotNo} ${row.doc}`;
    const first = seen.get(key);
    if (first !== undefined) return say('wrong', `与第${first}行是同一批次，请合并成一行`);
    seen.set(key, row.row);
    return say(...verdictOf(row, item, facts));
  });
}

/** The item of a row; a SKU that several warehouses have names none. */
function itemOf(
  { goodsId, sku }: LotTableRow,
  { byId, bySku }: Facts,
): { items: number; item: LotItem | undefined } {
  if (goodsId !== 0) return { items: 1, item: byId.get(goodsId) };
  const own = bySku.get(sku) ?? [];
  return { items: own.length, item: own.length === 1 ? own[0] : undefined };
}

function verdictOf(
  row: LotTableRow,
  item: LotItem,
  { lots, before, last, bounds }: Facts,
): [state: CheckedLotRow['state'], sentence: string] {
  const was = before.get(`${item.id} ${lotRowRef(row)}`);
  if (was !== undefined) {
    const said = `${dayKey(was.at.getTime())}已入库${was.pieces}${item.unit}`;
    if (was.pieces !== row.pieces) return ['wrong', `单号${row.doc}的这个批次${said}，数量不同，请核对`];
    return ['done', row.doc === '' ? `${said}，不再重复；再次到货请填写入库单号` : `${said}，不再重复`];
  }
  const known = lots.get(item.id) ?? [];
  const same = lotNamed(known, row.lotNo);
  if (same && (same.producedOn !== row.producedOn || same.expiresOn !== row.expiresOn))
    return [
      'wrong',
      `批号${same.lotNo}已登记：生产日期${same.producedOn}，有效期至${same.expiresOn}，请核对`,
    ];
  if (same?.isRecalled) return ['wrong', `批号${same.lotNo}已召回，不能入库`];
  if (same?.isLocked) return ['wrong', `批号${same.lotNo}已质量锁定，解除后才能入库`];
  const questions = [
    ...putInQuestions(row, { lots: known, shelfLifeMonths: item.shelfLifeMonths }),
    ...largeQuestions({ ...item, pieces: row.pieces, last: last.get(item.id) ?? [] }, bounds),
  ];
  return questions.length > 0 ? ['asks', questions.join('；')] : ['ready', ''];
}

async function readFacts({ db, actor }: Own, rows: readonly LotTableRow[]): Promise<Facts> {
  const items = await listLotItems(db, actor.merchantId, {
    ids: [...new Set(rows.map(({ goodsId }) => goodsId).filter((id) => id !== 0))],
    skus: [...new Set(rows.map(({ sku }) => sku).filter((sku) => sku !== ''))],
  });
  const ids = items.map(({ id }) => id);
  const refs = [...new Set(rows.map(lotRowRef))];
  const [lots, before, last, bounds] = await Promise.all([
    readDueLots(db, ids),
    ids.length === 0 ? [] : listPutInsBy(db, ids, refs),
    listLastPutInsOf(db, ids),
    askBounds(db),
  ]);
  return {
    byId: new Map(items.map((item) => [item.id, item])),
    bySku: Map.groupBy(items, ({ sku }) => sku),
    lots: Map.groupBy(lots, ({ goodsId }) => goodsId),
    before: new Map(before.map(({ goodsId, ref, pieces, at }) => [`${goodsId} ${ref}`, { pieces, at }])),
    last,
    bounds,
  };
}

/**
 * `POST /api/desk/lots/table/rows`: puts rows in, each in a transaction of its own, once for its delivery and lot: the
 * same again adds nothing. A refused row says why and does not stop the others. The table is recorded with the results of
 * its rows.
 */
export async function putInLots(
  context: Own,
  { token, file_name: fileName, table_rows: tableRows, rows }: PutInLotsValues,
): Promise<LotsPutIn> {
  const { db, now } = context;
  const importId = await importOf(context, { token, fileName, tableRows });
  const list: LotsPutIn['list'] = [];
  for (const { row, confirmed, ...sent } of rows) {
    const lot = {
      goodsId: sent.goods_id,
      lotNo: sent.lot_no,
      producedOn: sent.produced_on,
      expiresOn: sent.expires_on,
      pieces: sent.pieces,
    };
    const of = { ...lot, importId, row, doc: sent.doc, doneAt: now };
    const ref = lotRowRef(of);
    try {
      const { isRepeat } = await putInOnce(context, { ...lot, ref, isConfirmed: confirmed === 1, of });
      list.push({ row, state: isRepeat ? 'done' : 'in', sentence: isRepeat ? '之前已入库，没有重复' : '' });
    } catch (error) {
      // What one row is refused for says nothing of the others; a fault of the database or ours ends the slice.
      if (!(error instanceof AppError) || error.code >= 500) throw error;
      const sentence = firstFieldMessage(error.data) ?? error.message;
      await writeImportRow(db, of, { state: 'failed', note: sentence });
      list.push({ row, state: 'failed', sentence });
    }
  }
  return { import: importId, list };
}

/**
 * `POST /api/desk/lots/table/wrong`: keeps rows of a table that the check refused, with the reason; the same again adds
 * none. What has come in by a row of that number stays.
 */
export async function keepWrongLots(
  context: Own,
  { token, file_name: fileName, table_rows: tableRows, rows }: KeepWrongLotsValues,
): Promise<{ import: number }> {
  const { db, now: doneAt } = context;
  const importId = await importOf(context, { token, fileName, tableRows });
  await insertWrongRows(
    db,
    rows.map(({ row, goods_id: goodsId, title, lot_no: lotNo, pieces, doc, sentence, ...days }) => ({
      ...{ importId, row, goodsId, lotNo, pieces, doc, doneAt },
      producedOn: days.produced_on ?? null,
      expiresOn: days.expires_on ?? null,
      note: goodsId === 0 && title !== '' ? `${title}：${sentence}` : sentence,
    })),
  );
  return { import: importId };
}

/** The record of a table; its first part begins it. Throws 404 for a command, which has no person. */
async function importOf(
  { db, now, actor }: Own,
  table: { token: string; fileName: string; tableRows: number },
): Promise<number> {
  const { merchantId, staffId, name: madeBy } = actor;
  if (staffId === undefined) throw new AppError(404);
  return openImport(db, { merchantId, staffId, madeBy, ...table, createdAt: now });
}
