/**
 * Imports in random order in parallel to 32 buyers of 40-line orders: no deadlock errors, none aborted, stock = file −
 * held.
 */

import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect } from '#lib/server/db/client.ts';
import { raceImports } from '#tests/support/import-race.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { count, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';

async function run(isQuick: boolean): Promise<Row[]> {
  const cluster = await openTestCluster();
  try {
    const url = await copyTemplate(cluster, 'demo', 'import_race');
    completeEnv({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent' });
    const { db, pool } = connect(url, { max: 36, statementTimeout: 0 });
    try {
      const size = isQuick ? { buyers: 8, ordersEach: 5 } : { buyers: 32, ordersEach: 20 };
      const found = await raceImports(db, { ...size, lines: 40, goods: 200, importers: 2 });
      const about = `${count(found.orders)} orders of 40 lines, ${found.imports} imports of 200 rows`;
      for (const failure of found.failures.slice(0, 3)) console.error(failure);
      return [
        {
          what: `${about}: imports aborted, orders answered with an error`,
          bar: '0',
          measured: `${count(found.failures.length)} (${count(found.deadlocks)} deadlocks, run again)`,
          isMet: found.failures.length === 0,
        },
        {
          what: 'goods whose stock is not the file less what open orders hold',
          bar: '0',
          measured: count(found.wrongStocks),
          isMet: found.wrongStocks === 0,
        },
      ];
    } finally {
      await pool.end();
    }
  } finally {
    await cluster.close();
  }
}

export const bar: FaultBar = { name: 'import-beside-buyers', run };
