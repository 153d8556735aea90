/** An insert of many rows through one JSON value: the statement stays the same and small whatever their number. */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How rows with some columns are written, made once a process: an order writes a hundred columns. */
interface Form {
  keys: readonly string[];
  names: readonly string[];
  /** All that stands before the JSON. */
  head: SQL;
}

const forms = new WeakMap<PgTable, Map<string, Form>>();

/**
 * The insert as a part of a statement; `on conflict` and `returning` may follow. All rows have the keys of the first; what
 * is left out or undefined takes the column's default. Throws RangeError where they differ: a row would lose its default.
 */
export function insertFrom<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const keys = keysIn(rows[0] ?? {});
  const { names, head } = formOf(table, keys);
  const json = JSON.stringify(
    rows.map((row) => {
      if (keysIn(row).join() !== keys.join())
        throw new RangeError('rows of one insert must have the same keys');
      return Object.fromEntries(keys.map((key, at) => [names[at], Reflect.get(row, key)]));
    }),
  );
  return sql`${head}${json}::jsonb)`;
}

/** In one order, whatever that of the row. */
function keysIn(row: object): string[] {
  return Object.keys(row)
    .filter((key) => Reflect.get(row, key) !== undefined)
    .sort();
}

function formOf(table: PgTable, keys: readonly string[]): Form {
  const own = forms.get(table) ?? new Map<string, Form>();
  forms.set(table, own);
  const known = own.get(keys.join());
  if (known !== undefined) return known;
  const names = keys.map(columnName);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const into = `"${getTableName(table)}"`;
  const head = sql.raw(
    `insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, `,
  );
  const made = { keys, names, head };
  own.set(keys.join(), made);
  return made;
}

function columnName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
