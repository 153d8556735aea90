/** An approver's changes to a waiting trade's lines (rules 3): other quantities, or none. Pure. */
import { isOfActivity, type LineKind } from '../terms/asked.ts';
import type { OrderLineKind } from './order-lines.ts';

/** A line of an order in the form for an approver's change. */
export type WaitingLine = {
  id: number;
  kind: OrderLineKind;
  goodsId: number;
  activityId: number | null;
  quantity: number;
  /** For a part of a combination: its pieces in one set. */
  setQuantity: number | null;
};

/** The lines to order in place of the old ones; a combination occurs once, in sets. */
export type AskedLine = {
  id: number;
  kind: LineKind;
  goodsId: number | null;
  activityId: number | null;
  quantity: number;
};

/** Why quantities are refused, with the line concerned. */
export type ChangeRefusal = { id: number; reason: string };

/**
 * The requested lines when `numbers` (pieces by line id; 0 removes) are applied to those of a trade; other lines stay.
 * Gifts follow from the rest and are left out. A combination stays or is removed as a whole. Returns the refusal for an
 * invalid quantity.
 */
export function askedLines(
  lines: readonly WaitingLine[],
  numbers: ReadonlyMap<number, number>,
): AskedLine[] | ChangeRefusal {
  const known = new Set(lines.map(({ id }) => id));
  for (const id of numbers.keys())
    if (!known.has(id)) return { id, reason: '有商品不在这笔交易里，请刷新后再改' };
  const asked: AskedLine[] = [];
  const sets = new Map<number, AskedLine | 'struck'>();
  for (const line of lines) {
    const quantity = numbers.get(line.id) ?? line.quantity;
    if (line.kind === 'gift') {
      if (quantity !== line.quantity) return { id: line.id, reason: '赠品随商品变化，不能单独修改' };
      continue;
    }
    if (line.kind === 'combination') {
      if (quantity !== 0 && quantity !== line.quantity)
        return { id: line.id, reason: '组合购只能保留或整套删除，不能修改数量' };
      const set = line.activityId ?? 0;
      if (quantity === 0) sets.set(set, 'struck');
      else if (!sets.has(set))
        sets.set(set, {
          id: line.id,
          kind: line.kind,
          goodsId: null,
          activityId: set,
          quantity: line.quantity / (line.setQuantity ?? line.quantity),
        });
      continue;
    }
    if (line.kind === 'group_buy' && quantity !== line.quantity)
      return { id: line.id, reason: '拼团订单不能修改数量，请通过或驳回' };
    if (quantity === 0) continue;
    const activityId = isOfActivity(line.kind) ? line.activityId : null;
    asked.push({ id: line.id, kind: line.kind, goodsId: line.goodsId, activityId, quantity });
  }
  return [...asked, ...[...sets.values()].filter((set) => set !== 'struck')];
}

/** The changes for the timeline: 布洛芬 10→6、阿莫西林 删除. Empty without changes. */
export function changeText(
  lines: readonly (WaitingLine & { name: string })[],
  numbers: ReadonlyMap<number, number>,
): string {
  return lines
    .flatMap(({ id, name, quantity }) => {
      const number = numbers.get(id) ?? quantity;
      if (number === quantity) return [];
      return [number === 0 ? `${name} 删除` : `${name} ${quantity}→${number}`];
    })
    .join('、');
}
