/** Movements of lots, and the holds that change with them. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { type LotHold, lotEffect } from '#lib/rules/orders/lots.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import type { Tx } from '../db/client.ts';
import { lineLot, lot, lotMovement } from '../db/schema.ts';

export interface LotMove {
  lotId: number;
  kind: WordOf<'lot_movement.kind'>;
  /** Below zero where they leave. */
  pieces: number;
  /** The cause: a lot moves once by each. */
  ref: string;
  /** A person's remark on it. */
  reason?: string;
}

/**
 * Saves the new holds of the lines `lineIds`, and the movements; the lots are locked. Throws by the database's checks
 * where a lot would hold more than it has, or move twice by one cause.
 */
export async function writeLots(
  tx: Tx,
  {
    lineIds,
    holds,
    moves,
  }: { lineIds: readonly number[]; holds: readonly LotHold[]; moves: readonly LotMove[] },
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const before = await tx
    .delete(lineLot)
    .where(inArray(lineLot.orderLineId, [...lineIds]))
    .returning({ lotId: lineLot.lotId });
  if (holds.length > 0)
    await tx
      .insert(lineLot)
      .values(holds.map(({ lineId, lotId, pieces }) => ({ orderLineId: lineId, lotId, pieces })));
  if (moves.length > 0)
    await tx
      .insert(lotMovement)
      .values(moves.map((move) => ({ ...move, actor: actor.kind, actorId: actor.id, createdAt: at })));
  const touched = [...new Set([...before, ...holds, ...moves].map(({ lotId }) => lotId))];
  if (touched.length === 0) return;
  const change = (of: 'onHand' | 'returned') =>
    touched.map((lotId) =>
      moves
        .filter((move) => move.lotId === lotId)
        .reduce((sum, move) => sum + lotEffect(move.kind, move.pieces)[of], 0),
    );
  await tx.execute(sql`
    update lot set on_hand = lot.on_hand + w.change, returned = lot.returned + w.back,
      held = coalesce((select sum(h.pieces) from line_lot h where h.lot_id = lot.id), 0)
    from unnest(${sql.param(touched)}::int[], ${sql.param(change('onHand'))}::int[], ${sql.param(change('returned'))}::int[])
      as w(id, change, back)
    where lot.id = w.id`);
}

/** The lot of an item that has moved by this cause already; null for none. */
export async function findMovedLot(
  tx: Tx,
  goodsId: number,
  { kind, ref }: Pick<LotMove, 'kind' | 'ref'>,
): Promise<{ id: number; lotNo: string } | null> {
  const [row] = await tx
    .select({ id: lot.id, lotNo: lot.lotNo })
    .from(lotMovement)
    .innerJoin(lot, eq(lot.id, lotMovement.lotId))
    .where(and(eq(lot.goodsId, goodsId), eq(lotMovement.kind, kind), eq(lotMovement.ref, ref)));
  return row ?? null;
}
