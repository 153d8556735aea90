/**
 * 积分订单 at the platform's desk. The flags are those of `deskPointsActions` of the rules; a parcel that is signed for is
 * not corrected.
 */
import { type SQL, sql } from 'drizzle-orm';
import { pointsOrdersList } from '#lib/contract/desk/lists/points-orders.ts';
import { mayRenumber, parcelStateKeys } from '#lib/rules/orders/parcel-state.ts';
import { listRows } from '../db/list-source.ts';
import { words } from '../db/schema/columns.ts';

const openCase = sql`exists (select 1 from points_case c where c.order_no = o.no and c.state = 'asked')`;
const ofCase = (column: string) => sql`(select ${sql.raw(column)} from points_case c
  where c.order_no = o.no order by c.id desc limit 1)`;
const newestParcel = (what: SQL) => sql`(select ${what} from points_parcel p where p.order_no = o.no
  order by p.id desc limit 1)`;
const renumbered = words(parcelStateKeys.filter(mayRenumber));

export const pointsOrdersListRows = listRows(pointsOrdersList, {
  source: () => ({
    from: sql`points_order o join company k on k.id = o.company_id`,
    key: sql`o.no`,
    columns: {
      no: sql`o.no`,
      company: sql`k.name`,
      name: sql`o.name`,
      kind: sql`o.kind`,
      quantity: sql`o.quantity`,
      points: sql`o.points`,
      money: sql`o.money`,
      status: sql`o.status`,
      is_prize: sql`o.draw_id is not null`,
      created_at: sql`o.created_at`,
      receiver: sql`o.address->>'receiver'`,
      phone: sql`o.address->>'phone'`,
      address: sql`concat(o.address->>'province', o.address->>'city', o.address->>'district', o.address->>'detail')`,
      parcel: newestParcel(sql`p.carrier || ' ' || p.tracking_no`),
      case_reason: ofCase('c.reason'),
      case_pictures: sql`(select string_agg(f.file_id::text, ',' order by f.position)
        from points_case_file f where f.case_id = ${ofCase('c.id')})`,
      company_id: sql`o.company_id`,
      may_ship: sql`o.status = 'to_ship'`,
      may_call_off: sql`o.status = 'to_ship' and o.draw_id is null`,
      may_correct: sql`o.status = 'shipped' and not ${openCase} and coalesce(${newestParcel(sql`p.state in (${renumbered})`)}, false)`,
      may_repay: sql`${openCase} and o.draw_id is null`,
      may_answer: openCase,
    },
    filters: { cases: () => openCase },
  }),
});
