import { type Column, ilike, type SQL } from 'drizzle-orm';

/** A text that holds another one, whatever its case; its `%`, `_` and `\` are letters. An empty one asks for nothing. */
export function contains(column: Column | SQL, part: string): SQL | undefined {
  return part === '' ? undefined : ilike(column, `%${part.replace(/[\\%_]/g, '\\$&')}%`);
}
