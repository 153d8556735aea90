/** Lots as they stand: their pieces with what placed orders will take of them, by the shipping rule (rules 5). */
import { lotStateText, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import type { Db, Tx } from '../db/client.ts';
import { listPromised } from './hold-rows.ts';
import { readLots } from './rows.ts';

export interface LotFacts {
  /** Null: the item has no recorded lots yet, this is the one on its own row. */
  id: number | null;
  goodsId: number;
  expiresOn: string;
  /** Where `id` is null only the pieces for sale. */
  onHand: number;
  isRecalled: boolean;
  isLocked: boolean;
}

export interface LotStanding {
  days_left: number;
  on_hand: number;
  held: number;
  state_text: string;
  is_closed: 0 | 1;
}

/** One for each of `rows`, in their order. */
export async function standingOf(db: Db | Tx, rows: readonly LotFacts[], now: Date): Promise<LotStanding[]> {
  const goodsIds = [...new Set(rows.map(({ goodsId }) => goodsId))];
  const lots = await readLots(db, goodsIds);
  const promised = await listPromised(db, goodsIds);
  const needs = [...promised].map(([goodsId, pieces]) => ({ lineId: goodsId, goodsId, pieces }));
  const due = planHolds(lots, [], needs, now.getTime());
  return rows.map((row) => {
    const mine = promised.get(row.goodsId) ?? 0;
    const known = lots.find(({ id }) => id === row.id);
    const onHand = known?.onHand ?? row.onHand + mine;
    const taken = due.find(({ lotId }) => lotId === row.id)?.pieces ?? 0;
    const facts = { ...row, onHand };
    return {
      days_left: daysLeft(row.expiresOn, now.getTime()),
      on_hand: onHand,
      held: row.id === null ? mine : (known?.held ?? 0) + taken,
      state_text: lotStateText(facts, now.getTime()),
      is_closed: mayGoOut(facts, now.getTime()) ? 0 : 1,
    };
  });
}
