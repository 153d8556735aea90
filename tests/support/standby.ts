/** A standby that is late on purpose. */
import { asked } from './asked.ts';
import { until } from './server-process.ts';

/** Lets a standby replay nothing while work is done. */
export async function whileStandingStill(url: string, work: () => Promise<void>): Promise<void> {
  const ask = (text: string) => asked(url, (client) => client.query(text));
  await ask('select pg_wal_replay_pause()');
  await until('it stands still', async () => {
    const { rows } = await ask('select pg_get_wal_replay_pause_state() as how');
    return rows[0].how === 'paused';
  });
  try {
    await work();
  } finally {
    await ask('select pg_wal_replay_resume()');
  }
}

/** From when it resolves, commits are applied so many ms late; 0: at once. */
export async function applyLate(url: string, ms: number): Promise<void> {
  await asked(url, async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${ms}ms'`);
    await client.query('select pg_reload_conf()');
  });
  await until('it is told', async () => {
    const { rows } = await asked(url, (client) =>
      client.query(`select setting from pg_settings where name = 'recovery_min_apply_delay'`),
    );
    return Number(rows[0].setting) === ms;
  });
}
