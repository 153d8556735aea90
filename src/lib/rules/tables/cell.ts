/** Cells of tables from outside: numbers as people read them, and codes that a spreadsheet has cut. */

/** Significant digits of a number in a spreadsheet. */
const keptDigits = 15;
const firstTooLong = 10 ** keptDigits;

/**
 * The text of a number cell: 15 significant digits, so that 9.999999999999998 is 10. A number that is longer has lost
 * its end; it is written as a spreadsheet shows it (8.12345678901234E+19), which no code is.
 */
export function numberText(raw: string): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (Math.abs(value) < firstTooLong) return String(Number(value.toPrecision(keptDigits)));
  const [digits, exponent] = value.toExponential(keptDigits - 1).split('e');
  return `${Number(digits)}E${exponent}`;
}

/** 8.6999E+13, as a spreadsheet writes a long number. */
const scientific = /^\d(?:\.\d+E\+?|E\+)\d{1,3}$/i;

/** A long number as a spreadsheet shows it; a lot may be called 5E12. */
export function isScientific(text: string): boolean {
  return scientific.test(text);
}

/** A spreadsheet may have replaced the last digits of a code of this length by zeros. */
const leastCut = 12;
const noughts = '00000';

/** Why a cell of codes cannot be taken: a spreadsheet has cut it. Null where nothing points to that. */
export function findCutCode(code: string): string | null {
  if (isScientific(code)) return `“${code}”已被表格软件改成科学计数，原码已丢失，请把该列设为文本后重新导出`;
  const isCut = code.length >= leastCut && code.endsWith(noughts) && /^\d+$/.test(code);
  return isCut
    ? `“${code.slice(0, 24)}”末尾的0可能是表格软件截断的，请核对原码，把该列设为文本后重新导出`
    : null;
}

/** The first cut code among the words of a text; null where there is none. */
export function findCutCodeIn(text: string): string | null {
  for (const word of text.normalize('NFKC').split(/[^\p{L}\p{N}.+]+/u)) {
    const cut = word.length >= 5 ? findCutCode(word) : null;
    if (cut !== null) return cut;
  }
  return null;
}

const errors: ReadonlySet<string> = new Set([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
]);

/** A formula that failed, as its cell shows it. */
export function isErrorCell(text: string): boolean {
  return errors.has(text.trim().toUpperCase());
}
