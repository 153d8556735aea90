/** The order of locks (docs/locks.md) as far as the text of the code can hold it. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('src/lib/server/**/*.ts');
const read = (file: string) => readFileSync(file, 'utf8');

/** Statements that lock rows of these tables, a file each. */
function writersOf(table: string, name: string): string[] {
  const pattern = new RegExp(
    `\\bupdate ${table}\\b|\\bdelete from ${table}\\b|\\.(update|delete|insert)\\(${name}\\)`,
  );
  return files
    .filter((file) => pattern.test(read(file)))
    .map((file) => file.replace('src/lib/server/', ''))
    .sort();
}

test('goods are written where they are locked in the order of their ids', () => {
  expect(writersOf('goods', 'goods')).toEqual([
    'engines/import/import-rows.ts',
    'goods/own-goods-rows.ts',
    'goods/stock-rows.ts',
  ]);
  expect(writersOf('activity_goods', 'activityGoods')).toEqual(['goods/promo-rows.ts']);
  expect(writersOf('quota_use', 'quotaUse')).toEqual(['orders/quota-rows.ts']);
});

test('whatever locks several rows says in which order', () => {
  const unsorted = files.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/\bfor (?:no key )?update\b/g)]
      .map(({ index }) => text.slice(Math.max(0, index - 200), index))
      .filter((before) => before.includes('= any(') && !/order by \w+\s*$/.test(before))
      .map((before) => `${file}: ${before.slice(-60)}`);
  });
  expect(unsorted).toEqual([]);
});
