/** Asks the database whether it can be read and written, for /api/health. */
import pg from 'pg';
import { isFullLately } from './full-disk.ts';

export interface Ability {
  reading: boolean;
  writing: boolean;
}

/** Each of the three steps (connecting, reading, writing) gets this many ms: an answer comes within three seconds. */
const stepMs = 900;
/** An answer holds this long: health is asked by anybody, and each asking writes a row. */
const holdsMs = 500;

const beat = `insert into heartbeat (id, beat_at) values (1, now())
  on conflict (id) do update set beat_at = excluded.beat_at`;

/** A connection of its own, so that a pool in full use does not count as a database that is away. End it at the end. */
export function openProbe(url: string): { ask: () => Promise<Ability>; end: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: stepMs,
    query_timeout: stepMs,
    statement_timeout: stepMs - 100,
    lock_timeout: stepMs - 200,
    application_name: 'yaopi health',
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  async function works(statement: string): Promise<boolean> {
    try {
      await pool.query(statement);
      return true;
    } catch {
      return false;
    }
  }

  async function look(): Promise<Ability> {
    // The first may have met a connection that ended unnoticed; a silent one takes its time and is not asked again.
    const begin = Date.now();
    const reading =
      (await works('select 1')) || (Date.now() - begin < stepMs / 2 && (await works('select 1')));
    const writing = reading && (await works(beat)) && !isFullLately();
    return { reading, writing };
  }

  let asked: Promise<Ability> | undefined;
  function ask(): Promise<Ability> {
    asked ??= look().finally(() => {
      setTimeout(() => {
        asked = undefined;
      }, holdsMs).unref();
    });
    return asked;
  }

  return { ask, end: () => pool.end() };
}
