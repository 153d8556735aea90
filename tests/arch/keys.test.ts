/** Keys of an input method are its own: no handler reads a key but by `pressedKey`. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Keys read as a handler gets them; storage events have a key too, and are none of these. */
const bare =
  /\b(?:event|e|press)\.(?:key|code|keyCode|isComposing|nativeEvent\.isComposing)\b|\{[^{}]*\bkey\b[^{}]*\} = (?:event|e)\b|\bkey(?:Code)?\b[^{}()]*\}: (?:React\.)?KeyboardEvent/;

/** The helper; scripts of the head, which are text and import nothing; a storage event. */
const apart = new Set([
  'src/islands/ui/pressed-key.ts',
  'src/islands/shell/early-presses.ts',
  'src/lib/client/stores/shell/region.ts',
]);

const codeOf = (file: string) => readFileSync(resolve(root, file), 'utf8');
const files = globSync('src/{islands,components,layouts,pages,lib/client}/**/*.{ts,tsx,astro}', {
  cwd: root,
});

it('reads keys in one place', () => {
  for (const code of [
    "if (event.key === 'Enter') end();",
    'const { key } = event;',
    'if (event.nativeEvent.isComposing) return;',
    'function onKey({ key }: KeyboardEvent) {',
  ])
    expect(bare.test(code), code).toBe(true);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !apart.has(file) && bare.test(codeOf(file)))).toEqual([]);
});

it('in scripts of the head asks for a composition beside each key', () => {
  const code = codeOf('src/islands/shell/early-presses.ts');
  const keys = code.match(/e\.key!==/g) ?? [];
  expect(keys.length).toBeGreaterThan(0);
  expect(code.match(/e\.isComposing\|\|e\.keyCode===229/g)).toHaveLength(keys.length);
});
