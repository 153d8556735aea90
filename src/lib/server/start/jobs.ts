/** All jobs of the shop: each is defined next to its noun. */

import { demoJobs } from '#demo/jobs.ts';
import { activityJobs } from '../activities/jobs.ts';
import { afterSaleJobs } from '../after-sale/jobs.ts';
import { billJobs } from '../bills/jobs.ts';
import { changeJobs } from '../changes/jobs.ts';
import { chatJobs } from '../chat/jobs.ts';
import { companyJobs } from '../companies/jobs.ts';
import { contractJobs } from '../contracts/jobs.ts';
import { housekeepingJobs } from '../core/jobs/housekeeping.ts';
import { type Job, second } from '../core/jobs/job.ts';
import { runOnce, startRunning, stopRunning } from '../core/jobs/runner.ts';
import { env } from '../core/process/env.ts';
import { isStopping, onShutdown } from '../core/process/lifecycle.ts';
import { log } from '../core/process/log.ts';
import { type Db, getDb } from '../db/client.ts';
import { bulkJobs } from '../desk/list/bulk-jobs.ts';
import { noticeJobs } from '../desk/notice-jobs.ts';
import { wheelJobs } from '../draws/jobs.ts';
import { figureJobs } from '../figures/jobs.ts';
import { fileJobs } from '../files/jobs.ts';
import { flowJobs } from '../flows/jobs.ts';
import { invoiceJobs } from '../invoices/jobs.ts';
import { ledgerJobs } from '../ledgers/jobs.ts';
import { letterJobs } from '../letters/jobs.ts';
import { licenceJobs } from '../licences/jobs.ts';
import { liveJobs } from '../live/jobs.ts';
import { lotJobs } from '../lots/jobs.ts';
import { mallJobs } from '../mall/jobs.ts';
import { merchantJobs } from '../merchants/jobs.ts';
import { messageJobs } from '../messages/jobs.ts';
import { orderJobs } from '../orders/jobs.ts';
import { closingJobs, ownDataJobs } from '../own-data/jobs.ts';
import { ownerChangeJobs } from '../owner-changes/jobs.ts';
import { providerJobs } from '../paying/jobs.ts';
import { paymentJobs } from '../payments/jobs.ts';
import { pointsJobs } from '../points/jobs.ts';
import { servedLists } from '../router/desk-lists.ts';
import { templateJobs } from '../templates/jobs.ts';
import { trackingJobs } from '../tracking/jobs.ts';
import { watchRequests } from '../wanted/alert-watch.ts';

const all = [
  ...orderJobs,
  ...afterSaleJobs,
  ...lotJobs,
  ...trackingJobs,
  ...providerJobs,
  ...paymentJobs,
  ...billJobs,
  ...figureJobs,
  ...ledgerJobs,
  ...flowJobs,
  ...activityJobs,
  ...companyJobs,
  ...changeJobs,
  ...bulkJobs(servedLists),
  ...chatJobs,
  ...liveJobs,
  ...letterJobs,
  ...licenceJobs,
  ...merchantJobs,
  ...contractJobs,
  ...closingJobs,
  ...ownerChangeJobs,
  ...pointsJobs,
  ...mallJobs,
  ...wheelJobs,
  ...invoiceJobs,
  ...ownDataJobs,
  ...messageJobs,
  ...templateJobs,
  ...noticeJobs,
  ...fileJobs,
  ...housekeepingJobs,
  ...demoJobs,
];

export const jobs: readonly Job[] = all;

export type JobName = (typeof all)[number]['name'];

let watching: Promise<() => Promise<void>> | undefined;
let nextTry: NodeJS.Timeout | undefined;

/** Starts the jobs of this process; they end with it. Starting twice changes nothing. */
export function startJobs(): void {
  if (watching !== undefined) return;
  startRunning(jobs.filter(({ isDemo }) => !isDemo || env().DEMO));
  // Requests are answered after changes, not only by the clock.
  watch();
  onShutdown('jobs', 'jobs', stopJobs);
}

/** Subscribes to changes that answer requests; a failed first connection is retried. */
function watch(): void {
  watching = watchRequests(getDb());
  watching.catch((error: unknown) => {
    log().error({ err: error }, 'alerts are not watched yet');
    if (!isStopping()) nextTry = setTimeout(watch, 10 * second).unref();
  });
}

/** Begins no further work and waits for what runs. */
export async function stopJobs(): Promise<void> {
  clearTimeout(nextTry);
  const stopping = stopRunning();
  const end = await watching?.catch(() => undefined);
  watching = undefined;
  await Promise.all([stopping, end?.()]);
}

/** Runs a job once, unless another process runs it; returns how many of its rows failed. */
export async function runJob(db: Db, name: JobName, now: Date): Promise<number> {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return runOnce(db, job, now);
}
