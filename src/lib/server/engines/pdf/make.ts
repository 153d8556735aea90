/** Makes one PDF of a book and its files. Runs in the program that makes it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFImage, type PDFPage } from '@cantoo/pdf-lib';
import { kindOf } from '../pictures/first-bytes.ts';
import { type Book, type BookBlock, type BookOrder, type BookScan, bookLimits } from './book.ts';
import { addBookmarks, addContents, type PlacedPart } from './contents.ts';
import { Pen } from './pen.ts';
import { addScan, writeFoot } from './scans.ts';
import { drawSheet, type Seals } from './sheets.ts';

/** A font of TrueType outlines for all of GB 18030's common signs; of CFF outlines the parts are not cut out well. */
const fontFile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
);

/** `input`: the length of a JSON in four bytes, the JSON (BookOrder) and the files, one behind the other. */
export async function make(input: Buffer): Promise<Uint8Array> {
  const from = 4 + input.readUInt32BE(0);
  const { book, files }: BookOrder = JSON.parse(input.subarray(4, from).toString('utf8'));
  let next = from;
  const bytes = files.map((length) => {
    next += length;
    return new Uint8Array(input.subarray(next - length, next));
  });
  const doc = await PDFDocument.create();
  doc.registerFontkit(fontkit);
  const font = await doc.embedFont(await readFile(fontFile), {
    subset: true,
    features: { liga: false },
  });
  const pen = new Pen(doc, font);
  const seals = await readSeals(doc, book, bytes);
  const placed: PlacedPart[] = [];
  /** Footers of the pages, in order. */
  const feet: string[] = [];
  let scanPages = 0;
  for (const part of book.parts) {
    const at = doc.getPageCount();
    placed.push({ part, at });
    if (part.kind === 'sheet') drawSheet(pen, part, seals);
    else {
      const own = await drawScan(pen, part, bytes[part.file], bookLimits.scanPages - scanPages);
      scanPages += own;
      part.state ||= own === 0 ? '未能并入，见资料包' : `${own}页`;
    }
    const count = doc.getPageCount() - at;
    for (let n = 1; n <= count; n++)
      feet.push(part.kind === 'scan' && count > 1 ? `${part.title}（${n}/${count}）` : part.title);
  }
  const count = book.isSingle ? 0 : addContents(pen, book, placed);
  if (!book.isSingle) addBookmarks(doc, placed, count);
  const pages = doc.getPages();
  for (const [n, page] of pages.entries())
    writeFoot(pen, page, feet[n - count] ?? '目录', `第${n + 1}页 共${pages.length}页`);
  doc.setTitle(book.title, { showInWindowTitleBar: true });
  doc.setLanguage('zh-CN');
  // Signatures are added behind it: their fields must not be in packed streams.
  return doc.save({ useObjectStreams: !hasSeals(book) });
}

function hasSeals({ parts }: Book): boolean {
  return parts.some((part) => part.kind === 'sheet' && part.blocks.some(({ kind }) => kind === 'seals'));
}

/** The seals that parts name, each once. */
async function readSeals(doc: PDFDocument, { parts }: Book, bytes: readonly Uint8Array[]): Promise<Seals> {
  const blocks = parts.flatMap((part) => (part.kind === 'sheet' ? part.blocks : []));
  const seals = new Map<number, PDFImage>();
  for (const file of new Set(blocks.flatMap(sealFiles))) {
    const picture = bytes[file];
    const seal = picture && (await embed(doc, picture).catch(() => undefined));
    if (seal !== undefined) seals.set(file, seal);
  }
  return seals;
}

function embed(doc: PDFDocument, picture: Uint8Array): Promise<PDFImage> {
  return kindOf(Buffer.from(picture)) === 'png' ? doc.embedPng(picture) : doc.embedJpg(picture);
}

function sealFiles(block: BookBlock): number[] {
  if (block.kind === 'sealed') return [block.file];
  return block.kind === 'seals' ? block.seals.flatMap(({ file }) => file ?? []) : [];
}

/** Draws the pages of a scan, or a page with the reason why they are missing; returns the number of own pages. */
async function drawScan(
  pen: Pen,
  part: BookScan,
  bytes: Uint8Array | undefined,
  most: number,
): Promise<number> {
  let pages: PDFPage[] = [];
  if (bytes !== undefined && bytes.byteLength > 0) {
    try {
      pages = await addScan(pen.doc, bytes, most);
    } catch {
      // A page shows the error.
    }
  }
  if (pages.length > 0) return pages.length;
  const reason =
    bytes?.byteLength === 0
      ? '文件过大或页数过多，没有并入本PDF，请在资料包（ZIP）中打开原文件。'
      : '文件无法并入本PDF（可能已损坏、加密、页数过多或页面尺寸异常），原文件在资料包（ZIP）中，请在那里打开。';
  drawSheet(pen, { ...part, kind: 'sheet', blocks: [{ kind: 'lines', lines: [reason] }] });
  return 0;
}
