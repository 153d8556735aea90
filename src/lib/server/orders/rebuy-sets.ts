/** Combinations of an order that are still sold as they were bought: the set is bought again, not its parts. */

import { setsOf } from '#lib/rules/orders/refund.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import type { Context } from '../core/context.ts';
import { loadOffers } from '../offers/load.ts';
import type { OrderLineRow } from './rows.ts';

export interface BoughtSet {
  activityId: number;
  name: string;
  /** Number of sets bought. */
  number: number;
  /** Fen a set costs now. */
  price: number;
  /** The order's lines that are its parts. */
  lines: OrderLineRow[];
}

/**
 * The sets among an order's lines that this buyer may have now in the same number. One that ended, has other parts than
 * then, is short of stock or over its limit is left out: its parts can still be bought one by one.
 */
export async function findSets(
  { db, actor: { account }, now }: Context<'buyer'>,
  lines: readonly OrderLineRow[],
): Promise<BoughtSet[]> {
  const parts = lines.flatMap((line) =>
    line.kind === 'combination' && line.activityId !== null ? [{ line, activityId: line.activityId }] : [],
  );
  if (parts.length === 0) return [];
  const bought = Map.groupBy(parts, ({ activityId }) => activityId);
  const { offers } = await loadOffers(db, account, { goodsIds: [], activityIds: [...bought.keys()] }, now);
  const buyer = { companyId: account.companyId, region: null, choices: emptyChoices };
  return [...bought].flatMap(([activityId, items]) => {
    const own = items.map(({ line }) => line);
    const set = offers.combinations.find((one) => one.id === activityId);
    const number = setsOf(
      own.map((line) => ({ perSet: line.setQuantity ?? line.quantity, returning: line.quantity })),
    );
    const isSame =
      set?.parts.length === own.length &&
      own.every((line) =>
        set.parts.some((part) => part.goodsId === line.goodsId && part.quantity === line.setQuantity),
      );
    if (!set || number === null || !isSame) return [];
    const line = { id: 0, kind: 'combination', goodsId: null, activityId, quantity: number } as const;
    const [quoted] = quote([{ ...line, isSelected: true }], buyer, offers, now.getTime()).lines;
    return quoted?.counts ? [{ activityId, name: set.name, number, price: set.price, lines: own }] : [];
  });
}
