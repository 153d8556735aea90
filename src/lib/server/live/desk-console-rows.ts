/** SQL of the host's console: who is there, questions, dropped coupons, and the goods with what was added. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { viewerLeftMs } from '#lib/rules/live/room.ts';
import type { LiveEventKind, QuestionState } from '#lib/rules/live/timeline.ts';
import type { Db, Tx } from '../db/client.ts';
import { coupon, liveAdd, liveDrop, liveQuestion, liveViewer } from '../db/schema.ts';

/** Viewers that are there now, and all that were. */
export async function countViewers(
  db: Db,
  roomId: number,
  now: Date,
): Promise<{ viewers: number; visits: number }> {
  const since = new Date(now.getTime() - viewerLeftMs);
  const [row] = await db
    .select({
      viewers: sql<number>`(count(*) filter (where ${liveViewer.lastAt} > ${since}))::int`,
      visits: sql<number>`count(*)::int`,
    })
    .from(liveViewer)
    .where(eq(liveViewer.roomId, roomId));
  return row ?? { viewers: 0, visits: 0 };
}

export interface ConsoleQuestionRow extends Record<string, unknown> {
  id: number;
  company: string;
  text: string;
  state: QuestionState;
  answer: string;
  /** The event that shows its answer; 0 for none. */
  answer_event: number;
  /** Ms since 1970. */
  at: number;
}

/** Questions of a room: those that wait first, the oldest in front, then the newest of the others. */
export async function listQuestions(db: Db, roomId: number, limit: number): Promise<ConsoleQuestionRow[]> {
  const { rows } = await db.execute<ConsoleQuestionRow>(sql`
    select q.id, c.name as company, q.text, q.state, q.answer, coalesce((select max(e.id) from live_event e
        where e.room_id = q.room_id and e.question_id = q.id and e.kind = 'answer' and e.hidden_at is null), 0)
      as answer_event, (extract(epoch from q.created_at) * 1000)::float8 as at
    from live_question q join company c on c.id = q.company_id where q.room_id = ${roomId}
    order by (q.state = 'waiting') desc, case when q.state = 'waiting' then q.id end, q.id desc limit ${limit}`);
  return rows;
}

export async function countQuestions(db: Db, roomId: number, state: QuestionState): Promise<number> {
  return db.$count(liveQuestion, and(eq(liveQuestion.roomId, roomId), eq(liveQuestion.state, state)));
}

export interface ConsoleEventRow extends Record<string, unknown> {
  id: number;
  kind: LiveEventKind;
  text: string;
  at: number;
  by: string;
  goods: string | null;
  coupon: string | null;
  is_hidden: boolean;
}

/** The last events of a room up to now, the newest first; a question and its answer in their words. With `ids`: of these. */
export async function listLastEvents(
  db: Db,
  roomId: number,
  { now, limit, ids }: { now: Date; limit: number; ids?: number[] | undefined },
): Promise<ConsoleEventRow[]> {
  const of = ids === undefined ? sql`` : sql`and e.id = any(${sql.param(ids)}::bigint[])`;
  const { rows } = await db.execute<ConsoleEventRow>(sql`
    select e.id, e.kind, (extract(epoch from e.at) * 1000)::float8 as at, coalesce(s.username, '') as by,
      coalesce(nullif(e.text, ''), case when e.kind = 'answer' then q.answer else q.text end, '') as text,
      p.name as goods, k.name as coupon, e.hidden_at is not null as is_hidden
    from live_event e left join staff s on s.id = e.staff_id left join goods g on g.id = e.goods_id
      left join product p on p.id = g.product_id left join coupon k on k.id = e.coupon_id
      left join live_question q on q.id = e.question_id
    where e.room_id = ${roomId} and e.at <= ${now} ${of} order by e.at desc, e.id desc limit ${limit}`);
  return rows;
}

/** Companies that put each item into their cart from a room. */
export async function countAdds(db: Db, roomId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ goodsId: liveAdd.goodsId, count: sql<number>`count(*)::int` })
    .from(liveAdd)
    .where(eq(liveAdd.roomId, roomId))
    .groupBy(liveAdd.goodsId);
  return new Map(rows.map(({ goodsId, count }) => [goodsId, count]));
}

/** Coupons dropped in a room, the newest first. */
export function listDrops(db: Db | Tx, roomId: number) {
  return db
    .select({
      couponId: coupon.id,
      name: coupon.name,
      value: coupon.value,
      threshold: coupon.threshold,
      total: coupon.total,
      claimed: coupon.claimed,
      claimTo: coupon.claimTo,
    })
    .from(liveDrop)
    .innerJoin(coupon, eq(coupon.id, liveDrop.couponId))
    .where(eq(liveDrop.roomId, roomId))
    .orderBy(sql`${coupon.id} desc`);
}

/** The room in which a token has dropped a coupon; null for a new token. */
export async function findDropped(tx: Tx, token: string): Promise<number | null> {
  const [row] = await tx.select({ roomId: liveDrop.roomId }).from(liveDrop).where(eq(liveDrop.token, token));
  return row?.roomId ?? null;
}

/** Makes a coupon that is claimed in the room alone; answers its id. */
export async function insertDrop(
  tx: Tx,
  values: typeof coupon.$inferInsert,
  drop: { roomId: number; token: string; staffId: number; createdAt: Date },
): Promise<number> {
  const [made] = await tx.insert(coupon).values(values).returning({ id: coupon.id });
  if (made === undefined) throw new Error('a coupon was not written');
  await tx.insert(liveDrop).values({ ...drop, couponId: made.id });
  return made.id;
}

/** Ends the claiming of a room's coupons. What was claimed stays good. */
export async function endDrops(tx: Tx, roomId: number, at: Date): Promise<void> {
  await tx.execute(sql`update coupon k set claim_to = ${at} from live_drop d
    where d.coupon_id = k.id and d.room_id = ${roomId} and k.claim_to > ${at}`);
}

/** Ends the claiming of one coupon of a room: until when it went, and its name; null where it is over, or of another room. */
export async function endOneDrop(
  tx: Tx,
  roomId: number,
  couponId: number,
  at: Date,
): Promise<{ name: string; until: Date } | null> {
  const [row] = await tx
    .select({ name: coupon.name, until: coupon.claimTo })
    .from(coupon)
    .innerJoin(liveDrop, eq(liveDrop.couponId, coupon.id))
    .where(
      and(
        eq(coupon.id, couponId),
        eq(liveDrop.roomId, roomId),
        gt(coupon.claimTo, at),
        // Who waited for the lock began before the one who has ended it.
        gt(coupon.claimTo, sql`clock_timestamp()`),
      ),
    )
    .for('update', { of: coupon });
  if (row === undefined) return null;
  await tx.update(coupon).set({ claimTo: at }).where(eq(coupon.id, couponId));
  return row;
}

/** A question of a room, locked; null for one of another room. */
export async function lockQuestion(
  tx: Tx,
  roomId: number,
  id: number,
): Promise<typeof liveQuestion.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(liveQuestion)
    .where(and(eq(liveQuestion.id, id), eq(liveQuestion.roomId, roomId)))
    .for('update');
  return row ?? null;
}

export async function updateQuestion(
  tx: Tx,
  id: number,
  values: Partial<typeof liveQuestion.$inferInsert>,
): Promise<void> {
  await tx.update(liveQuestion).set(values).where(eq(liveQuestion.id, id));
}
