import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same in every version: whoever migrates holds it. */
const LOCK = 7_310_942_118;

/**
 * Runs `work` alone: of all processes that name the same lock on this database only one is inside.
 * The lock goes with the connection, so a kill frees it.
 */
export async function withDatabaseLock<T>(
  url: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Brings the database to this version's schema. Safe when several processes start at once. */
export async function migrateDatabase(url: string): Promise<void> {
  await withDatabaseLock(url, LOCK, async (client) => {
    // Notices ("already exists, skipping") are for nobody.
    await client.query('SET client_min_messages = warning');
    await migrate(drizzle(client), { migrationsFolder: FOLDER });
  });
}
