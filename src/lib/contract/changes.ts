/** Changes of many rows at a desk: made, previewed, carried out, taken back; and a merchant's own items. */
import { z } from 'zod';
import { type ChangeSubject, changeSources, changeSubjects } from '../rules/changes/set-source.ts';
import { get, post } from './call.ts';
import { changeRowsShown } from './constants.ts';
import { flagOut, freeText, id, ids, pageSize, text, whole } from './fields.ts';
import { columnKeys, tableMapping } from './tables.ts';
import { upload } from './uploads.ts';

const reason = freeText('原因', 200);
const token = text('提交标识', { min: 8, max: 60 });
const subjects: readonly [ChangeSubject, ...ChangeSubject[]] = ['goods', ...changeSubjects];
const subject = z.enum(subjects, { error: '修改内容不正确' }).default('goods');
/** Fields of rows as cells, those of all kinds: empty keeps, `-` clears. */
const cells = z.object({
  price: freeText('原价', 30),
  memberPrice: freeText('会员价', 30),
  minQuantity: freeText('起订量', 30),
  limitQuantity: freeText('每单限购', 30),
  dayLimit: freeText('每日限购', 30),
  weekLimit: freeText('每周限购', 30),
  withCoupon: freeText('可用优惠券', 30),
  isOnShelf: freeText('上架', 30),
  taxRate: freeText('税率', 30),
  taxPolicy: freeText('优惠政策', 30),
  taxCode: freeText('税收分类编码', 40),
  taxFrom: freeText('生效日期', 30),
});

const search = { keyword: freeText('关键词', 60), view: freeText('范围', 20) };

export const makeChangeInput = z.object({
  token,
  subject,
  source: z.enum(['row', 'ticked', 'found'], { error: '修改方式不正确' }),
  /** Items of `row` and `ticked`. */
  ids: ids('商品', 500).optional(),
  /** The search of `found`, and how many it had found. */
  ...search,
  found: whole('找到的条数', 0, 10_000_000).optional(),
  values: cells,
  /** The cells that the person saw, of `row`. */
  seen: cells.optional(),
  reason,
});
export type MakeChangeValues = z.output<typeof makeChangeInput>;

export const changeTableInput = z.object({
  token,
  subject,
  /** A table, or cells that were pasted. */
  file: upload('表格').optional(),
  text: freeText('粘贴的内容', 500_000),
  columns: columnKeys,
  reason,
});
export type ChangeTableValues = z.output<typeof changeTableInput>;

const counts = z.object({
  new: z.number().int(),
  ready: z.number().int(),
  same: z.number().int(),
  refused: z.number().int(),
  skipped: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  undone: z.number().int(),
});

export const changeSetWire = z.object({
  id: z.number().int(),
  merchant: z.string(),
  subject_text: z.string(),
  source: z.enum(changeSources),
  source_text: z.string(),
  state: z.string(),
  state_text: z.string(),
  made_by: z.string(),
  reason: z.string(),
  decided_by: z.string(),
  /** Why it was refused, or stopped by itself. */
  word: z.string(),
  /** Sentences: the new values of all rows. */
  what: z.array(z.string()),
  /** The set that this one takes back; 0: none. */
  undo_of: z.number().int(),
  needs_second: flagOut,
  created_at: z.string(),
  began_at: z.string(),
  ended_at: z.string(),
  counts,
  /** What the caller may do now. */
  may: z.array(z.string()),
});
export type ChangeSetWire = z.infer<typeof changeSetWire>;

const changeRowWire = z.object({
  no: z.number().int(),
  id: z.number().int(),
  label: z.string(),
  state: z.string(),
  state_text: z.string(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  note: z.string(),
});
export type ChangeRowWire = z.infer<typeof changeRowWire>;

const madeChange = z.object({
  set: changeSetWire,
  /** Of `row`: all changeable fields as they are now, as cells that read the same. */
  cells: z.record(z.string(), z.string()).nullable(),
});
export type MadeChange = z.infer<typeof madeChange>;

const madeTable = z.object({
  /** Null while columns are open. */
  set: changeSetWire.nullable(),
  table: tableMapping,
});
export type MadeTable = z.infer<typeof madeTable>;

export const changeRowsInput = z.object({
  id: id('修改编号'),
  state: freeText('状态', 20),
  after: whole('起始行', 0, 1_000_000).default(0),
  size: pageSize(changeRowsShown),
});
export type ChangeRowsValues = z.output<typeof changeRowsInput>;

export const actOnChangeInput = z.object({
  id: id('修改编号'),
  verb: z.enum(
    ['run', 'pass', 'refuse', 'withdraw', 'skip', 'unskip', 'drop', 'stop', 'resume', 'end', 'undo'],
    {
      error: '操作不正确',
    },
  ),
  /** Rows of `skip`, `unskip` and `undo`; none of `undo`: all. */
  rows: ids('行', 500).optional(),
  /** Why it is refused. */
  word: freeText('原因', 200),
});
export type ActOnChangeValues = z.output<typeof actOnChangeInput>;

const historyRow = z.object({
  set: z.number().int(),
  at: z.string(),
  by: z.string(),
  source_text: z.string(),
  reason: z.string(),
  state_text: z.string(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
});

const goodsHistory = z.object({ list: z.array(historyRow) });
export type GoodsHistory = z.infer<typeof goodsHistory>;

export const changesCalls = {
  goodsHistory: get('/api/desk/goods/{id}/history', {
    who: 'merchant',
    may: 'goods',
    input: z.object({ id: id('商品编号') }),
    output: goodsHistory,
  }),
  makeChange: post('/api/desk/changes', {
    who: 'merchant',
    may: 'changes',
    sure: true,
    input: makeChangeInput,
    output: madeChange,
  }),
  makeChangeTable: post('/api/desk/changes/table', {
    who: 'merchant',
    may: 'changes',
    cost: 'upload',
    input: changeTableInput,
    output: madeTable,
  }),
  deskChange: get('/api/desk/changes/{id}', {
    who: 'staff',
    may: 'changes',
    input: z.object({ id: id('修改编号') }),
    output: changeSetWire,
  }),
  changeRows: get('/api/desk/changes/{id}/rows', {
    who: 'staff',
    may: 'changes',
    input: changeRowsInput,
    output: z.object({ list: z.array(changeRowWire) }),
  }),
  actOnChange: post('/api/desk/changes/{id}/act', {
    who: 'staff',
    may: 'changes',
    sure: true,
    input: actOnChangeInput,
    output: changeSetWire,
  }),
};
