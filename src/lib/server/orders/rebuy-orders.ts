/** Orders to buy again together: one, all of its payment, or all of its day. */
import type { RebuyInput, RebuyScope } from '#lib/contract/orders/calls.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { getOwnOrder } from './read.ts';
import { listOrdersBetween, listOrdersOfTrades, type OrderRow } from './rows.ts';

/** Limit of orders of a day. */
const mostOrders = 200;

/** The orders of each scope around one, and its day. Throws 404 for another company's order. */
export async function findRebuyOrders(
  context: Context<'buyer'>,
  no: string,
): Promise<{ of: Record<RebuyScope, OrderRow[]>; day: string }> {
  const order = await getOwnOrder(context, no);
  const day = dayKey(order.createdAt.getTime());
  const { db, actor } = context;
  const [trade, all] = await Promise.all([
    listOrdersOfTrades(db, [order.tradeNo]),
    listOrdersBetween(db, actor.account.companyId, {
      from: new Date(must(findDay(day), `the day of order ${no}`)),
      to: new Date(must(findDayEnd(day), `the day of order ${no}`)),
      limit: mostOrders,
    }),
  ]);
  return { of: { order: [order], trade: standing(trade), day: standing(all) }, day };
}

/** The orders of the requested scope. */
export async function listRebuyOrders(
  context: Context<'buyer'>,
  { no, scope = 'order' }: Partial<RebuyInput> & { no: string },
): Promise<OrderRow[]> {
  if (scope === 'order') return [await getOwnOrder(context, no)];
  return (await findRebuyOrders(context, no)).of[scope];
}

/** A cancelled order was often placed again the same day: it counts only where no other is left. */
function standing(orders: readonly OrderRow[]): OrderRow[] {
  const remaining = orders.filter((order) => !orderIs.calledOff(order.status));
  return remaining.length > 0 ? remaining : [...orders];
}
