/** Draws the parts of a book that are written here: headings, names with values, tables, codes. */
import type { PDFImage } from '@cantoo/pdf-lib';
import type { BookBlock, BookSheet, BookTable } from './book.ts';
import { faint, lineWidth, margin, type Pen } from './pen.ts';

const text = { size: 9, line: 13 };
const cell = { size: 8, line: 11, pad: 3 };
const heading = { size: 15, line: 26 };
const subheading = { size: 11, line: 20 };
const sealSide = 88;

/** Pictures by their places among the files; one that cannot be read is not there. */
export type Seals = ReadonlyMap<number, PDFImage>;

/** Draws a part, from the top of a new sheet on. */
export function drawSheet(pen: Pen, { title, blocks }: BookSheet, seals: Seals = new Map()): void {
  pen.begin();
  for (const line of pen.wrap(title, lineWidth, heading.size)) {
    const x = margin + (lineWidth - pen.widthOf(line, heading.size)) / 2;
    pen.write(line, { x, y: pen.y - heading.size, size: heading.size });
    pen.y -= heading.line;
  }
  for (const block of blocks) drawBlock(pen, block, seals);
}

function drawBlock(pen: Pen, block: BookBlock, seals: Seals): void {
  switch (block.kind) {
    case 'lines':
      drawLines(pen, block.lines);
      break;
    case 'heading':
      drawHeading(pen, block.text);
      break;
    case 'pairs':
      drawPairs(pen, block.pairs);
      break;
    case 'sealed':
      drawSealed(pen, block.lines, seals.get(block.file));
      break;
    case 'table':
      drawTable(pen, block);
      break;
    case 'grid':
      drawGrid(pen, block.columns, block.cells);
  }
}

function drawHeading(pen: Pen, words: string): void {
  const { size, line } = subheading;
  // Not at the foot of a sheet, alone.
  pen.need(line + 4 * cell.line);
  pen.y -= 4;
  pen.write(pen.clip(words, lineWidth, size), { x: margin, y: pen.y - size, size });
  pen.y -= line;
}

function drawLines(pen: Pen, lines: readonly string[]): void {
  for (const line of lines.flatMap((one) => pen.wrap(one, lineWidth, text.size))) {
    pen.need(text.line);
    pen.write(line, { x: margin, y: pen.y - text.size, size: text.size });
    pen.y -= text.line;
  }
  pen.y -= 4;
}

const nameWidth = 52;

function drawPairs(pen: Pen, pairs: readonly (readonly [string, string])[]): void {
  const half = lineWidth / 2;
  const room = half - nameWidth - 8;
  for (let at = 0; at < pairs.length; at += 2) {
    const two = pairs
      .slice(at, at + 2)
      .map(([name, value]) => ({ name, lines: pen.wrap(value, room, text.size) }));
    const height = Math.max(...two.map(({ lines }) => lines.length)) * text.line;
    pen.need(height);
    for (const [column, { name, lines }] of two.entries()) {
      const x = margin + column * half;
      pen.write(name, { x, y: pen.y - text.size, size: text.size, colour: faint });
      for (const [n, line] of lines.entries())
        pen.write(line, { x: x + nameWidth, y: pen.y - text.size - n * text.line, size: text.size });
    }
    pen.y -= height;
  }
  pen.y -= 6;
}

/** Its headings are repeated on each sheet; a row is not split, unless it is higher than a sheet. */
function drawTable(pen: Pen, { heads, widths, rows }: BookTable): void {
  const shares = widths.reduce((sum, width) => sum + width, 0);
  const columns = widths.map((width) => (width / shares) * lineWidth);
  const headLines = linesOf(pen, heads, columns);
  const headHeight = heightOf(headLines);
  const all = rows.flatMap((row) => partsOf(linesOf(pen, row, columns)));
  pen.need(headHeight + heightOf(all[0] ?? [[]]));
  drawRow(pen, headLines, columns, headHeight);
  for (const lines of all) {
    const height = heightOf(lines);
    if (!pen.hasRoom(height)) {
      pen.begin();
      drawRow(pen, headLines, columns, headHeight);
    }
    drawRow(pen, lines, columns, height);
  }
  pen.y -= 8;
}

const mostLines = 50;

function linesOf(pen: Pen, row: readonly string[], columns: readonly number[]): string[][] {
  return columns.map((width, at) => pen.wrap(row[at] ?? '', width - 2 * cell.pad, cell.size));
}

/** A row of too many lines as several. */
function partsOf(lines: string[][]): string[][][] {
  const most = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: Math.max(1, Math.ceil(most / mostLines)) }, (_, part) =>
    lines.map((column) => column.slice(part * mostLines, (part + 1) * mostLines)),
  );
}

function heightOf(lines: readonly (readonly string[])[]): number {
  return Math.max(1, ...lines.map(({ length }) => length)) * cell.line + 2 * cell.pad;
}

function drawRow(pen: Pen, lines: string[][], columns: readonly number[], height: number): void {
  const top = pen.y;
  const bottom = top - height;
  let x = margin;
  pen.line({ x, y: top }, { x: x + lineWidth, y: top });
  for (const [at, width] of columns.entries()) {
    pen.line({ x, y: top }, { x, y: bottom });
    for (const [n, line] of (lines[at] ?? []).entries())
      pen.write(line, {
        x: x + cell.pad,
        y: top - cell.pad - cell.size - n * cell.line + 1,
        size: cell.size,
      });
    x += width;
  }
  pen.line({ x, y: top }, { x, y: bottom });
  pen.line({ x: margin, y: bottom }, { x, y: bottom });
  pen.y = bottom;
}

function drawGrid(pen: Pen, columns: number, cells: readonly string[]): void {
  const width = lineWidth / columns;
  for (let at = 0; at < cells.length; at += columns) {
    pen.need(cell.line);
    for (const [column, one] of cells.slice(at, at + columns).entries())
      pen.write(one, { x: margin + column * width, y: pen.y - cell.size, size: cell.size });
    pen.y -= cell.line;
  }
  pen.y -= 8;
}

/** The seal is to the right of the lines, on the same sheet. */
function drawSealed(pen: Pen, lines: readonly string[], seal: PDFImage | undefined): void {
  const height = Math.max(lines.length * text.line, seal === undefined ? 0 : sealSide);
  pen.need(height + 2 * text.line);
  const top = pen.y;
  drawLines(pen, lines);
  if (seal === undefined) return;
  const shown = seal.scaleToFit(sealSide, sealSide);
  pen.page.drawImage(seal, { x: margin + lineWidth - shown.width, y: top - shown.height, ...shown });
  pen.y = Math.min(pen.y, top - shown.height - 6);
}
