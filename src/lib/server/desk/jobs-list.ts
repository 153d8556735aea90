/** Failed rows of jobs, at the platform's desk: listed, tried again at once, or put away with a remark. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  DeskJobsList,
  DeskJobsValues,
  DeskJobWire,
  PutAwayJobValues,
  RetryJobValues,
} from '#lib/contract/jobs.ts';
import { failureText, findJobs, jobText, jobWaits } from '#lib/rules/site/job-words.ts';
import { type Context, recordOf } from '../core/context.ts';
import { alarmTries } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { endRest, findFailure, findFailures, type JobFailureRow, putAway } from './job-rows.ts';

/** `GET /api/desk/jobs`: the first to fail first. */
export async function listDeskJobs(
  { db }: Context<'platform'>,
  { state, keyword, ...asked }: DeskJobsValues,
): Promise<DeskJobsList> {
  const word = keyword.trim();
  const { rows, total } = await findFailures(
    db,
    { state, tries: alarmTries, word, jobs: findJobs(word) },
    asked,
  );
  return { list: rows.map(wireOf), total };
}

/**
 * `POST /api/desk/jobs/retry`: it is tried at the job's next run, seconds from now. A repeat changes nothing while it
 * waits for that. Throws 404 for one that was done meanwhile, 409 where it has failed again since it was read.
 */
export async function retryJob(
  context: Context<'platform'>,
  { job, row: rowKey, tries }: RetryJobValues,
): Promise<DeskJobWire> {
  const { db, now } = context;
  const key = { job, rowKey };
  await db.transaction(async (tx) => {
    if (await endRest(tx, { ...key, tries }, now))
      return writeAudit(tx, recordOf(context), {
        act: 'job.retry',
        subject: 'job',
        key: job,
        before: { tries },
        after: { row: rowKey },
        at: now,
      });
    await needAsRead(tx, { ...key, tries });
  });
  return wireOf(await needRow(db, key));
}

/**
 * `POST /api/desk/jobs/put-away`: it raises no alarm any more, until it fails in another way; the job goes on trying
 * it. A repeat by the same person changes nothing. Throws as `retryJob` does, and 409 where another person has put it
 * away.
 */
export async function putAwayJob(
  context: Context<'platform'>,
  { job, row: rowKey, tries, word }: PutAwayJobValues,
): Promise<DeskJobWire> {
  const { db, now, actor } = context;
  const key = { job, rowKey };
  await db.transaction(async (tx) => {
    const said = { putAwayAt: now, putAwayBy: actor.name, putAwayWord: word };
    if (await putAway(tx, { ...key, tries }, said))
      return writeAudit(tx, recordOf(context), {
        act: 'job.put_away',
        subject: 'job',
        key: job,
        before: { tries },
        after: { row: rowKey, word },
        at: now,
      });
    const row = await needRow(tx, key);
    if (row.putAwayBy === actor.name && row.putAwayWord === word) return;
    if (row.putAwayBy !== null) throw new AppError(409, `已由${row.putAwayBy}搁置`);
    await needAsRead(tx, { ...key, tries });
  });
  return wireOf(await needRow(db, key));
}

async function needRow(db: Db | Tx, key: { job: string; rowKey: string }): Promise<JobFailureRow> {
  const row = await findFailure(db, key);
  if (row === null) throw new AppError(404, '这条记录已经做成，或不存在');
  return row;
}

async function needAsRead(tx: Tx, { tries, ...key }: { job: string; rowKey: string; tries: number }) {
  if ((await needRow(tx, key)).tries !== tries) throw new AppError(409, '这条记录又失败过，请刷新后再试');
}

function wireOf(row: JobFailureRow): DeskJobWire {
  return {
    job: row.job,
    job_text: jobText(row.job),
    waits: jobWaits(row.job),
    row: row.rowKey,
    tries: row.tries,
    error_text: failureText(row.error),
    error: row.error,
    first_at: row.firstAt.toISOString(),
    last_at: row.lastAt.toISOString(),
    next_at: row.nextAt.toISOString(),
    put_away_by: row.putAwayBy ?? '',
    put_away_at: row.putAwayAt?.toISOString() ?? '',
    put_away_word: row.putAwayWord,
  };
}
