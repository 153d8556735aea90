/**
 * Rows of a frequent query, as objects of one shape each. Drizzle fills a row column by column, and an object that
 * grows by computed names becomes a hash table beyond about twenty of them: five times the memory, and slow to read.
 * Here each row is a copy of an empty one that is filled with the values.
 */
import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** Converts a driver value; null stays null. */
interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

/** The target of a column's value. */
interface Target {
  /** The part of the row that it belongs to; '' is the row itself. */
  part: string;
  name: string;
  /** Asked as a method: a column's own looks at the column. */
  decoder: Decoder;
  /** The table that it was selected from; undefined for what was computed. */
  table: string | undefined;
}

type Part = Record<string, unknown>;
export type RowMapper = (rows: readonly (readonly unknown[])[]) => Part[];

/**
 * The mapper for the selected fields of a query (in drizzle's order, `isWhole` by table as drizzle stores it for
 * joins): it returns what drizzle would. Null where they are nested deeper than tables are.
 */
export function rowMapper(fields: unknown, isWhole: unknown): RowMapper | null {
  if (!Array.isArray(fields)) return null;
  const targets = fields.map(targetOf).filter((target) => target !== null);
  if (targets.length < fields.length) return null;
  const parts = [...new Set(targets.map(({ part }) => part))].map((part) => ({
    part,
    empty: emptyPart(targets, part),
    columns: targets.flatMap((target, at) => (target.part === part ? [{ ...target, at }] : [])),
    proof: part === '' || isWhole === undefined ? null : proofOf(part, targets, isWhole),
  }));
  const itself = emptyPart(targets, '');
  return (rows) =>
    rows.map((row) => {
      const made = { ...itself };
      for (const { part, empty, columns, proof } of parts) {
        const its = part === '' ? made : { ...empty };
        for (const { at, name, decoder } of columns) {
          const raw = row[at];
          its[name] = raw === null ? null : decoder.mapFromDriverValue(raw);
        }
        if (part !== '') made[part] = proof !== null && its[proof] === null ? null : its;
      }
      return made;
    });
}

function targetOf(selected: { path: string[]; field: unknown }): Target | null {
  const { path, field } = selected;
  const [one, two] = path;
  if (one === undefined || path.length > 2) return null;
  const decoder = decoderOf(field);
  if (decoder === null) return null;
  const table = is(field, Column) ? getTableName(field.table) : undefined;
  return two === undefined
    ? { part: '', name: one, decoder, table }
    : { part: one, name: two, decoder, table };
}

function decoderOf(field: unknown): Decoder | null {
  if (is(field, Column)) return field;
  const source = is(field, SQL) ? field : fieldOf(is(field, Subquery) ? fieldOf(field, '_') : field, 'sql');
  const found = fieldOf(source, 'decoder');
  return isDecoder(found) ? found : null;
}

function isDecoder(value: unknown): value is Decoder {
  return typeof fieldOf(value, 'mapFromDriverValue') === 'function';
}

/** With all names, in the order of the columns; built by parsing JSON, which gives an object all of them at once. */
function emptyPart(targets: readonly Target[], part: string): Part {
  const names = targets.flatMap((target) => {
    if (target.part === part) return [target.name];
    return part === '' ? [target.part] : [];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
}

/**
 * The field that tells whether an outer join has found a part, which is null otherwise: as in drizzle its first column,
 * where all are of one table. Null: it is always found.
 */
function proofOf(part: string, targets: readonly Target[], isWhole: unknown): string | null {
  const own = targets.filter((target) => target.part === part && target.table !== undefined);
  const [first] = own;
  if (first?.table === undefined || own.some(({ table }) => table !== first.table)) return null;
  return fieldOf(isWhole, first.table) ? null : first.name;
}
