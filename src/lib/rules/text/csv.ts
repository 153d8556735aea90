/** Tables as CSV. */

/** A cell of a table; a missing value is an empty cell. */
export type CsvCell = string | number | null | undefined;

/** Spreadsheets treat such a cell as a formula, in full width too. A plain number stays one. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;
/**
 * Texts that a spreadsheet converts to another value: leading zeros and digits from the sixteenth on are lost, twelve
 * digits and 1E5 are shown and saved as 1E+5, 1-2 becomes a day. Days in our format (2026-11-21) may become days.
 */
const changed = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i,
  /^\d{1,4}[-/]\d{1,2}$/,
  /^\d{1,2}[-/]\d{1,2}[-/]\d{1,4}$/,
];

/**
 * Rows as CSV for spreadsheets (RFC 4180): UTF-8 with a byte order mark, because Excel misreads Chinese without it. A
 * cell that would run as a formula becomes text by a leading apostrophe; a text that would become another value by a
 * leading tab, which is not shown and which readers trim with the blanks of a cell.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${csvLines(rows)}`;
}

/** The lines alone, for a file that is written piece by piece. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** The text of a cell that a spreadsheet takes as it is: no formula, and no other value. */
export function sheetText(cell: CsvCell): string {
  const raw = cell === null || cell === undefined ? '' : String(cell);
  const isChanged = typeof cell === 'string' && changed.some((pattern) => pattern.test(raw));
  return isChanged ? `\t${raw}` : formula.test(raw) && !plainNumber.test(raw) ? `'${raw}` : raw;
}

function cellText(cell: CsvCell): string {
  const safe = sheetText(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a spreadsheet pastes them: a tab between cells, without the tab that keeps a text in a file. */
export function sheetRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows
    .map((row) => row.map((cell) => sheetText(cell).replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n');
}
