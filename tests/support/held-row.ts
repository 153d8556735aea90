/** A row that is held while a process comes to it: what it is about to write is known and not written. */
import type pg from 'pg';
import { until } from './server-process.ts';

/**
 * Holds the row that `query` locks by `no`, lets `come` lead somebody to it, and waits until they wait there. What is
 * answered frees the row, once those who waited are gone with what they had begun: as connections of a dead machine are.
 */
export async function holdRow(
  pool: pg.Pool,
  { query, no }: { query: string; no: string },
  come: () => unknown,
): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(query, [no]);
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  const waiting = `from pg_stat_activity where ${Number(rows[0].pid)} = any(pg_blocking_pids(pid))`;
  void come();
  await until('somebody waits', async () => (await pool.query(`select 1 ${waiting}`)).rows.length > 0);
  return async () => {
    await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await holder.query('rollback');
    holder.release();
  };
}
