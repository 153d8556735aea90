/** A company's talks with service, in batches. */
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { chatMessage, chatTalk, merchant } from '../db/schema.ts';

/** Rows a read. */
const batch = 500;

/** Messages of a company's talks that its people read or wrote, by talk and number, with the names of their files. */
export function listOwnMessages(db: Db, companyId: number, after: { talkId: number; seq: number }) {
  return db
    .select({
      message: chatMessage,
      merchant: merchant.shortName,
      files: sql<string[]>`array(select f.name from chat_file c join stored_file f on f.id = c.file_id
        where c.talk_id = ${chatMessage.talkId} and c.seq = ${chatMessage.seq} order by c.position)`,
    })
    .from(chatMessage)
    .innerJoin(chatTalk, eq(chatTalk.id, chatMessage.talkId))
    .leftJoin(merchant, eq(merchant.id, chatTalk.merchantId))
    .where(
      and(
        eq(chatTalk.companyId, companyId),
        // What of the other side waits, or was not passed, the company has never read.
        or(eq(chatMessage.sender, 'buyer'), sql`${chatMessage.state} in ('sent', 'recalled')`),
        sql`(${chatMessage.talkId}, ${chatMessage.seq}) > (${after.talkId}::int, ${after.seq}::int)`,
      ),
    )
    .orderBy(asc(chatMessage.talkId), asc(chatMessage.seq))
    .limit(batch);
}
