/** An upgrade: the database of the last release, with rows in every table, is brought to this version. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import type { Manifest } from '#lib/server/backup/manifest.ts';
import { connect } from '#lib/server/db/client.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { buildCatalogue } from '#lib/server/engines/search/build.ts';
import { restoreRelease } from '#tests/support/release.ts';
import { makeProject, startServer } from '#tests/support/server-process.ts';
import { copyTemplate, dropCopy, makeBare } from '#tests/support/test-cluster.ts';

const templates = inject('templates');
const client = (url: string) => new pg.Client({ connectionString: url });
let [url, freshUrl] = ['', ''];
let upgraded: pg.Client;
let fresh: pg.Client;
let release: Manifest;

beforeAll(async () => {
  url = await makeBare(templates, `release_${randomUUID().slice(0, 8)}`);
  freshUrl = await copyTemplate(templates, 'empty', `fresh_${randomUUID().slice(0, 8)}`);
  release = await restoreRelease(url);
  // Refused as another line: no version is released yet and the baseline was made again; `npm run release-data`.
  await migrateDatabase(url);
  upgraded = client(url);
  fresh = client(freshUrl);
  await Promise.all([upgraded.connect(), fresh.connect()]);
});

afterAll(async () => {
  await Promise.all([upgraded.end(), fresh.end()]);
  for (const one of [url, freshUrl]) await dropCopy(templates.adminUrl, one);
});

it('loses no row, and began with one in every table', async () => {
  const rows: Record<string, number> = {};
  for (const { name } of release.tables) {
    const { rows: counted } = await upgraded.query(
      // A table may inherit from another.
      `SELECT count(*)::int AS n FROM ONLY ${pg.escapeIdentifier(name)}`,
    );
    rows[name] = counted[0].n;
  }
  expect(rows).toEqual(Object.fromEntries(release.tables.map((table) => [table.name, table.rows])));
  expect(release.tables.filter((table) => table.rows === 0).map(({ name }) => name)).toEqual([]);
});

/**
 * What the catalogue says of columns, constraints, indexes, triggers and functions; oids, places of columns, names of
 * NOT NULL (it stands with the columns) and parentheses of checks aside.
 */
const parts = {
  columns: `SELECT table_name, column_name, data_type, is_nullable, column_default, identity_generation,
      generation_expression FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  constraints: `SELECT conrelid::regclass::text AS "table", conname, translate(pg_get_constraintdef(oid), '()', '') AS rule, convalidated
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
  indexes: `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`,
  triggers: `SELECT tgrelid::regclass::text AS "table", tgname, tgenabled, pg_get_triggerdef(oid) AS rule
      FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  functions: `SELECT p.proname, pg_get_functiondef(p.oid) AS body FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1, 2`,
};

it.each(Object.entries(parts))('has the %s of a new database', async (_, query) => {
  const [own, wanted] = await Promise.all([upgraded.query(query), fresh.query(query)]);
  expect(own.rows).toEqual(wanted.rows);
  expect(own.rows.length).toBeGreaterThan(0);
});

it('keeps books that agree with their accounts, and a catalogue that can be searched', async () => {
  expect((await compareLedgers(upgraded)).wrong).toEqual([]);
  const { pool, db } = connect(url, { max: 2 });
  const { goods } = await buildCatalogue(db);
  await pool.end();
  expect(goods.count).toBeGreaterThan(1000);
});

it('of a version before the baseline, or of another line, ends the start in one sentence', async () => {
  await fresh.query(`UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1`);
  const folder = makeProject();
  const server = await startServer(folder, { DATABASE_URL: freshUrl });
  const { code, err } = await server.ended;
  rmSync(path.dirname(folder), { recursive: true, force: true });
  expect([code, err.trim().split('\n')]).toEqual([
    1,
    [
      '这个数据库是更早的或另一个版本的药批网建立的，不能直接升级。更早的版本请先升级到上一个版本，再升级到这个版本；自带数据库也可删除数据文件夹（默认 .data）后重新启动；DATABASE_URL 也可换一个空的数据库。',
    ],
  ]);
});
