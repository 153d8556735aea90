/** Compares the sealed records of published days with their roots, a day after the other (rules 4). */

import { leafText, type OrderFlow } from '#lib/rules/flows/flow.ts';
import { hexOf, leafOf } from '#lib/rules/terms/merkle.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { makePace } from '../core/process/pace.ts';
import { sha256 } from '../core/sha256.ts';
import type { Db } from '../db/client.ts';
import { closeLeafBreaks, saveLeafBreak } from './break-rows.ts';
import { rootOfHashes } from './prove.ts';
import { findDayToAudit, findFlowDay, listLeaves, markAudited } from './rows.ts';

/** Each day is compared again after a week. */
const auditEvery = 7 * 24 * 3_600_000;
const atOnce = 500;

const job = 'auditFlows';

/** The job: the day that was compared longest ago, then the next, while one is due. */
export function auditFlows(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: async () => {
      const before = new Date(now.getTime() - auditEvery);
      const due = await findDayToAudit(db, { job, before, now });
      return due === null ? [] : [due];
    },
    work: (day) => auditDay(db, day, now),
  });
}

/**
 * Hashes every record of a day again; a changed one is a break of its order. Throws where the records lead to another root
 * than the published one though each fits its own hash: then hashes or the root were changed, and a person has to look.
 */
export async function auditDay(db: Db, day: string, now: Date): Promise<number> {
  const published = await findFlowDay(db, day);
  if (published === null || published.root === null) return 0;
  const pace = makePace();
  const hashes: string[] = [];
  const wrong: string[] = [];
  for (;;) {
    const leaves = await listLeaves(db, day, hashes.length, atOnce);
    for (const { orderNo, salt, body, hash } of leaves) {
      hashes.push(hash);
      if (hashOf(day, salt, body) !== hash) wrong.push(orderNo);
      await pace();
    }
    if (leaves.length < atOnce) break;
  }
  const isRoot = (await rootOfHashes(hashes)) === published.root;
  await db.transaction(async (tx) => {
    await closeLeafBreaks(tx, day, wrong, now);
    for (const orderNo of wrong) await saveLeafBreak(tx, orderNo, day, now);
    if (isRoot) await markAudited(tx, day, now);
  });
  if (!isRoot) throw new Error(`封存的记录与${day}公布的根不符`);
  return hashes.length;
}

/** The hash of a stored record; empty for one that is no record any more. */
function hashOf(day: string, salt: string, body: string): string {
  try {
    const flow: OrderFlow = JSON.parse(body);
    return hexOf(leafOf(sha256, leafText(day, salt, flow)));
  } catch {
    return '';
  }
}
