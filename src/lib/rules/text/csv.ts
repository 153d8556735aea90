/** Tables as CSV. */

/** A cell as a table knows it; what is not there is an empty cell. */
export type CsvCell = string | number | null | undefined;

/** Spreadsheets read such a cell as a formula, in full width too. A plain number stays one. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/**
 * Rows as CSV for spreadsheets (RFC 4180): UTF-8 that says so by its first sign, as Excel reads Chinese otherwise as
 * something else. A cell that would run as a formula becomes text by an apostrophe before it.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: CsvCell): string {
  const raw = cell === null || cell === undefined ? '' : String(cell);
  const safe = formula.test(raw) && !plainNumber.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
