/** Rules are tried as rules, and what is written twice about goods says the same. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { goodsTags } from '#lib/contract/goods/calls.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** Rules that a file imports, types left out. */
function rulesOf(file: string): string[] {
  const found = read(file).matchAll(/(?:^|\n)(?:import|export)(?! type)[^;]*? from '([^']+)'/g);
  return [...found].flatMap(([, path = '']) => {
    const target = path.startsWith('#')
      ? path.replace('#', 'src/')
      : relative(root, resolve(root, dirname(file), path));
    return target.startsWith('src/lib/rules/') ? [target] : [];
  });
}

/** Tried through the services that decide with them; a new rule has examples of its own. */
const throughServices = [
  'src/lib/rules/goods/otc.ts',
  'src/lib/rules/promotions/promo-row.ts',
  'src/lib/rules/site/ad-approval.ts',
  'src/lib/rules/terms/field-of.ts',
  'src/lib/rules/text/xml.ts',
];

it('every rule is called by a test, itself or through a rule that is', () => {
  const tried = new Set<string>();
  const toRead = files('tests/**/*.{ts,tsx}').flatMap(rulesOf);
  for (let file = toRead.pop(); file !== undefined; file = toRead.pop()) {
    if (tried.has(file)) continue;
    tried.add(file);
    toRead.push(...rulesOf(file));
  }
  expect(tried.size).toBeGreaterThan(60);
  const untried = files('src/lib/rules/**/*.ts').filter(
    (file) => !tried.has(file) && /^export (const|function)/m.test(read(file)),
  );
  expect(untried).toEqual(throughServices);
});

it('a label of goods can be asked for by its name', () => {
  expect([...goodsTags].toSorted()).toEqual(Object.values(labelNames).toSorted());
});
