import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { findLost, type Mover, moveMoney, prepareBooks } from '#tests/support/acknowledged.ts';
import {
  type Cluster,
  makeArchived,
  recover,
  rescueSegments,
  takeBase,
} from '#tests/support/archived-cluster.ts';
import { asked } from '#tests/support/asked.ts';
import { busy, until } from '#tests/support/server-process.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'yaopi-wal-'));
chmodSync(root, 0o755);
const machine = { root, archive: path.join(root, 'archive') };
const running: Cluster[] = [];
let base: string;
let mover: Mover;
/** Database time, and what was acknowledged before it and soon after it. */
let moment: string;
let before: number;
let after: number;
let killedAt: number;

/** Seconds after which a segment is handed on; five minutes in the bench. */
const archiveSeconds = 2;

async function tryRecovery(name: string, until?: string): Promise<Cluster> {
  const cluster = await recover(machine, base, name, until);
  running.push(cluster);
  return cluster;
}

beforeAll(async () => {
  const first = await makeArchived(machine, archiveSeconds);
  running.push(first);
  const companyId = await prepareBooks(first.url);
  mover = moveMoney(first.url, companyId, 5);
  base = await takeBase(machine, first);
  await until('money has moved', () => mover.moved.length > 20);
  before = mover.moved.length;
  moment = await asked(
    first.url,
    async (client) => (await client.query('SELECT now()::text AS at')).rows[0].at,
  );
  after = mover.moved.length;
  const segments = readdirSync(machine.archive).length;
  await until('segments were handed on', () => readdirSync(machine.archive).length > segments + 1);
  killedAt = Date.now();
  await first.kill();
  await mover.stop();
}, 120_000);

afterAll(async () => {
  for (const cluster of running) await cluster.kill();
  rmSync(root, { recursive: true, force: true });
}, 120_000);

test('from base backup and archive alone nothing older than the archive’s patience is lost', async () => {
  const cluster = await tryRecovery('clean');
  const lost = await findLost(cluster.url, mover.moved);
  const oldest = lost[0]?.at ?? killedAt;
  // Handing on takes a moment of its own, on a busy machine more.
  expect(killedAt - oldest).toBeLessThan((archiveSeconds + busy * 10) * 1000);
  expect(mover.moved.length - lost.length).toBeGreaterThan(before);
  expect((await asked(cluster.url, compareLedgers)).wrong).toEqual([]);
}, 120_000);

test('to a moment: what came before is there, what came after is not', async () => {
  const cluster = await tryRecovery('moment', moment);
  const lost = await findLost(cluster.url, mover.moved);
  expect(lost.some(({ ref }) => mover.moved.findIndex((one) => one.ref === ref) < before)).toBe(false);
  // Asking for the moment takes time, and one more may have been on its way.
  expect(mover.moved.length - lost.length).toBeLessThanOrEqual(after + 1);
  expect(mover.moved.length).toBeGreaterThan(after + 1);
  expect((await asked(cluster.url, compareLedgers)).wrong).toEqual([]);
}, 120_000);

test('with the segments of the dead machine nothing acknowledged is lost', async () => {
  rescueSegments(machine, path.join(root, 'first'));
  const cluster = await tryRecovery('rescued');
  expect(await findLost(cluster.url, mover.moved)).toEqual([]);
  expect((await asked(cluster.url, compareLedgers)).wrong).toEqual([]);
}, 120_000);
