/**
 * Converts the text of forms and queries to the values of a schema. A form sends every value as text, JSON may send
 * numbers: both are accepted. What a type cannot express (a separator, an empty text that means nothing) a field
 * declares itself with `reads`.
 */
import { z } from 'zod';

type Schema = z.core.$ZodType;
type Read = (value: unknown) => unknown;

const readers = z.registry<{ read: Read }>();

/** The schema with a way of its own to read what was sent; what it sends on is decoded like everything else. */
export function reads<T extends z.ZodType>(schema: T, read: Read): T {
  const own = schema.clone();
  readers.add(own, { read });
  return own;
}

/** Empty text and null mean an unset field, as forms send it. */
export function unset<T extends z.ZodType>(schema: T): T {
  return reads(schema, (value) => (value === '' || value === null ? undefined : value));
}

/** Full-width digits, signs and dots as they come from a Chinese keyboard, as ASCII; other values untouched. */
export function halfWidth(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
    .trim();
}

/** The sent values of an input, validated by its schema: numbers, flags and lists are parsed from text. */
export function parseSent<S extends z.ZodType>(schema: S, sent: unknown): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(decode(schema, sent));
}

function decode(schema: Schema, sent: unknown): unknown {
  const own = readers.get(schema);
  const value = own ? own.read(sent) : readByType(schema, sent);
  if (value === undefined || value === null) return value;
  if (schema instanceof z.core.$ZodObject) return decodeParts(value, schema._zod.def.shape);
  if (schema instanceof z.core.$ZodRecord) return decodeEach(value, schema._zod.def.valueType);
  if (schema instanceof z.core.$ZodArray && Array.isArray(value))
    return value.map((item) => decode(schema._zod.def.element, item));
  if (schema instanceof z.core.$ZodPipe) {
    const first = decode(schema._zod.def.in, value);
    // A value refused by its first part, e.g. a list that is too long, is not parsed further.
    return z.safeParse(schema._zod.def.in, first).success ? decode(schema._zod.def.out, first) : first;
  }
  if (schema instanceof z.core.$ZodUnion) return decodeAny(schema._zod.def.options, value);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return decode(schema._zod.def.innerType, value);
  return value;
}

/** Whole numbers and lists have one text form everywhere. */
function readByType(schema: Schema, sent: unknown): unknown {
  if (schema instanceof z.core.$ZodNumber) return readWhole(halfWidth(sent));
  if (schema instanceof z.core.$ZodArray) return readList(sent);
  return sent;
}

/** Digits as a number; everything else stays for the schema to refuse. */
function readWhole(text: unknown): unknown {
  return typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/** `ids[]=1` is a list already; `ids=1,2` and a single value are one too. */
export function readList(sent: unknown): unknown {
  if (sent === undefined || sent === null || sent === '' || Array.isArray(sent)) return sent;
  return typeof sent === 'string' ? sent.split(',').map((part) => part.trim()) : [sent];
}

/** 1 and true are yes, 0 and false are no. */
export function readFlag(sent: unknown): unknown {
  if (sent === true || sent === '1' || sent === 'true') return 1;
  if (sent === false || sent === '0' || sent === 'false') return 0;
  return sent;
}

function decodeParts(value: object, shape: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(value) || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, schema ? decode(schema, part) : part];
    }),
  );
}

function decodeEach(value: object, schema: Schema): unknown {
  if (Array.isArray(value) || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(schema, part)]));
}

/** The first of the options that takes the value decides how it is read. */
function decodeAny(options: readonly Schema[], value: unknown): unknown {
  for (const option of options) {
    const decoded = decode(option, value);
    if (z.safeParse(option, decoded).success) return decoded;
  }
  return value;
}
