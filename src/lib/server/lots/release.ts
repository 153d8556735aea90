/** Releases lots of order lines whose pieces were cancelled. Callers hold the open book. */
import { byExpiry, type LotHold, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import type { Tx } from '../db/client.ts';
import { type By, type LotBook, moveLots, showLots, sumOf } from './book.ts';
import type { LotMove } from './move-rows.ts';
import type { LotLine } from './send.ts';

/** A line of which pieces were cancelled. */
export interface ReleasedLine extends LotLine {
  /** The cancelled pieces. */
  off: number;
  /** They do not exist: they leave the lots. */
  isMissing: boolean;
}

/**
 * After pieces of lines were cancelled: holds beyond the lines' need become free, and missing pieces leave the lots of
 * the open book. The stock has the others back already. Items without lots are left alone.
 */
export async function releaseLots(
  tx: Tx,
  book: LotBook,
  lines: readonly ReleasedLine[],
  { ref, actor, now }: By & { ref: string },
): Promise<void> {
  const goodsIds = [...new Set(lines.map(({ goodsId }) => goodsId))].sort((a, b) => a - b);
  if (!book.lots.some(({ goodsId }) => goodsIds.includes(goodsId))) return;
  // Missing pieces leave first: none of those that the other lines still hold.
  const gone = planRelease(
    book,
    lines.filter(({ isMissing }) => isMissing),
    ref,
    now,
  );
  const rest = planRelease(
    bookAfter(book, gone),
    lines.filter(({ isMissing }) => !isMissing),
    ref,
    now,
  );
  const change = {
    lineIds: lines.map(({ id }) => id),
    holds: [...gone.holds, ...rest.holds],
    moves: [...gone.moves, ...rest.moves],
  };
  await moveLots(tx, change, { actor, now });
  await showLots(tx, goodsIds, now);
}

interface Release {
  lineIds: number[];
  /** What the lines hold afterwards. */
  holds: LotHold[];
  moves: LotMove[];
}

function planRelease(book: LotBook, lines: readonly ReleasedLine[], ref: string, now: Date): Release {
  const needs = lines.map(({ id, goodsId, left }) => ({ lineId: id, goodsId, pieces: left }));
  const heldBefore = (id: number) => sumOf(book.holds.filter((hold) => hold.lineId === id));
  // A line without a hold stays without one: its turn comes (reserve.ts).
  const holds = planHolds(
    book.lots,
    book.holds,
    needs.map((need) => ({ ...need, pieces: Math.min(need.pieces, heldBefore(need.lineId)) })),
    now.getTime(),
  );
  const moves = planLoss(book, holds, lines, ref, now);
  return { lineIds: lines.map(({ id }) => id), holds, moves };
}

/** The book as it is once a release is written. */
function bookAfter({ goodsIds, lots, holds }: LotBook, release: Release): LotBook {
  const after = [...holds.filter(({ lineId }) => !release.lineIds.includes(lineId)), ...release.holds];
  return {
    goodsIds,
    holds: after,
    lots: lots.map((lot) => ({
      ...lot,
      onHand: lot.onHand + sumOf(release.moves.filter(({ lotId }) => lotId === lot.id)),
      held: sumOf(after.filter(({ lotId }) => lotId === lot.id)),
    })),
  };
}

/** Missing pieces: taken off the lots that are due next, as far as no other line holds them. */
function planLoss(
  { lots, holds }: LotBook,
  remaining: readonly LotHold[],
  lines: readonly ReleasedLine[],
  ref: string,
  now: Date,
): LotMove[] {
  const own = new Set(lines.map(({ id }) => id));
  const othersHold = (lotId: number) =>
    sumOf(
      [...holds.filter((hold) => !own.has(hold.lineId)), ...remaining].filter((hold) => hold.lotId === lotId),
    );
  const free = new Map(lots.map((lot) => [lot.id, lot.onHand - othersHold(lot.id)]));
  return lines
    .filter(({ isMissing }) => isMissing)
    .flatMap((line) => {
      let missing = line.off;
      // A clerk looks for pieces to ship: pieces of a recalled lot were not looked for.
      const due = lots.filter((lot) => lot.goodsId === line.goodsId && mayGoOut(lot, now.getTime()));
      return byExpiry(due).flatMap((lot) => {
        const pieces = Math.min(missing, free.get(lot.id) ?? 0);
        if (pieces <= 0) return [];
        missing -= pieces;
        free.set(lot.id, (free.get(lot.id) ?? 0) - pieces);
        return [{ lotId: lot.id, kind: 'short' as const, pieces: -pieces, ref: `${ref}:${line.id}` }];
      });
    });
}
