/** Nonsense for every field that a call reads, by the schemas: a new field is among them by itself. */
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';

/** Names of the fields of a schema, however deep. */
function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([name, field]) => [name, ...namesOf(field)]);
  if (schema instanceof z.core.$ZodPipe)
    return [...namesOf(schema._zod.def.in), ...namesOf(schema._zod.def.out)];
  if (schema instanceof z.core.$ZodArray) return namesOf(schema._zod.def.element);
  if (schema instanceof z.core.$ZodRecord) return namesOf(schema._zod.def.valueType);
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(namesOf);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return namesOf(schema._zod.def.innerType);
  return [];
}

/** To be filled with nonsense all at once; `sign` and `pay_no` are read by calls that take any body. */
export const fields: readonly string[] = [
  ...new Set([...Object.values(api).flatMap(({ input }) => namesOf(input)), 'sign', 'pay_no']),
];

export const injection = `'; drop table "user"; --`;

export const values = [
  '0',
  '-1',
  '1e9',
  'abc',
  '99999999999999999999',
  injection,
  '９９',
  'null',
  '0000-01-01',
  '9999-12-31',
  '<script>alert(1)</script>',
  '\\',
  '😀',
  'a'.repeat(500),
];

/** `name=value` of every field, in as many forms as keep each short enough to be an address too. */
function filled(value: string): string[] {
  const longest = 30_000;
  const forms: string[] = [];
  for (const name of fields) {
    const pair = `${name}=${encodeURIComponent(value)}`;
    const last = forms.at(-1);
    if (last === undefined || last.length + pair.length > longest) forms.push(pair);
    else forms[forms.length - 1] = `${last}&${pair}`;
  }
  return forms;
}

/** Forms that fill every field with the same nonsense. */
export const nonsense: readonly string[] = [
  '',
  '=&&==',
  '__proto__[x]=1&constructor[prototype][x]=1',
  ...values.flatMap(filled),
  fields.map((name) => `${name}[]=1&${name}[]=x`).join('&'),
  fields.map((name) => `${name}[a]=1`).join('&'),
  fields.map((name) => `${name}[0][goods_id]=x&${name}[0][number]=-1`).join('&'),
  fields.map((name) => `${name}[a][b][c][d][e][f][g]=1`).join('&'),
];
