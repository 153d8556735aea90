/** Failed rows of jobs, at the platform's desk: tried again at once, or put away with a remark. */
import { AppError } from '#lib/contract/errors.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { endRest, findFailure, putAway } from './job-rows.ts';

/** A row as a person has read it: an act over another number of failures is refused. */
interface Read {
  job: string;
  row: string;
  tries: number | null;
}

/**
 * `POST /api/desk/jobs/{id}/retry`: it is tried at the job's next run, seconds from now. A repeat changes nothing while
 * it waits for that. Throws 404 for one that was done meanwhile, 409 where it has failed again since it was read.
 */
export async function retryJob(
  context: Context<'platform'>,
  { job, row: rowKey, tries: read }: Read,
): Promise<void> {
  const tries = read ?? 0;
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
}

/**
 * `POST /api/desk/jobs/{id}/shelve`: it raises no alarm any more, until it fails in another way; the job goes on
 * trying it. A repeat by the same person changes nothing. Throws as `retryJob` does, and 409 where another person has put it
 * away.
 */
export async function putAwayJob(
  context: Context<'platform'>,
  { job, row: rowKey, tries: read, word }: Read & { word: string },
): Promise<void> {
  const tries = read ?? 0;
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
}

async function needRow(db: Db | Tx, key: { job: string; rowKey: string }) {
  const row = await findFailure(db, key);
  if (row === null) throw new AppError(404, '这条记录已经做成，或不存在');
  return row;
}

async function needAsRead(tx: Tx, { tries, ...key }: { job: string; rowKey: string; tries: number }) {
  if ((await needRow(tx, key)).tries !== tries) throw new AppError(409, '这条记录又失败过，请刷新后再试');
}
