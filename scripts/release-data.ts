/**
 * npm run release-data: writes tests/server/data/release.json.br, the database of this version with a row at least in
 * every table. Run it at a release, and commit it with it: from then on tests upgrade that database. As long as no
 * version has been released, also after the baseline is made again.
 */

import { completeEnv } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { connect } from '#lib/server/db/client.ts';
import { fillEveryTable } from '#tests/support/every-table.ts';
import { writeRelease } from '#tests/support/release.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';

async function run(): Promise<void> {
  const cluster = await openTestCluster();
  try {
    const url = await copyTemplate(cluster, 'demo', 'release');
    completeEnv({
      DATABASE_URL: url,
      DEMO: '1',
      LOG_LEVEL: 'silent',
      AUTH_SECRET: 'a secret for tests, thirty-two characters',
    });
    const { db, pool } = connect(url);
    await fillEveryTable(db, pool);
    await pool.end();
    const bytes = await writeRelease(url, new Date());
    console.log(`tests/server/data/release.json.br：${Math.round(bytes / 1024)} KB`);
  } finally {
    await cluster.close();
  }
}

await run().catch(fail);
process.exit(0);
