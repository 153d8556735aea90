/**
 * How far a read replica is, measured on this process's own clock. The primary is asked for its log position, then the
 * replica for the position it has applied: this tells up to which moment the replica has everything. Clocks of
 * different machines are never compared, and an idle primary does not look like a lagging replica.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { within } from '#lib/server/core/process/lifecycle.ts';
import { log } from '#lib/server/core/process/log.ts';
import { faultOf } from '../core/process/database-faults.ts';
import { connect, type Db } from './client.ts';

/** A read waits at most this long (ms) for the replica, and not at all if the replica lagged more at the last check. */
const patienceMs = 250;
/** Interval of checks without reads: they measure the lag, and detect that the replica is back. */
const everyMs = 500;
/** Shortest pause between two checks for waiting readers, all of them together. */
const pauseMs = 5;
/** Most marks remembered while the replica lags; above it every second one is dropped. */
const mostMarks = 100;

/** The log position of the primary when it was asked at `at`. */
interface Mark {
  at: number;
  written: number;
}

/** Compares an id that both must share: they belong to the same cluster. */
const identity = `select system_identifier::text as id from pg_control_system()`;
const written = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as written`;
const replayed = `select pg_is_in_recovery() as follows,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as replayed`;

export interface ReplicaState {
  /** Whether it serves reads. */
  isServing: boolean;
  /** Lag at the last check, ms; infinite when it is down. */
  lagMs: number;
  /** Reads on the replica, and reads that were made on the primary instead. */
  reads: { replica: number; primary: number };
}

export class Replica {
  readonly primary: Db;
  private readonly db: Db;
  private readonly pool: pg.Pool;
  /** Everything committed before this moment is there; null while the replica is down. */
  private holds: number | null = null;
  private lagMs = Number.POSITIVE_INFINITY;
  /** Its absence was logged once. */
  private isAway = false;
  private marks: Mark[] = [];
  private looking: Promise<void> | undefined;
  private lookedAt = 0;
  private readonly timer: NodeJS.Timeout;
  private readonly reads = { replica: 0, primary: 0 };

  constructor(url: string, primary: Db) {
    this.primary = primary;
    ({ db: this.db, pool: this.pool } = connect(url, { isReplica: true }));
    this.timer = setInterval(() => void this.look(), everyMs).unref();
    void this.look();
  }

  /**
   * Reads from the replica when it has everything that was committed before this call, else from the primary. So a
   * reader finds there every write that was confirmed to anyone, as on the primary. `read` may run twice.
   */
  async read<T>(read: (db: Db) => Promise<T>): Promise<T> {
    if (await this.holdsAllBefore(performance.now())) {
      try {
        const result = await read(this.db);
        this.reads.replica++;
        return result;
      } catch (error) {
        const fault = faultOf(error);
        if (fault === undefined) throw error;
        // A conflict is a row that was vacuumed away under the reader: the replica itself is fine.
        if (fault !== 'conflict') this.lose(error);
      }
    }
    this.reads.primary++;
    return read(this.primary);
  }

  get state(): ReplicaState {
    return { isServing: this.lagMs <= patienceMs, lagMs: this.lagMs, reads: { ...this.reads } };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.pool.end();
  }

  private async holdsAllBefore(moment: number): Promise<boolean> {
    while (this.holds === null || this.holds < moment) {
      const left = moment + patienceMs - performance.now();
      if (this.lagMs > patienceMs || left <= 0) return false;
      await within(this.look(), left);
    }
    return true;
  }

  /** One check at a time for all waiting readers. */
  private look(): Promise<void> {
    this.looking ??= this.lookOnce()
      .catch((error: unknown) => this.lose(error))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    const rest = this.lookedAt + pauseMs - performance.now();
    if (rest > 0) await pause(rest);
    if (this.holds === null) await this.compareIdentity();
    const at = performance.now();
    this.lookedAt = at;
    const primary = await this.primary.$client.query(written);
    this.marks.push({ at, written: primary.rows[0].written });
    const { follows, replayed: has } = (await this.pool.query(replayed)).rows[0];
    // A promoted replica diverges from then on.
    if (!follows) throw new Error('the read replica does not follow any server');
    const reached = this.marks.findLast((mark) => mark.written <= has);
    this.marks = this.marks.filter((mark) => mark.written > has);
    if (this.marks.length > mostMarks) this.marks = this.marks.filter((_, nth) => nth % 2 === 0);
    if (reached !== undefined) {
      if (this.isAway) log().info('the read replica serves reads again');
      this.isAway = false;
      this.holds = reached.at;
    }
    // It has not reached the oldest other mark for this long; if it has reached none yet, its lag is unknown.
    const oldest = this.marks[0]?.at;
    const behind = oldest === undefined ? 0 : performance.now() - oldest;
    this.lagMs = this.holds === null ? Number.POSITIVE_INFINITY : behind;
  }

  private async compareIdentity(): Promise<void> {
    const [ours, theirs] = await Promise.all([
      this.primary.$client.query(identity),
      this.pool.query(identity),
    ]);
    if (ours.rows[0].id !== theirs.rows[0].id)
      throw new Error('DATABASE_READ_URL is no replica of DATABASE_URL');
  }

  private lose(error: unknown): void {
    if (!this.isAway) log().warn({ err: error }, 'the read replica serves no reads');
    this.isAway = true;
    this.holds = null;
    this.marks = [];
    this.lagMs = Number.POSITIVE_INFINITY;
  }
}
