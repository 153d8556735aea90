/**
 * Follows a table of {@link Journaled} rows for a whole process: each committed row is passed on once and soon, and the
 * position moves over settled rows alone. A row that commits late, below one that was passed on, is found because the
 * position still stands before it.
 */
import { comparePositions } from './position.ts';
import type { Journaled, Position } from './rows.ts';

interface Options<Row extends Journaled> {
  /** Rows behind a position, in order, at most `pageSize`. */
  read: (after: Position) => Promise<Row[]>;
  pageSize: number;
  /** Called once for each row, when the position stands at or before it. */
  pass: (row: Row) => void;
}

export class Follower<Row extends Journaled> {
  private readonly options: Options<Row>;
  private settled: Position;
  /** Ids that were passed on and are not settled yet. */
  private readonly passed = new Set<number>();
  private reading: Promise<void> | undefined;
  private isAskedAgain = false;

  /** Begins behind `from`, a settled position. */
  constructor(from: Position, options: Options<Row>) {
    this.settled = from;
    this.options = options;
  }

  /** Everything up to it was passed on, and nothing can appear before it. */
  get position(): Position {
    return this.settled;
  }

  /**
   * Passes on what is new. Calls while it reads are one more reading after it. Rejects when the database cannot be read;
   * the next call makes up for it.
   */
  catchUp(): Promise<void> {
    if (this.reading !== undefined) {
      this.isAskedAgain = true;
      return this.reading;
    }
    this.reading = this.readAll().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readAll(): Promise<void> {
    do {
      this.isAskedAgain = false;
      await this.readOnce();
    } while (this.isAskedAgain);
  }

  private async readOnce(): Promise<void> {
    let from = this.settled;
    // A later page has a later snapshot: what it calls settled may stand behind a row that appeared after the first one.
    let isSolid = true;
    for (;;) {
      const rows = await this.options.read(from);
      for (const row of rows) {
        if (!row.is_settled) isSolid = false;
        if (isSolid) this.settled = { xid: row.xid, id: row.id };
        this.passOn(row, isSolid);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < this.options.pageSize) return;
      if (comparePositions(last, from) <= 0) throw new Error('a journal was not read in order');
      from = last;
    }
  }

  private passOn(row: Row, isSettled: boolean): void {
    const wasPassed = this.passed.has(row.id);
    if (isSettled) this.passed.delete(row.id);
    else this.passed.add(row.id);
    if (!wasPassed) this.options.pass(row);
  }
}
