/**
 * Examines a sheet before a parser places its cells, which fills every row up to the last cell: positions, hidden rows
 * and merged cells. The parser reports neither of the latter.
 */
import { Parser } from 'saxen';
import { TableError, type TableLimits } from './limits.ts';
import { attributeOf, localName } from './workbook.ts';

/** The last row and column that a spreadsheet program knows. */
const lastRow = 1_048_576;
const lastColumn = 16_384;
/** Merged ranges of one sheet that are looked at. */
const mostMerges = 20_000;

/** A merged range, from 0; both ends are inside. */
export interface Merge {
  column: number;
  fromRow: number;
  toRow: number;
}

export interface SheetLook {
  /** Numbers of rows that people do not see, by hand or by a filter; from 1. */
  hidden: Set<number>;
  merges: Merge[];
  /** All cells are empty. */
  isEmpty: boolean;
  /** A formula has failed. */
  hasErrors: boolean;
}

/**
 * Throws TableError when a non-empty cell is beyond the limits, or any cell beyond the range of a sheet. Formatted
 * cells without a value may be anywhere on the sheet: whole columns are often formatted.
 */
export function lookAtSheet(xml: string, { rows, columns }: TableLimits): SheetLook {
  const look: SheetLook = { hidden: new Set(), merges: [], isEmpty: true, hasErrors: false };
  let row = 0;
  let column = 0;
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    const tag = localName(name);
    const attribute = (wanted: string) => attributeOf(attributes(), wanted, decode);
    if (tag === 'row') {
      const place = attribute('r');
      if (place !== undefined) row = placeOf(place, /^()(\d{1,7})$/).row;
      else row += 1;
      column = 0;
      if (row <= rows && isTrue(attribute('hidden'))) look.hidden.add(row);
    } else if (tag === 'c') {
      const place = attribute('r');
      if (place !== undefined) ({ row, column } = placeOf(place, /^([A-Z]{1,3})(\d{1,7})$/));
      else column += 1;
      if (attribute('t') === 'e') look.hasErrors = true;
    } else if (tag === 'v' || tag === 'is') {
      look.isEmpty = false;
      if (column > columns) throw new TableError(`超过 ${columns} 列，请删去多余的列再导入。`);
      if (row > rows) throw new TableError(`超过 ${rows} 行，请拆成几个文件再导入。`);
    } else if (tag === 'mergeCell') {
      const merge = mergeOf(attribute('ref') ?? '');
      if (merge && look.merges.length < mostMerges) look.merges.push(merge);
    } else return;
    if (row > lastRow || column > lastColumn) throw broken();
  });
  parser.parse(xml);
  return look;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Only ranges over several rows matter: a title over several columns stays in its first. */
function mergeOf(ref: string): Merge | null {
  const [from, to] = ref.split(':');
  if (from === undefined || to === undefined) return null;
  const cell = /^([A-Z]{1,3})(\d{1,7})$/;
  const [first, last] = [placeOf(from, cell), placeOf(to, cell)];
  if (last.row <= first.row) return null;
  return { column: first.column - 1, fromRow: first.row - 1, toRow: last.row - 1 };
}

/** A failed formula as the text that its cell shows (#N/A): the reader would leave it out. */
export function errorsAsTexts(xml: string): string {
  return xml.replace(/(<(?:\w+:)?c\s[^<>]*?\bt\s?=\s?)(["'])e\2/g, '$1$2str$2');
}

export function broken(): TableError {
  return new TableError('不是完好的 XLSX 文件，请用 Excel 或 WPS 重新另存后再导入。');
}

function placeOf(text: string, pattern: RegExp): { row: number; column: number } {
  const match = pattern.exec(text);
  if (match === null) throw broken();
  const [, letters = '', digits] = match;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column };
}
