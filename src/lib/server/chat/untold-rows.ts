/** Answers that nobody of a company has read. */
import { sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatTalk } from '../db/schema.ts';

/** Condition of a message `m` of `chat_talk`: a person's answer that was not announced, and that nobody has read. */
const isUntold = sql`m.sender = 'staff' and m.state = 'sent' and m.seq > ${chatTalk.toldSeq}
  and m.seq > coalesce((select max(r.seq) from chat_read r where r.talk_id = ${chatTalk.id}), 0)`;

/** The last such answer of a locked talk; null where there is none. */
export async function findUntold(tx: Tx, talkId: number): Promise<{ text: string } | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select m.text from ${chatTalk} join chat_message m on m.talk_id = ${chatTalk.id}
    where ${chatTalk.id} = ${talkId} and ${isUntold} order by m.seq desc limit 1`);
  return rows[0] ?? null;
}

/** Talks whose last answer by a person is unread, unannounced and older than a moment. */
export async function listUntold(
  db: Db,
  { job, before, now, limit }: { job: string; before: Date; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${chatTalk.id} as id from ${chatTalk}
    where ${chatTalk.lastAt} between ${new Date(before.getTime() - 86_400_000)} and ${before}
      and ${chatTalk.toldSeq} < ${chatTalk.lastSeq}
      and exists (select 1 from chat_message m where m.talk_id = ${chatTalk.id} and ${isUntold})
      and ${isReady(job, chatTalk.id, now)}
    order by ${chatTalk.lastAt} limit ${limit}`);
  return rows.map(({ id }) => id);
}
