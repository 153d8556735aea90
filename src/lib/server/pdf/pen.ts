/** Writes on sheets of A4 from the top down; a new sheet is begun where the room ends. Lengths are points. */
import { degrees, type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';

export const sheetSize = { width: 595.28, height: 841.89 };
export const margin = 36;
/** Room at the bottom for the line that is written when all pages are known. */
const footRoom = 22;
export const lineWidth = sheetSize.width - 2 * margin;
export const ink = rgb(0.1, 0.11, 0.13);
export const faint = rgb(0.4, 0.43, 0.48);
const rule = rgb(0.45, 0.47, 0.5);

export interface Written {
  x: number;
  y: number;
  size: number;
  colour?: typeof ink;
  page?: PDFPage;
  /** Counterclockwise. */
  turn?: number;
}

export class Pen {
  readonly doc: PDFDocument;
  private readonly font: PDFFont;
  private readonly widths = new Map<string, number>();
  private sheet: PDFPage | undefined;
  /** Where the next line begins, from the bottom of the sheet. */
  y = 0;

  constructor(doc: PDFDocument, font: PDFFont) {
    this.doc = doc;
    this.font = font;
  }

  get page(): PDFPage {
    this.sheet ??= this.begin();
    return this.sheet;
  }

  /** A new sheet; the next line stands at its top. */
  begin(): PDFPage {
    this.sheet = this.doc.addPage([sheetSize.width, sheetSize.height]);
    this.y = sheetSize.height - margin;
    return this.sheet;
  }

  /** True when so much fits below what is written. */
  hasRoom(height: number): boolean {
    return this.y - height >= margin + footRoom;
  }

  need(height: number): void {
    if (!this.hasRoom(height)) this.begin();
  }

  write(text: string, { x, y, size, colour = ink, page = this.page, turn = 0 }: Written): void {
    if (text === '') return;
    page.drawText(text, { x, y, size, font: this.font, color: colour, rotate: degrees(turn) });
  }

  widthOf(text: string, size: number): number {
    let sum = 0;
    for (const sign of text) {
      let width = this.widths.get(sign);
      if (width === undefined) {
        width = this.font.widthOfTextAtSize(sign, 1000);
        this.widths.set(sign, width);
      }
      sum += width;
    }
    return (sum * size) / 1000;
  }

  /** The lines of a text in a width: it breaks between Chinese signs and words, and within a word that is longer. */
  wrap(text: string, width: number, size: number): string[] {
    return text.split('\n').flatMap((one) => this.wrapLine(plain(one), width, size));
  }

  private wrapLine(text: string, width: number, size: number): string[] {
    const lines: string[] = [];
    let line = '';
    const put = (piece: string) => {
      if (line !== '' && this.widthOf(line + piece, size) > width) {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else line += piece;
    };
    for (const piece of text.match(/[!-~]+|[^!-~]/gu) ?? []) {
      if (this.widthOf(piece, size) <= width) put(piece);
      else for (const sign of piece) put(sign);
    }
    return [...lines, line.trimEnd()];
  }

  /** The longest beginning of a text that fits, with … where something was left out. */
  clip(text: string, width: number, size: number): string {
    const whole = plain(text);
    if (this.widthOf(whole, size) <= width) return whole;
    let kept = '';
    for (const sign of whole) {
      if (this.widthOf(`${kept}${sign}…`, size) > width) break;
      kept += sign;
    }
    return `${kept}…`;
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }): void {
    this.page.drawLine({ start: from, end: to, thickness: 0.5, color: rule });
  }
}

/** Without signs that no font draws. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
