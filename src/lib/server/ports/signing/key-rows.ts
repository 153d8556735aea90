/** Keys of the signing authority, encrypted. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { signingKey } from '../../db/schema.ts';

type KeyRow = typeof signingKey.$inferSelect;

export async function findKeyRow(db: Db, name: string): Promise<KeyRow | null> {
  const [row] = await db.select().from(signingKey).where(eq(signingKey.name, name));
  return row ?? null;
}

/** Saves a new key; of two that are made at once the first one stays, and is answered. */
export async function putKeyRow(db: Db, row: Omit<KeyRow, 'createdAt'>): Promise<KeyRow | null> {
  await db.insert(signingKey).values(row).onConflictDoNothing();
  return findKeyRow(db, row.name);
}
