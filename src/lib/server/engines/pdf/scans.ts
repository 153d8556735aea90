/** Copies external pages into a book: complete, with a strip below each for the line that names it. */
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { findKind } from '../../ports/files/file-kind.ts';
import { margin, type Pen, sheetSize } from './pen.ts';

/** Height of the strip below a scan of the size of A4, points. */
const strip = 24;
/** Pixels of a picture's longer side: A4 at 300 dpi. */
const pictureSide = 3_508;

/** Sides of a page that is shown: below it nothing is to be seen, above it readers of PDF refuse it (ISO 32000, annex C). */
const sides = { least: 20, most: 14_000 };

/**
 * The pages of a scan behind those of the book. Throws for one that cannot be read, has more than `most` pages, or a page
 * that no reader would show.
 */
export async function addScan(doc: PDFDocument, bytes: Uint8Array, most: number): Promise<PDFPage[]> {
  if (findKind(Buffer.from(bytes)) !== 'pdf') return [await addPicture(doc, bytes)];
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  const count = source.getPageCount();
  if (count === 0 || count > most) throw new Error(`a scan has ${count} pages`);
  for (const page of source.getPages()) dropSignatures(page);
  const pages = await doc.copyPages(source, source.getPageIndices());
  // All of them must be measurable and writable before the first one is added to the book.
  for (const page of pages) addStrip(page);
  for (const page of pages) doc.addPage(page);
  return pages;
}

/** Takes signatures out of a page to be copied, which they would no longer cover; what they show stays. */
function dropSignatures(page: PDFPage): void {
  // A broken file may have anything in their place.
  const notes = page.node.lookup(PDFName.of('Annots'));
  if (!(notes instanceof PDFArray)) return;
  for (const one of notes.asArray()) {
    const note = page.doc.context.lookup(one);
    if (note instanceof PDFDict && note.get(PDFName.of('FT')) === PDFName.of('Sig'))
      note.delete(PDFName.of('V'));
  }
}

/** A picture on a sheet, lying where it is wider than high. */
async function addPicture(doc: PDFDocument, bytes: Uint8Array): Promise<PDFPage> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const made = await sharp(bytes, { failOn: 'error' })
    .resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86 })
    .toBuffer();
  const picture = await doc.embedJpg(new Uint8Array(made));
  const { width, height } = sheetSize;
  const page = doc.addPage(picture.width > picture.height ? [height, width] : [width, height]);
  const room = { width: page.getWidth() - margin, height: page.getHeight() - margin - strip };
  const shown = picture.scaleToFit(room.width, room.height);
  page.drawImage(picture, {
    x: (page.getWidth() - shown.width) / 2,
    y: strip + (page.getHeight() - strip - shown.height) / 2,
    ...shown,
  });
  return page;
}

const turns = [0, 90, 180, 270] as const;

/** Which way a page is turned when it is shown, and how large a sign has to be on it. */
function viewOf(page: PDFPage) {
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;
  const turn = turns.find((one) => one === angle) ?? 0;
  const box = page.getCropBox();
  const width = turn % 180 === 0 ? box.width : box.height;
  return { turn, box, width, scale: Math.max(0.5, width / sheetSize.width) };
}

/** Extends a page at the edge that is below in display: its content stays uncovered. */
function addStrip(page: PDFPage): void {
  const { turn, box, scale } = viewOf(page);
  if (![box.width, box.height].every((side) => side >= sides.least && side <= sides.most))
    throw new Error(`a page of a scan is ${box.width} by ${box.height}`);
  const more = strip * scale;
  const { x, y, width, height } = box;
  const added = {
    0: { x, y: y - more, width, height: more },
    90: { x: x + width, y, width: more, height },
    180: { x, y: y + height, width, height: more },
    270: { x: x - more, y, width: more, height },
  }[turn];
  const left = Math.min(x, added.x);
  const bottom = Math.min(y, added.y);
  const size = [
    left,
    bottom,
    turn % 180 === 0 ? width : width + more,
    turn % 180 === 0 ? height + more : height,
  ] as const;
  page.setMediaBox(...size);
  page.setCropBox(...size);
  page.setBleedBox(...size);
  page.setTrimBox(...size);
  page.setArtBox(...size);
  page.drawRectangle({ ...added, color: rgb(1, 1, 1), rotate: degrees(0) });
}

/** Writes a line to the left and one to the right at the bottom of a page as displayed. */
export function writeFoot(pen: Pen, page: PDFPage, left: string, right: string): void {
  const { turn, box, width, scale } = viewOf(page);
  const size = 7.5 * scale;
  const side = margin * scale;
  const shown = pen.clip(left, width - 3 * side - pen.widthOf(right, size), size);
  const put = (text: string, along: number) => {
    const up = 9 * scale;
    const { x, y } = {
      0: { x: box.x + along, y: box.y + up },
      90: { x: box.x + box.width - up, y: box.y + along },
      180: { x: box.x + box.width - along, y: box.y + box.height - up },
      270: { x: box.x + up, y: box.y + box.height - along },
    }[turn];
    pen.write(text, { x, y, size, page, turn });
  };
  put(shown, side);
  put(right, width - side - pen.widthOf(right, size));
}
