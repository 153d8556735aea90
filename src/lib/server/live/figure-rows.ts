/** Figures of rooms: viewers, questions, and what was bought of the goods that were shown (rules 22). */
import { sql } from 'drizzle-orm';
import { liveFigures } from '#lib/contract/desk/lists/live-figures.ts';
import type { Db } from '../db/client.ts';
import { listRows } from '../db/list-source.ts';

/** Orders count up to a day after the room. Over `live_room r`. */
const until = sql`coalesce(r.ended_at, now()) + interval '24 hours'`;

/**
 * What companies put into their cart from the room and then bought: paid orders, placed from its start to a day after its
 * end, of companies that added the item there. A row for each item of the room `r`, as `g`.
 */
const bought = sql`
  select count(*)::int as companies, coalesce(sum(a.number), 0)::int as pieces from live_add a
  where a.room_id = r.id and a.goods_id = g.goods_id`;
const sold = sql`
  select count(distinct o.no)::int as orders, count(distinct o.company_id)::int as buyers,
    coalesce(sum(l.quantity), 0)::int as sold, coalesce(sum(l.paid), 0)::bigint as paid
  from live_add a join "order" o on o.company_id = a.company_id
    and o.created_at >= r.started_at and o.created_at < ${until} and o.paid_at is not null
  join order_line l on l.order_no = o.no and l.goods_id = g.goods_id and l.kind <> 'gift'
  where a.room_id = r.id and a.goods_id = g.goods_id`;

export interface RoomFigures extends Record<string, unknown> {
  visits: number;
  peak: number;
  /** Average seconds of a viewer. */
  seconds: number;
  likes: number;
  questions: number;
  answered: number;
  /** Companies that added something, and pieces. */
  companies: number;
  pieces: number;
  orders: number;
  buyers: number;
  /** Fen. */
  paid: number;
}

/** The figures of a room as a whole: an order with several of its items counts once. */
export async function readRoomFigures(db: Db, roomId: number): Promise<RoomFigures | null> {
  const { rows } = await db.execute<RoomFigures>(sql`
    with line as (
      select distinct o.no, o.company_id, l.id, l.paid
      from live_room r join live_add a on a.room_id = r.id
      join "order" o on o.company_id = a.company_id
        and o.created_at >= r.started_at and o.created_at < ${until} and o.paid_at is not null
      join order_line l on l.order_no = o.no and l.goods_id = a.goods_id and l.kind <> 'gift'
      where r.id = ${roomId})
    select r.peak, r.likes,
      (select count(*)::int from live_viewer v where v.room_id = r.id) as visits,
      (select coalesce(round(avg(v.seconds)), 0)::int from live_viewer v where v.room_id = r.id) as seconds,
      (select count(*)::int from live_question q where q.room_id = r.id) as questions,
      (select count(*)::int from live_question q where q.room_id = r.id and q.state = 'answered') as answered,
      (select count(distinct a.company_id)::int from live_add a where a.room_id = r.id) as companies,
      (select coalesce(sum(a.number), 0)::int from live_add a where a.room_id = r.id) as pieces,
      (select count(distinct no)::int from line) as orders,
      (select count(distinct company_id)::int from line) as buyers,
      (select coalesce(sum(paid), 0)::float8 from line) as paid
    from live_room r where r.id = ${roomId} and r.started_at is not null`);
  return rows[0] ?? null;
}

/** The same by goods: a merchant's people see their rooms, the platform all. */
export const liveFigureListRows = listRows(liveFigures, {
  source: ({ merchantId }) => ({
    from: sql`live_goods g join live_room r on r.id = g.room_id join goods i on i.id = g.goods_id
      join product p on p.id = i.product_id join merchant m on m.id = r.merchant_id`,
    shown: sql`left join lateral (${bought}) b on true left join lateral (${sold}) s on true`,
    key: sql`(r.id || ':' || g.goods_id)`,
    bound:
      merchantId === null
        ? sql`r.started_at is not null`
        : sql`(r.started_at is not null and r.merchant_id = ${merchantId})`,
    columns: {
      goods: sql`p.name`,
      spec: sql`p.spec`,
      goods_id: sql`g.goods_id`,
      room: sql`r.title`,
      merchant: sql`m.short_name`,
      started_at: sql`r.started_at`,
      companies: sql`b.companies`,
      pieces: sql`b.pieces`,
      orders: sql`s.orders`,
      buyers: sql`s.buyers`,
      sold: sql`s.sold`,
      paid: sql`s.paid`,
      room_id: sql`r.id`,
    },
  }),
});
