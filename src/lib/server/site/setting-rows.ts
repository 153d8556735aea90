import type { Db } from '../db/client.ts';
import { siteSetting } from '../db/schema.ts';

/** Every site setting by key; they are few and small. */
export async function listSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.select().from(siteSetting);
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}
