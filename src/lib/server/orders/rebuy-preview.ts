/** 再来一单, previewed: what each item of an order, its trade or its day costs now. */
import { type RebuyInput, type RebuyPreview, rebuyPreview } from '#lib/contract/orders/calls.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isBought } from '#lib/rules/orders/order-lines.ts';
import type { Context } from '../core/context.ts';
import { type Bought, rebuyRows } from './rebuy-lines.ts';
import { findRebuyOrders } from './rebuy-orders.ts';
import { findSets } from './rebuy-sets.ts';
import { listLines } from './rows.ts';
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
