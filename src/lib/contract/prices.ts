/**
 * Who may see an amount: a mark in the schema itself. Every amount of a response has one, and prices are masked by it,
 * never by a field's name.
 */
import { z } from 'zod';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

type Schema = z.core.$ZodType;

export interface Mark {
  /** price: only for those who may see prices · own: the account's own books · open: everyone. */
  seenBy: 'price' | 'own' | 'open';
  /** For a price: its replacement for everyone else; undefined leaves the field out. */
  instead?: unknown;
}

const marks = z.registry<Mark>();

function mark<T extends z.ZodType>(schema: T, entry: Mark): T {
  // A copy: the schema may be used elsewhere with another mark.
  const marked = schema.clone();
  marks.add(marked, entry);
  return marked;
}

/** A price, in figures or in words, or what reveals one. `hidePrices` removes it, or puts `instead` in its place. */
export function priced<T extends z.ZodType>(schema: T, instead?: z.output<T>): T {
  return mark(schema, { seenBy: 'price', instead });
}

/** An amount of the account's own books: paid, held, requested or promised. */
export function ownMoney<T extends z.ZodType>(schema: T): T {
  return mark(schema, { seenBy: 'own' });
}

/** An amount, or a similar value, that is public. */
export function openMoney<T extends z.ZodType>(schema: T): T {
  return mark(schema, { seenBy: 'open' });
}

/** A field of a response. Items of a list and values of a record are under `*`: `data.*.goods.price`. */
export interface Field {
  path: readonly string[];
  schema: Schema;
  mark: Mark | undefined;
}

/** Every marked or simple field of a schema. A mark covers everything below it. */
export function fieldsOf(
  schema: Schema,
  path: readonly string[] = [],
  within: readonly Schema[] = [],
): Field[] {
  const found = marks.get(schema);
  const parts = found || within.includes(schema) ? [] : partsOf(schema);
  if (parts.length === 0) return [{ path, schema, mark: found }];
  const around = [...within, schema];
  return parts.flatMap(([step, part]) => fieldsOf(part, step === '' ? path : [...path, step], around));
}

/** Types without parts, or without parts known to a schema. */
const leaves: ReadonlySet<string> = new Set([
  ...['string', 'number', 'int', 'bigint', 'boolean', 'date', 'null', 'undefined', 'void', 'nan', 'symbol'],
  ...['enum', 'literal', 'template_literal', 'never', 'any', 'unknown', 'custom'],
]);

/** The parts of a schema; the empty step means the same path. Throws for a type that it cannot examine. */
function partsOf(schema: Schema): [step: string, part: Schema][] {
  if (schema instanceof z.core.$ZodObject) {
    const { shape, catchall } = schema._zod.def;
    const parts: [string, Schema][] = Object.entries(shape);
    if (catchall && !(catchall instanceof z.core.$ZodNever)) parts.push(['*', catchall]);
    return parts;
  }
  if (schema instanceof z.core.$ZodArray) return [['*', schema._zod.def.element]];
  if (schema instanceof z.core.$ZodRecord) return [['*', schema._zod.def.valueType]];
  if (schema instanceof z.core.$ZodTuple) return schema._zod.def.items.map((item) => ['*', item]);
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map((option) => ['', option]);
  if (schema instanceof z.core.$ZodPipe) return [['', schema._zod.def.out]];
  if (schema instanceof z.core.$ZodLazy) return [['', schema._zod.def.getter()]];
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodReadonly
  )
    return [['', schema._zod.def.innerType]];
  const { type } = schema._zod.def;
  if (leaves.has(type)) return [];
  throw new Error(`the mask of prices cannot look into ${type}: say in prices.ts what its parts are`);
}

/** Whether a value may have fields that no schema names: they could not be examined. */
function isOpaque(schema: Schema): boolean {
  // An object without parts of its own here is recursive.
  return (
    schema instanceof z.core.$ZodObject ||
    schema instanceof z.core.$ZodCustom ||
    schema instanceof z.core.$ZodAny ||
    schema instanceof z.core.$ZodUnknown
  );
}

/** The steps to a value, and the prices below it. */
interface Mask {
  hides?: Mark;
  /** It may contain unknown fields on purpose. */
  isOpen?: boolean;
  parts: Map<string, Mask>;
}

const masks = new WeakMap<Schema, Mask>();

function maskOf(schema: Schema): Mask {
  const known = masks.get(schema);
  if (known) return known;
  const mask: Mask = { parts: new Map() };
  for (const { path, schema: field, mark: found } of fieldsOf(schema)) {
    let at = mask;
    for (const step of path) {
      const next: Mask = at.parts.get(step) ?? { parts: new Map() };
      at.parts.set(step, next);
      at = next;
    }
    if (found?.seenBy === 'price') at.hides = found;
    else if (isOpaque(field)) at.isOpen = true;
  }
  masks.set(schema, mask);
  return mask;
}

/** Whether a price is at this path of a response, or around it. */
export function isPriced(schema: Schema, path: readonly PropertyKey[]): boolean {
  let at: Mask | undefined = maskOf(schema);
  for (const step of path) {
    at = at?.parts.get(String(step)) ?? at?.parts.get('*');
    if (at?.hides) return true;
  }
  return false;
}

/**
 * Removes every price from a response, at any depth, by the marks of its schema, together with fields unknown to the
 * schema: they could be prices. The only price mask of the product: everything with items for a buyer who may not see
 * their price passes through it.
 */
export function hidePrices<T>(schema: z.ZodType<T>, value: T): T {
  return hide(value, maskOf(schema)) as T;
}

function hide(value: unknown, { parts, isOpen }: Mask): unknown {
  if (parts.size === 0 || typeof value !== 'object' || value === null) return value;
  const each = parts.get('*');
  if (Array.isArray(value)) return each ? value.map((item) => hide(item, each)) : value;
  const made: Record<string, unknown> = {};
  // Not by entries: a page of items has hundreds of them.
  for (const key of Object.keys(value)) {
    const part = fieldOf(value, key);
    const inner = parts.get(key) ?? each;
    if (inner === undefined) {
      if (isOpen) made[key] = part;
    } else if (inner.hides === undefined) made[key] = hide(part, inner);
    else if (inner.hides.instead !== undefined) made[key] = inner.hides.instead;
  }
  return made;
}
