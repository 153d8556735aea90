/** Looks where the cells of a sheet stand before a reader places them: it fills every row up to the last cell. */
import { Parser } from 'saxen';
import { TableError, type TableLimits } from './limits.ts';

/** The last row and column that a spreadsheet program knows. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

/**
 * Throws TableError when a cell with something in it stands beyond the limits, or any cell where no sheet reaches.
 * Formatted cells without a value may stand anywhere on the sheet: whole columns are often formatted.
 */
export function checkSheetRange(xml: string, { rows, columns }: TableLimits): void {
  let row = 0;
  let column = 0;
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    const tag = localName(name);
    if (tag === 'row') {
      const place = attributeOf(attributes(), 'r', decode);
      if (place !== undefined) row = placeOf(place, /^()(\d{1,7})$/).row;
      else row += 1;
      column = 0;
    } else if (tag === 'c') {
      const place = attributeOf(attributes(), 'r', decode);
      if (place !== undefined) ({ row, column } = placeOf(place, /^([A-Z]{1,3})(\d{1,7})$/));
      else column += 1;
    } else if (tag === 'v' || tag === 'is') {
      if (column > columns) throw new TableError(`超过 ${columns} 列，请删去多余的列再导入。`);
      if (row > rows) throw new TableError(`超过 ${rows} 行，请拆成几个文件再导入。`);
    } else return;
    if (row > lastRow || column > lastColumn) throw broken();
  });
  parser.parse(xml);
}

function broken(): TableError {
  return new TableError('不是完好的 XLSX 文件，请用 Excel 或 WPS 重新另存后再导入。');
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  decode: (text: string) => string,
): string | undefined {
  for (const [name, text] of Object.entries(attributes)) if (localName(name) === wanted) return decode(text);
  return undefined;
}

function placeOf(text: string, pattern: RegExp): { row: number; column: number } {
  const match = pattern.exec(text);
  if (match === null) throw broken();
  const [, letters = '', digits] = match;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column };
}
