import { parseArgs } from 'node:util';
import { StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { runBackup } from '#lib/server/first-day/run-backup.ts';

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

async function run(): Promise<void> {
  if (readOptions().help) {
    console.log(usage);
    return;
  }
  const database = await openDatabase('tool');
  try {
    const { lines, wrong } = await runBackup(database.url);
    for (const line of lines) console.log(line);
    if (wrong.length > 0)
      throw new StartupError(`账目与余额不一致：${wrong.join('、')}。备份已完成，请尽快核对。`);
  } finally {
    await database.close();
  }
}

await run().catch(fail);
