/** One row in 200 of every job fails: the others are processed within two of its intervals. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect } from '#lib/server/db/client.ts';
import { type JobName, runJob } from '#lib/server/start/jobs.ts';
import { answerWishes } from '#lib/server/wanted/alert-answer.ts';
import { type Due, makeDue } from '#tests/support/poisoned.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';

/** The counterpart that the sandbox calls. */
async function openCounterpart(): Promise<{ url: string; close: () => void }> {
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => res.end('{"code":200}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

async function run(isQuick: boolean): Promise<Row[]> {
  const rows = isQuick ? 20 : 200;
  const cluster = await openTestCluster();
  const shop = await openCounterpart();
  try {
    const url = await copyTemplate(cluster, 'demo', 'poison');
    completeEnv({
      DATABASE_URL: url,
      DEMO: '1',
      LOG_LEVEL: 'fatal',
      AUTH_SECRET: 'a secret for measuring, thirty-two',
    });
    const { db, pool } = connect(url);
    const run = (job: Due['job'], now: Date): Promise<unknown> =>
      job === 'answerWishes' ? answerWishes(db, null, now) : runJob(db, job satisfies JobName, now);
    try {
      const due = await makeDue(db, pool, rows, shop.url);
      const table: Row[] = [];
      for (const { job, rows: all, left } of due) {
        const begun = performance.now();
        // Twice, as two intervals bring it.
        for (const _ of [1, 2]) await run(job, new Date());
        const took = (performance.now() - begun) / 1000;
        const open = await left();
        table.push({
          what: `${job}: rows done of ${all}, one of them poisoned, within two runs`,
          bar: `${all - 1}`,
          measured: `${all - open} in ${took.toFixed(1)} s`,
          isMet: open === 1,
        });
      }
      return table;
    } finally {
      await pool.end();
    }
  } finally {
    shop.close();
    await cluster.close();
  }
}

export const bar: FaultBar = { name: 'poisoned-rows', run };
