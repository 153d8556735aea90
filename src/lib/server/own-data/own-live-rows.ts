/** What a company asked in live rooms, in batches. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { liveQuestion, liveRoom } from '../db/schema.ts';

/** Rows a read. */
const batch = 500;

/** Questions of a company's people with their rooms, in their order. */
export function listOwnLiveQuestions(db: Db, companyId: number, after: number) {
  return db
    .select({ question: liveQuestion, room: liveRoom.title })
    .from(liveQuestion)
    .innerJoin(liveRoom, eq(liveRoom.id, liveQuestion.roomId))
    .where(and(eq(liveQuestion.companyId, companyId), gt(liveQuestion.id, after)))
    .orderBy(asc(liveQuestion.id))
    .limit(batch);
}
