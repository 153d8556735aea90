/**
 * The database's machine is lost: a clean one comes back from base backup and archive, and nothing that was
 * acknowledged more than five minutes before is missing. A quick round hands the log on every five seconds instead.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { findLost, moveMoney, prepareBooks } from '#tests/support/acknowledged.ts';
import {
  type Cluster,
  makeArchived,
  recover,
  rescueSegments,
  takeBase,
} from '#tests/support/archived-cluster.ts';
import { asked } from '#tests/support/asked.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function run(isQuick: boolean): Promise<Row[]> {
  // As in docs/operations.md; killed when as much as possible has not been passed on.
  const [patience, bar] = isQuick ? [5, 10] : [240, 300];
  const root = mkdtempSync(path.join(os.tmpdir(), 'yaopi-restore-'));
  chmodSync(root, 0o755);
  const machine = { root, archive: path.join(root, 'archive') };
  const clusters: Cluster[] = [];
  try {
    const first = await makeArchived(machine, patience);
    clusters.push(first);
    const companyId = await prepareBooks(first.url);
    const base = await takeBase(machine, first);
    const mover = moveMoney(first.url, companyId, 20);
    await pause(patience * 1900);
    const killedAt = Date.now();
    await first.kill();
    await mover.stop();

    const begun = performance.now();
    const clean = await recover(machine, base, 'clean');
    clusters.push(clean);
    const took = performance.now() - begun;
    const lost = await findLost(clean.url, mover.moved);
    const window = lost[0] === undefined ? 0 : killedAt - lost[0].at;
    const { wrong } = await asked(clean.url, compareLedgers);

    rescueSegments(machine, first.folder);
    const rescued = await recover(machine, base, 'rescued');
    clusters.push(rescued);
    const lostThen = await findLost(rescued.url, mover.moved);
    return [
      {
        what: `database machine lost, archive every ${patience} s: oldest acknowledged money that is missing`,
        bar: `≤ ${bar} s before the end`,
        measured: `${seconds(window)} (${lost.length} of ${mover.moved.length}, back in ${seconds(took)})`,
        isMet: window <= bar * 1000,
      },
      {
        what: 'the same, with the log on the dead machine’s disk: acknowledged money missing',
        bar: '0',
        measured: String(lostThen.length),
        isMet: lostThen.length === 0,
      },
      {
        what: 'accounts that differ from their ledger after the restore',
        bar: '0',
        measured: String(wrong.length),
        isMet: wrong.length === 0,
      },
    ];
  } finally {
    for (const cluster of clusters) await cluster.kill();
    rmSync(root, { recursive: true, force: true });
  }
}

export const bar: FaultBar = { name: 'restore', run };
