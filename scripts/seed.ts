import { parseArgs } from 'node:util';
import { prepareDemo, requireDemoAt } from '#demo/history/prepare-demo.ts';
import { growCompanies, growGoods } from '#demo/seed/grow.ts';
import { env, StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { connect } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';

const usage = '用法：npm run seed [-- --goods 100000 --companies 200]，数字为要达到的总数。';

function readTargets(): { goods: number; companies: number } {
  const count = (text: string | undefined, most: number) => {
    const number = Number(text ?? 0);
    if (!Number.isInteger(number) || number < 0 || number > most) throw new StartupError(usage);
    return number;
  };
  try {
    const { values } = parseArgs({ options: { goods: { type: 'string' }, companies: { type: 'string' } } });
    return { goods: count(values.goods, 2_000_000), companies: count(values.companies, 20_000) };
  } catch {
    throw new StartupError(usage);
  }
}

async function run(): Promise<void> {
  const targets = readTargets();
  // Decided before an address is filled in.
  const { DEMO: isWanted } = env();
  const database = await openDatabase('tool');
  try {
    await migrateDatabase(database.url);
    if (!isWanted) await requireDemoAt(database.url);
    const isNew = (await prepareDemo(database.url)) === 'seeded';
    console.log(isNew ? '演示数据：已写入' : '演示数据：已有');
    const { db, pool } = connect(database.url, { max: 1, statementTimeout: 0 });
    try {
      const started = performance.now();
      const goods = await growGoods(db, targets.goods, new Date());
      const companies = await growCompanies(db, targets.companies, new Date());
      if (goods + companies > 0) await pool.query('ANALYZE');
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`新增商品 ${goods}，新增客户 ${companies}（${seconds} 秒）`);
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

await run().catch(fail);
