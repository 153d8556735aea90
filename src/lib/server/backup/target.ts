/** Prepares a database for a restore: the backup's tables, empty, without a running shop. */
import pg from 'pg';
import { StartupError } from '#lib/server/core/process/env.ts';
import { migrateDatabase, ownMigrations, sinceBaseline } from '#lib/server/db/migrate.ts';
import type { Manifest } from './manifest.ts';
import { quoted, readMigrations } from './tables.ts';

/** A database with a row in one of these is in use; rows written by migrations are in others. */
const telling = ['user', 'company', 'merchant', 'product', 'order'];

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function assertKnown({ migrations, name }: Manifest): void {
  const seen = sinceBaseline(migrations);
  if (isSame(seen, ownMigrations().slice(0, seen.length))) return;
  throw new StartupError(`备份 ${name} 来自另一个版本的药批网，这个版本不能恢复它。请换成做备份时的版本。`);
}

async function hasRows(client: pg.ClientBase): Promise<boolean> {
  for (const name of telling) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount) return true;
  }
  return false;
}

async function assertIdle(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'yaopi%'`);
  if (rowCount) throw new StartupError('有药批网服务或工具正在使用这个数据库。请先停止它们，再恢复备份。');
}

/** Throws a StartupError that names the obstacle: a running shop, rows, other tables, another version. */
export async function prepareTarget(url: string, manifest: Manifest, mayOverwrite: boolean): Promise<void> {
  assertKnown(manifest);
  const client = new pg.Client({ connectionString: url, application_name: 'yaopi restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await assertIdle(client);
    const migrations = await readMigrations(client);
    if (migrations.length > 0) {
      if (!mayOverwrite && (await hasRows(client)))
        throw new StartupError('这个数据库里已有数据，没有恢复。确实要全部替换时加上 --overwrite。');
      if (!isSame(sinceBaseline(migrations), sinceBaseline(manifest.migrations)))
        throw new StartupError('这个数据库的表与备份的版本不同，不能覆盖。请恢复到一个空的数据库。');
    }
  } finally {
    await client.end();
  }
  await migrateDatabase(url, manifest.migrations.at(-1));
}
