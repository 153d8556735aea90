/** CSV as spreadsheet programs write it: quoted fields may hold commas, quotes (doubled) and line breaks. */
import { CsvError, type Options, parse } from 'csv-parse/sync';
import { TableError, type TableLimits } from './limits.ts';

const options: Options = {
  bom: true,
  relax_column_count: true,
  // A quote in the middle of an unquoted field is taken as it stands.
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** All rows of a text of our own; an empty line is a row with one empty field. Throws CsvError for an open quote. */
export function readCsv(text: string): string[][] {
  return parse(text, { ...options, max_record_size: 0 });
}

/** The rows of a text that came from outside. Throws TableError beyond the limits. */
export function readCsvWithin(text: string, { rows, columns, cell }: TableLimits): string[][] {
  try {
    // Twice as many rows as may hold something: between them some are blank.
    return parse(text, { ...options, max_record_size: columns * cell, to: rows * 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records ?? 0) + 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new TableError(`第 ${row} 行过长，请检查文件是否完整。`);
    throw new TableError(`第 ${row} 行起的引号没有成对，请检查文件是否完整。`);
  }
}
