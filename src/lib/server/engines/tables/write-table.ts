/** Exported tables: CSV or XLSX. */
import writeXlsx from 'write-excel-file/node';
import { formatYuan } from '#lib/rules/money/money.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { csvText } from '#lib/rules/text/csv.ts';

/** A column: a text, a whole number, or an amount of fen that is written as yuan with two decimals. */
export interface TableColumn<Row> {
  head: string;
  /** Signs that the widest cell takes, for programs that set the width by it. */
  width: number;
  kind: 'text' | 'number' | 'money';
  value: (row: Row) => string | number | null;
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TableFormat = keyof typeof types;

/** The formats that are written, by the ending of their files. */
export const tableFormats = keysOf(types);

/** The headers of a format's file. */
export function tableType(format: TableFormat): string {
  return types[format];
}

/** The rows as a file of a format. Amounts are numbers in a workbook, so that a program can sum them. */
export async function writeTable<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(csvOf(columns, rows));
  const heads = columns.map(({ head }) => ({ value: head, fontWeight: 'bold' as const }));
  const body = rows.map((row) => columns.map((column) => cellOf(column, column.value(row))));
  return writeXlsx([heads, ...body], { columns: columns.map(({ width }) => ({ width })) }).toBuffer();
}

function csvOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return csvText([
    columns.map(({ head }) => head),
    ...rows.map((row) =>
      columns.map(({ kind, value }) => {
        const cell = value(row);
        return kind === 'money' && typeof cell === 'number' ? formatYuan(cell) : cell;
      }),
    ),
  ]);
}

function cellOf({ kind }: { kind: TableColumn<never>['kind'] }, cell: string | number | null) {
  if (cell === null) return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  return kind === 'money'
    ? { value: cell / 100, type: Number, format: '0.00' }
    : { value: cell, type: Number };
}
