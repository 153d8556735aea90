/** A backup that the administrator begins in the browser. */
import type { BackupAnswer } from '#lib/contract/first-day.ts';
import { type Context, recordOf } from '../core/context.ts';
import { forgetNewestBackup } from '../core/metrics/newest-backup.ts';
import { env } from '../core/process/env.ts';
import { log } from '../core/process/log.ts';
import { withFreeLock } from '../db/migrate.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { runBackup } from './run-backup.ts';

/** Of all processes one backs up at a time. */
const backupLock = 7_310_942_122;

/** The browser waits this long; a longer backup goes on by itself, ms. */
const patience = 20_000;

const done = (text: string): BackupAnswer => ({ is_done: 1, text });
const going = (text: string): BackupAnswer => ({ is_done: 0, text });

/** `POST /api/desk/backup`: begins one unless one runs, and records who did. Safe to repeat. */
export async function backUpAtDesk(context: Context<'platform'>): Promise<BackupAnswer> {
  const url = env().DATABASE_URL ?? '';
  const work = withFreeLock(url, backupLock, async () => {
    await record(context);
    return runBackup(url);
  })
    .then((result) => {
      forgetNewestBackup();
      if (result === null) return going('备份正在进行，请稍后刷新本页');
      const { lines, wrong } = result.done;
      return done(
        [...lines, ...(wrong.length > 0 ? [`账目与余额不一致：${wrong.join('、')}，请尽快核对`] : [])].join(
          '；',
        ),
      );
    })
    .catch((error: unknown) => {
      log().error({ err: error }, 'a backup failed');
      return going(`没有备份成功：${error instanceof Error ? error.message : '未知错误'}`);
    });
  const late = new Promise<BackupAnswer>((resolve) => {
    setTimeout(() => resolve(going('备份还在进行，请稍后刷新本页')), patience).unref();
  });
  return Promise.race([work, late]);
}

function record({ db, now, ...by }: Context<'platform'>): Promise<void> {
  const entry = {
    act: 'job.backup',
    subject: 'job',
    key: 'backup',
    before: null,
    after: null,
    at: now,
  } as const;
  return db.transaction((tx) => writeAudit(tx, recordOf(by), entry));
}
