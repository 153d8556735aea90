/** Work that one process at a time may do. */
import type { Db } from './client.ts';
import { takeLease } from './lease.ts';

/**
 * Runs `work` while this process alone holds the lock; false when another one has it. The lock belongs to a connection
 * that is in no transaction meanwhile: it holds no row and no old version, and may take as long as it needs. When that
 * connection is lost the lock is free while the work goes on, so each step of the work must be guarded by itself.
 */
export async function whileLocked(
  db: Db,
  key: readonly [number] | readonly [number, number],
  work: () => Promise<unknown>,
): Promise<boolean> {
  const lease = await takeLease(db.$client);
  const places = key.length === 1 ? '$1::bigint' : '$1::int, $2::int';
  try {
    const { rows } = await lease.query<{ free: boolean }>(`select pg_try_advisory_lock(${places}) as free`, [
      ...key,
    ]);
    if (rows[0]?.free !== true) return false;
    try {
      await work();
      return true;
    } finally {
      // A connection that keeps its lock must not go back into the pool.
      await lease.query(`select pg_advisory_unlock(${places})`, [...key]).catch(() => lease.end(true));
    }
  } finally {
    lease.end();
  }
}
