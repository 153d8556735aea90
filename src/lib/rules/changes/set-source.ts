/** What sets of changes change, and where their rows come from (rules 18). */
import { keysOf, textOf } from '../terms/keys.ts';

/** `goods`: items of one merchant. */
export const changeSubjects = ['goods'] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

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
