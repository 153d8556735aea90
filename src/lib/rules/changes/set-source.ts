/** What sets of changes change, and where their rows come from (rules 18). */
import { keysOf, textOf } from '../terms/keys.ts';

/** Kinds of rows: goods are items of one merchant, goods_tax the taxes of such items. */
export const changeSubjectTexts = { goods: '商品', goods_tax: '商品税率' } as const;
export type ChangeSubject = keyof typeof changeSubjectTexts;
export const changeSubjects = keysOf(changeSubjectTexts);

/**
 * row: one row, changed where it stands. ticked: rows that a person ticked. found: all rows of a search. paste: cells of a
 * spreadsheet. file: a table. undo: rows of another set, taken back.
 */
export const changeSourceTexts = {
  row: '单条修改',
  ticked: '勾选修改',
  found: '按搜索结果修改',
  paste: '粘贴表格',
  file: '上传表格',
  undo: '撤销修改',
} as const;

export type ChangeSource = keyof typeof changeSourceTexts;
export const changeSources = keysOf(changeSourceTexts);

/** The source in Chinese; the word itself for one of another version. */
export function changeSourceText(source: string): string {
  return textOf(changeSourceTexts, source);
}

/** Rows of one set. */
export const mostSetRows = 100_000;
/** Up to so many rows are checked before the answer; more are checked by the job. */
export const checkedAtOnce = 200;
