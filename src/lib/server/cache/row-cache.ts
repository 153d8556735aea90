/**
 * Cached database rows, kept in step by announcements of the tables. A row that may be outdated is never returned: an
 * announced row is dropped at once, a row announced while it is read is not cached, and while announcements could be
 * missed everything is read. Only rows of the handle that is listened to, the primary, are cached: a replica may lag
 * behind an announcement, and its old row would stay cached.
 */
import { LRUCache } from 'lru-cache';
import { isWithout } from '../core/process/env.ts';
import type { Db, Tx } from '../db/client.ts';

/** A read in progress: rows that change before it ends are not cached. */
interface Reading<Key> {
  changed: Set<Key>;
  isOutOfDate: boolean;
}

export class CachedRows<Key extends string | number, Row extends object> {
  private readonly rows: LRUCache<Key, Row>;
  private readonly readings = new Set<Reading<Key>>();
  /** The database whose announcements arrive; null without announcements. */
  private source: Db | null = null;

  /** Above `most` rows the least recently used are dropped. */
  constructor(most: number) {
    this.rows = new LRUCache({ max: most });
  }

  /** Uses the announcements of this database from now on; null: there are none. The cache is dropped. */
  listenTo(db: Db | null): void {
    this.source = db;
    this.dropAll();
  }

  /** Whether rows of this handle are cached: not those of a transaction, which sees uncommitted rows. */
  isListening(db: Db | Tx): boolean {
    return this.source !== null && db === this.source && !isWithout('cached-rows');
  }

  /** Rows by key: cached ones, and what `read` returns for the rest. Unordered; missing rows are left out. */
  async get(
    db: Db | Tx,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Promise<Iterable<readonly [Key, Row]>>,
  ): Promise<Map<Key, Row>> {
    if (!this.isListening(db)) return new Map(await read([...new Set(keys)]));
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

  /** Drops rows that have changed. */
  drop(keys: Iterable<Key>): void {
    for (const key of keys) {
      this.rows.delete(key);
      for (const { changed } of this.readings) changed.add(key);
    }
  }

  /** Drops changed rows by a test. A row that is being read may be one of them. */
  dropWhere(isChanged: (row: Row) => boolean): void {
    for (const reading of this.readings) reading.isOutOfDate = true;
    for (const [key, row] of this.rows.entries()) if (isChanged(row)) this.rows.delete(key);
  }

  dropAll(): void {
    for (const reading of this.readings) reading.isOutOfDate = true;
    this.rows.clear();
  }

  /** Replaces a cached row with one derived from it. */
  change(key: Key, next: (row: Row) => Row): void {
    for (const { changed } of this.readings) changed.add(key);
    const row = this.rows.peek(key);
    if (row !== undefined) this.rows.set(key, next(row));
  }

  get size(): number {
    return this.rows.size;
  }
}
