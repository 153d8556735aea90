import { asc } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { category } from '../db/schema.ts';

/** The whole tree, parents before children, in the shop's order. */
export async function listCategories(db: Db | Tx): Promise<CategoryRow[]> {
  return db
    .select({
      id: category.id,
      parentId: category.parentId,
      kind: category.kind,
      name: category.name,
      level: category.level,
    })
    .from(category)
    .orderBy(asc(category.level), asc(category.sort), asc(category.id));
}

export interface CategoryRow {
  id: number;
  parentId: number | null;
  kind: string;
  name: string;
  level: number;
}
