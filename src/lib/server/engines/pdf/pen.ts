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
  /** Code points that the font has a glyph for. */
  private readonly known: ReadonlySet<number>;
  private readonly drawn = new Map<string, string>();
  private sheet: PDFPage | undefined;
  /** Position of the next line, from the bottom of the sheet. */
  y = 0;

  constructor(doc: PDFDocument, font: PDFFont) {
    this.doc = doc;
    this.font = font;
    this.known = new Set(font.getCharacterSet());
  }

  get page(): PDFPage {
    this.sheet ??= this.begin();
    return this.sheet;
  }

  /** A new sheet; the next line is at its top. */
  begin(): PDFPage {
    this.sheet = this.doc.addPage([sheetSize.width, sheetSize.height]);
    this.y = sheetSize.height - margin;
    return this.sheet;
  }

  /** True when that height fits below the text. */
  hasRoom(height: number): boolean {
    return this.y - height >= margin + footRoom;
  }

  need(height: number): void {
    if (!this.hasRoom(height)) this.begin();
  }

  write(text: string, { x, y, size, colour = ink, page = this.page, turn = 0 }: Written): void {
    const drawn = this.drawable(text);
    if (drawn === '') return;
    page.drawText(drawn, { x, y, size, font: this.font, color: colour, rotate: degrees(turn) });
  }

  widthOf(text: string, size: number): number {
    let sum = 0;
    for (const sign of this.drawable(text)) {
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
    return text.split('\n').flatMap((one) => this.wrapLine(this.drawable(one), width, size));
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
    const whole = this.drawable(text);
    if (this.widthOf(whole, size) <= width) return whole;
    let remaining = '';
    for (const sign of whole) {
      if (this.widthOf(`${remaining}${sign}…`, size) > width) break;
      remaining += sign;
    }
    return `${remaining}…`;
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }): void {
    this.page.drawLine({ start: from, end: to, thickness: 0.5, color: rule });
  }

  /**
   * A text in signs that the font has: a sign that it lacks in its plain form (₂ as 2), where that is lacking too as 〓.
   * Signs that show nothing, and variation selectors, are left out; a font would draw them as boxes.
   */
  drawable(text: string): string {
    let whole = '';
    for (const sign of text) {
      let drawn = this.drawn.get(sign);
      if (drawn === undefined) {
        drawn = this.drawnSign(sign);
        this.drawn.set(sign, drawn);
      }
      whole += drawn;
    }
    return whole;
  }

  private drawnSign(sign: string): string {
    if (/\p{Cc}/u.test(sign)) return ' ';
    if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(sign)) return '';
    if (this.has(sign)) return sign;
    const plain = sign.normalize('NFKC');
    return this.has(plain) ? plain : '〓';
  }

  private has(text: string): boolean {
    return [...text].every((sign) => this.known.has(sign.codePointAt(0) ?? 0));
  }
}
