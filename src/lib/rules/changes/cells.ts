/**
 * Cells by which people change rows: of a form, of a pasted range, of a file. One reading for all of them: a missing
 * column and an empty cell keep what the row has, `-` clears it (rules 18).
 */
import { type Fen, findYuan, formatYuan, showYuan } from '../money/money.ts';
import { isErrorCell, isScientific } from '../tables/cell.ts';
import { findDay } from '../terms/activity-time.ts';
import { entriesOf, keysOf } from '../terms/keys.ts';
import { withoutHidden } from '../text/one-line.ts';

interface Field {
  /** Its name for people: the head of its column. */
  label: string;
  /** Rows always have a value: it cannot be cleared. */
  isNeeded?: boolean;
}

/** A field that a person may change, and which values it takes; bounds are inclusive. */
export type CellField = Field &
  (
    | { kind: 'text'; min?: number; max: number; hasLines?: boolean }
    | { kind: 'whole'; min: number; max: number }
    /** In fen. */
    | { kind: 'money'; min: Fen; max: Fen }
    | { kind: 'day' }
    /** Texts by key; people write the text. */
    | { kind: 'choice'; choices: Readonly<Record<string, string>> }
    | { kind: 'yes' }
  );

/** A text, a number or fen, a day (2026-11-21), the key of a choice, yes or no; null: the field is empty. */
export type CellValue = string | number | boolean | null;

export type ReadCell =
  | { change: 'keep' }
  | { change: 'set'; value: CellValue }
  | { change: 'wrong'; error: string };

/** How changes are written, for the person who hands in a table. */
export const cellHints = ['没有的列保持不变', '空白的单元格保持不变', '填“-”表示清空'] as const;

/** Clears the field. */
export const clearingCell = '-';

const keep: ReadCell = { change: 'keep' };
const set = (value: CellValue): ReadCell => ({ change: 'set', value });
const wrong = (error: string): ReadCell => ({ change: 'wrong', error });

/** Shown characters of a wrong cell. */
const shownChars = 20;

function quoted(text: string): string {
  const chars = [...text];
  return `“${chars.slice(0, shownChars).join('')}${chars.length > shownChars ? '…' : ''}”`;
}

/** What one cell changes; undefined: the table has no such column. */
export function readCell(field: CellField, cell: string | undefined): ReadCell {
  const text = withoutHidden(cell ?? '').trim();
  if (text === '') return keep;
  const { label } = field;
  if (text.normalize('NFKC') === clearingCell)
    return field.isNeeded === true ? wrong(`${label}不能清空`) : set(null);
  if (isErrorCell(text)) return wrong(`${label}是表格公式的错误值${quoted(text)}，请改为内容`);
  const content = withoutApostrophe(text);
  switch (field.kind) {
    case 'text':
      return readText(field, content);
    case 'whole':
      return readWhole(field, content);
    case 'money':
      return readMoney(field, content);
    case 'day':
      return readDay(field, content);
    case 'choice':
      return readChoice(field, content);
    case 'yes':
      return readYes(field, content);
  }
}

/** Texts that a spreadsheet would take for a formula, with the apostrophe that keeps it from doing so. */
const guarded = /^'+[=+\-@＝＋－＠]/;

/** Our own files put an apostrophe before such a text (rules/text/csv). */
function withoutApostrophe(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

type FieldOf<Kind extends CellField['kind']> = Extract<CellField, { kind: Kind }>;

/** Line ends and tabs, with what is blank around them, as one blank. */
function inOneLine(text: string): string {
  const parts = text.split(/[\r\n\t]/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

function readText({ label, min = 1, max, hasLines = false }: FieldOf<'text'>, text: string): ReadCell {
  const value = hasLines ? text.replaceAll(/\r\n?/g, '\n') : inOneLine(text);
  if (value.length < min) return wrong(`${label}至少${min}个字`);
  return value.length > max ? wrong(`${label}最多${max}个字`) : set(value);
}

/** Half width, without blanks. */
const plainOf = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('−', '-');

/** `1,234.5` without its commas; another place of a comma stays, and makes it no number. */
function withoutCommas(text: string): string {
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
}

function readWhole({ label, min, max }: FieldOf<'whole'>, text: string): ReadCell {
  const plain = withoutCommas(plainOf(text));
  if (isScientific(plain)) return wrong(`${label}${quoted(text)}已被表格软件改成科学计数，请改为数字`);
  const bounds = `${label}须为${min}到${max}之间的整数`;
  if (!/^[+-]?\d+(\.0*)?$/.test(plain)) return wrong(`${bounds}，不能是${quoted(text)}`);
  const value = Number(plain);
  // Without the sign of a zero.
  return value >= min && value <= max ? set(value === 0 ? 0 : value) : wrong(bounds);
}

function readMoney({ label, min, max }: FieldOf<'money'>, text: string): ReadCell {
  // ¥12.30, 12.30元; the sign may stand on either side of the ¥.
  const plain = plainOf(text)
    .replace(/^([+-]?)¥/, '$1')
    .replace(/元$/, '');
  if (isScientific(plain)) return wrong(`${label}${quoted(text)}已被表格软件改成科学计数，请改为金额`);
  const yuan = withoutCommas(plain)
    .replace(/^\+/, '')
    .replace(/(\.\d{2})0+$/, '$1');
  const fen = findYuan(yuan.replace(/\.$/, ''));
  if (fen === null)
    return wrong(
      /^-?\d+\.\d{3,}$/.test(yuan)
        ? `${label}最多两位小数，不能是${quoted(text)}`
        : `${label}须为金额，如12.30，不能是${quoted(text)}`,
    );
  return fen >= min && fen <= max ? set(fen) : wrong(`${label}须在¥${showYuan(min)}到¥${showYuan(max)}之间`);
}

/** 2026-11-21, 2026/1/2, 2026.1.2, 20261121, 2026年1月2日; a midnight behind it is the spreadsheet's. */
const writtenDay =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2})|年(\d{1,2})月(\d{1,2})日)(?:[T ]?0{1,2}:00(?::00(?:\.0+)?)?)?$/;

function readDay({ label }: FieldOf<'day'>, text: string): ReadCell {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ');
  const [, year, , ...parts] = writtenDay.exec(plain) ?? [];
  const [month = '', date = ''] = parts.filter((part) => part !== undefined);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (year !== undefined && findDay(day) !== null) return set(day);
  return wrong(
    /^\d{5}(\.\d+)?$/.test(plain)
      ? `${label}${quoted(text)}是表格里的数字，请把该列设为日期后重新导出`
      : `${label}须为日期，如2026-11-21，不能是${quoted(text)}`,
  );
}

/** Shown texts of a refused choice. */
const shownChoices = 8;

function readChoice({ label, choices }: FieldOf<'choice'>, text: string): ReadCell {
  const wanted = foldedOf(text);
  const found = entriesOf(choices).find(([, name]) => foldedOf(name) === wanted);
  if (found !== undefined) return set(found[0]);
  const names = Object.values(choices);
  const listed = names.slice(0, shownChoices).map((name) => `“${name}”`);
  return wrong(
    `${label}没有${quoted(text)}，须为${listed.join('')}${names.length > shownChoices ? '等' : ''}之一`,
  );
}

/** Width, case and blanks do not distinguish two choices. */
const foldedOf = (text: string) => plainOf(text).toLowerCase();

/** 是 and 否 are what we write; the others are a spreadsheet's, or people's habit. */
const yesWords = ['是', '有', 'true', 'yes', 'y', '1', '√', '✓'];
const noWords = ['否', '无', 'false', 'no', 'n', '0', '×', 'x'];

function readYes({ label }: FieldOf<'yes'>, text: string): ReadCell {
  const word = foldedOf(text);
  if (yesWords.includes(word)) return set(true);
  return noWords.includes(word) ? set(false) : wrong(`${label}须填“是”或“否”，不能是${quoted(text)}`);
}

/** A table's fields by their names. */
export type CellFields<Name extends string> = Readonly<Record<Name, CellField>>;

export interface ReadRow<Name extends string> {
  /** The new values, of the fields alone that a cell sets or clears. */
  set: Partial<Record<Name, CellValue>>;
  /** A sentence a wrong cell. */
  errors: Partial<Record<Name, string>>;
}

/** The changes of one row: its cells by the names of their fields. Other names are not read. */
export function readRow<Name extends string>(
  fields: CellFields<Name>,
  cells: Readonly<Partial<Record<Name, string>>>,
): ReadRow<Name> {
  const row: ReadRow<Name> = { set: {}, errors: {} };
  for (const name of keysOf(fields)) {
    const read = readCell(fields[name], Object.hasOwn(cells, name) ? cells[name] : undefined);
    if (read.change === 'set') row.set[name] = read.value;
    else if (read.change === 'wrong') row.errors[name] = read.error;
  }
  return row;
}

/** The value as a cell that reads the same, for copying and for files to be changed; an empty field is empty. */
export function typedText(field: CellField, value: CellValue): string {
  if (value === null) return '';
  if (field.kind === 'money') return typeof value === 'number' ? formatYuan(value) : '';
  if (field.kind === 'choice') return choiceText(field, value);
  if (field.kind === 'yes') return value === true ? '是' : '否';
  const text = String(value);
  // A text that would clear the field, or lose its apostrophe.
  const isGuarded = text.normalize('NFKC') === clearingCell || guarded.test(text);
  return field.kind === 'text' && isGuarded ? `'${text}` : text;
}

/** The value for a person: 空 for none. */
export function shownText(field: CellField, value: CellValue): string {
  if (value === null || value === '') return '空';
  if (field.kind === 'money') return typeof value === 'number' ? `¥${showYuan(value)}` : '空';
  return field.kind === 'text' ? String(value) : typedText(field, value);
}

/** The key itself for a choice of a newer version. */
function choiceText({ choices }: FieldOf<'choice'>, value: CellValue): string {
  const key = String(value);
  return Object.hasOwn(choices, key) ? (choices[key] ?? key) : key;
}
