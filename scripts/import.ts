import { operator } from '#lib/server/core/operator.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { connect } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { migrateDatabase, withDatabaseLock } from '#lib/server/db/migrate.ts';
import { importCatalogue, importLock } from '#lib/server/engines/import/import.ts';
import { openPictureFiles } from '#lib/server/engines/import/picture-files.ts';
import { showProgress } from '#lib/server/engines/import/progress.ts';
import type { CatalogueFile } from '#lib/server/engines/import/read-file.ts';
import { everyOption, oneOf, readArgs } from './desk/command.ts';

const help =
  '用法：npm run import -- 文件.csv（或 .xlsx） [--pictures 文件夹或ZIP] [--column 列名=文件里的列名] [--as 姓名]，列与 catalogue.csv 相同；--column 可写多次，说明文件里的哪一列是哪一列，如 --column 批发价=执行价 或 --column 批发价=#7（第7列）；--pictures 说明“图片”列里的文件在哪里，--as 说明由谁导入，不写则用当前系统账户名。';

function pairOf(text: string): [column: string, head: string] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new StartupError(`--column 应写成 列名=文件里的列名，“${text}”不是。`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function printColumns({ columns, ignored, notes }: Omit<CatalogueFile, 'rows'>): void {
  console.log(`读取的列：${columns.join('，')}`);
  if (ignored.length > 0) console.log(`未使用的列：${ignored.join('、')}`);
  for (const note of notes) console.log(note);
}

async function run(): Promise<void> {
  const { values, positionals } = readArgs({
    help,
    options: { ...everyOption, pictures: { type: 'string' }, column: { type: 'string', multiple: true } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const file = oneOf(positionals, '文件', help);
  const named = new Map((values.column ?? []).map(pairOf));
  const who = operator(values.as);
  const pictures = values.pictures === undefined ? null : await openPictureFiles(values.pictures);
  const database = await openDatabase('tool');
  try {
    await migrateDatabase(database.url);
    const started = performance.now();
    await withDatabaseLock(database.url, importLock, async () => {
      const { db, pool } = connect(database.url, { max: 1, statementTimeout: 0 });
      try {
        const { summary, results, report, withoutPictures } = await importCatalogue(
          { db, now: new Date(), ...who },
          file,
          { onProgress: showProgress(process.stdout), onRead: printColumns, pictures, named },
        );
        const counts = Object.entries(summary).map(([outcome, count]) => `${outcome} ${count}`);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(`导入完成：${counts.join('，')}（${seconds} 秒）`);
        const resting = results.filter(
          ({ outcome, reasons }) =>
            outcome !== '拒绝' && reasons.some((reason) => reason.startsWith('未上架')),
        ).length;
        if (resting > 0) console.log(`其中 ${resting} 行已保存但未上架，原因见报告`);
        if (withoutPictures > 0) console.log(`其中 ${withoutPictures} 行的图片没有更新，原因见报告`);
        console.log(`逐行报告：${report}`);
      } finally {
        await pool.end();
      }
    });
  } finally {
    pictures?.close();
    await database.close();
  }
}

await run().catch(fail);
