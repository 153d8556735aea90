/** Parcels that need attention. */
import { and, countDistinct, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { deskOrderTabs } from '#lib/rules/orders/desk-orders.ts';
import { parcelStates, standsStillAfter } from '#lib/rules/orders/parcel-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Db } from '../db/client.ts';
import { order, shipment, tracking } from '../db/schema.ts';

const onWay = keysOf(parcelStates).filter((state) => parcelStates[state].isOnWay);

/** `needsLooking` of the rules, in SQL. */
function isToLookAt(now: Date): SQL {
  const silentSince = new Date(now.getTime() - standsStillAfter);
  return sql`(${inArray(tracking.state, ['trouble', 'returned'])} or (${isNotNull(tracking.provider)}
    and ${inArray(tracking.state, onWay)} and ${lte(tracking.movedAt, silentSince)}))`;
}

/** True when one of an order's parcels needs attention. */
export function hasStuckParcel(now: Date): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${tracking} join ${shipment} on ${shipment.id} = ${tracking.shipmentId}
    where ${shipment.orderNo} = ${order.no} and ${isToLookAt(now)})`;
}

/** Counts orders on their way with such a parcel; also answers since when the longest of them is silent. */
export async function countStuckOrders(db: Db, within: number | null, now: Date) {
  const silent = sql<number | null>`(extract(epoch from min(${tracking.movedAt})) * 1000)::float8`;
  const [row] = await db
    .select({ count: countDistinct(order.no), silent })
    .from(tracking)
    .innerJoin(shipment, eq(shipment.id, tracking.shipmentId))
    .innerJoin(order, eq(order.no, shipment.orderNo))
    .where(
      and(
        inArray(order.status, [...deskOrderTabs.stuck.statuses]),
        within === null ? undefined : eq(order.merchantId, within),
        isToLookAt(now),
      ),
    );
  const first = row?.silent ?? null;
  return { count: row?.count ?? 0, since: first === null ? null : new Date(first) };
}
