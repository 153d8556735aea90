/** Ships pieces of order lines out of lots. Callers hold the open book. */
import { byExpiry, type LotHold, type LotNeed, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import type { Tx } from '../db/client.ts';
import { type By, type LotBook, moveLots, sumOf } from './book.ts';
import type { LotRow } from './rows.ts';

/** A line of an order, for its lots. */
export interface LotLine {
  id: number;
  goodsId: number;
  /** Pieces that are still to be shipped. */
  left: number;
}

/** Pieces of a lot that are shipped with a line. */
export interface Going {
  lineId: number;
  lot: LotRow;
  pieces: number;
}

/** The lots to ship for a line: named, or left to the order of their expiry. */
export interface Sending {
  line: LotLine;
  pieces: number;
  /** Lots that a clerk took instead of the due ones. */
  chosen?: readonly { lotId: number; pieces: number }[] | undefined;
}

/**
 * The pieces to ship, and the holds afterwards: of its lines for what is still to be shipped, and of lines outside the
 * parcel, named in `lineIds`, that a clerk took lots from.
 */
export interface SendingPlan {
  going: Going[];
  moved: { lineIds: number[]; holds: LotHold[] };
}

/**
 * The lots under which pieces are shipped: the chosen ones, or those that each line holds and then the earliest to
 * expire. A clerk may choose a lot that lines of other orders hold: those get others then. Answers the first line
 * without enough in any lot, or whose chosen lot another order needs.
 */
export function planSending(
  { lots, holds }: LotBook,
  sendings: readonly Sending[],
  now: Date,
): SendingPlan | { lacking: LotLine } {
  const byId = new Map(lots.map((lot) => [lot.id, lot]));
  const going: Going[] = [];
  const chosen = sendings.filter((one) => one.chosen !== undefined);
  const there = new Map(lots.map((lot) => [lot.id, lot.onHand]));
  for (const { line, pieces, chosen: named = [] } of chosen) {
    for (const one of named) {
      const lot = byId.get(one.lotId);
      const left = there.get(one.lotId) ?? 0;
      if (!lot || lot.goodsId !== line.goodsId || !mayGoOut(lot, now.getTime()) || left < one.pieces)
        return { lacking: line };
      there.set(one.lotId, left - one.pieces);
      going.push({ lineId: line.id, lot, pieces: one.pieces });
    }
    if (sumOf(named) !== pieces) return { lacking: line };
  }
  const others = sendings.filter((one) => one.chosen === undefined);
  const inParcel = new Set(sendings.map(({ line }) => line.id));
  const taken = new Set(going.map(({ lot }) => lot.id));
  const asideIds = new Set(
    holds.filter((hold) => taken.has(hold.lotId) && !inParcel.has(hold.lineId)).map(({ lineId }) => lineId),
  );
  const aside = [...asideIds].map((lineId): LotNeed => {
    const own = holds.filter((hold) => hold.lineId === lineId);
    return { lineId, goodsId: byId.get(own[0]?.lotId ?? 0)?.goodsId ?? 0, pieces: sumOf(own) };
  });
  // A line's hold beyond this parcel stays with it: a later order does not lose its lot to an older one.
  const heldBy = (lineId: number) => sumOf(holds.filter((hold) => hold.lineId === lineId));
  // Chosen lines release their holds, which count as free for all the others.
  const chosenIds = new Set(chosen.map(({ line }) => line.id));
  const stay = holds.filter((hold) => !chosenIds.has(hold.lineId));
  const book = lots.map((lot) => ({
    ...lot,
    onHand: there.get(lot.id) ?? 0,
    held: sumOf(stay.filter(({ lotId }) => lotId === lot.id)),
  }));
  const planWith = (piecesOf: (sending: Sending) => number) => {
    const needs = others.map((one) => ({
      lineId: one.line.id,
      goodsId: one.line.goodsId,
      pieces: piecesOf(one),
    }));
    return planHolds(book, stay, [...needs, ...aside], now.getTime());
  };
  const withRest = planWith(({ line, pieces }) => Math.max(pieces, Math.min(line.left, heldBy(line.id))));
  const isEnough = others.every(
    ({ line, pieces }) => sumOf(withRest.filter(({ lineId }) => lineId === line.id)) >= pieces,
  );
  // Pieces shipped now take precedence over those that stay, also among lines of one item in one parcel.
  const planned = isEnough ? withRest : planWith(({ pieces }) => pieces);
  const plannedFor = (lineId: number) => planned.filter((hold) => hold.lineId === lineId);
  for (const { line, pieces } of others) {
    const mine = plannedFor(line.id);
    if (sumOf(mine) < pieces) return { lacking: line };
    let missing = pieces;
    for (const lot of byExpiry(lots)) {
      const some = Math.min(missing, sumOf(mine.filter(({ lotId }) => lotId === lot.id)));
      if (some === 0) continue;
      missing -= some;
      going.push({ lineId: line.id, lot, pieces: some });
    }
  }
  const robbed = aside.find(({ lineId, pieces }) => sumOf(plannedFor(lineId)) < pieces);
  const robber = chosen.find(({ line }) => line.goodsId === robbed?.goodsId);
  if (robber) return { lacking: robber.line };
  const moved = aside.flatMap(({ lineId }) => plannedFor(lineId));
  const outside = holds.filter(({ lineId }) => !inParcel.has(lineId) && !asideIds.has(lineId));
  const remaining = keepRest({ lots, holds }, sendings, { going, others: [...outside, ...moved] });
  return { going, moved: { lineIds: [...asideIds], holds: [...moved, ...remaining] } };
}

/** Holds of a parcel's lines for what is still to be shipped: from their old holds, as far as the pieces exist. */
function keepRest(
  { lots, holds }: Pick<LotBook, 'lots' | 'holds'>,
  sendings: readonly Sending[],
  { going, others }: { going: readonly Going[]; others: readonly LotHold[] },
): LotHold[] {
  const gone = (lotId: number, lineId?: number) =>
    sumOf(going.filter((one) => one.lot.id === lotId && (lineId === undefined || one.lineId === lineId)));
  const free = new Map(
    lots.map(({ id, onHand }) => [id, onHand - gone(id) - sumOf(others.filter(({ lotId }) => lotId === id))]),
  );
  return sendings.flatMap(({ line, pieces }) => {
    let need = line.left - pieces;
    return byExpiry(lots).flatMap(({ id: lotId }) => {
      const own = sumOf(holds.filter((hold) => hold.lineId === line.id && hold.lotId === lotId));
      const some = Math.min(need, own - gone(lotId, line.id), free.get(lotId) ?? 0);
      if (some <= 0) return [];
      need -= some;
      free.set(lotId, (free.get(lotId) ?? 0) - some);
      return [{ lineId: line.id, lotId, pieces: some }];
    });
  });
}

/**
 * Takes the shipped pieces from their lots; the lines retain their holds on the rest. Call `reserveLots` and `showLots`
 * once the lines themselves say what was shipped.
 */
export async function takeOut(
  tx: Tx,
  { going, moved }: SendingPlan,
  { ref, actor, now }: By & { ref: string },
): Promise<void> {
  const moves = going.map(({ lineId, lot, pieces }) => ({
    lotId: lot.id,
    kind: 'shipped' as const,
    pieces: -pieces,
    ref: `${ref}:${lineId}`,
  }));
  await moveLots(
    tx,
    { lineIds: [...new Set(going.map(({ lineId }) => lineId)), ...moved.lineIds], holds: moved.holds, moves },
    { actor, now },
  );
}
