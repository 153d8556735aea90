/**
 * The nightly pass: compares the four flows of each order, seals those that have changed, and publishes the day's root
 * (rules 4).
 */
import { randomBytes } from 'node:crypto';
import { flowSlices } from '#lib/rules/changes/slices.ts';
import { breaksOf } from '#lib/rules/flows/compare.ts';
import { flowText, leafText, type OrderFlow } from '#lib/rules/flows/flow.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { growTree, hexOf, leafOf, rootOf } from '#lib/rules/terms/merkle.ts';
import { must } from '#lib/rules/terms/must.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { listReady } from '../core/jobs/job-rows.ts';
import { eachSlice } from '../core/jobs/slices.ts';
import { inSlices } from '../core/process/pace.ts';
import { sha256 } from '../core/sha256.ts';
import type { Db, Tx } from '../db/client.ts';
import { listUnexplained, saveBreaks } from './break-rows.ts';
import { listFlowFacts } from './facts-rows.ts';
import {
  beginDay,
  type FlowDayRow,
  findFlowDay,
  insertLeaves,
  listLeafHashes,
  listOpenDays,
  listPaidFrom,
  lockFlowDay,
  moveDay,
  publishDay,
  sinceOf,
} from './rows.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
/** The hour of Shanghai from which the day before is due. */
const flowHour = 1;

const job = 'proveFlows';

/** The job: days that were begun, the oldest first, then yesterday. A day that was missed has no root. */
export function proveFlows(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: async () => listReady(db, job, await listDueDays(db, now), now),
    work: (day) => proveDay(db, day, now),
  });
}

async function listDueDays(db: Db, now: Date): Promise<string[]> {
  const newest = dayKey(now.getTime() - dayMs - flowHour * hour);
  const open = await listOpenDays(db);
  const isBegun = open.includes(newest) || (await findFlowDay(db, newest)) !== null;
  return isBegun ? open : [...open, newest];
}

/** Compares all orders of a day's pass from where it stopped, and publishes its root; answers how many were compared. */
export async function proveDay(db: Db, day: string, now: Date): Promise<number> {
  await beginDay(db, day, now);
  const done = await eachSlice(flowSlices, (size) => db.transaction((tx) => proveNext(tx, day, size, now)));
  await publishWhole(db, day, now);
  return done;
}

/** The next slice; null where all are compared, or the day is published. */
async function proveNext(tx: Tx, day: string, size: number, now: Date): Promise<number | null> {
  const row = await lockFlowDay(tx, day);
  if (row === null || row.publishedAt !== null) return null;
  const orders = await listPaidFrom(tx, { ...passOf(row), after: row.cursorNo, limit: size });
  const to = orders.at(-1);
  if (to === undefined) return null;
  const facts = await listFlowFacts(tx, orders);
  const found = facts.flatMap((one) =>
    breaksOf(one, now.getTime()).map((broken) => ({ ...broken, orderNo: one.flow.order })),
  );
  await saveBreaks(tx, orders, found, now);
  const unexplained = await listUnexplained(tx, orders);
  const changed = facts.filter(
    ({ flow, sealed }) =>
      !unexplained.has(flow.order) && (sealed === null || flowText(sealed) !== flowText(flow)),
  );
  await insertLeaves(
    tx,
    changed.map(({ flow }, nth) => leafRow(day, row.leaves + nth, flow)),
  );
  await moveDay(tx, day, { to, checked: orders.length, leaves: changed.length });
  return orders.length;
}

/** The orders of a day's pass: paid before its end, back to the oldest that is compared. */
function passOf(row: FlowDayRow): { from: Date; until: Date } {
  const from = must(findDay(sinceOf(row)), `the first day of ${row.day}`);
  const until = must(findDayEnd(row.day), `day ${row.day}`) + 1;
  return { from: new Date(from), until: new Date(until) };
}

function leafRow(day: string, at: number, flow: OrderFlow) {
  const salt = randomBytes(16).toString('hex');
  const hash = hexOf(leafOf(sha256, leafText(day, salt, flow)));
  return { day, at, orderNo: flow.order, salt, body: flowText(flow), hash };
}

/** Publishes a day whose pass is whole; two at once publish it once. */
async function publishWhole(db: Db, day: string, now: Date): Promise<void> {
  const row = await findFlowDay(db, day);
  if (row === null || row.publishedAt !== null) return;
  // A process that stops leaves the rest of the pass to another one.
  const rest = { ...passOf(row), after: row.cursorNo, limit: 1 };
  const left = await db.transaction((tx) => listPaidFrom(tx, rest));
  if (left.length > 0) return;
  const hashes = await listLeafHashes(db, day);
  await publishDay(db, day, await rootOfHashes(hashes), hashes.length, now);
}

/** The root of hashed records; of none the hash of nothing (RFC 6962, 2.1). */
export async function rootOfHashes(hashes: readonly string[]): Promise<string> {
  if (hashes.length === 0) return hexOf(sha256(new Uint8Array()));
  return rootOf(await treeOfHashes(hashes));
}

export function treeOfHashes(hashes: readonly string[]) {
  return inSlices(
    growTree(
      sha256,
      hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'hex'))),
    ),
  );
}
