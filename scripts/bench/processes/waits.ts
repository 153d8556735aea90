/** Samples the database's backends during a measurement: shares of computing and of each kind of wait. */
import type pg from 'pg';

const everyMs = 40;

const look = `select coalesce(wait_event_type || ' ' || wait_event, 'computing') as what, count(*)::int as many
  from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
  group by 1`;

/** Looks every so often until the answered function is called, which names the most frequent, as shares of all. */
export function watchWaits(pool: pg.Pool): () => Promise<string> {
  const seen = new Map<string, number>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ what: string; many: number }>(look);
      for (const { what, many } of rows) seen.set(what, (seen.get(what) ?? 0) + many);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    const all = [...seen.values()].reduce((sum, many) => sum + many, 0);
    const top = [...seen].toSorted((a, b) => b[1] - a[1]).slice(0, 4);
    return top.map(([what, many]) => `${what} ${Math.round((many / all) * 100)}%`).join(', ');
  };
}
