import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { brand } from '../db/schema.ts';

/** All brands with the ids that ads and addresses use. */
export function listBrands(db: Db) {
  return db.select().from(brand).orderBy(asc(brand.id));
}

/** The brand of an id, or null. */
export async function findBrand(db: Db, id: number) {
  const [row] = await db.select().from(brand).where(eq(brand.id, id));
  return row ?? null;
}
