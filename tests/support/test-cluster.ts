import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { seedDemo } from '#demo/seed/demo.ts';
import { connect } from '#lib/server/db/client.ts';
import { assertReachable } from '#lib/server/db/database.ts';
import { type OpenDatabase, openEmbedded } from '#lib/server/db/embedded.ts';
import { readPassword, superuserUrl } from '#lib/server/db/embedded-roles.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';

/** What the tests need to copy a database; plain values, they cross process borders. */
export interface Templates {
  /** Where databases are created and dropped. */
  adminUrl: string;
  /** Whose databases they are: the shop's own role, which is no superuser of an embedded server. */
  ownerUrl: string;
  /** First part of every name of this run. */
  prefix: string;
}

export interface TestCluster extends Templates {
  /** Drops every database of this run and leaves the server as it was found. */
  close(): Promise<void>;
}

const NAME = /^yaopi_test_(\d+)_/;

/** Class of the advisory lock that a run holds as long as it lives; its number is the key. */
const RUN_LOCK = 731_094;

/** The address with another database name. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Drops what runs have left behind that were killed: their lock is free. */
async function sweep(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('SELECT datname FROM pg_database');
  for (const { datname } of rows) {
    const run = NAME.exec(datname)?.[1];
    if (!run) continue;
    const lock = await admin.query('SELECT pg_try_advisory_lock($1, $2) AS free', [RUN_LOCK, Number(run)]);
    if (!lock.rows[0].free) continue;
    await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await admin.query('SELECT pg_advisory_unlock($1, $2)', [RUN_LOCK, Number(run)]);
  }
}

function create(admin: pg.Client, { ownerUrl, prefix }: Templates, name: string, template?: string) {
  const owner = admin.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username));
  const from = template === undefined ? '' : `TEMPLATE ${prefix}${template} STRATEGY FILE_COPY`;
  return admin.query(`CREATE DATABASE ${prefix}${name} OWNER ${owner} ${from}`);
}

async function makeTemplates(admin: pg.Client, templates: Templates): Promise<void> {
  const { ownerUrl, prefix } = templates;
  await create(admin, templates, 'empty');
  await migrateDatabase(withDatabase(ownerUrl, `${prefix}empty`));
  await create(admin, templates, 'demo', 'empty');
  const { pool, db } = connect(withDatabase(ownerUrl, `${prefix}demo`), { statementTimeout: 0 });
  await seedDemo(db, new Date());
  await db.execute('ANALYZE');
  await pool.end();
}

async function dropAll(admin: pg.Client, prefix: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

/** Another one for a run inside a run, which would share the server of the outer one. */
const folder = process.env.TEST_DATA_DIR ?? '.data-test';

/**
 * A power loss is of no interest here: databases are thrown away at the end of a run. Tests that kill a server open a
 * durable cluster of their own.
 */
const fast = { fsync: 'off', full_page_writes: 'off' };

/** A cluster of an older layout is thrown away: nothing in it is kept from one run to the next. */
async function openOwn(): Promise<OpenDatabase> {
  if (existsSync(path.join(folder, 'pg')) && !existsSync(path.join(folder, 'pg.superuser')))
    rmSync(folder, { recursive: true });
  return openEmbedded(folder, 'tool', fast);
}

/**
 * The server that tests use, DATABASE_URL's or an embedded one in `.data-test`, with two templates made for this
 * run: `empty` (migrated) and `demo` (seeded too). Several runs may share it.
 */
export async function openTestCluster(): Promise<TestCluster> {
  const given = process.env.DATABASE_URL;
  if (given) await assertReachable(given);
  const server = given ? { url: given, close: async () => {} } : await openOwn();
  const adminUrl = given ?? superuserUrl(Number(new URL(server.url).port), readPassword(folder));
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => {});
  const run = randomInt(1, 2 ** 31 - 1);
  const templates = { adminUrl, ownerUrl: server.url, prefix: `yaopi_test_${run}_` };
  async function close(): Promise<void> {
    await dropAll(admin, templates.prefix);
    await admin.end();
    await server.close();
  }
  try {
    await admin.connect();
    await admin.query('SELECT pg_advisory_lock($1, $2)', [RUN_LOCK, run]);
    await sweep(admin);
    await makeTemplates(admin, templates);
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return { ...templates, close };
}

/** Creates a copy of a template (`empty`, `demo`, or a copy made before that nobody is connected to); says its address. */
export async function copyTemplate(templates: Templates, template: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: templates.adminUrl });
  await admin.connect();
  try {
    await create(admin, templates, name, template);
  } finally {
    await admin.end();
  }
  return withDatabase(templates.ownerUrl, `${templates.prefix}${name}`);
}

/** Creates a database without anything in it; says its address. */
export async function makeBare(templates: Templates, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: templates.adminUrl });
  await admin.connect();
  try {
    await create(admin, templates, name);
  } finally {
    await admin.end();
  }
  return withDatabase(templates.ownerUrl, `${templates.prefix}${name}`);
}

/** Drops a copy, whoever is still connected. */
export async function dropCopy(adminUrl: string, url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  } finally {
    await admin.end();
  }
}

/**
 * Ends the embedded server that this process has started when the process exits and has not closed it: a runner that is
 * stopped exits at once, and nothing asynchronous runs any more.
 */
export function endServerAtExit(): void {
  process.once('exit', () => {
    try {
      const { pid, owner } = JSON.parse(readFileSync(path.join(folder, 'pg.json'), 'utf8'));
      if (owner.pid === process.pid) process.kill(pid, 'SIGINT');
    } catch {
      // It is closed, or was never there.
    }
  });
}
