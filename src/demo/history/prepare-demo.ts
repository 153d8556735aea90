import { sql } from 'drizzle-orm';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { isDemo, refuseDemo, requireDemo } from '#lib/server/db/demo.ts';
import { withDatabaseLock } from '#lib/server/db/migrate.ts';
import { users } from '../seed/known.ts';

const LOCK = 7_310_942_119;

const notDemo =
  '这个数据库里有正式数据，不是演示数据库，不能以演示方式（DEMO=1）使用。正式使用请设置 DEMO=0，看演示请换一个空的数据库。';

/**
 * Writes the demo data into an empty database, and prints it; moves the dates of an older demo ahead of the calendar.
 * Throws StartupError for a database with other content.
 */
export async function prepareDemo(url: string): Promise<'seeded' | 'kept'> {
  return withDatabaseLock(url, LOCK, async (client) => {
    const { rows } =
      await client.query(`SELECT EXISTS (SELECT 1 FROM company) OR EXISTS (SELECT 1 FROM merchant)
      OR EXISTS (SELECT 1 FROM product) OR EXISTS (SELECT 1 FROM "user") AS "isFilled"`);
    const { pool, db } = connect(url, { max: 2, statementTimeout: 0 });
    try {
      // Loaded only when needed: they read the catalogue.
      const { keepDemoStaff } = await import('../seed/staff.ts');
      const { keepDemoTalks } = await import('../seed/talks.ts');
      const { playDemoLive } = await import('../live/play.ts');
      const { keepDemoWheels } = await import('./wheels.ts');
      if (rows[0]?.isFilled) {
        if (!(await isDemo(db))) throw new StartupError(notDemo);
        const { refreshDemoDates } = await import('../seed/refresh.ts');
        await refreshDemoDates(db, new Date());
        await keepDemoStaff(db);
        await keepDemoWheels(db);
        await keepDemoTalks(db, new Date());
        await playDemoLive(db, new Date());
        await keepDemoAgreed(db, new Date());
        return 'kept';
      }
      const { seedDemo } = await import('../seed/demo.ts');
      const { life } = await import('./life.ts');
      const { seedCases } = await import('./cases.ts');
      const { seedWaiting } = await import('./waiting.ts');
      const { seedChanges } = await import('./changes.ts');
      const { seedMoneyActs } = await import('./money-acts.ts');
      const { seedQuality } = await import('./quality.ts');
      const { seedInvoices } = await import('./invoices.ts');
      const { seedFlows } = await import('./flows.ts');
      await seedDemo(db, new Date(), life);
      await keepDemoStaff(db);
      await keepDemoTalks(db, new Date());
      await playDemoLive(db, new Date());
      await seedCases(db, new Date());
      await seedWaiting(db, new Date());
      await seedMoneyActs(db, new Date());
      await seedQuality(db, new Date());
      await seedChanges(db, new Date());
      await seedInvoices(db, new Date());
      await seedFlows(db, new Date());
      return 'seeded';
    } finally {
      await pool.end();
    }
  });
}

/**
 * The demo's own people have accepted the agreement in force: their passwords are shown on the page, and log in at
 * once.
 */
async function keepDemoAgreed(db: Db, now: Date): Promise<void> {
  await db.execute(sql`insert into agreement_acceptance (user_id, version, accepted_at, address)
    select id, ${agreementVersion}, ${now}, '127.0.0.1' from "user"
    where id = any(${sql.param(Object.values(users))}::text[]) on conflict do nothing`);
}

/** Throws StartupError when the database is the demo's. */
export function refuseDemoAt(url: string): Promise<void> {
  return withDb(url, refuseDemo);
}

/** Throws StartupError when the database is not the demo's yet: an empty one becomes it only with DEMO=1. */
export function requireDemoAt(url: string): Promise<void> {
  return withDb(url, (db) => requireDemo(db, '写入演示数据；空的数据库请加 DEMO=1'));
}

async function withDb(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const { pool, db } = connect(url, { max: 1 });
  try {
    await work(db);
  } finally {
    await pool.end();
  }
}
