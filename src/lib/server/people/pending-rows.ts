/** State between two steps of a person who is not logged in or not yet proven: a WeChat scan, a challenge. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { verification } from '../db/schema.ts';

/** Saves a value under a name until it expires. */
export async function putPending(db: Db | Tx, name: string, value: object, expiresAt: Date): Promise<void> {
  await db.insert(verification).values({
    id: sql`gen_random_uuid()::text`,
    identifier: name,
    value: JSON.stringify(value),
    expiresAt,
  });
}

const pendingOf = (name: string, now: Date) =>
  and(eq(verification.identifier, name), gt(verification.expiresAt, now));

/** The value under a name; null when there is none, or it has expired. */
export async function findPending(db: Db, name: string, now: Date): Promise<unknown> {
  const [row] = await db.select({ value: verification.value }).from(verification).where(pendingOf(name, now));
  return row === undefined ? null : JSON.parse(row.value);
}

/** The same, and deletes it: of two calls at once one gets it. */
export async function takePending(db: Db | Tx, name: string, now: Date): Promise<unknown> {
  const [row] = await db
    .delete(verification)
    .where(pendingOf(name, now))
    .returning({ value: verification.value });
  return row === undefined ? null : JSON.parse(row.value);
}
