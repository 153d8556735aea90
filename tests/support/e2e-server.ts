import { rmSync, writeFileSync } from 'node:fs';
import { inArray, like } from 'drizzle-orm';
import { growCompanies } from '#demo/seed/grow.ts';
import * as known from '#demo/seed/known.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { connect } from '#lib/server/db/client.ts';
import { company, goods } from '#lib/server/db/schema.ts';
import { launch } from '#lib/server/start/launch.ts';
import { ensureBuild } from '../../scripts/build.ts';
import { buyerCount } from './buyers.ts';
import { e2eSecret } from './e2e-secret.ts';
import { copyTemplate, openTestCluster } from './test-cluster.ts';

/** The real server on the real build, with a demo database made for this run and dropped at its end. */
async function serve(): Promise<number> {
  const cluster = await openTestCluster();
  const url = await copyTemplate(cluster, 'demo', 'e2e');
  const { db, pool } = connect(url);
  await growCompanies(db, buyerCount, new Date());
  // All of one rank, so that every test finds member prices.
  await db.update(company).set({ rank: 2 }).where(like(company.name, '压测药房%'));
  // What most tests buy; they run side by side and must not sell it out to each other.
  const everyday = [known.goodsPlain, known.goodsPlainElsewhere, known.goodsPlainSecond];
  await db.update(goods).set({ stock: 100_000 }).where(inArray(goods.id, everyday));
  await pool.end();
  // Where the desk's tool finds the database (tests/support/desk.ts).
  const file = process.env.E2E_DATABASE_FILE;
  if (file) writeFileSync(file, url, { mode: 0o600 });
  completeEnv({
    DATABASE_URL: url,
    DEMO: '1',
    CHECK_ANSWERS: '1',
    // 对公转账 is offered by a shop that has an account.
    BANK_ACCOUNT_NAME: '药批网（演示）有限公司',
    BANK_ACCOUNT_NO: '6222 0000 1234 5678',
    BANK_NAME: '演示银行上海分行',
    HOST: '127.0.0.1',
    // All tests come from one address.
    LIMIT_SCALE: '100',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'trace',
    AUTH_SECRET: e2eSecret,
  });
  const code = await launch(ensureBuild);
  if (file) rmSync(file, { force: true });
  rmSync(`${file}-buyers`, { recursive: true, force: true });
  await cluster.close();
  return code;
}

process.exit(await serve().catch(fail));
