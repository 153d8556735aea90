/** Questions of viewers: a company reads its own. */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { askPace } from '#lib/rules/live/room.ts';
import type { Db, Tx } from '../db/client.ts';
import { liveQuestion } from '../db/schema.ts';

export type QuestionRow = typeof liveQuestion.$inferSelect;

interface Asked {
  roomId: number;
  companyId: number;
  clientId: string;
}

export async function findAsked(tx: Tx, { roomId, companyId, clientId }: Asked): Promise<QuestionRow | null> {
  const [row] = await tx
    .select()
    .from(liveQuestion)
    .where(
      and(
        eq(liveQuestion.roomId, roomId),
        eq(liveQuestion.companyId, companyId),
        eq(liveQuestion.clientId, clientId),
      ),
    );
  return row ?? null;
}

/** Questions of a person within the pace's time. One at a time: of two at once the second counts the first. */
export async function countAsked(tx: Tx, roomId: number, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`live question ${userId}`}, 0))`);
  const since = sql`clock_timestamp() - ${askPace.withinMs} * interval '1 millisecond'`;
  return tx.$count(
    liveQuestion,
    and(eq(liveQuestion.roomId, roomId), eq(liveQuestion.userId, userId), gt(liveQuestion.createdAt, since)),
  );
}

/** The question; null where the same client id has written one at the same moment. */
export async function insertQuestion(
  tx: Tx,
  values: Asked & { userId: string; text: string },
): Promise<QuestionRow | null> {
  const [row] = await tx.insert(liveQuestion).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export function listAsked(db: Db, roomId: number, companyId: number): Promise<QuestionRow[]> {
  return db
    .select()
    .from(liveQuestion)
    .where(and(eq(liveQuestion.roomId, roomId), eq(liveQuestion.companyId, companyId)))
    .orderBy(desc(liveQuestion.id))
    .limit(50);
}
