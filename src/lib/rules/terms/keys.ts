/** Typed access to the keys of tables: object types know their keys, the language returns plain strings. */

/** The keys of a table, in order. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  // Object.keys returns plain strings, because an object may have more keys than its type; these tables do not.
  return Object.keys(table) as (keyof Table & string)[];
}

/** The keys of a table with their values, in order; an optional key only where it is present. */
export function entriesOf<Table extends object>(table: Table): EntryOf<Table>[] {
  // As with the keys.
  return Object.entries(table) as EntryOf<Table>[];
}

type EntryOf<Table> = [keyof Table & string, Required<Table>[keyof Table & string]];

/** The same keys with other values. */
export function mapValues<Word extends string, From, To>(
  table: Readonly<Record<Word, From>>,
  turn: (value: From, word: Word) => To,
): Record<Word, To> {
  return tableOf(keysOf(table), (word) => turn(table[word], word));
}

/** A table with these keys. */
export function tableOf<Word extends string, Value>(
  words: readonly Word[],
  make: (word: Word) => Value,
): Record<Word, Value> {
  // Every key is present; Object.fromEntries loses their type.
  return Object.fromEntries(words.map((word) => [word, make(word)])) as Record<Word, Value>;
}

/** Whether a text is a word of a table. */
export function isKeyOf<Table extends object>(table: Table, text: PropertyKey): text is keyof Table & string {
  return Object.hasOwn(table, text);
}

/** The text of a word in a table of texts; the word itself where a newer version wrote it. */
export function textOf(table: Readonly<Record<string, string>>, word: string): string {
  return isKeyOf(table, word) ? (table[word] ?? word) : word;
}

/** Whether a value is one of a list's. */
export function isOneOf<Item>(list: readonly Item[], value: unknown): value is Item {
  return list.some((item) => item === value);
}
