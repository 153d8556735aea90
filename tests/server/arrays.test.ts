/** Lists as they are handed to PostgreSQL, which reads them back as they were. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { intArray, textArray } from '#lib/server/fast/arrays.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase('empty');

test.each([[[]], [[1, 2, 3]], [[-7, 2_000_000_000]]])('whole numbers %j', async (values) => {
  const { rows } = await db.execute(sql`select ${intArray(values)}::int[] as read`);
  expect(rows).toEqual([{ read: values }]);
});

test.each([
  [[]],
  [['limit:7', 'day:7:2026-11-23']],
  [['', 'null', 'NULL', ' a ', 'a,b', '{}', 'a"b', 'a\\b', '\\"', "it's", '片']],
])('texts %j', async (values) => {
  const { rows } = await db.execute(sql`select ${textArray(values)}::text[] as read`);
  expect(rows).toEqual([{ read: values }]);
});

test('nothing but whole numbers', () => {
  for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => intArray([wrong])).toThrow(RangeError);
});
