import { parseArgs } from 'node:util';
import { load } from '#lib/server/backup/load.ts';
import { readManifest } from '#lib/server/backup/manifest.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { listBackups } from '#lib/server/backup/retention.ts';
import type { Store } from '#lib/server/backup/store.ts';
import { prepareTarget } from '#lib/server/backup/target.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { env, StartupError } from '#lib/server/process/env.ts';
import { fail } from '#lib/server/process/fail.ts';

const usage = `用法：npm run restore -- 备份名 [--overwrite]

  从 BACKUP_TO 恢复一份备份到空的数据库；latest 为最新的一份，--list 列出全部。
  --overwrite   数据库里已有数据时全部替换
恢复前请停止药批网服务。`;

const options = {
  overwrite: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readOptions() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    throw new StartupError(usage);
  }
}

async function findName(store: Store, asked: string): Promise<string> {
  if (asked !== 'latest') return asked;
  const newest = (await listBackups(store)).at(-1);
  if (newest === undefined) throw new StartupError(`${store.where} 里没有完整的备份。`);
  return newest;
}

async function restore(store: Store, asked: string, mayOverwrite: boolean): Promise<void> {
  const backup = await readManifest(store, await findName(store, asked), env().BACKUP_KEY);
  // As a server: of the embedded database's folder no shop may be at work.
  const database = await openDatabase('server');
  try {
    await prepareTarget(database.url, backup.manifest, mayOverwrite);
    const wrong = await load(database.url, { store, ...backup });
    await migrateDatabase(database.url);
    const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `已恢复：${backup.manifest.name}，${backup.manifest.tables.length} 张表 ${rows} 行，逐表核对一致`,
    );
    if (wrong.length > 0)
      throw new StartupError(`账目与余额不一致：${wrong.join('、')}。备份时已是如此，请核对。`);
    console.log('账目：与余额一致');
  } finally {
    await database.close();
  }
}

async function run(): Promise<void> {
  const { values, positionals } = readOptions();
  const [asked, ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return;
  }
  if (rest.length > 0 || (asked === undefined) !== (values.list ?? false)) throw new StartupError(usage);
  const store = await openStore(env().BACKUP_TO);
  try {
    if (asked === undefined)
      console.log((await listBackups(store)).join('\n') || `${store.where} 里没有完整的备份。`);
    else await restore(store, asked, values.overwrite ?? false);
  } finally {
    store.close();
  }
}

await run().catch(fail);
