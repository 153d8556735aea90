/** 再来一单. */
import { AppError } from '#lib/contract/errors.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { RebuyInput, RebuyOutput } from '#lib/contract/orders/calls.ts';
import { isBought } from '#lib/rules/orders/order-lines.ts';
import { addLines } from '../cart/add.ts';
import type { Context } from '../core/context.ts';
import { listRebuyOrders } from './rebuy-preview.ts';
import { findSets } from './rebuy-sets.ts';
import { listLines, type OrderLineRow } from './rows.ts';

/**
 * `POST /api/order/{no}/rebuy`: puts what the order, its trade or its day bought into the cart again, for orders in any
 * state: sets that are still sold as sets, the rest as ordinary lines, as many pieces as there are and may be bought.
 * Refused items are named with the reason.
 */
export async function rebuyOrder(
  context: Context<'buyer'>,
  input: Partial<RebuyInput> & { no: string },
): Promise<RebuyOutput> {
  const orders = await listRebuyOrders(context, input);
  const nos = orders.map((order) => order.no);
  const lines = (await listLines(context.db, nos)).map((row) => row.line);
  const { added, inSets } = await addSets(context, lines);
  const apart = lines.filter((line) => isBought(line.kind) && !inSets.has(line.id));
  if (apart.length === 0) return { added, refused: [] };
  const rest = await add(context, apart);
  return { ...rest, added: added + rest.added };
}

/** Adds sets as sets. One without room in the cart (its limit is in there already) is left to its parts. */
async function addSets(
  context: Context<'buyer'>,
  lines: readonly OrderLineRow[],
): Promise<{ added: number; inSets: Set<number> }> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const inSets = new Set<number>();
  let added = 0;
  for (const { activityId, number, lines: parts } of await findSets(context, lines)) {
    try {
      const wanted = [{ type: lineTypes.combination, activity_id: activityId, number }];
      added += (await addLines(db, account, wanted, now)).added.length;
      for (const part of parts) inSets.add(part.id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= 500) throw error;
    }
  }
  return { added, inSets };
}

async function add(context: Context<'buyer'>, lines: readonly OrderLineRow[]): Promise<RebuyOutput> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const wanted = lines.map((line) => ({
    goods_id: line.goodsId,
    type: lineTypes.normal,
    number: line.quantity,
  }));
  const nameOf = (id: number | null) => lines.find((line) => line.goodsId === id)?.snapshot.name ?? '';
  try {
    const { added, refused } = await addLines(db, account, wanted, now, 'fit');
    return {
      added: added.length,
      refused: refused.map(({ goods_id, reason }) => ({
        goods_id: goods_id ?? 0,
        name: nameOf(goods_id),
        reason,
      })),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [only] = lines;
    if (lines.length === 1 && only)
      return {
        added: 0,
        refused: [{ goods_id: only.goodsId, name: nameOf(only.goodsId), reason: error.message }],
      };
  }
  // Nothing could be added, and only the first reason is known: each line is tried alone for its own reason.
  const each: RebuyOutput = { added: 0, refused: [] };
  for (const line of lines) {
    const one = await add(context, [line]);
    each.added += one.added;
    each.refused.push(...one.refused);
  }
  return each;
}
