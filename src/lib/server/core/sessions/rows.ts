/** The sessions of a person. Every read and end is bound to the person. */
import { and, desc, eq, gt, lte, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { session, sessionEnd } from '../../db/schema.ts';

/** The valid sessions, the one used last first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: session.id,
      address: session.ipAddress,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      seenAt: session.updatedAt,
    })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
    .orderBy(desc(session.updatedAt), session.id);
}

/** Ends one of the person's sessions; false when they have no such session. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.id, id)))
    .returning({ id: session.id });
  return ended.length > 0;
}

/** Ends all of the person's sessions but one; answers how many. */
export async function endOtherSessions(db: Db | Tx, userId: string, keptId: string): Promise<number> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, keptId)))
    .returning({ id: session.id });
  return ended.length;
}

/** Records time and address of a session's last use, once for all requests that find it unused since `before`. */
export async function recordUse(
  db: Db,
  id: string,
  { address, before, now }: { address: string | null; before: Date; now: Date },
): Promise<void> {
  await db
    .update(session)
    .set({ updatedAt: now, ...(address !== null && { ipAddress: address }) })
    .where(and(eq(session.id, id), lte(session.updatedAt, before)));
}

/** Why the session of this token was ended, where its person should know. */
export async function findSessionEnd(db: Db, tokenHash: string): Promise<string | null> {
  const [row] = await db
    .select({ reason: sessionEnd.reason })
    .from(sessionEnd)
    .where(eq(sessionEnd.tokenHash, tokenHash));
  return row?.reason ?? null;
}
