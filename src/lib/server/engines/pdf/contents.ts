/** The contents of a book with numbers and links, and its bookmarks: made after all other pages. */
import {
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { Book, BookPart } from './book.ts';
import { faint, lineWidth, margin, type Pen, sheetSize } from './pen.ts';

/** A part with the place of its first page among the pages behind the contents. */
export interface PlacedPart {
  part: BookPart;
  at: number;
}

const size = 9;
const line = 15;
const title = { size: 17, line: 30 };
const group = { size: 10.5, line: 22 };
const stateWidth = 150;
const numberWidth = 34;
const bottom = margin + 30;

interface Row {
  sheet: number;
  /** Its top, measured from the bottom of the sheet. */
  y: number;
  height: number;
  group?: string;
  lines: string[];
  state: string;
  placed?: PlacedPart;
}

/** Inserts the contents before the pages of the book; returns their number. */
export function addContents(pen: Pen, { title: name, lines }: Book, parts: readonly PlacedPart[]): number {
  const rows = rowsOf(pen, lines, parts);
  const count = (rows.at(-1)?.sheet ?? 0) + 1;
  const { doc } = pen;
  const { width, height } = sheetSize;
  const sheets = Array.from({ length: count }, (_, at) => doc.insertPage(at, [width, height]));
  const pages = doc.getPages();
  const x = margin + (lineWidth - pen.widthOf(name, title.size)) / 2;
  for (const [at, page] of sheets.entries()) {
    if (at === 0) pen.write(name, { x, y: height - margin - title.size, size: title.size, page });
    for (const row of rows) if (row.sheet === at) drawRow(pen, row, { page, count, pages });
  }
  return count;
}

function rowsOf(pen: Pen, lines: readonly string[], parts: readonly PlacedPart[]): Row[] {
  let sheet = 0;
  let y = sheetSize.height - margin - title.line;
  const rows: Row[] = [];
  function put(height: number, row: Omit<Row, 'sheet' | 'y' | 'height'>, below = 0) {
    if (y - height - below < bottom) {
      sheet++;
      y = sheetSize.height - margin;
    }
    rows.push({ ...row, sheet, y, height });
    y -= height;
  }
  for (const one of lines.flatMap((text) => pen.wrap(text, lineWidth, size)))
    put(line, { lines: [one], state: '' });
  let last = '';
  for (const placed of parts) {
    const { part } = placed;
    if (part.group !== last) put(group.line, { group: part.group, lines: [part.group], state: '' }, line);
    last = part.group;
    const own = pen.wrap(part.title, lineWidth - stateWidth - numberWidth - 12, size);
    put(line * own.length, { lines: own, state: part.state, placed });
  }
  return rows;
}

interface Where {
  page: PDFPage;
  /** Pages of the contents. */
  count: number;
  pages: readonly PDFPage[];
}

function drawRow(pen: Pen, row: Row, { page, count, pages }: Where): void {
  if (row.group !== undefined) {
    pen.write(row.group, { x: margin, y: row.y - group.line + 7, size: group.size, page });
    return;
  }
  const { placed } = row;
  const x = margin + (placed === undefined ? 0 : 12);
  for (const [n, text] of row.lines.entries())
    pen.write(text, { x, y: row.y - size - 2 - n * line, size, page });
  if (placed === undefined) return;
  const y = row.y - size - 2;
  const right = margin + lineWidth;
  const state = pen.clip(row.state, stateWidth - 8, size);
  pen.write(state, { x: right - numberWidth - stateWidth, y, size, page, colour: faint });
  const number = String(count + placed.at + 1);
  pen.write(number, { x: right - pen.widthOf(number, size), y, size, page });
  const target = pages[count + placed.at];
  if (target === undefined) return;
  const { context } = pen.doc;
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [margin, row.y - row.height, right, row.y],
    Border: [0, 0, 0],
    Dest: [target.ref, 'Fit'],
  });
  page.node.addAnnot(context.register(link));
}

interface Mark {
  title: string;
  /** Index of its page, from 0. */
  at: number;
  below: Mark[];
}

/** Bookmarks: the contents, the groups, and the parts in them. `count`: pages of the contents. */
export function addBookmarks(doc: PDFDocument, parts: readonly PlacedPart[], count: number): void {
  const { context, catalog } = doc;
  const groups = [...Map.groupBy(parts, ({ part }) => part.group)].map(([name, own]): Mark => {
    const below = own.map(({ part, at }): Mark => ({ title: part.title, at: count + at, below: [] }));
    // A group of one needs no second row.
    return { title: name, at: below[0]?.at ?? 0, below: below.length === 1 ? [] : below };
  });
  const root = context.nextRef();
  const outlines = context.obj({ Type: 'Outlines' });
  putMarks(doc, [{ title: '目录', at: 0, below: [] }, ...groups], { ref: root, dict: outlines });
  // Open, those below them closed.
  outlines.set(PDFName.of('Count'), PDFNumber.of(groups.length + 1));
  context.assign(root, outlines);
  catalog.set(PDFName.of('Outlines'), root);
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
}

function putMarks(doc: PDFDocument, marks: readonly Mark[], parent: { ref: PDFRef; dict: PDFDict }): void {
  const { context } = doc;
  const pages = doc.getPages();
  const placed = marks.map((mark) => ({ ...mark, ref: context.nextRef() }));
  const link = (dict: PDFDict, name: string, to: { ref: PDFRef } | undefined) => {
    if (to !== undefined) dict.set(PDFName.of(name), to.ref);
  };
  for (const [n, { title: text, at, below, ref }] of placed.entries()) {
    const dict = context.obj({ Parent: parent.ref, Dest: [pages[at]?.ref ?? null, 'Fit'] });
    dict.set(PDFName.of('Title'), PDFHexString.fromText(text));
    if (n > 0) link(dict, 'Prev', placed[n - 1]);
    link(dict, 'Next', placed[n + 1]);
    if (below.length > 0) {
      putMarks(doc, below, { ref, dict });
      dict.set(PDFName.of('Count'), PDFNumber.of(-below.length));
    }
    context.assign(ref, dict);
  }
  link(parent.dict, 'First', placed[0]);
  link(parent.dict, 'Last', placed.at(-1));
}
