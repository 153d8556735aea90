/** What the browser loads of packages asks nothing of Node: a build says nothing, and the page fails where it is needed. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const require = createRequire(import.meta.url);

/** Packages that browser code imports, by value. */
const packages = new Set(
  globSync('{lib/client,islands}/**/*.{ts,tsx}', { cwd: src }).flatMap((file) =>
    [
      ...readFileSync(resolve(src, file), 'utf8').matchAll(
        /^import (?!type )[^'"]*['"]([^.#'"][^'"]*)['"]/gm,
      ),
    ].map(([, name = '']) => name),
  ),
);

/** The file that a package's name stands for in a browser; undefined where it can be imported alone. */
function fileOf(name: string): string | undefined {
  try {
    return forBrowsers(name) ?? require.resolve(name);
  } catch {
    return undefined;
  }
}

/** The file that a package declares for browsers; Node resolves its own instead. */
function forBrowsers(name: string): string | undefined {
  const folder = resolve(import.meta.dirname, '../../node_modules', name);
  const manifest = resolve(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { exports: entries } = JSON.parse(readFileSync(manifest, 'utf8'));
  const file: unknown = entries?.['.']?.browser;
  return typeof file === 'string' ? resolve(folder, file) : undefined;
}

it('no package of the browser is made for Node', () => {
  expect([...packages]).toContain('altcha-lib/algorithms/web/pbkdf2');
  const forNode = [...packages].filter((name) => {
    const file = fileOf(name);
    return file !== undefined && /\b(?:require\(|from )['"]node:/.test(readFileSync(file, 'utf8'));
  });
  expect(forNode).toEqual([]);
  expect(readFileSync(require.resolve('altcha-lib/algorithms/pbkdf2'), 'utf8')).toMatch(/['"]node:crypto/);
});

it('no browser code reads the table of all pages: its texts would be on every page, because addresses are made there', () => {
  const wrong = globSync(['{lib/client,islands}/**/*.{ts,tsx}', 'lib/contract/desk/list.ts'], {
    cwd: src,
  }).filter((file) =>
    /^import \{[^}]*(?<!type )\b(?:routes|findRoute)\b[^}]*\} from '[^']*\/routes\.ts'/m.test(
      readFileSync(resolve(src, file), 'utf8'),
    ),
  );
  expect(wrong).toEqual([]);
});
