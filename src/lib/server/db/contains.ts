import { type Column, ilike, type SQL } from 'drizzle-orm';

/**
 * A text that contains another one, case-insensitive; `%`, `_` and `\` are literal. An empty one matches everything.
 */
export function contains(column: Column | SQL, part: string): SQL | undefined {
  return part === '' ? undefined : ilike(column, `%${part.replace(/[\\%_]/g, '\\$&')}%`);
}
