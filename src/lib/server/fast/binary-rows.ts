/**
 * Rows as COPY writes them in binary, read column by column: a tenth of the work of rows that the driver takes apart and
 * drizzle puts together. For what reads a whole table.
 */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { faultOf } from '../core/process/database-faults.ts';
import type { KnownTexts } from './known-texts.ts';
import { takeLease } from './lease.ts';

/** Days and ms from 1970 to 2000, from when on PostgreSQL counts. */
const dayOf2000 = 10_957;
const msOf2000 = dayOf2000 * 86_400_000;

/** Bytes before the first row. */
const headLength = 19;
const runs = 3;

/** A handle of the database (db/client.ts). */
interface Handle {
  $client: pg.Pool;
}

const dialect = new PgDialect({ casing: 'snake_case' });

/** Rows of one response, decoded on demand. */
export interface BinaryRows<Row> {
  count: number;
  /** The id of the last one; 0 when there is none. */
  last: number;
  rows: () => Generator<Row, void>;
}

/**
 * Reads the rows of a select whose first column is the id; `take` reads the needed columns of each. A read with a lost
 * connection is repeated.
 */
export async function binaryRows<Row>(
  db: Handle,
  select: SQL,
  texts: KnownTexts,
  take: (row: RowReader) => Row,
): Promise<BinaryRows<Row>> {
  const { sql: text } = dialect.sqlToQuery(sql`copy (${select}) to stdout (format binary)`.inlineParams());
  const bytes = await copied(db, text);
  function* rows() {
    const reader = new RowReader(bytes, texts);
    while (reader.next()) yield take(reader);
  }
  let [count, last] = [0, 0];
  for (const reader = new RowReader(bytes, texts); reader.next(); reader.leave()) {
    count++;
    last = reader.number();
  }
  return { count, last, rows };
}

async function copied(db: Handle, text: string): Promise<Buffer> {
  for (let run = 1; ; run++) {
    const lease = await takeLease(db.$client);
    const stream = await lease.query(copyTo(text));
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) chunks.push(chunk);
      lease.end();
      return Buffer.concat(chunks);
    } catch (error) {
      lease.end(true);
      if (faultOf(error) !== 'lost' || run >= runs) throw error;
    } finally {
      // The driver waits for this call to know that the response came in time.
      const answered = fieldOf(stream, 'callback');
      if (typeof answered === 'function') answered();
    }
  }
}

/** The columns of a row, one after the other. */
export class RowReader {
  private readonly bytes: Buffer;
  private readonly texts: KnownTexts;
  private at = headLength;
  private columnsLeft = 0;

  constructor(bytes: Buffer, texts: KnownTexts) {
    this.bytes = bytes;
    this.texts = texts;
  }

  /** Moves to the next row; false when there is none. */
  next(): boolean {
    this.columnsLeft = this.bytes.readInt16BE(this.at);
    this.at += 2;
    return this.columnsLeft >= 0;
  }

  /** Over the columns that were not read. */
  leave(): void {
    while (this.columnsLeft > 0) this.skip();
  }

  /** Goes over the next column; how many bytes it has, -1 for null. */
  private skip(): number {
    const length = this.bytes.readInt32BE(this.at);
    this.at += 4 + Math.max(0, length);
    this.columnsLeft -= 1;
    return length;
  }

  /** smallint, integer or bigint; 0 for null. */
  number(): number {
    const length = this.skip();
    const { bytes, at } = this;
    if (length < 0) return 0;
    if (length === 4) return bytes.readInt32BE(at - 4);
    if (length === 2) return bytes.readInt16BE(at - 2);
    return bytes.readInt32BE(at - 8) * 2 ** 32 + bytes.readUInt32BE(at - 4);
  }

  boolean(): boolean {
    this.skip();
    return this.bytes[this.at - 1] === 1;
  }

  /** Days since 1970, or null. */
  day(): number | null {
    return this.skip() < 0 ? null : this.bytes.readInt32BE(this.at - 4) + dayOf2000;
  }

  /** Ms since 1970. */
  moment(): number {
    return this.number() / 1000 + msOf2000;
  }

  /** text, or null. One that other rows have too is the same one. */
  text(): string | null {
    const length = this.skip();
    return length < 0 ? null : this.texts.of(this.bytes, this.at - length, this.at);
  }

  /** text that no other row has, or null. */
  ownText(): string | null {
    const length = this.skip();
    return length < 0 ? null : this.bytes.toString('utf8', this.at - length, this.at);
  }

  /** bigint, as its upper and its lower half. */
  halves(): [number, number] {
    this.skip();
    return [this.bytes.readInt32BE(this.at - 8), this.bytes.readInt32BE(this.at - 4)];
  }
}
