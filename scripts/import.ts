import { connect } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { migrateDatabase, withDatabaseLock } from '#lib/server/db/migrate.ts';
import { StartupError } from '#lib/server/env.ts';
import { fail } from '#lib/server/run.ts';
import { importCatalogue, importLock } from '#lib/server/services/import/import.ts';
import { showProgress } from '#lib/server/services/import/progress.ts';

async function run(args: string[]): Promise<void> {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0) {
    throw new StartupError('用法：npm run import -- 文件.csv（或 .xlsx），列与 catalogue.csv 相同。');
  }
  const database = await openDatabase('tool');
  try {
    await migrateDatabase(database.url);
    const started = performance.now();
    await withDatabaseLock(database.url, importLock, async (client) => {
      const { db, pool } = connect(database.url, { max: 1, statementTimeout: 0 });
      try {
        const { summary, ignored, report } = await importCatalogue(
          db,
          file,
          new Date(),
          showProgress(process.stdout),
        );
        // Running servers read the catalogue anew.
        await client.query("SELECT pg_notify('catalogue_changed', '')");
        const counts = Object.entries(summary).map(([outcome, count]) => `${outcome} ${count}`);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(`导入完成：${counts.join('，')}（${seconds} 秒）`);
        if (ignored.length > 0) console.log(`未使用的列：${ignored.join('、')}`);
        console.log(`逐行报告：${report}`);
      } finally {
        await pool.end();
      }
    });
  } finally {
    await database.close();
  }
}

await run(process.argv.slice(2)).catch(fail);
