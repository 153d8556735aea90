/**
 * Whether a database is the demo's. A row says so, which is written when the demo is seeded and which the database
 * accepts only while it is empty: no setting of a process can turn a real database into a demo, or the other way round.
 */
import { StartupError } from '#lib/server/core/process/env.ts';
import type { Db, Tx } from './client.ts';
import { demo } from './schema.ts';

export async function isDemo(db: Db | Tx): Promise<boolean> {
  return (await db.$count(demo)) > 0;
}

/** Throws StartupError where `what` must not happen: in a database that is not the demo's. */
export async function requireDemo(db: Db | Tx, what: string): Promise<void> {
  if (!(await isDemo(db))) throw new StartupError(`这个数据库不是演示数据库，不能${what}。`);
}

/** Throws StartupError for the demo's database: its accounts have a password that everyone knows. */
export async function refuseDemo(db: Db | Tx): Promise<void> {
  if (await isDemo(db))
    throw new StartupError(
      '这个数据库是演示数据库，演示账号的密码是公开的，不能以正式方式（DEMO=0）启动。看演示请设置 DEMO=1，正式使用请换一个空的数据库。',
    );
}
