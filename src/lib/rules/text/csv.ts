/** Tables as CSV. */

/** A cell as a table knows it; what is not there is an empty cell. */
export type CsvCell = string | number | null | undefined;

/** Spreadsheets read such a cell as a formula, in full width too. A plain number stays one. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;
/**
 * Texts of which a spreadsheet makes another value: noughts in front and digits from the sixteenth on are lost, twelve
 * digits and 1E5 are shown as 1E+5 and saved so, 1-2 becomes a day. Days as we write them (2026-11-21) may become days.
 */
const changed = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i,
  /^\d{1,4}[-/]\d{1,2}$/,
  /^\d{1,2}[-/]\d{1,2}[-/]\d{1,4}$/,
];

/**
 * Rows as CSV for spreadsheets (RFC 4180): UTF-8 that says so by its first sign, as Excel reads Chinese otherwise as
 * something else. A cell that would run as a formula becomes text by an apostrophe before it; a text that would become
 * another value by a tab before it, which is not shown and which readers take off with the blanks around a cell.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: CsvCell): string {
  const raw = cell === null || cell === undefined ? '' : String(cell);
  const isChanged = typeof cell === 'string' && changed.some((pattern) => pattern.test(raw));
  const safe = isChanged ? `\t${raw}` : formula.test(raw) && !plainNumber.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
