/** An amount that people read has its thousands told apart (design 7: ¥49,781.50), by one formatter; a number has its unit. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root })
  .filter((file) => !file.includes('/demo/'))
  .sort();

/** The sign, what may stand between it and what is counted, and an expression, in JSX as in a template text. */
const sign = /¥(?:\s|\{' '\})*\$?\{(?!\s*showYuan\()[^}\n]*/g;

it('behind ¥ stands what showYuan has written', () => {
  const bare = files.flatMap((file) =>
    (readFileSync(resolve(root, file), 'utf8').match(sign) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(bare).toEqual([]);
});

/** A number of pieces behind ×, and nothing that could be its unit behind it; `count` is a number with its unit. */
const bareNumber =
  /×(?:\s|\{' '\})*\$?\{(?!' '|count\}|[^}\n]*yuan)[^}\n]+\}(?!\s*\$?\{|[套盒组])[^\n]{0,20}/gi;

it('behind × stands a number with its unit', () => {
  const bare = files.flatMap((file) =>
    (readFileSync(resolve(root, file), 'utf8').match(bareNumber) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(bare).toEqual([]);
  expect('<b>×{line.number}</b>'.match(bareNumber)).toHaveLength(1);
  expect('×{line.number}\n{line.bzdw}'.match(bareNumber)).toBeNull();
});

/** The question of rules 13 has the specification's own words; what it comes to stands behind them. */
const asSpecified = 'src/lib/rules/promotions/pricing.ts';

it('nobody is sent to the list price: without a promotion a buyer pays a price of their own', () => {
  const texts = [...files, ...globSync('src/content/**/*.md', { cwd: root })];
  const sent = texts.filter((file) => /[按可复]原价/.test(readFileSync(resolve(root, file), 'utf8')));
  expect(sent).toEqual([asSpecified]);
});
