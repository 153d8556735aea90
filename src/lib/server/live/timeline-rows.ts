/** Events of a room for its viewers, behind a place in the order of commits. */
import { sql } from 'drizzle-orm';
import type { LiveEventKind } from '#lib/rules/live/timeline.ts';
import { type Journaled, type Position, selectBehind } from '../core/journal/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { liveEvent } from '../db/schema.ts';

export interface TimelineRow extends Journaled {
  kind: LiveEventKind;
  /** Ms since 1970. */
  at: number;
  goods_id: number | null;
  coupon_id: number | null;
  question_id: number | null;
  text: string;
  /** Who has asked; null for anything else. */
  company: string | null;
  is_hidden: boolean;
  /** A person of the desks wrote it. */
  is_staff: boolean;
}

/** A question that is hidden takes its answer with it. */
const columns = sql`
  j.kind, (extract(epoch from j.at) * 1000)::float8 as at, j.goods_id, j.coupon_id, j.question_id,
  coalesce(nullif(j.text, ''), (select case when j.kind = 'answer' then q.answer else q.text end
    from live_question q where q.id = j.question_id), '') as text,
  (select c.name from live_question q join company c on c.id = q.company_id where q.id = j.question_id) as company,
  (j.hidden_at is not null or exists (
    select 1 from live_question q where q.id = j.question_id and q.state = 'hidden')) as is_hidden,
  j.staff_id is not null as is_staff`;

export async function readTimeline(
  db: Db | Tx,
  roomId: number,
  after: Position,
  limit: number,
): Promise<TimelineRow[]> {
  const where = sql`j.room_id = ${roomId}`;
  const { rows } = await db.execute<TimelineRow>(selectBehind(liveEvent, after, { columns, where, limit }));
  return rows;
}

/** The whole timeline of a room that is over, in its order, for chapters. */
export async function listShown(db: Db, roomId: number): Promise<TimelineRow[]> {
  const rows = await readTimeline(db, roomId, { xid: '0', id: 0 }, 20_000);
  return rows.filter(({ is_hidden }) => !is_hidden);
}
