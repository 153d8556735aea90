import { parseArgs } from 'node:util';
import { dump } from '#lib/server/backup/dump.ts';
import { backUpFiles } from '#lib/server/backup/files.ts';
import { openFilesPlace } from '#lib/server/backup/files-place.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { removeOld } from '#lib/server/backup/retention.ts';
import { env, StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { oldPictures } from '#lib/server/ports/files/own-store.ts';
import { openFilesStore } from '#lib/server/ports/files/store.ts';

const usage = `用法：npm run backup

  把数据库的全部数据备份到 BACKUP_TO（文件夹或 s3://桶/前缀），可与运行中的服务同时使用。
  FILES_TO 里的文件（资质、凭证、检验报告、商品图片和视频）备份到 BACKUP_TO 里的 files，只复制新的。
  BACKUP_KEY 加密，BACKUP_KEEP 保留份数；见 .env.example 和 docs/operations.md。`;

function readOptions(): { help: boolean } {
  try {
    return { help: parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help ?? false };
  } catch {
    throw new StartupError(usage);
  }
}

/** Copies the files and reports their number. After the database: all files named by its rows are written by then. */
async function backUp(to: string, key: string | undefined): Promise<void> {
  const started = performance.now();
  const [store, place] = [await openFilesStore(), await openFilesPlace(to)];
  try {
    const done = await backUpFiles({ store, old: oldPictures }, place, key, new Date());
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const removed = done.removed === 0 ? '' : `，删除早已不用的 ${done.removed} 个`;
    console.log(
      `文件：${place.where}，新备份 ${done.files} 个 ${done.bytes} 字节，已有 ${done.before} 个${removed}（${seconds} 秒）`,
    );
  } finally {
    place.close();
  }
}

async function run(): Promise<void> {
  if (readOptions().help) {
    console.log(usage);
    return;
  }
  const { BACKUP_TO: to, BACKUP_KEY: key, BACKUP_KEEP: keep } = env();
  const store = await openStore(to);
  const database = await openDatabase('tool');
  try {
    const started = performance.now();
    const { manifest, wrong } = await dump(database.url, store, key, new Date());
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const how = key === undefined ? '未加密' : '已加密';
    console.log(
      `备份：${store.where} ${manifest.name}，${manifest.tables.length} 张表 ${rows} 行，${how}（${seconds} 秒）`,
    );
    await backUp(to, key);
    const removed = await removeOld(store, keep);
    if (removed.length > 0) console.log(`已删除旧备份：${removed.join('、')}`);
    if (wrong.length > 0)
      throw new StartupError(`账目与余额不一致：${wrong.join('、')}。备份已完成，请尽快核对。`);
  } finally {
    await database.close();
    store.close();
  }
}

await run().catch(fail);
