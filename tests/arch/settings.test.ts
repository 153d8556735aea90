/** What a new setting and a new way to pay must not forget. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { payChoice } from '#lib/contract/payments/schema.ts';

const read = (file: string) => readFileSync(file, 'utf8');

it('every setting is explained in .env.example, and nothing else is', () => {
  const keys = [...read('src/lib/server/process/env.ts').matchAll(/^ {4}([A-Z_]+): /gm)].map(
    (match) => match[1],
  );
  const told = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(keys.length).toBeGreaterThan(15);
  // Who builds and tests says it, no operator.
  expect(told.toSorted()).toEqual(keys.filter((key) => key !== 'NODE_ENV').toSorted());
});

it('every way to pay stands in providers.ts, under a key that the calls take', () => {
  const made = globSync('src/lib/server/payments/*.ts').flatMap((file) => {
    const [, name, rest] = read(file).match(/export const (\w+): \w+Provider = \{([\s\S]*)/) ?? [];
    return name === undefined ? [] : [{ name, key: rest?.match(/\bkey: '([^']*)'/)?.[1] }];
  });
  expect(made.length).toBeGreaterThan(1);
  const list = read('src/lib/server/payments/providers.ts').match(/listProviders[\s\S]*?\n\}/)?.[0] ?? '';
  for (const { name, key } of made) {
    expect.soft(list, name).toContain(name);
    if (key !== undefined) {
      expect.soft(key, name).toMatch(/^[a-z_]+$/);
      expect.soft(payChoice.safeParse({ provider: key }).error, key).toBeUndefined();
    }
  }
});
