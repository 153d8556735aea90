/** Trace codes of one line in a table: what a scanner or another system has written, row by row (rules 3). */
import { readTraceCodes } from './lots.ts';

/** The most rows with something in them, the head included: ten thousand codes, one a row. */
export const mostTraceRows = 10_001;

/** What is wrong with a row; rows count from 1, as the spreadsheet does. */
export interface TraceFault {
  row: number;
  sentence: string;
}

export interface TraceTable {
  codes: string[];
  faults: TraceFault[];
}

/** What a head may call the column. */
const heads = /追溯码|监管码/;
/** What a spreadsheet makes of twenty digits in a cell that is no text. */
const rounded = /^\d(?:\.\d+)?E\+?\d+$/i;

/**
 * Reads every code of a table: of the column that its head names, without one of all cells. Many in one cell are read as
 * they are pasted. Each word that is no code, and each code that came before, is named with its row.
 */
export function readTraceTable(table: readonly (readonly string[])[]): TraceTable {
  const column = (table[0] ?? []).findIndex((cell) => heads.test(cell));
  const rowOf = new Map<string, number>();
  const faults: TraceFault[] = [];
  for (const [at, cells] of table.entries()) {
    if (column >= 0 && at === 0) continue;
    const row = at + 1;
    const text = column >= 0 ? (cells[column] ?? '') : cells.join(' ');
    for (const word of wordsOf(text)) {
      const before = rowOf.get(word);
      if (before !== undefined) faults.push({ row, sentence: `追溯码${word}与第${before}行重复` });
      else if (readTraceCodes(word).codes.length === 1) rowOf.set(word, row);
      else faults.push({ row, sentence: faultOf(word) });
    }
  }
  return { codes: [...rowOf.keys()], faults };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,，;；、"]+/).filter((word) => word !== '');
}

function faultOf(word: string): string {
  return rounded.test(word)
    ? `“${word}”已被表格软件改成科学计数，原码已丢失，请把该列设为文本后重新导出`
    : `“${word.slice(0, 24)}”不是20位数字`;
}
