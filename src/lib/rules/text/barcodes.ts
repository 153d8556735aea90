/** Barcodes of items: GTIN of 8, 12, 13 or 14 digits, alone or in a GS1 element string. */
import { findDay } from '../terms/activity-time.ts';
import { withoutFormat } from './one-line.ts';

/** The check digit of a GTIN, from the digits before it: alternating weights 3 and 1, the last one weighted three. */
export function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** True for a GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
export function isBarcode(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1));
}

/**
 * One form for all lengths of one GTIN: 06901234567892 and 6901234567892 are the same item. Leading zeros are dropped
 * from a GTIN of 12 to 14 digits; any other text is unchanged.
 */
export function barcodeForm(text: string): string {
  return /^0\d{11,13}$/.test(text) && isBarcode(text) ? text.replace(/^0+/, '') : text;
}

/** The content of a GS1 element string. Texts are empty where it has none; days are YYYY-MM-DD. */
export interface Gs1 {
  /** AI 01 (or 02), in the form of `barcodeForm`. */
  barcode: string;
  /** AI 10. */
  lotNo: string;
  /** AI 11. */
  producedOn: string;
  /** AI 17. */
  expiresOn: string;
  /** AI 21. */
  serial: string;
}

/**
 * Lengths of values without a separator after them, by the first two digits of the AI (GS1 General Specifications
 * 7.8.5).
 */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
  '31': 6,
  '32': 6,
  '33': 6,
  '34': 6,
  '35': 6,
  '36': 6,
  '41': 13,
};

/** Digits of an AI by its first two. */
function lengthOfAi(head: string): number {
  if (/^(?:2[345]|4[0-3]|71)$/.test(head)) return 3;
  return /^(?:3[1-69]|7[0-9]|8[0-9])$/.test(head) ? 4 : 2;
}

/** A symbology identifier of a scanner: GS1-128, DataMatrix, QR, DataBar, EAN. */
const symbology = /^\](?:C1|[dQ][0-9]|e[0-9]|E[0-9]|J1)/;
const ean = /^\]E\d/;
/** FNC1 between values. */
const separator = '\u001d';
/** FNC1 as written by programs that show control characters. */
const shownSeparators = /\u241d|<gs>|\{gs\}|\[gs\]/gi;

/**
 * Parses one scanned word: an element string with brackets `(01)…(17)…(10)…`, or raw with a symbology identifier, FNC1
 * or AI 01 at its beginning. Null for everything else, and for a string with an invalid part: a half-read code is worse
 * than scanning again. Years are of this century. Day 00 is the last of its month.
 */
export function readGs1(word: string): Gs1 | null {
  const text = withoutFormat(word.normalize('NFKC').replace(shownSeparators, separator)).trim();
  const marked = symbology.test(text);
  const body = text.replace(symbology, '');
  if (ean.test(text)) return isBarcode(body) ? { ...nothing, barcode: barcodeForm(body) } : null;
  const raw = body.startsWith(separator) ? body.slice(1) : body;
  if (/^\(\d{2,4}\)/.test(raw)) return valuesOf(bracketed(raw));
  const isElement = marked || raw !== body || /^01\d{14}/.test(raw);
  return isElement ? valuesOf(elements(raw)) : null;
}

const nothing: Gs1 = { barcode: '', lotNo: '', producedOn: '', expiresOn: '', serial: '' };

type Element = readonly [ai: string, value: string];

/**
 * A bracket within a value does not begin an AI: its content is not only digits, or the following length does not match
 * the AI.
 */
function bracketed(text: string): Element[] | null {
  const parts = text.split(/\((\d{2,4})\)/);
  if (parts[0] !== '') return null;
  const found: Element[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const value = (parts[at + 1] ?? '').replaceAll(separator, '').trim();
    if (value === '') return null;
    found.push([parts[at] ?? '', value]);
  }
  return found;
}

function elements(text: string): Element[] | null {
  const found: Element[] = [];
  let rest = text;
  while (rest !== '') {
    const head = rest.slice(0, 2);
    if (!/^\d\d$/.test(head)) return null;
    const ai = rest.slice(0, lengthOfAi(head));
    const after = rest.slice(ai.length);
    const fixed = fixedLengths[head];
    const stop = after.indexOf(separator);
    const end = fixed ?? (stop < 0 ? after.length : stop);
    const value = after.slice(0, end);
    if (value === '' || (fixed !== undefined && value.length < fixed)) return null;
    found.push([ai, value]);
    rest = after.slice(end);
    if (rest.startsWith(separator)) rest = rest.slice(1);
  }
  return found;
}

function valuesOf(found: readonly Element[] | null): Gs1 | null {
  if (found === null || found.length === 0) return null;
  const values = new Map<string, string>();
  for (const [ai, value] of found) {
    // A repeated AI must have the same value.
    if ((values.get(ai) ?? value) !== value) return null;
    values.set(ai, value);
  }
  const gtin = values.get('01') ?? values.get('02') ?? '';
  const producedOn = dayOf(values.get('11') ?? '');
  const expiresOn = dayOf(values.get('17') ?? '');
  const lotNo = values.get('10') ?? '';
  const serial = values.get('21') ?? '';
  if (gtin !== '' && !(gtin.length === 14 && isBarcode(gtin))) return null;
  if (producedOn === null || expiresOn === null || lotNo.length > 20 || serial.length > 20) return null;
  return { barcode: barcodeForm(gtin), lotNo, producedOn, expiresOn, serial };
}

/** YYMMDD as YYYY-MM-DD; null for an invalid day. */
function dayOf(text: string): string | null {
  if (text === '') return '';
  if (!/^\d{6}$/.test(text)) return null;
  const [year, month, day] = [2000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), text.slice(4)];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const written = `${year}-${text.slice(2, 4)}-${day === '00' ? last : day}`;
  return findDay(written) === null ? null : written;
}

/** The barcode in a scanned or typed word, in the form of `barcodeForm`; null without one. */
export function findBarcode(word: string): string | null {
  const text = withoutFormat(word.normalize('NFKC')).replace(/^'+/, '').trim();
  if (isBarcode(text)) return barcodeForm(text);
  return readGs1(word)?.barcode || null;
}
