/** Splits rows of a printed document into sheets, each with its own header and footer. */

/** Tenths of a millimetre. */
type Tenths = number;

/** Signs of a Latin text that are wider than half of a Chinese one, in halves; fonts of Chinese systems differ little. */
const wide: readonly (readonly [RegExp, number])[] = [
  [/[WMwm@%]/, 1.8],
  [/[A-Z]/, 1.35],
  [/[0-9a-z]/, 1.15],
];

function signWidth(sign: string): number {
  if (sign.charCodeAt(0) >= 0x2e80) return 2;
  return wide.find(([signs]) => signs.test(sign))?.[1] ?? 1;
}

/** Width in half-width characters: a Chinese character counts as two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

/** Words stay whole, and signs that may not begin or end a line stay with their neighbour. */
const piece = /[!-~]+|[（《「“]+[^!-~]?[）》」”，。、；：！？]*|[^!-~][）》」”，。、；：！？]*/gu;

/**
 * Lines of a text in a column of that many half-width characters, at least one: as a browser breaks it, between Chinese
 * signs and words, and within a word that is longer than a line.
 */
export function linesOf(text: string, column: number): number {
  let lines = 1;
  let used = 0;
  const put = (width: number) => {
    if (used > 0 && used + width > column) {
      lines += 1;
      used = 0;
    }
    used += width;
  };
  for (const part of text.match(piece) ?? []) {
    if (textWidth(part) <= column) put(textWidth(part));
    else {
      // It begins a line, and fills as many as it needs.
      if (used > 0) used = column;
      for (const sign of part) put(signWidth(sign));
    }
  }
  return lines;
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

/**
 * The paper formats of 随货同行单: width of the sheet in mm, and the room for rows on a sheet with three lines in its head.
 */
export const notePapers = {
  a4: { text: 'A4', width: 190, room: 2_210 },
  pin: { text: '三联针式（241×140毫米）', width: 221, room: 720 },
} as const satisfies Record<string, { text: string; width: number; room: Tenths }>;

export type NotePaper = keyof typeof notePapers;
