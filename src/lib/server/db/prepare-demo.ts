import { connect } from './client.ts';
import { withDatabaseLock } from './migrate.ts';

const LOCK = 7_310_942_119;

/**
 * Writes the demo data into a database that has no merchants yet, and says so; moves the dates of an older demo
 * ahead of the calendar.
 */
export async function prepareDemo(url: string): Promise<'seeded' | 'kept'> {
  return withDatabaseLock(url, LOCK, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM merchant LIMIT 1');
    const { pool, db } = connect(url, { max: 2, statementTimeout: 0 });
    try {
      // Loaded only when needed: they read the catalogue.
      if (rowCount) {
        const { refreshDemoDates } = await import('./seed/refresh.ts');
        await refreshDemoDates(db, new Date());
        return 'kept';
      }
      const { seedDemo } = await import('./seed/demo.ts');
      await seedDemo(db, new Date());
      return 'seeded';
    } finally {
      await pool.end();
    }
  });
}
