/**
 * Fields that many inputs share. A form sends every value as text, JSON may send numbers: both are taken, full-width
 * digits too. Each refusal is a Chinese sentence a buyer understands (rules 8).
 */
import { z } from 'zod';
import { maxFormLines, maxPageSize } from './constants.ts';
import { errorCatalogue } from './errors.ts';

// What no schema has words for is refused in Chinese all the same.
z.config({ customError: () => errorCatalogue[422].message });

const maxId = 2_147_483_647;

/** Full-width digits, signs and dots as they come from a Chinese keyboard, as ASCII; other values untouched. */
export function halfWidth(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
    .trim();
}

function wholeNumber(label: string, min: number, max: number) {
  const sentence = `${label}须为${min}到${max}之间的整数`;
  return z.preprocess(
    (value) => {
      const text = halfWidth(value);
      if (typeof text === 'string' && /^[+-]?\d+$/.test(text)) return Number(text);
      return text;
    },
    z
      .number({ error: sentence })
      .int({ error: sentence })
      .min(min, { error: sentence })
      .max(max, { error: sentence }),
  );
}

/** An id of the database: a positive whole number. */
export function id(label = '编号') {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z
      .number({ error: `${label}不正确` })
      .int({ error: `${label}不正确` })
      .min(1, { error: `${label}不正确` })
      .max(maxId, { error: `${label}不正确` }),
  );
}

/** A quantity in pieces as typed: 1 to 999999. Steps and limits are the rules' business. */
export function quantity(label = '数量') {
  return wholeNumber(label, 1, 999_999);
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

/** One line of text without control characters, trimmed. A NUL is refused by the endpoint before. */
export function text(label: string, { min = 0, max = 200 }: { min?: number; max?: number } = {}) {
  return z
    .string({ error: ({ input }) => (Array.isArray(input) ? `${label}只能有一个` : `请填写${label}`) })
    .trim()
    .min(min, { error: min === 1 ? `请填写${label}` : `${label}至少${min}个字` })
    .max(max, { error: `${label}最多${max}个字` });
}

function asList(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  return [value];
}

/** `ids[]=1`, `ids[0]=1`, `ids=1,2` alike; empty and over-long lists are refused, never cut. */
export function ids(label = '编号', max = maxFormLines) {
  return z.preprocess(
    asList,
    z
      .array(id(label), { error: `请选择${label === '编号' ? '商品' : label}` })
      .min(1, { error: `请选择${label === '编号' ? '商品' : label}` })
      .max(max, { error: `一次最多提交${max}项` }),
  );
}

/** 0 or 1, as the wire writes booleans. */
export function flag(label: string) {
  return z.preprocess(
    (value) =>
      value === true || value === '1' || value === 'true'
        ? 1
        : value === false || value === '0' || value === 'false'
          ? 0
          : value,
    z.union([z.literal(0), z.literal(1)], { error: `${label}须为0或1` }),
  );
}

/** An amount of an answer: yuan text with two decimals, `-12.30`. Each stands under a mark of ./prices.ts. */
export const money = z.string().regex(/^-?\d+\.\d{2}$/);

/** Yuan with at most two decimals, as text: `12.30`. */
export function yuan(label: string) {
  return z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : halfWidth(value)),
    z
      .string({ error: `${label}不正确` })
      .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: `${label}须为金额，最多两位小数` }),
  );
}

/** A file as it arrives at the server; a browser sends a Blob. */
export interface Upload {
  name: string;
  /** As the sender says. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file of a form. */
export function upload(error: string) {
  return z.custom<Upload>((value) => (value as Partial<Upload> | null)?.bytes instanceof Uint8Array, {
    error,
  });
}

/** A page of things. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.number().int() });
}

export const emptyInput = z.object({});

/** The input of a call that takes none. */
export type Nothing = Record<string, never>;
