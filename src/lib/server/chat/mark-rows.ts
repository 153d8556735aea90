/** Read marks: never lowered, and never above the last message, whatever is asked for. */
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { chatRead, chatStaffRead, chatTalk } from '../db/schema.ts';
import type { MarkOf } from './talk-rows.ts';

const least = (talkId: number, seq: number) =>
  sql`least(${seq}, (select ${chatTalk.lastSeq} from ${chatTalk} where ${chatTalk.id} = ${talkId}))`;

/** Moves the mark of a reader; answers whether it moved. The talk was found within the reader's bound before. */
export async function moveMark(db: Db | Tx, talkId: number, who: MarkOf, seq: number): Promise<boolean> {
  if ('userId' in who) {
    const rows = await db
      .insert(chatRead)
      .values({ talkId, userId: who.userId, seq: least(talkId, seq) })
      .onConflictDoUpdate({
        target: [chatRead.talkId, chatRead.userId],
        set: { seq: sql`excluded.seq` },
        setWhere: sql`${chatRead.seq} < excluded.seq`,
      })
      .returning({ seq: chatRead.seq });
    return rows.length > 0;
  }
  const rows = await db
    .insert(chatStaffRead)
    .values({ talkId, staffId: who.staffId, seq: least(talkId, seq) })
    .onConflictDoUpdate({
      target: [chatStaffRead.talkId, chatStaffRead.staffId],
      set: { seq: sql`excluded.seq` },
      setWhere: sql`${chatStaffRead.seq} < excluded.seq`,
    })
    .returning({ seq: chatStaffRead.seq });
  return rows.length > 0;
}
