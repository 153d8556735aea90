/** The model against the shop: random acts with kills, cuts and a moving clock, and all invariants checked. */
import { randomInt } from 'node:crypto';
import { playSeed } from '#tests/slow/model/play.ts';
import { makeWorldTemplate } from '#tests/slow/model/world.ts';
import { openTestCluster } from '#tests/support/test-cluster.ts';
import { count } from '../table.ts';
import type { FaultBar } from './faults.ts';

export const bar: FaultBar = {
  name: 'model',
  async run(isQuick) {
    const acts = isQuick ? 300 : 4_000;
    const seed = randomInt(1, 2 ** 31 - 1);
    const cluster = await openTestCluster();
    try {
      const template = await makeWorldTemplate(cluster);
      const shrinking = { tries: isQuick ? 0 : 40, patience: 10 * 60_000 };
      const { run, report } = await playSeed(cluster, template, { seed, acts, shrinking });
      if (report !== null) console.error(report);
      return [
        {
          what: `random acts on two processes, seed ${seed}`,
          bar: `${count(acts)}, nothing wrong`,
          measured: `${count(run.acts)}, ${run.wrong[0] ?? 'nothing wrong'}`,
          isMet: report === null,
        },
      ];
    } finally {
      await cluster.close();
    }
  },
};
