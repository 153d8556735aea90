import { type Column, ilike, like, type SQL } from 'drizzle-orm';

/** The pattern of `like` for a text that contains another one; `%`, `_` and `\` are literal. */
export function containing(part: string): string {
  return `%${starting(part)}`;
}

/** The pattern of `like` for a text that begins with another one. */
export function starting(part: string): string {
  return `${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * A text that contains another one, case-insensitive. An empty one matches everything. Digits and Chinese characters have
 * no case: `like` finds the same in half the time, because `ilike` folds the text of every row first.
 */
export function contains(column: Column | SQL, part: string): SQL | undefined {
  if (part === '') return undefined;
  const hasCase = part.toLowerCase() !== part.toUpperCase();
  return (hasCase ? ilike : like)(column, containing(part));
}
