/** Exported tables: CSV or XLSX. */
import writeXlsx from 'write-excel-file/node';
import { AppError } from '#lib/contract/errors.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { type CsvCell, csvLines, csvText } from '#lib/rules/text/csv.ts';

/** A column: a text, a whole number, or an amount of fen that is written as yuan with two decimals. */
export interface TableColumn<Row> {
  head: string;
  /** Signs that the widest cell takes, for programs that set the width by it. */
  width: number;
  kind: 'text' | 'number' | 'money';
  value: (row: Row) => string | number | null;
}

/** Rows that are read while the file is written. */
export interface FoundRows<Row> {
  total: number;
  slices: AsyncIterable<readonly Row[]>;
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TableFormat = keyof typeof types;

/** The formats that are written, by the ending of their files. */
export const tableFormats = keysOf(types);

/** A workbook is made as a whole, so it holds no more rows; a CSV is written as it is read. */
const mostInWorkbook = 10_000;

/** Throws 422 where a file of a format holds fewer rows: a CSV holds any number. */
export function guardWorkbook(format: TableFormat, rows: number): void {
  if (format !== 'csv' && rows > mostInWorkbook)
    throw new AppError(422, `共${rows}行，Excel文件最多${mostInWorkbook}行，请导出CSV`);
}

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
  if (format === 'csv')
    return Buffer.from(
      csvText([columns.map(({ head }) => head), ...rows.map((row) => textsOf(columns, row))]),
    );
  const heads = columns.map(({ head }) => ({ value: head, fontWeight: 'bold' as const }));
  const body = rows.map((row) => columns.map((column) => cellOf(column, column.value(row))));
  const widths = columns.map(({ width }) => ({ width }));
  return writeXlsx([heads, ...body], { columns: widths }).toBuffer();
}

/** A workbook with headings and `rows` empty rows of text cells, to be filled in: a long code stays as it is typed. */
export async function writeBlankTable(
  heads: readonly Pick<TableColumn<never>, 'head' | 'width'>[],
  rows: number,
): Promise<Buffer> {
  const text = { type: String, format: '@' };
  const blank: (typeof text & { value?: string })[] = heads.map(() => text);
  const all = [
    heads.map(({ head }) => ({ ...text, value: head })),
    ...Array.from({ length: rows }, () => blank),
  ];
  return writeXlsx(all, { columns: heads.map(({ width }) => ({ width })) }).toBuffer();
}

/** The rows as CSV, written slice by slice as they are read. */
export function streamCsv<Row>(
  columns: readonly TableColumn<Row>[],
  slices: AsyncIterable<readonly Row[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = slices[Symbol.asyncIterator]();
  return new ReadableStream({
    start(stream) {
      stream.enqueue(encoder.encode(csvText([columns.map(({ head }) => head)])));
    },
    async pull(stream) {
      const { done, value } = await reader.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(csvLines(value.map((row) => textsOf(columns, row)))));
    },
    async cancel() {
      await reader.return?.();
    },
  });
}

function textsOf<Row>(columns: readonly TableColumn<Row>[], row: Row): CsvCell[] {
  return columns.map(({ kind, value }) => {
    const cell = value(row);
    return kind === 'money' && typeof cell === 'number' ? formatYuan(cell) : cell;
  });
}

function cellOf({ kind }: { kind: TableColumn<never>['kind'] }, cell: string | number | null) {
  if (cell === null) return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  return kind === 'money'
    ? { value: cell / 100, type: Number, format: '0.00' }
    : { value: cell, type: Number };
}
