/**
 * A run that writes everything a log may have to tell, for tests/slow/log.test.ts to read: calls that work and calls
 * whose database fails at each of their queries, a job that fails, an error that nothing caught. Its log is its output;
 * the file named by SECRETS gets what must not stand in it.
 */

import { writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { demoPassword } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { errorFacts } from '#lib/server/core/process/error-facts.ts';
import { log } from '#lib/server/core/process/log.ts';
import { connect } from '#lib/server/db/client.ts';
import { runJob } from '#lib/server/start/jobs.ts';
import astroLog from '#lib/server/web/astro-log.ts';
import { collectSecrets, type Secret } from './log-leaks.ts';
import { loginAs, request } from './request.ts';
import { routeOf } from './routes.ts';

const logIn = routeOf(api.login);

const { pool, db } = connect(process.env.DATABASE_URL ?? '');
const secrets: Secret[] = [];

const address = {
  receiver: '欧阳慕白',
  phone: '13912345678',
  region_code: '420106',
  detail: '紫阳东路仅此一家九号',
  is_default: 0,
};
secrets.push(
  { what: 'typed name', value: address.receiver },
  { what: 'typed phone', value: address.phone },
  { what: 'typed street', value: address.detail },
  { what: 'typed login name', value: 'nobody-of-this-name' },
  { what: 'typed password', value: 'Wrong@Password-1' },
);

/** Takes tables away while the work runs: every query of theirs fails, with its parameters in the error. */
async function without(tables: readonly string[], work: () => Promise<unknown>): Promise<void> {
  for (const table of tables) await pool.query(`alter table "${table}" rename to "${table}_gone"`);
  try {
    await work();
  } finally {
    for (const table of tables) await pool.query(`alter table "${table}_gone" rename to "${table}"`);
  }
}

const cookie = await loginAs('demo');
const session = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '');
secrets.push({ what: 'session cookie', value: session });
const GET = routeOf(api.userInfo);

await request(GET, { cookie });
await request(logIn, { body: { username: 'nobody-of-this-name', password: 'Wrong@Password-1' } });
await without(['session'], () => request(GET, { cookie }));
await without(['member'], () => request(GET, { cookie }));
await without(['user'], () => request(logIn, { body: { username: '13912345678', password: demoPassword } }));
await without(['session'], () => request(logIn, { body: { username: 'demo', password: demoPassword } }));
await without(['address'], () => request(routeOf(api.createAddress), { cookie, body: address }));
await without(['order'], () =>
  runJob(db, 'cancelOverdue', new Date()).catch((error) => log().error({ err: error })),
);

// Each of the ways in which the database repeats what it was given.
const answers = [
  sql`select ${address.phone}::date`,
  sql`insert into "user" (id, name, email, username) select 'x', ${address.receiver}, 'x', username from "user" where username = ${'demo'}`,
  sql`insert into address (company_id, receiver, phone) values (1, ${address.receiver}, ${address.phone})`,
  sql`update company set rank = -1 where name = ${address.detail} or id = 1`,
  sql`select ${`${address.receiver}\n    at ${address.detail} (file:///x.ts:1:1)`}::int`,
];
for (const query of answers)
  await db.execute(query).catch((error: Error) => {
    log().error({ err: error }, 'tried');
    log().error(error);
    log().warn({ error });
    console.error(errorFacts(error));
  });
log().info(
  { phone: address.phone, user: { token: session, receiver: address.receiver } },
  `called ${address.phone}`,
);
astroLog().write({ label: null, level: 'info', message: 'the shop is built' });
secrets.push(...(await collectSecrets(pool)));
writeFileSync(process.env.SECRETS ?? '', JSON.stringify(secrets));
await pool.end();
process.exit(0);
