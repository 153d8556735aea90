/** Splits pasted or dropped text into one entry per wanted item. Pure text work, no catalogue. */
import type { Fen } from '../money/money.ts';
import type { ReadColumns, TableRow } from '../tables/columns.ts';
import { fenOf } from './purchase-price.ts';
import { isSpoken } from './purchase-remarks.ts';

/** One wanted item as written. */
export type PurchaseEntry = {
  /** For display and correction. */
  raw: string;
  /** A quantity in a column of its own, as written: negative, zero and broken ones too. */
  quantity: number | null;
  /** The unit of that column, or empty. */
  unit: string;
  /** The price of a piece in a column of its own. */
  price?: Fen | null;
};

/** Words that end or begin a chat and name no item. */
const chatter =
  /^(?:你好|您好|老板|在吗|谢谢|多谢|麻烦|辛苦|收到|好的?|ok|以上|合计|总计|采购单|采购计划|进货单|今天要的?货|要货|下单|尽快发货?|[-—=*_\s.。!！~～,，])*$/i;

const withoutWidth = /[\u200b\ufeff]/g;

/** Lines of a pasted text, without invisible characters; blanks at their ends stay. */
function linesOf(text: string): string[] {
  return text.replaceAll(withoutWidth, '').split(/\r\n|[\n\r\u2028\u2029]/);
}

/** The same without empty lines: a paste may have 100,000 of them. */
function filledLinesOf(text: string): string[] {
  return text.replaceAll(withoutWidth, '').match(/[^\n\r\u2028\u2029]+/g) ?? [];
}

/** The rows of a text pasted from a spreadsheet; null for other text. */
export function pastedTable(text: string): string[][] | null {
  // A leading tab means an empty first cell.
  const lines = linesOf(text);
  return lines.some((line) => line.trim().includes('\t')) ? lines.map((line) => line.split('\t')) : null;
}

/** Splits pasted text: lines, several items within one line. Empty lines, headings and greetings are dropped. */
export function splitPurchaseText(text: string): PurchaseEntry[] {
  const lines = filledLinesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isChatter(line) && !isHeading(line));
  return withoutLineNumbers(lines).map(withVitaminsB).flatMap(splitLine);
}

/** A day before the words of a heading: 11.29 进货单. A number alone is no day. */
const headingDay = /^(?:\d{2,4}[年./-])?\d{1,2}[月./-]\d{1,2}[日号]?\s*(?=\S)/;

function isHeading(line: string): boolean {
  return headingDay.test(line) && isChatter(line.replace(headingDay, '').replace(/[:：]$/, ''));
}

/** 3. and 3、 before anything; 3 and a blank not before a unit that begins no name: 3 盒 is a quantity. */
const lineNumber = /^(\d{1,3})(?:[.．、)）]\s*|\s+(?!\s|[盒瓶袋箱件]))(?=\D|\d+%)/;
/** Two lines that count may be two quantities: 1 盒…, 2 盒…. */
const leastNumbered = 3;

/** Lines that all count up, without their numbers: such a number is no quantity, strength or part of a name. */
function withoutLineNumbers(lines: string[]): string[] {
  const numbers = lines.map((line) => Number(lineNumber.exec(line)?.[1]));
  const start = numbers[0] ?? 0;
  const counts = lines.length >= leastNumbered && numbers.every((one, at) => one === at + start);
  return counts ? lines.map((line) => line.replace(lineNumber, '')) : lines;
}

/** 维生素B1 20瓶，B2 20瓶: the second is a vitamin too. */
function withVitaminsB(line: string): string {
  return line.replace(/(维生素|维)(b\d{1,2}[^，,、;；]{0,20}[，,、;；和]\s?)(?=b\d)/gi, '$1$2维生素');
}

/** The entries of a table with known columns, or without a header. */
export function readPurchaseRows({ rows, isBare }: Pick<ReadColumns, 'rows' | 'isBare'>): PurchaseEntry[] {
  const entries = isBare
    ? dropNumbering(rows.map(({ cells }) => cells.map((cell) => cell.trim()))).flatMap(plainRow)
    : rows.map(rowByColumns);
  return entries.filter(({ raw }) => raw !== '' && !isChatter(raw));
}

const words = ['name', 'spec', 'maker', 'code'] as const;

function rowByColumns(row: TableRow): PurchaseEntry {
  const cells = words.flatMap((key) => row.all(key)).map((cell) => cell.replace(/\s+/g, ' '));
  // An amount merged over rows may be that of all of them: a person fills it in.
  const written = row.isMerged('quantity') ? '' : row.cell('quantity').replace(/\s+/g, ' ');
  const match = /^([-−–]?\d+(?:\.\d+)?)\s*(\D{0,3})$/.exec(
    written.normalize('NFKC').replace(/,(?=\d{3}(?!\d))/g, ''),
  );
  const quantity = match?.[1];
  const price = fenOf(row.isMerged('price') ? '' : row.cell('price').normalize('NFKC'));
  if (quantity === undefined)
    return { raw: [...cells, written].filter(Boolean).join(' '), quantity: null, unit: '', price };
  return {
    raw: cells.join(' '),
    quantity: readNumber(quantity),
    unit: row.cell('unit') || (match?.[2] ?? ''),
    price,
  };
}

function readNumber(text: string): number {
  return Number(text.replace(/^[−–]/, '-'));
}

const whole = /^[-−–]?\d{1,6}$/;
const number = /^[-−–]?\d{1,6}(?:\.\d+)?$/;

/** A row without a header: a line of its own, or a last column with a number, perhaps with its unit next to it. */
function plainRow(row: readonly string[]): PurchaseEntry[] {
  const cells = row.filter((cell) => cell !== '').map((cell) => cell.replace(/\s+/g, ' '));
  const [only] = cells;
  if (cells.length < 2) return only === undefined || isChatter(only) ? [] : splitLine(only);
  return [readPlainCells(cells)];
}

function readPlainCells(cells: readonly string[]): PurchaseEntry {
  const last = (cells.at(-1) ?? '').normalize('NFKC');
  const before = (cells.at(-2) ?? '').normalize('NFKC');
  // A fraction after a whole number is probably a price; alone it is a broken quantity.
  if (whole.test(last) || (number.test(last) && !cells.slice(1).some((cell) => whole.test(cell))))
    return { raw: cells.slice(0, -1).join(' '), quantity: readNumber(last), unit: '' };
  if (cells.length > 2 && number.test(before) && /^\D{1,2}$/.test(last))
    return { raw: cells.slice(0, -2).join(' '), quantity: readNumber(before), unit: last };
  if (cells.length > 2 && /^\D{1,2}$/.test(before)) {
    const written = /^([-−–]?\d{1,6}(?:\.\d+)?)\s*\D{0,2}$/.exec(last)?.[1];
    if (written !== undefined)
      return { raw: cells.slice(0, -2).join(' '), quantity: readNumber(written), unit: before };
  }
  return { raw: cells.join(' '), quantity: null, unit: '' };
}

/** Removes a first column that only numbers the rows. */
function dropNumbering(rows: string[][]): string[][] {
  const start = Number(rows[0]?.[0]);
  const counts = rows.length > 1 && rows.every((row, at) => Number(row[0]) === at + start);
  return counts && rows.every((row) => row.length > 1) ? rows.map((row) => row.slice(1)) : rows;
}

function isChatter(line: string): boolean {
  return chatter.test(line.replace(/\s+/g, '')) || isSpoken(line);
}

const saleUnit = '(?:盒|瓶|袋|支|包|件|箱|板|个|条|台|罐|桶|筒|提|副|双|套|卷|只|公斤|kg|斤)';
/** `2、` at the beginning, after a blank or a sign, or after the unit of the item before. */
export const numberMark = new RegExp(
  `(?<=^|[\\s，,；;。]|\\d${saleUnit})(\\d{1,3})(?:、|[.．)）](?!\\d))\\s*`,
  'giu',
);
export const endsWithQuantity = new RegExp(`[\\d一二两三四五六七八九十百千]\\s*${saleUnit}\\s*$`, 'i');

/** Several items in a line, each with letters and a quantity of its own: `阿莫西林10盒，头孢5盒`, `1、阿莫西林 10盒 2、头孢 5盒`. */
function splitLine(line: string): PurchaseEntry[] {
  const parts = [numberedParts(line), signParts(line)].find(isList) ?? [line];
  return parts.map((raw) => ({ raw, quantity: null, unit: '' }));
}

function isList(parts: readonly string[]): boolean {
  return parts.length > 1 && parts.every((part) => endsWithQuantity.test(part.normalize('NFKC')));
}

/** The parts of a line that count up from its beginning. */
function numberedParts(line: string): string[] {
  const marks = [...line.matchAll(numberMark)];
  const counts = marks.every((mark, at) => Number(mark[1]) === at + Number(marks[0]?.[1]));
  if (marks[0]?.index !== 0 || !counts) return [];
  return marks
    .map((mark, at) => line.slice(mark.index + mark[0].length, marks[at + 1]?.index))
    .map(withoutEndSigns);
}

const endSign = /[，,；;。\s]/;

/** Without trailing separators. A loop: a pattern at the end of a text takes quadratic time. */
function withoutEndSigns(part: string): string {
  let end = part.length;
  while (end > 0 && endSign.test(part.charAt(end - 1))) end--;
  return part.slice(0, end).trim();
}

function signParts(line: string): string[] {
  const parts = line
    .split(/[，,；;、。]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isChatter(part));
  return parts.every((part) => /[\p{Script=Han}]{2}|[a-z]{3}/iu.test(part)) ? parts : [];
}
