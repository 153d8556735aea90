/** Restores a backup into a database: all of it, or nothing. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { directUrl } from '#lib/server/core/process/direct-url.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';
import { checkRows, fillRows } from './copy.ts';
import { compareLedgers } from './ledgers.ts';
import type { DumpedTable, Manifest } from './manifest.ts';
import { type Keys, openPart, sha256 } from './seal.ts';
import type { Store } from './store.ts';
import { quoted, readTables, settings } from './tables.ts';

interface Backup {
  store: Store;
  manifest: Manifest;
  keys: Keys | undefined;
}

function damaged(name: string): StartupError {
  return new StartupError(`备份文件 ${name} 缺失或已损坏，没有恢复任何数据。请换一份备份。`);
}

async function* partsOf({ store, keys }: Backup, table: DumpedTable): AsyncGenerator<Buffer> {
  for (const { name, number, sha256: expected } of table.parts) {
    const sealed = await store.find(name);
    if (sealed === undefined || sha256(sealed) !== expected) throw damaged(name);
    yield openPart(keys, number, name, sealed);
  }
}

/** Takes the references between tables away; what is answered puts them back, which checks every row against them. */
async function dropReferences(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ owner: string; name: string; rule: string }>(`
    SELECT r.relname AS owner, c.conname AS name, pg_get_constraintdef(c.oid) AS rule
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  for (const { owner, name } of rows)
    await client.query(`ALTER TABLE ${quoted(owner)} DROP CONSTRAINT ${quoted(name)}`);
  return async () => {
    for (const { owner, name, rule } of rows)
      await client.query(`ALTER TABLE ${quoted(owner)} ADD CONSTRAINT ${quoted(name)} ${rule}`);
  };
}

/** Our triggers have run when the rows were written first. */
async function setTriggers(client: pg.ClientBase, tables: string[], how: 'DISABLE' | 'ENABLE') {
  for (const name of tables) await client.query(`ALTER TABLE ${quoted(name)} ${how} TRIGGER USER`);
}

/** Transactions of another cluster mean nothing here: rows that carry one stand before all that follows. */
async function forgetTransactions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(`
    SELECT c.relname AS owner, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'xid8'::regtype AND a.attnum > 0`);
  for (const { owner, name } of rows) await client.query(`UPDATE ${quoted(owner)} SET ${quoted(name)} = '0'`);
}

async function fill(client: pg.ClientBase, backup: Backup): Promise<void> {
  for (const table of backup.manifest.tables) {
    const packed = Readable.from(partsOf(backup, table), { objectMode: false });
    const unpacked = createGunzip();
    packed.on('error', (error) => unpacked.destroy(error));
    await fillRows(client, table, packed.pipe(unpacked));
    const counted = await checkRows(client, table);
    if (counted.rows !== table.rows || counted.sha256 !== table.sha256)
      throw new StartupError(`恢复后的表 ${table.name} 与备份不一致，没有恢复任何数据。`);
  }
  for (const { name, last, isCalled } of backup.manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), last, isCalled]);
}

async function fillAlone(client: pg.ClientBase, backup: Backup): Promise<string[]> {
  await client.query('BEGIN');
  await client.query(settings);
  const tables = (await readTables(client)).map(({ name }) => name);
  const putBack = await dropReferences(client);
  await setTriggers(client, tables, 'DISABLE');
  await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
  await fill(client, backup);
  await forgetTransactions(client);
  await setTriggers(client, tables, 'ENABLE');
  await putBack();
  const { totals, wrong } = await compareLedgers(client);
  for (const [name, total] of Object.entries(backup.manifest.ledgers)) {
    if (totals[name] !== undefined && totals[name] !== total)
      throw new StartupError(
        `恢复后的账目 ${name} 为 ${totals[name]}，备份时为 ${total}，没有恢复任何数据。`,
      );
  }
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return wrong;
}

/**
 * Replaces every row of the database at `url`, whose tables are those of the backup, in one transaction; each table is
 * read again and compared. Returns the books that do not agree with their accounts, which they did not in the backup
 * either. Throws a StartupError when a file is missing or damaged; nothing has changed then.
 */
export async function load(url: string, backup: Backup): Promise<string[]> {
  const client = new pg.Client({ connectionString: directUrl(url), application_name: 'yaopi restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await fillAlone(client, backup);
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    throw new StartupError('恢复需要表的所有者来执行。请用建立这个数据库的用户写 DATABASE_URL。');
  } finally {
    await client.end();
  }
}
