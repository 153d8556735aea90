/**
 * A value that exists by construction, although the compiler does not know it: a key of a map that was filled with the
 * same keys, the row that a statement has just written. Throws an Error that names it if it is missing after all,
 * instead of passing undefined on into sums and rows.
 */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`missing: ${what}`);
  return value;
}

/** An element of a cyclic list by index. Throws for an empty list. */
export function inTurn<T>(list: readonly T[], place: number): NonNullable<T> {
  return must(list[place % list.length], 'something to take in turn');
}
