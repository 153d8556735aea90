/** Inserts many rows through one JSON value: the statement stays the same and small for any number. */
import { getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** How rows with some columns are written, built once a process: an order writes a hundred columns. */
interface Form {
  /** Another one for each table and columns. */
  number: number;
  /** The columns' names, by the rows'. */
  names: readonly (readonly [key: string, name: string])[];
  /** An empty row: its copies share one shape, which is fast to fill. */
  empty: object;
  /** The statement before the JSON. */
  head: SQL;
}

const forms = new WeakMap<PgTable, Map<string, Form>>();
let formCount = 0;

/** Rows on their way into a table. */
export interface Written {
  /** The same number is the same statement. */
  form: number;
  json: string;
  /** The insert, with the JSON or the name of a value that is; `on conflict` and `returning` may follow. */
  into: (json: string | Placeholder) => SQL;
}

/**
 * Rows as one value. All have the keys of the first; a column that is missing, or undefined in all rows, gets its
 * default; one that is undefined in some is null there. Throws RangeError where keys differ: a row would lose its
 * default.
 */
export function writtenRows<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): Written {
  const { number, names, empty, head } = formOf(table, keysIn(rows));
  return {
    form: number,
    json: JSON.stringify(rows.map((row) => written(row, names, empty))),
    into: (json) => sql`${head}${json}::jsonb)`,
  };
}

function written(row: object, names: Form['names'], empty: object): object {
  const values: Record<string, unknown> = { ...row };
  const made: Record<string, unknown> = { ...empty };
  for (const [key, name] of names) made[name] = wellFormed(values[key]);
  return made;
}

/** As the driver would send it: half of a sign that was cut in two is no JSON of PostgreSQL's, and nothing would be written. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function keysIn(rows: readonly object[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  for (const row of rows)
    if (Object.keys(row).length !== keys.length || keys.some((key) => !(key in row)))
      throw new RangeError('rows of one insert must have the same keys');
  return keys.filter((key) => rows.some((row) => fieldOf(row, key) !== undefined));
}

function formOf(table: PgTable, keys: readonly string[]): Form {
  const own = forms.get(table) ?? new Map<string, Form>();
  forms.set(table, own);
  const known = own.get(keys.join());
  if (known !== undefined) return known;
  // Sorted: the same columns in any order are the same statement.
  const names = keys.toSorted().map((key) => [key, columnName(key)] as const);
  const columns = names.map(([, name]) => `"${name}"`).join(', ');
  const into = `"${getTableName(table)}"`;
  const head = sql.raw(
    `insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, `,
  );
  const empty: object = JSON.parse(JSON.stringify(Object.fromEntries(names.map(([, name]) => [name, null]))));
  const made = { number: formCount++, names, empty, head };
  own.set(keys.join(), made);
  return made;
}

function columnName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
