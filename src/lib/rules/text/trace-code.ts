/** Chinese 药品追溯码: twenty digits, as boxes, scanners, spreadsheets and phones write them. */
import { readGs1 } from './barcodes.ts';
import { withoutFormat } from './one-line.ts';

const code = /^\d{20}$/;

/** A word of a text and the code in it; null where it is none. */
export interface TraceWord {
  /** As written. */
  written: string;
  code: string | null;
}

/**
 * The code in one word: bare, in full width, with an apostrophe before it or as `="…"` for spreadsheets, in the address
 * of a QR code, or as the serial (AI 21) of a GS1 string. Null for everything else.
 */
export function findTraceCode(word: string): string | null {
  const text = unquoted(withoutFormat(word.normalize('NFKC')).trim());
  if (code.test(text)) return text;
  if (/^(?:https?:\/\/|www\.)/i.test(text)) {
    const runs = new Set(text.match(/(?<!\d)\d{20}(?!\d)/g) ?? []);
    const [only] = runs;
    return runs.size === 1 && only !== undefined ? only : null;
  }
  const serial = readGs1(text)?.serial ?? '';
  return code.test(serial) ? serial : null;
}

const quotes = `"'‘’′\``;

/** The text without quotes and apostrophes around it, and without the sign of a formula before them. */
function unquoted(text: string): string {
  let from = text.startsWith('="') ? 2 : 0;
  let to = text.length;
  while (from < to && quotes.includes(text.charAt(from))) from++;
  while (to > from && quotes.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Separators of words: commas, semicolons, blanks, lines, quotes. An address may contain some of them. */
const between = /[\s,，;；、"“”]+/;

/**
 * The words of a text, one a line or between blanks and commas. Groups of at most eight digits that make twenty
 * together, as boxes print them (8123 4567 8901 2345 6789), are one word.
 */
export function traceWords(text: string): TraceWord[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const whole = line.trim();
    if (whole === '') return [];
    const alone = findTraceCode(whole);
    if (alone !== null) return [{ written: whole, code: alone }];
    return joined(whole.split(between).filter((word) => word.replace(/['‘’′`]/g, '') !== ''));
  });
}

function joined(words: readonly string[]): TraceWord[] {
  const found: TraceWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const group = groupAt(words, at);
    const word = words[at] ?? '';
    if (group === 1) found.push({ written: word, code: findTraceCode(word) });
    else {
      const written = words.slice(at, at + group).join(' ');
      found.push({ written, code: findTraceCode(written.replaceAll(' ', '')) });
      at += group - 1;
    }
  }
  return found;
}

/** How many words from `at` on form one code of short groups; 1 where they do not. */
function groupAt(words: readonly string[], at: number): number {
  let digits = 0;
  for (let end = at; end < words.length; end++) {
    const word = (words[end] ?? '').normalize('NFKC');
    if (!/^\d{1,8}$/.test(word)) return 1;
    digits += word.length;
    if (digits === 20) return end - at + 1;
    if (digits > 20) return 1;
  }
  return 1;
}
