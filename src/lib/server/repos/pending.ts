/** What is kept between two steps of somebody who is not logged in, or not yet sure: a scan of WeChat, a challenge. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { verification } from '../db/schema.ts';

/** Keeps a value under a name until a moment. */
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

/** What is kept under a name; null when nothing is, or its time is over. */
export async function findPending(db: Db, name: string, now: Date): Promise<unknown> {
  const [row] = await db.select({ value: verification.value }).from(verification).where(pendingOf(name, now));
  return row === undefined ? null : JSON.parse(row.value);
}

/** The same, and it is gone with it: of two at once one gets it. */
export async function takePending(db: Db | Tx, name: string, now: Date): Promise<unknown> {
  const [row] = await db
    .delete(verification)
    .where(pendingOf(name, now))
    .returning({ value: verification.value });
  return row === undefined ? null : JSON.parse(row.value);
}
