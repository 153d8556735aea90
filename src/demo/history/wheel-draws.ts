/** Draws of the demo's wheels: by the same rules as a buyer's, the same on every machine. */
import { must } from '#lib/rules/terms/must.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { type Deck, prizeOf, ticketsOf } from '#lib/rules/wheel/deck.ts';
import { drawnPlace, takePlace } from '#lib/rules/wheel/draw.ts';
import { hashes } from '#lib/server/draws/hashes.ts';
import type { PrizeRow } from '#lib/server/wheel/rows.ts';

export interface Player {
  companyId: number;
  userId: string;
}

export interface Drawing {
  token: string;
  /** Who draws, in their order. */
  players: readonly Player[];
  /** The draw that brings a thing, from 0; no other does. */
  thingAt?: number;
}

interface DemoDraw {
  seq: number;
  buyerSeed: string;
  ticket: number;
  prizeId: number;
  player: Player;
  at: (from: Date, to: Date) => Date;
}

/**
 * All draws of a plan. The buyers' seeds are searched for: no draw of the past brings a coupon or a voucher, which would
 * stand among those that the demo shows.
 */
export function drawAll(
  { token, players, thingAt = -1 }: Drawing,
  { seed, deck, prizes }: { seed: Uint8Array; deck: Deck; prizes: readonly PrizeRow[] },
): { draws: DemoDraw[]; moved: Map<number, number> } {
  const random = makeRandom(`wheel/${token}`);
  const moved = new Map<number, number>();
  const places = players.map(() => random.next()).sort((a, b) => a - b);
  const draws = players.map((player, index): DemoDraw => {
    const seq = index + 1;
    const left = ticketsOf(deck) - index;
    for (let turn = 0; ; turn += 1) {
      const buyerSeed = `demo-${random.int(100_000, 999_999)}-${turn}`;
      const place = drawnPlace(hashes, seed, { buyerSeed, seq }, left);
      const taken = takePlace((at) => moved.get(at), place, left);
      const prize = must(
        prizes.find(({ id }) => id === prizeOf(deck, taken.ticket)),
        'a prize',
      );
      if (prize.value !== null || (prize.kind === 'thing') !== (index === thingAt)) continue;
      moved.delete(left - 1);
      if (taken.moved !== null) moved.set(place, taken.moved);
      const share = places[index] ?? 0;
      const at = (from: Date, to: Date) => new Date(from.getTime() + share * (to.getTime() - from.getTime()));
      return { seq, buyerSeed, ticket: taken.ticket, prizeId: prize.id, player, at };
    }
  });
  return { draws, moved };
}
