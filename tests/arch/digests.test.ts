/** A build keeps the digests of its scripts: they are those that Astro makes, and each is made once. */
import { createHash, webcrypto } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { cacheDigests } from '#lib/server/fast/pages/digests.ts';

const astro = path.resolve('node_modules/astro/dist/core/encryption.js');

/** Beside the other modules, so that its own imports are found. */
mkdirSync('.astro', { recursive: true });
const folder = mkdtempSync(path.resolve('.astro/digests-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('digests are Astro’s, and each is made once', async () => {
  const file = path.join(folder, 'encryption.mjs');
  const text = cacheDigests(readFileSync(astro, 'utf8'));
  writeFileSync(file, text.replaceAll('"./', `"${path.dirname(astro)}/`));
  const { generateCspDigest } = await import(file);
  const digest = vi.spyOn(webcrypto.subtle, 'digest');
  const texts = ['let one;', 'let two;', 'let one;'];
  const made = await Promise.all(texts.map((text) => generateCspDigest(text, 'SHA-256')));
  expect(made).toEqual(texts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`));
  expect(await generateCspDigest('let two;', 'SHA-384')).toBe(
    `sha384-${createHash('sha384').update('let two;').digest('base64')}`,
  );
  expect(digest).toHaveBeenCalledTimes(3);
});

test('where Astro makes them in another way the build says so', () => {
  expect(() => cacheDigests('export {}')).toThrow('in another way');
});
