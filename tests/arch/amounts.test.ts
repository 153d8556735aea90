/** An amount that people read has its thousands told apart (design 7: ¥49,781.50), by one formatter. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root })
  .filter((file) => !file.includes('/db/seed/'))
  .sort();

/** The sign, what may stand between it and what is counted, and an expression, in JSX as in a template text. */
const sign = /¥(?:\s|\{' '\})*\$?\{(?!\s*showYuan\()[^}\n]*/g;

it('behind ¥ stands what showYuan has written', () => {
  const bare = files.flatMap((file) =>
    (readFileSync(resolve(root, file), 'utf8').match(sign) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(bare).toEqual([]);
});
