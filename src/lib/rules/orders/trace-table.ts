/** Trace codes of one line in a table: what a scanner or another system has written, row by row (rules 3). */
import { findCutCode } from '../tables/cell.ts';
import type { ReadColumns } from '../tables/columns.ts';
import type { TableSpec } from '../tables/spec.ts';
import { traceWords } from '../text/trace-code.ts';

/** The most rows with something in them, the head included: ten thousand codes, one a row. */
export const mostTraceRows = 10_001;

/** A fault of a row; rows count from 1, as in the spreadsheet. */
export interface TraceFault {
  row: number;
  sentence: string;
}

export interface TraceTable {
  codes: string[];
  faults: TraceFault[];
}

/** Without a head every cell is read. */
export const traceSpec = {
  name: 'trace',
  columns: [
    {
      key: 'codes',
      title: '追溯码',
      kind: 'code',
      is: [],
      has: ['追溯码', '监管码'],
      never: ['数', '状态', '类型', '级', '标识', '是否', '时间', '日期'],
    },
  ],
  others: [],
  needed: [['codes']],
  leastNamed: 1,
  headless: 'own',
} as const satisfies TableSpec;

/**
 * Reads every code of a table. Many in one cell are read as they are pasted. Each word that is no code, and each code
 * that came before, is named with its row.
 */
export function readTraceTable({ rows, isBare }: Pick<ReadColumns, 'rows' | 'isBare'>): TraceTable {
  const rowOf = new Map<string, number>();
  const faults: TraceFault[] = [];
  for (const cells of rows) {
    const { row } = cells;
    // Cells stay separate: groups of digits in one of them may form a code.
    const text = isBare ? cells.cells.join('\n') : cells.cell('codes');
    for (const { written, code } of traceWords(text)) {
      const cut = findCutCode(code ?? written);
      const before = code === null ? undefined : rowOf.get(code);
      if (cut !== null) faults.push({ row, sentence: cut });
      else if (code === null) faults.push({ row, sentence: `“${written.slice(0, 24)}”不是20位数字` });
      else if (before !== undefined) faults.push({ row, sentence: `追溯码${code}与第${before}行重复` });
      else rowOf.set(code, row);
    }
  }
  return { codes: [...rowOf.keys()], faults };
}
