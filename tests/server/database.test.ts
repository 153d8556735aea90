import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getDb } from '#lib/server/db/client.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { goods } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db, url } = await testDatabase();

test('holds the demo, and services work on the same database', async () => {
  const { rows } = await db.execute(
    sql`SELECT count(*) AS merchants, current_database() AS name FROM merchant`,
  );
  expect(rows[0]?.merchants).toBe(18);
  const other = await getDb().execute(sql`SELECT current_database() AS name`);
  expect(other.rows[0]?.name).toBe(rows[0]?.name);
});

test('reads counts as numbers, money as text, times as dates, in Shanghai', async () => {
  const { rows } = await db.execute(
    sql`SELECT 9007199254740991::int8 AS big, 0.10::numeric AS money, current_setting('TimeZone') AS zone`,
  );
  expect(rows[0]).toEqual({ big: 9_007_199_254_740_991, money: '0.10', zone: 'Asia/Shanghai' });
});

test('compiles no statement, whatever the server is set to', async () => {
  const { rows } = await db.execute(sql`select setting, source from pg_settings where name = 'jit'`);
  expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
});

test('a transaction that begins with a statement without parameters reads it as any other', async () => {
  const read = (from: Pick<typeof db, 'select'>) =>
    from.select({ id: goods.id, at: goods.createdAt }).from(goods).orderBy(goods.id);
  const [inside, again] = await db.transaction(async (tx) => [await read(tx), await read(tx)] as const);
  const outside = await read(db);
  expect(outside[0]?.at).toBeInstanceOf(Date);
  expect([inside, again]).toEqual([outside, outside]);
});

test('knows trigrams of Chinese', async () => {
  const { rows } = await db.execute(sql`SELECT similarity('阿莫西林胶囊', '阿莫西林') > 0.3 AS alike`);
  expect(rows[0]?.alike).toBe(true);
});

test('migrating again, twice at once, changes nothing', async () => {
  const count = sql`SELECT count(*) AS n FROM drizzle.__drizzle_migrations`;
  const before = (await db.execute(count)).rows[0]?.n;
  await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
  expect((await db.execute(count)).rows[0]?.n).toBe(before);
});

test('a database of another line or of before the baseline is refused, one with a longer history is not', async () => {
  const add = (when: number) =>
    db.execute(sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('other', ${when})`);
  // What the baseline sums up, and what a newer version has added.
  await add(1);
  await add(Date.now() + 86_400_000);
  await migrateDatabase(url);
  await db.execute(sql`UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1`);
  await expect(migrateDatabase(url)).rejects.toThrow('另一个版本的药批网');
});
