/** The values in a PDF (ISO 32000-1, 7.3), as far as a stream's dictionary needs them. */

/** A name without its slash and with its escapes decoded, a reference to another object, or another value. */
export type PdfValue =
  | { kind: 'name'; name: string }
  | { kind: 'number'; number: number }
  | { kind: 'array'; items: PdfValue[] }
  | { kind: 'dictionary'; entries: Map<string, PdfValue>; isDoubled: boolean }
  | { kind: 'null' }
  | { kind: 'other' };

export type PdfDictionary = Extract<PdfValue, { kind: 'dictionary' }>;

/** How deep values may be nested. */
const maxDepth = 30;

const blank = '\0\t\n\f\r ';
const ends = `${blank}()<>[]{}/%`;

/** Reads values from a text with one character a byte, from a position on. Every byte is read a few times at most. */
export class PdfReader {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Skips blanks and comments. */
  skipBlank(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      if (text[this.at] === '%') this.skipLine();
      else if (!blank.includes(text.charAt(this.at))) return;
    }
  }

  /** To the end of the line. */
  skipLine(): void {
    const { text } = this;
    while (this.at < text.length && text[this.at] !== '\n' && text[this.at] !== '\r') this.at++;
    if (text.startsWith('\r\n', this.at)) this.at++;
  }

  /** The word that begins here, empty where none does. */
  word(): string {
    const from = this.at;
    while (this.at < this.text.length && !ends.includes(this.text.charAt(this.at))) this.at++;
    return this.text.slice(from, this.at);
  }

  /** The value that begins here; null where none does, or it has no end. */
  value(depth = 0): PdfValue | null {
    this.skipBlank();
    const { text } = this;
    if (depth > maxDepth || this.at >= text.length) return null;
    if (text.startsWith('<<', this.at)) return this.dictionary(depth);
    const first = text[this.at];
    if (first === '/') {
      this.at++;
      return { kind: 'name', name: unescaped(this.word()) };
    }
    if (first === '[') return this.array(depth);
    if (first === '(') return this.string();
    if (first === '<') {
      const end = text.indexOf('>', this.at);
      if (end < 0) return null;
      this.at = end + 1;
      return { kind: 'other' };
    }
    const word = this.word();
    if (word === '') return null;
    if (word === 'null') return { kind: 'null' };
    return /^[+-]?\d{1,10}$/.test(word) ? this.numberOrReference(Number(word)) : { kind: 'other' };
  }

  private numberOrReference(number: number): PdfValue {
    const after = this.at;
    this.skipBlank();
    if (/^\d{1,5}$/.test(this.word())) {
      this.skipBlank();
      if (this.word() === 'R') return { kind: 'other' };
    }
    this.at = after;
    return { kind: 'number', number };
  }

  private string(): PdfValue | null {
    const { text } = this;
    let open = 0;
    for (; this.at < text.length; this.at++) {
      const one = text[this.at];
      if (one === '\\') this.at++;
      else if (one === '(') open++;
      else if (one === ')' && --open === 0) {
        this.at++;
        return { kind: 'other' };
      }
    }
    return null;
  }

  private array(depth: number): PdfValue | null {
    const items: PdfValue[] = [];
    for (this.at++; ; ) {
      this.skipBlank();
      if (this.text[this.at] === ']') {
        this.at++;
        return { kind: 'array', items };
      }
      const item = this.value(depth + 1);
      if (item === null) return null;
      items.push(item);
    }
  }

  private dictionary(depth: number): PdfValue | null {
    const entries = new Map<string, PdfValue>();
    let isDoubled = false;
    for (this.at += 2; ; ) {
      this.skipBlank();
      if (this.text.startsWith('>>', this.at)) {
        this.at += 2;
        return { kind: 'dictionary', entries, isDoubled };
      }
      const key = this.value(depth + 1);
      const value = key?.kind === 'name' ? this.value(depth + 1) : null;
      if (key?.kind !== 'name' || value === null) return null;
      isDoubled ||= entries.has(key.name);
      entries.set(key.name, value);
    }
  }
}

/** With `#4A` decoded. */
export function unescaped(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
