/** Texts that calls take: hidden signs are never stored, telephones have one form. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';

const root = resolve(import.meta.dirname, '../..');

interface Leaf {
  path: string;
  schema: z.core.$ZodType;
}

/** Every field of an input whose value is a text, those within lists among them. */
function textsOf(schema: z.core.$ZodType, path: string): Leaf[] {
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
  if (schema instanceof z.core.$ZodArray) return textsOf(schema._zod.def.element, `${path}[]`);
  if (schema instanceof z.core.$ZodRecord) return textsOf(schema._zod.def.valueType, `${path}{}`);
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap((part) => textsOf(part, path));
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return textsOf(schema._zod.def.innerType, path);
  if (schema instanceof z.core.$ZodPipe) {
    const { in: first, out } = schema._zod.def;
    const own = textsOf(first, path);
    return own.length > 0 && own.every((leaf) => leaf.path === path)
      ? [{ path, schema }]
      : [...own, ...textsOf(out, path)];
  }
  return schema instanceof z.core.$ZodString ? [{ path, schema }] : [];
}

const leaves = Object.entries(api).flatMap(([name, { input }]) => textsOf(input, name));
const kept = (schema: z.core.$ZodType, text: string) => {
  const read = z.safeParse(schema, text);
  return read.success ? read.data : undefined;
};

/** What is compared or read as it was sent, and never shown to others: passwords, proofs, puzzles, tokens and names of ways to pay. */
const asSent = /password|proof|puzzle|agreement|token|provider|assertion|credential|response/i;

describe('texts of inputs', () => {
  it('are found, those in lists and behind a transformation too', () => {
    const paths = leaves.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['login.username', 'createAddress.phone', 'askAfterSale.reasons[]']),
    );
    expect(paths.length).toBeGreaterThan(150);
  });

  it('keep no sign that is not seen', () => {
    const hiding = leaves.flatMap(({ path, schema }) => {
      const text = kept(schema, '张\u200b三\u202e药\u2066房\ufeff\u00ad');
      return typeof text === 'string' && text !== '张三药房' ? [path] : [];
    });
    expect(hiding.filter((path) => !asSent.test(path))).toEqual([]);
  });

  it('that are telephones have one form', () => {
    const phones = leaves.filter(({ path }) => /(?:phone|mobile|tel)$/i.test(path));
    expect(phones.length).toBeGreaterThan(8);
    const wrong = phones.filter(
      ({ schema }) => kept(schema, ' ＋８６ 139-0099-0001\u202c') !== '13900990001',
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('that are labelled as telephones are read by the fields for them', () => {
    const plain = /(?:text|freeText)\('[^']*(?:电话|手机)[^']*'/;
    const allowed = new Set(['src/lib/contract/accounts/calls.ts']);
    const found = globSync('src/lib/contract/**/*.ts', { cwd: root }).filter(
      // The texts of a declared list are its columns.
      (file) =>
        !allowed.has(file) &&
        !file.includes('/desk/lists/') &&
        plain.test(readFileSync(resolve(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
