/**
 * npm run soak [-- --acts 100000] [--orders 500] [--seed N] [--without cut,kill] [--whole] [--tell]: first a day of
 * trade with that many orders, at whose end all money and every piece are accounted for
 * (tests/server/trade-day.test.ts; 0 leaves it out), then the model against the shop for a long time, in rounds of
 * 2,000 acts, each with a seed and a separate copy of the world. With a seed it plays only that round; `--without`
 * leaves kinds of acts out; `--tell` prints every act. Failures are printed, a round with its seed and its shortest
 * story (`--whole`: the complete story), the others continue, and it exits with 1.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { playSeed } from '#tests/slow/model/play.ts';
import { makeWorldTemplate } from '#tests/slow/model/world.ts';
import { openTestCluster } from '#tests/support/test-cluster.ts';
import { ensureBuild } from './build.ts';

const roundLength = 2_000;
const shrinking = { tries: 120, patience: 15 * 60_000 };

const options = {
  acts: { type: 'string' },
  orders: { type: 'string' },
  seed: { type: 'string' },
  without: { type: 'string' },
  whole: { type: 'boolean' },
  tell: { type: 'boolean' },
} as const;

function readOptions() {
  try {
    const { acts, orders, seed, without = '', whole = false, tell = false } = parseArgs({ options }).values;
    for (const value of [acts, seed])
      if (value !== undefined && !/^[1-9]\d{0,9}$/.test(value)) throw new RangeError();
    if (orders !== undefined && !/^\d{1,5}$/.test(orders)) throw new RangeError();
    return {
      orders: Number(orders ?? (seed === undefined ? 500 : 0)),
      acts: Number(acts ?? (seed === undefined ? 100_000 : roundLength)),
      seed: seed === undefined ? null : Number(seed),
      without: without.split(','),
      shrinking: whole ? { tries: 0, patience: 0 } : shrinking,
      tell,
    };
  } catch {
    throw new StartupError(
      '用法：npm run soak [-- --acts 步数 --orders 订单数 --seed 种子 --without 动作,动作 --whole --tell]。',
    );
  }
}

/** A day of trade; false when money or pieces are missing at its end. */
async function tradeDay(orders: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/trade-day.test.ts'],
    { stdio: 'inherit', env: { ...process.env, TRADE_DAY_ORDERS: String(orders) } },
  );
  const [code] = await once(child, 'close');
  console.log(code === 0 ? `a day of ${orders} orders: all of it in its place` : 'the day of trade failed');
  return code === 0;
}

async function run(): Promise<boolean> {
  const { orders, acts, seed, tell, ...rest } = readOptions();
  const isDayGood = orders === 0 || (await tradeDay(orders));
  await ensureBuild();
  const cluster = await openTestCluster();
  let [played, failed] = [0, 0];
  try {
    const template = await makeWorldTemplate(cluster);
    while (played < acts) {
      const length = seed === null ? Math.min(roundLength, acts - played) : acts;
      const began = performance.now();
      const round = await playSeed(cluster, template, {
        seed: seed ?? randomInt(1, 2 ** 31 - 1),
        acts: length,
        ...rest,
      });
      const seconds = Math.round((performance.now() - began) / 1000);
      played += length;
      if (round.report !== null) failed++;
      if (tell) console.log(round.run.reported.join('\n'));
      console.log(
        round.report ??
          `seed ${round.seed}: ${round.run.acts} acts held, ${seconds} s (${played} of ${acts})`,
      );
    }
  } finally {
    await cluster.close();
  }
  console.log(failed === 0 ? `${played} acts, all of it held` : `${failed} rounds failed`);
  return failed === 0 && isDayGood;
}

const isGood = await run().catch(fail);
process.exit(isGood ? 0 : 1);
