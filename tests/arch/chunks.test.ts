/** The scripts that travel in one file are there: a file that moves takes its place in `src/lib/server/fast/pages/chunks.ts` along. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { travelGroups } from '#lib/server/fast/pages/chunks.ts';

const src = resolve(import.meta.dirname, '../../src');

test.each(Object.entries(travelGroups))('every file of %s is there, once', (_name, files) => {
  const found = files.map((file) => [file, globSync(`${file}.{ts,tsx}`, { cwd: src }).length]);
  expect(found.filter(([, count]) => count !== 1)).toEqual([]);
});
