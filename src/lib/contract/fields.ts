/**
 * Fields that many inputs share. What forms send as text is read by ./decode.ts before. Each refusal is a Chinese
 * sentence a buyer understands (rules 8).
 */
import { z } from 'zod';
import { findDay } from '../rules/terms/activity-time.ts';
import { withoutFormat, withoutHidden } from '../rules/text/one-line.ts';
import { isMobile, isPhone, normalizePhone } from '../rules/text/phone.ts';
import { deskPageSize, maxDeskPageSize, maxFormLines, maxPageSize } from './constants.ts';
import { halfWidth, readFlag, readList, reads } from './decode.ts';
import { errorCatalogue } from './errors.ts';

// Errors without words in a schema are in Chinese all the same.
z.config({ customError: () => errorCatalogue[422].message });

const maxId = 2_147_483_647;
/** Characters of a telephone as address books write it. */
const maxPhoneText = 30;

function wholeNumber(label: string, min: number, max: number) {
  const sentence = `${label}须为${min}到${max}之间的整数`;
  return z
    .number({ error: sentence })
    .int({ error: sentence })
    .min(min, { error: sentence })
    .max(max, { error: sentence });
}

/** An id of the database: a positive whole number, in plain digits. */
export function id(label = '编号', least: 0 | 1 = 1) {
  const error = `${label}不正确`;
  return reads(z.number({ error }).int({ error }).min(least, { error }).max(maxId, { error }), (value) =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value,
  );
}

/** A quantity in pieces as typed: 1 to 999999. Steps and limits are the rules' business. */
export function quantity(label = '数量') {
  return wholeNumber(label, 1, 999_999);
}

/** A number that goes out as a person typed it. */
export function typed(field: z.ZodType<number, number>): z.ZodType<number, number | string> {
  return field;
}

export function whole(label: string, min: number, max: number) {
  return wholeNumber(label, min, max);
}

export function page() {
  return wholeNumber('页码', 1, 100_000).default(1);
}

export function pageSize(fallback: number) {
  return wholeNumber('每页条数', 1, maxPageSize).default(fallback);
}

/** The input of a desk's list besides its search: `z.object({ …, ...deskPage() })`. */
export function deskPage() {
  return { page: page(), size: wholeNumber('每页条数', 1, maxDeskPageSize).default(deskPageSize) };
}

interface TextBounds {
  min?: number;
  max?: number;
  /** A scanner types into it: control characters, by which it parts values, stay. */
  isScanned?: boolean;
}

/** Text without format and control characters, trimmed. Line ends stay. A NUL is refused by the endpoint before. */
export function text(label: string, { min = 0, max = 200, isScanned = false }: TextBounds = {}) {
  const exact = `${label}须为${min}位`;
  return z
    .string({ error: ({ input }) => (Array.isArray(input) ? `${label}只能有一个` : `请填写${label}`) })
    .overwrite(isScanned ? withoutFormat : withoutHidden)
    .trim()
    .min(min, { error: min === 1 ? `请填写${label}` : min === max ? exact : `${label}至少${min}个字` })
    .max(max, { error: min === max ? exact : `${label}最多${max}个字` });
}

/** A phone, mobile or landline, in the stored form (rules/text/phone). */
export function phone(label = '联系电话') {
  return text(label, { min: 1, max: maxPhoneText })
    .transform(normalizePhone)
    .refine(isPhone, { error: '请填写11位手机号，或带区号的固定电话' });
}

/** A mainland mobile in the stored form. */
export function mobile(label = '手机号') {
  return text(label, { min: 1, max: maxPhoneText })
    .transform(normalizePhone)
    .refine(isMobile, { error: '请填写11位手机号' });
}

/** A phone of an unfinished form: in the stored form, or the text so far. Left out, it is empty. */
export function draftPhone(label: string) {
  return freeText(label, maxPhoneText).transform(normalizePhone);
}

interface Bounds {
  min?: number;
  /** For a value that is not a list, or is too short. */
  error: string;
  tooMany: string;
}

/** A list of at most `max` elements: counted before any of them is parsed, however many are sent. */
export function upTo<T extends z.ZodType>(max: number, element: T, { min = 0, error, tooMany }: Bounds) {
  const counted = z.custom<z.input<T>[]>(
    (value) => Array.isArray(value) && value.length >= min && value.length <= max,
    { error: ({ input }) => (Array.isArray(input) && input.length > max ? tooMany : error) },
  );
  return reads(z.pipe(counted, z.array(element, { error })), readList);
}

/** `ids[]=1`, `ids[0]=1`, `ids=1,2` alike; empty and over-long lists are refused, never cut. */
export function ids(label = '编号', max = maxFormLines) {
  const error = `请选择${label === '编号' ? '商品' : label}`;
  return upTo(max, id(label), { min: 1, error, tooMany: `一次最多提交${max}项` });
}

/** 0 or 1 of a response, the wire's form of booleans. */
export const flagOut = z.union([z.literal(0), z.literal(1)]);

/** The same of an input. */
export function flag(label: string) {
  return reads(z.union([z.literal(0), z.literal(1)], { error: `${label}须为0或1` }), readFlag);
}

/** An amount of a response: yuan text with two decimals, `-12.30`. Each has a mark of ./prices.ts. */
export const money = z.string().regex(/^-?\d+\.\d{2}$/);

/** Yuan with at most two decimals, as text: `12.30`. */
export function yuan(label: string) {
  return reads(
    z
      .string({ error: `${label}不正确` })
      .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: `${label}须为金额，最多两位小数` }),
    (value) => (typeof value === 'number' ? String(value) : halfWidth(value)),
  );
}

/** One optional line of text; empty by default. */
export function freeText(
  label: string,
  max: number,
  { isScanned = false }: Pick<TextBounds, 'isScanned'> = {},
) {
  return reads(text(label, { max, isScanned }).default(''), (value) => value ?? undefined);
}

/** One of a table's keys, optional; empty by default. Another word is refused and named. */
export function freeChoice<Key extends string>(label: string, keys: readonly Key[]) {
  const known: readonly string[] = keys;
  return reads(
    z
      .string({ error: `${label}只能有一个` })
      .overwrite(withoutFormat)
      .default('')
      .refine((value): value is Key | '' => value === '' || known.includes(value), {
        error: ({ input }) => `没有“${String(input).slice(0, 20)}”这个${label}`,
      }),
    (value) => value ?? undefined,
  );
}

/** A day in Shanghai, `2026-11-21`, that may be left out: then it is empty. */
export function freeDay(label: string) {
  const error = `${label}须为日期，如2026-11-21`;
  return reads(
    z
      .string({ error })
      .refine((day) => day === '' || findDay(day) !== null, { error })
      .default(''),
    (value) => value ?? undefined,
  );
}

/** A day in Shanghai that must be there, `2026-11-21`. The error is `请填写<label>，如2026-11-21`. */
export function day(label: string) {
  const error = `请填写${label}，如2026-11-21`;
  return z.string({ error }).refine((value) => findDay(value) !== null, { error });
}

/** A page of things. The `total` of a desk's list counts no further than `maxDeskRows`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.number().int() });
}

/** A QR code: its side in modules, and the dark ones as the path of an SVG. */
export const drawnQr = z.object({ size: z.number().int(), path: z.string() });
export type DrawnQr = z.infer<typeof drawnQr>;

export const emptyInput = z.object({});
