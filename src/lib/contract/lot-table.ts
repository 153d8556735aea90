/** Many lots put in by one table: checked whole, then slice by slice. */
import { z } from 'zod';
import { lotSlice, mostLotRows, wrongSlice } from '../rules/orders/lot-table.ts';
import { post, stream } from './call.ts';
import { unset } from './decode.ts';
import { day, emptyInput, flag, freeText, id, quantity, text, upTo, whole } from './fields.ts';
import { newLotNo } from './lot-acts.ts';
import { columnKeys, tableMapping } from './tables.ts';
import { upload } from './uploads.ts';

export const lotTableInput = z.object({
  /** A table, or cells that were pasted. */
  file: upload('请选择批次表（CSV或XLSX）').optional(),
  text: freeText('粘贴的内容', 2_000_000),
  columns: columnKeys,
});
export type LotTableValues = z.output<typeof lotTableInput>;

const checkedRow = z.object({
  row: z.number().int(),
  goods_id: z.number().int(),
  /** Name and specification; empty for an unknown item. */
  title: z.string(),
  unit: z.string(),
  lot_no: z.string(),
  produced_on: z.string(),
  expires_on: z.string(),
  pieces: z.number().int(),
  doc: z.string(),
  /** asks: a person has to look at it first. done: it came in before. */
  state: z.enum(['ready', 'asks', 'done', 'wrong']),
  sentence: z.string(),
});
export type CheckedLotRow = z.infer<typeof checkedRow>;

const lotTableChecked = z.object({
  list: z.array(checkedRow),
  /** Rows of items that were not filled in. */
  skipped: z.number().int(),
  table: tableMapping,
});
export type LotTableChecked = z.infer<typeof lotTableChecked>;

const sliceRow = z.object({
  row: whole('行号', 1, 1_000_000),
  goods_id: id('商品'),
  lot_no: newLotNo(),
  produced_on: day('生产日期'),
  expires_on: day('有效期'),
  pieces: quantity('入库数量'),
  doc: freeText('入库单号', 50),
  /** 1: a person has looked at what it asks. */
  confirmed: flag('确认').default(0),
});

const lotTableOf = z.object({
  /** Made by the browser for one checked table: all its slices carry it. */
  token: text('提交标识', { min: 8, max: 60 }),
  /** Name of the file; empty for pasted cells. */
  file_name: freeText('文件名', 200),
  /** Filled rows of the table, sent or not. */
  table_rows: whole('表格行数', 1, mostLotRows),
});

export const putInLotsInput = lotTableOf.extend({
  rows: upTo(lotSlice, sliceRow, { min: 1, error: '没有要入库的行', tooMany: `一次最多${lotSlice}行` }),
});
export type PutInLotsInput = z.input<typeof putInLotsInput>;
export type PutInLotsValues = z.output<typeof putInLotsInput>;

/** A row as the check has refused it: what could be read of it, and why. */
const wrongRow = z.object({
  row: whole('行号', 1, 1_000_000),
  /** 0 for no item of the merchant. */
  goods_id: id('商品', 0),
  /** Item as written, where it is none. */
  title: freeText('商品', 200),
  lot_no: freeText('批号', 100),
  produced_on: unset(day('生产日期').optional()),
  expires_on: unset(day('有效期').optional()),
  pieces: whole('数量', 0, 999_999),
  doc: freeText('入库单号', 100),
  sentence: text('原因', { min: 1, max: 200 }),
});

export const keepWrongLotsInput = lotTableOf.extend({
  rows: upTo(wrongSlice, wrongRow, { min: 1, error: '没有有误的行', tooMany: `一次最多${wrongSlice}行` }),
});
export type KeepWrongLotsInput = z.input<typeof keepWrongLotsInput>;
export type KeepWrongLotsValues = z.output<typeof keepWrongLotsInput>;

const lotsPutIn = z.object({
  /** The record of the table at /desk/lot-imports. */
  import: z.number().int(),
  list: z.array(
    z.object({
      row: z.number().int(),
      /** done: it had come in before. */
      state: z.enum(['in', 'done', 'failed']),
      sentence: z.string(),
    }),
  ),
});
export type LotsPutIn = z.infer<typeof lotsPutIn>;

export const lotTableCalls = {
  /** A workbook of the merchant's items, to be filled in. */
  lotTemplate: stream('/api/desk/lots/template', {
    who: 'merchant',
    may: 'lots',
    input: emptyInput,
    output: z.never(),
  }),
  /** Saves nothing: what of a table would come in. */
  checkLotTable: post('/api/desk/lots/table', {
    who: 'merchant',
    may: 'lots',
    cost: 'upload',
    input: lotTableInput,
    output: lotTableChecked,
  }),
  /** A slice of a checked table. */
  putInLots: post('/api/desk/lots/table/rows', {
    who: 'merchant',
    may: 'lots',
    input: putInLotsInput,
    output: lotsPutIn,
  }),
  /** Keeps rows that the check refused beside those that come in; nothing comes in by it. */
  keepWrongLots: post('/api/desk/lots/table/wrong', {
    who: 'merchant',
    may: 'lots',
    input: keepWrongLotsInput,
    output: z.object({ import: z.number().int() }),
  }),
};
