import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreFiles } from '#lib/server/backup/files.ts';
import { openFilesPlace } from '#lib/server/backup/files-place.ts';
import { load } from '#lib/server/backup/load.ts';
import { readManifest } from '#lib/server/backup/manifest.ts';
import { namedFiles } from '#lib/server/backup/named-files.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { listBackups } from '#lib/server/backup/retention.ts';
import type { Store } from '#lib/server/backup/store.ts';
import { prepareTarget } from '#lib/server/backup/target.ts';
import { env, StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { filmFolder, filmType } from '#lib/server/ports/files/films.ts';
import { openFilesStore } from '#lib/server/ports/files/store.ts';

const usage = `用法：npm run restore -- 备份名 [--overwrite]

  从 BACKUP_TO 恢复一份备份到空的数据库；latest 为最新的一份，--list 列出全部。
  之后把 FILES_TO 里缺少的文件从 BACKUP_TO 里的 files 取回。
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

const shown = 10;

function listed(names: readonly string[]): string {
  return names.slice(0, shown).join('、') + (names.length > shown ? ' 等' : '');
}

function isLaidByHand(address: string): boolean {
  const [, film] = /^film-(.*)$/.exec(address) ?? [];
  return film !== undefined && filmType(film) !== undefined && existsSync(path.join(filmFolder(), film));
}

/** Restores missing files. Returns a sentence for each fault. */
async function bringFiles(url: string): Promise<string[]> {
  const { BACKUP_TO, BACKUP_KEY } = env();
  const [store, place] = [await openFilesStore(), await openFilesPlace(BACKUP_TO)];
  try {
    const done = await restoreFiles(store, place, BACKUP_KEY, namedFiles(url));
    console.log(`文件：取回 ${done.files} 个 ${done.bytes} 字节，已有 ${done.before} 个，校验一致`);
    const { closed, damaged } = done;
    // A film that was laid into the folder of films by hand is in no store.
    const missing = done.missing.filter((address) => !isLaidByHand(address));
    return [
      ...(closed > 0 ? [`有 ${closed} 组文件用另一个 BACKUP_KEY 加密，没有取回。`] : []),
      ...(damaged.length > 0 ? [`${damaged.length} 个文件的备份已损坏：${listed(damaged)}。`] : []),
      ...(missing.length > 0 ? [`数据里写着的 ${missing.length} 个文件没有找到：${listed(missing)}。`] : []),
    ];
  } finally {
    place.close();
  }
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
    const lacks = await bringFiles(database.url);
    if (lacks.length > 0) console.log(`数据已恢复，文件不全：\n${lacks.join('\n')}`);
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
