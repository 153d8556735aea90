/** What is still to bring for orders, under the lots that are due (rules 3, 5). */
import { byExpiry, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import type { Db } from '../db/client.ts';
import { listHolds } from '../lots/hold-rows.ts';
import { readDueLots } from '../lots/rows.ts';
import { type AskedBack, listAskedBack } from '../orders/case-rows.ts';
import { freeToShip, leftToShip } from '../orders/parcel-content.ts';
import { listLines, type OrderLineRow } from '../orders/rows.ts';

/** Pieces of an order's line in one lot. */
export interface Picked {
  no: string;
  goodsId: number;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  /** The lot that is due; empty for pieces without one. */
  lotNo: string;
  expiresOn: string;
  pieces: number;
}

export interface Picking {
  /** Lines with something left, in the order of their orders. */
  lines: OrderLineRow[];
  /** What buyers ask back, which stays in its place. */
  askedBack: AskedBack[];
  picked: Picked[];
}

/** The pieces of orders that may be shipped, in the order of `nos`. */
export async function planPicking(db: Db, nos: readonly string[], now: Date): Promise<Picking> {
  const at = new Map(nos.map((no, index) => [no, index]));
  const lines = (await listLines(db, nos)).map((one) => one.line).filter((one) => leftToShip(one) > 0);
  lines.sort((a, b) => (at.get(a.orderNo) ?? 0) - (at.get(b.orderNo) ?? 0) || a.id - b.id);
  const lots = await readDueLots(db, [...new Set(lines.map(({ goodsId }) => goodsId))]);
  const holds = await listHolds(
    db,
    lots.map(({ id }) => id),
  );
  const askedBack = await listAskedBack(db, nos);
  const needs = lines.map((one) => ({
    lineId: one.id,
    goodsId: one.goodsId,
    pieces: freeToShip(one, askedBack),
  }));
  const planned = Map.groupBy(planHolds(lots, holds, needs, now.getTime()), ({ lineId }) => lineId);
  const inOrder = Map.groupBy(
    byExpiry(lots.filter((lot) => mayGoOut(lot, now.getTime()))),
    ({ goodsId }) => goodsId,
  );
  const picked = lines.flatMap((one): Picked[] => {
    const { name, spec, maker, unit } = one.snapshot;
    const base = { no: one.orderNo, goodsId: one.goodsId, name, spec, maker, unit };
    const own = (inOrder.get(one.goodsId) ?? []).flatMap(({ id, lotNo, expiresOn }) => {
      const pieces = planned.get(one.id)?.find(({ lotId }) => lotId === id)?.pieces ?? 0;
      return pieces === 0 ? [] : [{ ...base, lotNo, expiresOn, pieces }];
    });
    const rest = freeToShip(one, askedBack) - own.reduce((sum, { pieces }) => sum + pieces, 0);
    return rest === 0 ? own : [...own, { ...base, lotNo: '', expiresOn: '', pieces: rest }];
  });
  return { lines, askedBack, picked };
}
