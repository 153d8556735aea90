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

/** The same for rows of the list of lots (list-rows.ts). */
export async function finishLots(
  db: Db | Tx,
  rows: readonly Record<string, unknown>[],
  { now }: { now: Date },
): Promise<Record<string, unknown>[]> {
  const facts = rows.map((row) => ({
    id: row.recorded === null ? null : Number(row.recorded),
    goodsId: Number(row.goods_id),
    expiresOn: String(row.expires_on),
    onHand: Number(row.on_hand),
    isRecalled: row.recalled === 'true',
    isLocked: row.locked === 'true',
  }));
  return (await standingOf(db, facts, now)).map((standing) => ({ ...standing }));
}
