/** The values of the settings: their types, their texts, and how a typed one is read. */
import { type CellFields, type CellValue, readCell, shownText } from '../changes/cells.ts';
import { findClock } from '../chat/hours.ts';
import { keysOf, tableOf } from '../terms/keys.ts';
import { findDays } from '../terms/work-days.ts';
import { findCreditCodeProblem } from '../text/credit-code.ts';
import { withoutHidden } from '../text/one-line.ts';
import { settingFields } from './setting-fields.ts';
import type { SettingField, SettingGroup, SettingShape } from './setting-groups.ts';

type Fields = typeof settingFields;
export type SettingKey = keyof Fields;

type ValueOf<Field> = Field extends { kind: 'whole' }
  ? number
  : Field extends { kind: 'yes' }
    ? boolean
    : Field extends { isList: true }
      ? string[]
      : string;

/** The values by which the shop works. */
export type SettingValues = { [Key in SettingKey]: ValueOf<Fields[Key]> };
export type SettingValue = string | number | boolean | readonly string[];

export const settingKeys: readonly SettingKey[] = keysOf(settingFields);

/** The fields as the rules of changes know them. */
export const settingCells: CellFields<SettingKey> = settingFields;

export function settingField(key: SettingKey): SettingField {
  return settingFields[key];
}

/** Settings of a part of the page, in order. */
export function settingsOf(group: SettingGroup): SettingKey[] {
  return settingKeys.filter((key) => settingFields[key].group === group);
}

/** Licences and filings, in the order of the footer. */
export const licenceSettings: readonly SettingKey[] = settingsOf('licences');

/** The values while nobody has set any; `given` are those of the environment. */
export function defaultValues(given: Readonly<Partial<Record<SettingKey, string>>>): SettingValues {
  return typedTable((key) => {
    const { fallback, isList } = settingField(key);
    return fallback ?? (isList === true ? [] : (given[key] ?? ''));
  });
}

/** Each value has the type of its field: lists, texts, and fallbacks of numbers and of yes and no. */
function typedTable(make: (key: SettingKey) => unknown): SettingValues {
  return tableOf(settingKeys, make) as SettingValues;
}

/** The stored values that have the type of their field, otherwise `otherwise`. */
export function completeValues(
  stored: Readonly<Record<string, unknown>>,
  otherwise: SettingValues,
): SettingValues {
  return typedTable((key) => {
    const { [key]: value } = stored;
    const { [key]: fallback } = otherwise;
    // The database layer reads a stored text of digits as a number.
    if (typeof fallback === 'string' && typeof value === 'number') return String(value);
    const isAlike = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
    return isAlike && value !== null ? value : fallback;
  });
}

/** A value as a person changes it: the lines of a list, 是 or 否. */
export function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? '是' : '否';
  return value === null || value === undefined ? '' : String(value);
}

/** A value in one line, with its unit; 空 for none. */
export function settingShown(key: SettingKey, value: unknown): string {
  const field = settingField(key);
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.join('、');
  const text = shownText(field, cellOf(value));
  return typeof value === 'number' && field.unit !== undefined ? `${text}${field.unit}` : text;
}

/** A stored value as the rules of changes compare it. */
export function cellOf(value: unknown): CellValue {
  return typeof value === 'number' || typeof value === 'boolean' ? value : settingText(value);
}

/** The value of a cell in the type of its field. */
export function settingValue(key: SettingKey, cell: CellValue): SettingValue {
  if (settingField(key).isList === true) return linesOf(String(cell ?? ''));
  return cell ?? '';
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export type ReadSetting = { cell: CellValue } | { error: string };

/** What a person typed: its value, or the sentence about what is wrong. An empty text empties the setting. */
export function readSetting(key: SettingKey, typed: string): ReadSetting {
  const field = settingField(key);
  const text = withoutHidden(typed).replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') return field.isNeeded === true ? { error: `请填写${field.label}` } : { cell: '' };
  if (field.isList === true) return readLines(field, text);
  if (field.kind === 'text') return readText(field, text);
  const read = readCell(field, text);
  if (read.change === 'set') return { cell: read.value };
  return { error: read.change === 'wrong' ? read.error : `请填写${field.label}` };
}

function readLines({ label, kind, most = 20, ...field }: SettingField, text: string): ReadSetting {
  const lines = linesOf(text);
  const max = kind === 'text' && 'max' in field ? field.max : 100;
  if (lines.length > most) return { error: `${label}最多${most}行` };
  const long = lines.find((line) => line.length > max);
  if (long !== undefined) return { error: `${label}每行最多${max}个字，“${long.slice(0, 10)}…”太长` };
  for (const line of lines) {
    const problem = field.shape === undefined ? null : shapes[field.shape](line);
    if (problem !== null) return { error: `${label}的“${line}”${problem}` };
  }
  return { cell: lines.join('\n') };
}

function readText({ label, max, shape }: SettingField & { kind: 'text' }, text: string): ReadSetting {
  if (text.includes('\n')) return { error: `${label}不能换行` };
  if (text.length > max) return { error: `${label}最多${max}个字` };
  const problem = shape === undefined ? null : shapes[shape](text);
  return problem === null ? { cell: text } : { error: `${label}${problem}` };
}

const shapes: Record<SettingShape, (text: string) => string | null> = {
  phone: (text) => (/^[\d+][\d -]{4,19}$/.test(text) ? null : '须为电话号码，只用数字、空格和短横线'),
  url: (text) => (isWebAddress(text) ? null : '须为http://或https://开头的网址'),
  link: (text) => (isLinkTarget(text) ? null : '须为http://或https://开头的网址，或本站以/开头的地址'),
  clock: (text) => (findClock(text) === null ? '须为时间，如8:30' : null),
  digits: (text) => (/^\d{5,12}$/.test(text) ? null : '须为5到12位数字'),
  days: (text) =>
    findDays(text) === null ? '须为日期，如2027-01-01，或起止日期，如2027-02-05 至 2027-02-11' : null,
  credit_code: (text) => {
    const problem = findCreditCodeProblem(text);
    return problem === null ? null : `不正确：${problem}`;
  },
};

/** True for an address of the web, this site's or another's. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** True for a path of this site; what a browser would read as another site (`//x`, `/\\x`) is none. */
function isOwnPath(text: string): boolean {
  return /^\/[\w-][\w/.%?&=-]*$/.test(text);
}

/** True where text is an address that a link may lead to. */
export function isLinkTarget(text: string): boolean {
  return isWebAddress(text) || isOwnPath(text);
}

/** True where a change of any of these needs a reason. */
export function wantsReason(keys: readonly SettingKey[]): boolean {
  return keys.some((key) => settingField(key).wants !== undefined);
}

/** True where a change waits for a second person. */
export function wantsSecond(key: SettingKey): boolean {
  return settingField(key).wants === 'second';
}
