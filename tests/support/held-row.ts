/** Rows that are held while a process comes to them: what it is about to write is known and not written. */
import type pg from 'pg';
import { until } from './server-process.ts';

/**
 * Holds the rows that `query` locks by `nos` (its `any($1)`), lets `come` lead somebody to each, and waits until as many have
 * stood there: on a slow machine the first may give up before the last comes. What is answered frees the rows, once those who
 * wait are gone with what they had begun: as connections of a dead machine are.
 */
export async function holdRows(
  pool: pg.Pool,
  { query, nos }: { query: string; nos: readonly string[] },
  come: () => unknown,
): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  const letGo = async () => {
    await holder.query('rollback');
    holder.release();
  };
  await holder.query('begin');
  await holder.query(query, [nos]);
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  const waiting = `from pg_stat_activity where ${Number(rows[0].pid)} = any(pg_blocking_pids(pid))`;
  void come();
  const seen = new Set<string>();
  try {
    await until('all of them come', async () => {
      const found = await pool.query(`select pid || ' ' || query_start as who ${waiting}`);
      for (const { who } of found.rows) seen.add(who);
      return seen.size >= nos.length;
    });
  } catch (error) {
    await letGo();
    throw error;
  }
  return async () => {
    await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    await letGo();
  };
}
