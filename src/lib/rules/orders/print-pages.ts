/** Splits rows of a printed document into sheets, each with its own header and footer. */

/** Tenths of a millimetre. */
type Tenths = number;

/** Width in half-width characters: a Chinese character counts as two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += sign.charCodeAt(0) < 0x2e80 ? 1 : 2;
  return width;
}

/** Lines of a text in a column of that many half-width characters, at least one. */
export function linesOf(text: string, column: number): number {
  return Math.max(1, Math.ceil(textWidth(text) / column));
}

/**
 * Rows in sheets of `room`: as many on each as fit, none split. A row higher than a sheet is alone on one. Without rows
 * there is one empty sheet.
 */
export function sheetsOf<Row>(
  rows: readonly Row[],
  { room, heightOf }: { room: Tenths; heightOf: (row: Row) => Tenths },
): Row[][] {
  const sheets: Row[][] = [[]];
  let left = room;
  for (const row of rows) {
    const height = heightOf(row);
    const sheet = sheets.at(-1);
    if (sheet === undefined || (height > left && sheet.length > 0)) {
      sheets.push([row]);
      left = room - height;
    } else {
      sheet.push(row);
      left -= height;
    }
  }
  return sheets;
}

/** The paper formats of 随货同行单. */
export const notePapers = {
  a4: { text: 'A4', room: 1_800 },
  pin: { text: '三联针式（241×140毫米）', room: 640 },
} as const satisfies Record<string, { text: string; room: Tenths }>;

export type NotePaper = keyof typeof notePapers;
