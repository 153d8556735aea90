/** 再来一单, previewed: what each item of an order, its trade or its day costs now. */
import {
  type RebuyInput,
  type RebuyPreview,
  type RebuyScope,
  rebuyPreview,
} from '#lib/contract/orders/calls.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isBought } from '#lib/rules/orders/order-lines.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { getOwnOrder } from './read.ts';
import { type Bought, rebuyRows } from './rebuy-lines.ts';
import { findSets } from './rebuy-sets.ts';
import { listLines, listOrdersBetween, listOrdersOfTrades, type OrderRow } from './rows.ts';
import type { LineWithPicture } from './wire.ts';

/** `GET /api/order/{no}/rebuy`: adds nothing. Throws 404 for another company's order. */
export async function previewRebuy(
  context: Context<'buyer'>,
  { no, scope = 'order' }: Partial<RebuyInput> & { no: string },
): Promise<RebuyPreview> {
  const {
    db,
    actor: { account },
  } = context;
  const { of, day } = await findRebuyOrders(context, no);
  const rows = await listLines(
    db,
    of[scope].map((order) => order.no),
  );
  const sets = await findSets(
    context,
    rows.map(({ line }) => line),
  );
  const inSets = new Set(sets.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const bought = mergeSame(rows.filter(({ line }) => !inSets.has(line.id)));
  const preview: RebuyPreview = {
    no,
    orders: { trade: of.trade.length, day: of.day.length },
    day,
    sets: sets.map(({ activityId, name, number, price, lines }) => ({
      activity_id: activityId,
      name,
      number,
      price_now: formatYuan(price),
      parts: lines.map(({ snapshot, setQuantity }) => `${snapshot.name}×${setQuantity}${snapshot.unit}`),
    })),
    rows: await rebuyRows(context, bought),
  };
  return isApproved(account.companyState) ? preview : hidePrices(rebuyPreview, preview);
}

/** The same item in several lines (alone and as part of an ended set) is one row. */
function mergeSame(rows: readonly LineWithPicture[]): Bought[] {
  const merged = new Map<number, Bought>();
  for (const { line, productId, pictures, otc } of rows) {
    if (!isBought(line.kind)) continue;
    const same = merged.get(line.goodsId);
    if (same) same.quantity += line.quantity;
    else
      merged.set(line.goodsId, {
        goodsId: line.goodsId,
        productId,
        quantity: line.quantity,
        priceThen: line.unitPrice,
        expiresThen: line.snapshot.expiresOn,
        product: { ...line.snapshot, pictures, otc },
      });
  }
  return [...merged.values()];
}

// Orders to buy again together: one, all of its payment, or all of its day.

/** Limit of orders of a day. */
const mostOrders = 200;

/** The orders of each scope around one, and its day. Throws 404 for another company's order. */
async function findRebuyOrders(
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
