/** CSV of spreadsheet programs: quoted fields may contain the delimiter, quotes (doubled) and line breaks. */
import { CsvError, type Options, parse } from 'csv-parse/sync';
import { nameColumn, type TableSpec } from '#lib/rules/tables/spec.ts';
import { TableError, type TableLimits } from './limits.ts';

const options: Options = {
  bom: true,
  relax_column_count: true,
  // A quote in the middle of an unquoted field is literal.
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** All rows of a text of our own; an empty line is a row with one empty field. Throws CsvError for an open quote. */
export function readCsv(text: string): string[][] {
  return parse(text, { ...options, max_record_size: 0 });
}

/** The rows of a text that came from outside. Throws TableError beyond the limits. */
export function readCsvWithin(
  text: string,
  { rows, columns, cell }: TableLimits,
  spec: TableSpec | null,
): string[][] {
  const { body, delimiter } = findDelimiter(text, spec);
  try {
    // Twice the limit of non-empty rows: some in between are blank.
    return parse(body, { ...options, delimiter, max_record_size: columns * cell, to: rows * 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records ?? 0) + 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new TableError(`第 ${row} 行过长，请检查文件是否完整。`);
    throw new TableError(`第 ${row} 行起的引号没有成对，请检查文件是否完整。`);
  }
}

const delimiters = [',', '\t', ';', '，', '|'] as const;
/** Signs of the beginning that are looked at, and lines among them. */
const lookedAt = 20_000;
const mostLines = 10;

/** The delimiter: that of the line `sep=`, the one by which the header names the most columns, or one in each line. */
function findDelimiter(text: string, spec: TableSpec | null): { body: string; delimiter: string } {
  // A spreadsheet does not show this line and does not count it.
  const said = /^\ufeff?"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text);
  if (said) return { body: text.slice(said[0].length), delimiter: said[1] ?? ',' };
  const lines = text
    .slice(0, lookedAt)
    .split(/\r\n|\n|\r/, mostLines * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, mostLines);
  const named = delimiters.map((sign) => ({
    sign,
    names: Math.max(0, ...lines.map((line) => namesIn(line, sign, spec))),
  }));
  const best = named.reduce((most, one) => (one.names > most.names ? one : most));
  if (best.names >= 2) return { body: text, delimiter: best.sign };
  // A Chinese comma occurs in sentences, and is accepted only where a header says so.
  const even = (['\t', ';', '|'] as const).find((sign) => isEven(lines, sign));
  return { body: text, delimiter: even ?? ',' };
}

/** How many columns a line names when it is split by a delimiter. */
function namesIn(line: string, sign: string, spec: TableSpec | null): number {
  if (spec === null || !line.includes(sign)) return 0;
  return line
    .replace(/^\ufeff/, '')
    .split(sign, 100)
    .filter((cell) => nameColumn(cell.replaceAll('"', ''), spec) !== null).length;
}

/**
 * Every line has the delimiter, equally often. A tab before a cell prevents a spreadsheet from taking it for a number.
 */
function isEven(lines: readonly string[], sign: string): boolean {
  const counts = new Set(lines.map((line) => line.replace(/(^|,)"?\t/g, '$1').split(sign).length));
  return counts.size === 1 && !counts.has(1);
}
