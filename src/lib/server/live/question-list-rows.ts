/** Questions of all rooms at the desks. */
import { inArray, sql } from 'drizzle-orm';
import { liveQuestions } from '#lib/contract/desk/lists/live-questions.ts';
import { answerFault } from '#lib/rules/live/desk.ts';
import { statesFor } from '#lib/rules/live/room.ts';
import { questionStates } from '#lib/rules/live/timeline.ts';
import type { Tx } from '../db/client.ts';
import { listRows } from '../db/list-source.ts';

const isOnAir = inArray(sql`r.state`, statesFor('end'));
const answerable = questionStates.filter((state) => answerFault(state) === null);

/** A merchant's people see those of their rooms, the platform all. */
export const questionListRows = listRows(liveQuestions, {
  source: ({ merchantId }) => ({
    from: sql`live_question q join live_room r on r.id = q.room_id join merchant m on m.id = r.merchant_id
      join company c on c.id = q.company_id`,
    shown: sql`left join staff s on s.id = q.answered_by`,
    key: sql`q.id`,
    bound: merchantId === null ? undefined : sql`r.merchant_id = ${merchantId}`,
    columns: {
      text: sql`q.text`,
      state: sql`q.state`,
      reply: sql`case when ${isOnAir} and ${inArray(sql`q.state`, answerable)} then '回答' else '' end`,
      room: sql`r.title`,
      merchant: sql`m.short_name`,
      company: sql`c.name`,
      at: sql`q.created_at`,
      answer: sql`q.answer`,
      answered_by: sql`coalesce(s.username, '')`,
      answered_at: sql`q.answered_at`,
      room_id: sql`r.id`,
      question_id: sql`q.id`,
      is_shown: sql`(q.state <> 'hidden')`,
    },
    filters: {
      air: (value) => (value === 'live' ? isOnAir : undefined),
    },
  }),
});

/** The room of a question that the reader may see; null for an unknown one. */
export async function findQuestionRoom(tx: Tx, id: number, within: number | null): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from live_question q join live_room r on r.id = q.room_id
    where q.id = ${id} and ${within === null ? sql`true` : sql`r.merchant_id = ${within}`}`);
  return rows[0]?.id ?? null;
}
