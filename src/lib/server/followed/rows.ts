/**
 * Rows of the database that a process keeps at hand, in step with the tables by what these announce. A row that may be
 * out of date is never answered: what is announced goes at once, what was announced while it was read is not kept, and
 * while announcements could be missed everything is read. Only rows of the handle that is listened to are kept, which is
 * the primary's: a replica may not have yet what was announced, and its old row would be kept for good.
 */
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../db/client.ts';

/** A reading under way: what changes before it ends is not kept. */
interface Reading<Key> {
  changed: Set<Key>;
  isOutOfDate: boolean;
}

export class FollowedRows<Key extends string | number, Row extends object> {
  private readonly rows: LRUCache<Key, Row>;
  private readonly readings = new Set<Reading<Key>>();
  /** The database that is listened to; null while nothing is heard. */
  private heard: Db | null = null;

  /** Of more than `most` rows those that were not asked for longest go. */
  constructor(most: number) {
    this.rows = new LRUCache({ max: most });
  }

  /** Announcements of this database are heard from now on; null: they are not. What was kept goes. */
  hear(db: Db | null): void {
    this.heard = db;
    this.dropAll();
  }

  /** Whether rows of it are kept: a transaction sees what nobody else does. */
  isHeard(db: Db | Tx): boolean {
    return this.heard !== null && db === this.heard;
  }

  /** Rows by key: the kept ones, and those that `read` answers for the rest. In no order; what does not exist is left out. */
  async get(
    db: Db | Tx,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Promise<Iterable<readonly [Key, Row]>>,
  ): Promise<Map<Key, Row>> {
    if (!this.isHeard(db)) return new Map(await read([...new Set(keys)]));
    const found = new Map<Key, Row>();
    const missing = new Set<Key>();
    for (const key of keys) {
      const row = this.rows.get(key);
      if (row === undefined) missing.add(key);
      else found.set(key, row);
    }
    if (missing.size === 0) return found;
    const reading: Reading<Key> = { changed: new Set(), isOutOfDate: false };
    this.readings.add(reading);
    try {
      for (const [key, row] of await read([...missing])) {
        found.set(key, row);
        if (!reading.isOutOfDate && !reading.changed.has(key)) this.rows.set(key, row);
      }
    } finally {
      this.readings.delete(reading);
    }
    return found;
  }

  /** They are others now. */
  drop(keys: Iterable<Key>): void {
    for (const key of keys) {
      this.rows.delete(key);
      for (const { changed } of this.readings) changed.add(key);
    }
  }

  /** Rows that the test is true of are others now; any that is being read may be one of them. */
  dropWhere(isChanged: (row: Row) => boolean): void {
    for (const reading of this.readings) reading.isOutOfDate = true;
    for (const [key, row] of this.rows.entries()) if (isChanged(row)) this.rows.delete(key);
  }

  dropAll(): void {
    for (const reading of this.readings) reading.isOutOfDate = true;
    this.rows.clear();
  }

  /** Puts a row in the place of one that is kept, made from it. */
  change(key: Key, next: (row: Row) => Row): void {
    for (const { changed } of this.readings) changed.add(key);
    const row = this.rows.peek(key);
    if (row !== undefined) this.rows.set(key, next(row));
  }

  get size(): number {
    return this.rows.size;
  }
}
