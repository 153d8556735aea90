/** Asks the database whether it can be read and written, for /api/health. */
import pg from 'pg';
import { clockSkewMs, maxSkewMs, recordDatabaseTime } from '../core/process/clock.ts';
import { env } from '../core/process/env.ts';
import { isFullLately } from '../core/process/full-disk.ts';
import { databaseMs } from './clock.ts';

export interface Ability {
  reading: boolean;
  writing: boolean;
  /** Own clock minus database clock, ms; only where they differ by more than {@link maxSkewMs}. */
  clockOffMs?: number;
}

/**
 * Each of the three steps (connecting, reading, writing) gets this many ms: the response comes within three seconds.
 */
const stepMs = 900;
/** A result is valid this long: health is public, and each check writes a row. */
const holdsMs = 500;

const read = `select ${databaseMs} as at`;
const beat = `insert into heartbeat (id, beat_at) values (1, now())
  on conflict (id) do update set beat_at = excluded.beat_at`;

/** Whether buyers can buy at a process whose database can do this. */
export function isReady({ reading, writing, clockOffMs }: Ability): boolean {
  return reading && writing && clockOffMs === undefined;
}

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

  /** Reads, and compares the clocks by the way. */
  async function reads(): Promise<boolean> {
    const asked = Date.now();
    try {
      const { rows } = await pool.query<{ at: string }>(read);
      if (env().CLOCK === 'database') recordDatabaseTime(Number(rows[0]?.at), asked, Date.now());
      return true;
    } catch {
      return false;
    }
  }

  async function look(): Promise<Ability> {
    // The first may have met a connection that ended unnoticed; a silent one takes its time and is not asked again.
    const begin = Date.now();
    const reading = (await reads()) || (Date.now() - begin < stepMs / 2 && (await reads()));
    const writing = reading && (await works(beat)) && !isFullLately();
    const skew = clockSkewMs();
    return { reading, writing, ...(Math.abs(skew) > maxSkewMs && { clockOffMs: skew }) };
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
