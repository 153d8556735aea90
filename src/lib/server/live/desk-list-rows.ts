/** Lists of live streaming at the desks. */
import { sql } from 'drizzle-orm';
import { liveList } from '#lib/contract/desk/lists/live.ts';
import { listRows } from '../db/list-source.ts';

/** A merchant's people see their merchant's rooms, the platform those that were handed in once. */
export const liveListRows = listRows(liveList, {
  source: ({ merchantId }) => ({
    from: sql`live_room r join merchant m on m.id = r.merchant_id`,
    key: sql`r.id`,
    bound:
      merchantId === null
        ? sql`(r.state <> 'draft' or r.handed_in_at is not null)`
        : sql`r.merchant_id = ${merchantId}`,
    columns: {
      title: sql`r.title`,
      state: sql`r.state`,
      merchant: sql`m.short_name`,
      host: sql`r.host_name`,
      is_rx: sql`r.is_rx`,
      starts_at: sql`r.starts_at`,
      ends_at: sql`r.ends_at`,
      goods: sql`(select count(*)::int from live_goods g where g.room_id = r.id)`,
      viewers: sql`(select count(*)::int from live_viewer v where v.room_id = r.id)`,
      waiting: sql`(select count(*)::int from live_question q where q.room_id = r.id and q.state = 'waiting')`,
      reason: sql`r.reason`,
      handed_in_at: sql`r.handed_in_at`,
      room: sql`r.id`,
    },
  }),
});
