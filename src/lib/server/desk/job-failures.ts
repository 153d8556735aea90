/** Failed rows of jobs, for the operator of the shop. */
import { type Context, recordOf } from '../core/context.ts';
import { listFailures, retryFailures } from '../core/jobs/job-rows.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';

/** Every row that rests after a failure, the oldest first. */
export function listFailedRows({ db }: Context<'platform'>) {
  return listFailures(db, 1, new Date(0));
}

/** Makes every resting row due now; the audit log records their number for each job. */
export async function retryFailedRows(context: Context<'platform'>): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const counts = new Map<string, number>();
    for (const job of await retryFailures(tx, now)) counts.set(job, (counts.get(job) ?? 0) + 1);
    for (const [job, rows] of counts)
      await writeAudit(tx, recordOf(context), {
        act: 'job.retry',
        subject: 'job',
        key: job,
        before: null,
        after: { rows },
        at: now,
      });
  });
}
