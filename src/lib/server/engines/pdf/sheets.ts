/** Draws the parts of a book that are written here: headings, names with values, tables, codes. */
import { type PDFImage, PDFString } from '@cantoo/pdf-lib';
import type { BookBlock, BookSeals, BookSheet, BookTable } from './book.ts';
import { faint, lineWidth, margin, type Pen } from './pen.ts';
import { addSignatureField, sealInk } from './signature-fields.ts';

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
    case 'seals':
      drawSeals(pen, block, seals);
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
    linkAddress(pen, line);
    pen.y -= text.line;
  }
  pen.y -= 4;
}

/** A web address at the end of a line can be pressed. */
function linkAddress(pen: Pen, line: string): void {
  const at = line.lastIndexOf('http');
  const address = line.slice(at);
  if (at < 0 || !/^https?:\/\/[!-~]+$/.test(address)) return;
  const x = margin + pen.widthOf(line.slice(0, -address.length), text.size);
  const { context } = pen.doc;
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [x, pen.y - text.line, x + pen.widthOf(address, text.size), pen.y],
    Border: [0, 0, 0],
    A: { S: 'URI', URI: PDFString.of(address) },
  });
  pen.page.node.addAnnot(context.register(link));
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

const sealFrame = { width: (lineWidth - 24) / 2, gap: 24, pad: 8, picture: 72, lines: 8 };

/**
 * A heading, and frames two beside each other: a red frame with its lines, the picture of the seal at the right, and the
 * field over it; then the lines below. They go to the next sheet together, so that no sheet has a last line alone.
 */
function drawSeals(pen: Pen, { title, seals: all, lines }: BookSeals, pictures: Seals): void {
  const { width, gap, pad, picture: side } = sealFrame;
  const frames = all.map((seal) => ({
    ...seal,
    picture: seal.file === undefined ? undefined : pictures.get(seal.file),
    wrapped: seal.lines
      .flatMap((line) => pen.wrap(line, width - 2 * pad, text.size))
      .slice(0, sealFrame.lines),
  }));
  const most = Math.max(...frames.map(({ wrapped }) => wrapped.length));
  const isPictured = frames.some(({ picture }) => picture !== undefined);
  const height = Math.max(most * text.line, isPictured ? side : 0) + 2 * pad;
  const below = lines.flatMap((line) => pen.wrap(line, lineWidth, text.size)).length * text.line;
  pen.need(4 + subheading.line + Math.ceil(all.length / 2) * (height + 8) + below);
  drawHeading(pen, title);
  for (let at = 0; at < frames.length; at += 2) {
    pen.need(height + 8);
    const y = pen.y - height;
    for (const [column, { field, wrapped, picture }] of frames.slice(at, at + 2).entries()) {
      const x = margin + column * (width + gap);
      pen.page.drawRectangle({ x, y, width, height, borderColor: sealInk, borderWidth: 1.2 });
      const shown = picture?.scaleToFit(side, side);
      if (picture && shown)
        pen.page.drawImage(picture, { x: x + width - shown.width - pad, y: y + pad, ...shown });
      for (const [n, line] of wrapped.entries())
        pen.write(line, {
          x: x + pad,
          y: y + height - pad - text.size - n * text.line,
          size: text.size,
          colour: sealInk,
        });
      addSignatureField(pen, field, { x, y, width, height });
    }
    pen.y = y - 8;
  }
  drawLines(pen, lines);
}
