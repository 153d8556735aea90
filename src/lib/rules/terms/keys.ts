/** The words of a table, in its order. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  // Object.keys answers plain text, as an object may have more keys than its type; tables of words have none.
  return Object.keys(table) as (keyof Table & string)[];
}
