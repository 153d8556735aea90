/**
 * What is there by construction, where only the compiler does not know: a key of a map that was filled with the same
 * keys, the row that a statement has just written. Throws an Error that names it where it is missing after all, in
 * place of an undefined that goes on into sums and rows.
 */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`missing: ${what}`);
  return value;
}

/** What stands at a place of a list that begins again at its end. Throws where there is nothing to take. */
export function inTurn<T>(list: readonly T[], place: number): NonNullable<T> {
  return must(list[place % list.length], 'something to take in turn');
}
