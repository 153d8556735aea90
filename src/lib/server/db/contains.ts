import { type Column, ilike, type SQL } from 'drizzle-orm';

/** The pattern of `like` for a text that contains another one; `%`, `_` and `\` are literal. */
export function containing(part: string): string {
  return `%${starting(part)}`;
}

/** The pattern of `like` for a text that begins with another one. */
export function starting(part: string): string {
  return `${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A text that contains another one, case-insensitive. An empty one matches everything. */
export function contains(column: Column | SQL, part: string): SQL | undefined {
  return part === '' ? undefined : ilike(column, containing(part));
}
