import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexOf, pathOf, rootOf } from '#lib/rules/terms/merkle.ts';
import { type Deck, deckTree, type Hashes, isInDeck, prizeOf, ticketsOf } from '#lib/rules/wheel/deck.ts';
import {
  appendTickets,
  drawnPlace,
  faultOf,
  isReceiptTrue,
  type Published,
  takePlace,
} from '#lib/rules/wheel/draw.ts';
import {
  maxPrizeWorth,
  oddsText,
  type PrizeTerms,
  refusalOfChange,
  wheelCost,
} from '#lib/rules/wheel/prizes.ts';

const hashes: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
};

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const secretHash = hexOf(hashes.sha256(secret));

/** Plays a wheel out, or so many draws of it; a later version comes in before the draw `fromSeq`. */
function played(decks: readonly { fromSeq: number; deck: Deck }[], draws: number): Published {
  const versions = decks.map((one) => ({ ...one, root: rootOf(deckTree(hashes, one.deck)) }));
  const moved = new Map<number, number>();
  const done: Published['draws'][number][] = [];
  let deck: Deck = [];
  for (let seq = 1; seq <= draws; seq += 1) {
    for (const version of versions.filter(({ fromSeq }) => fromSeq === seq)) {
      appendTickets(moved, ticketsOf(deck), ticketsOf(version.deck), seq - 1);
      deck = version.deck;
    }
    const left = ticketsOf(deck) - seq + 1;
    const seeds = { buyerSeed: `buyer-${seq % 7}`, seq };
    const place = drawnPlace(hashes, secret, seeds, left);
    const taken = takePlace((at) => moved.get(at), place, left);
    moved.delete(left - 1);
    if (taken.moved !== null) moved.set(place, taken.moved);
    done.push({ ...seeds, ticket: taken.ticket, prizeId: prizeOf(deck, taken.ticket) });
  }
  return { secret: hexOf(secret), secretHash, versions, draws: done };
}

const parts = fc
  .array(fc.record({ prizeId: fc.integer({ min: 1, max: 9 }), count: fc.integer({ min: 0, max: 20 }) }), {
    maxLength: 6,
  })
  .filter((deck) => ticketsOf(deck) > 0);

describe('the deck', () => {
  it('knows the prize of each ticket, and no other ticket', () => {
    const deck = [
      { prizeId: 7, count: 2 },
      { prizeId: 3, count: 1 },
    ];
    expect([0, 1, 2].map((ticket) => prizeOf(deck, ticket))).toEqual([7, 7, 3]);
    for (const ticket of [-1, 3, Number.NaN]) expect(() => prizeOf(deck, ticket)).toThrow(RangeError);
    expect(() => deckTree(hashes, [])).toThrow(RangeError);
  });

  it('proves each ticket by its path, and none with another prize, number, path or size', () => {
    fc.assert(
      fc.property(parts, (deck) => {
        const tree = deckTree(hashes, deck);
        const size = { root: rootOf(tree), tickets: ticketsOf(deck) };
        for (let ticket = 0; ticket < size.tickets; ticket += 1) {
          const proof = { ticket, prizeId: prizeOf(deck, ticket), path: pathOf(tree, ticket) };
          expect(isInDeck(hashes, size, proof)).toBe(true);
          expect(isInDeck(hashes, size, { ...proof, prizeId: proof.prizeId + 1 })).toBe(false);
          expect(isInDeck(hashes, size, { ...proof, ticket: ticket + 1 })).toBe(false);
          expect(isInDeck(hashes, size, { ...proof, path: [...proof.path, size.root] })).toBe(false);
          if (proof.path.length > 0)
            expect(isInDeck(hashes, size, { ...proof, path: proof.path.slice(1) })).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([-1, 0.5, 3, Number.NaN])('has no ticket %d of 3', (ticket) => {
    const tree = deckTree(hashes, [{ prizeId: 1, count: 3 }]);
    expect(isInDeck(hashes, { root: rootOf(tree), tickets: 3 }, { ticket, prizeId: 1, path: [] })).toBe(
      false,
    );
  });
});

describe('a draw', () => {
  it('takes every place about as often as any other', () => {
    const often = new Array<number>(10).fill(0);
    for (let seq = 1; seq <= 10_000; seq += 1)
      often[drawnPlace(hashes, secret, { buyerSeed: 'a', seq }, 10)]! += 1;
    for (const count of often) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('throws numbers above the last multiple away', () => {
    let round = 0;
    const high: Hashes = { ...hashes, hmac: () => new Uint8Array(32).fill(round++ === 0 ? 255 : 1) };
    expect(drawnPlace(high, secret, { buyerSeed: 'a', seq: 1 }, 10)).toBe(0x010101010101 % 10);
    expect(round).toBe(2);
  });

  it.each([0, -1, 1.5, Number.NaN])('is refused from %d tickets', (left) => {
    expect(() => drawnPlace(hashes, secret, { buyerSeed: 'a', seq: 1 }, left)).toThrow(RangeError);
  });

  it('gives a wheel of 10,000 tickets out to the ticket', () => {
    const deck = [
      { prizeId: 1, count: 10 },
      { prizeId: 2, count: 990 },
      { prizeId: 3, count: 9000 },
    ];
    const all = played([{ fromSeq: 1, deck }], 10_000);
    expect(new Set(all.draws.map(({ ticket }) => ticket)).size).toBe(10_000);
    for (const { prizeId, count } of deck)
      expect(all.draws.filter((one) => one.prizeId === prizeId)).toHaveLength(count);
    expect(faultOf(hashes, all)).toBeNull();
  });

  it('gives every ticket of every version out once, and the whole agrees', () => {
    fc.assert(
      fc.property(parts, parts, fc.nat(), (first, more, at) => {
        const fromSeq = 2 + (at % ticketsOf(first));
        const decks = [
          { fromSeq: 1, deck: first },
          { fromSeq, deck: [...first, ...more] },
        ];
        const all = played(decks, ticketsOf(first) + ticketsOf(more));
        expect(new Set(all.draws.map(({ ticket }) => ticket)).size).toBe(all.draws.length);
        expect(faultOf(hashes, all)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  const deck = [
    { prizeId: 1, count: 2 },
    { prizeId: 2, count: 5 },
  ];
  const good = played([{ fromSeq: 1, deck }], 7);
  const withDraw = (at: number, change: Partial<Published['draws'][number]>): Published => ({
    ...good,
    draws: good.draws.map((draw, place) => (place === at ? { ...draw, ...change } : draw)),
  });
  it.each<[string, Published, unknown]>([
    ['another secret', { ...good, secret: 'ff'.repeat(32) }, { kind: 'secret' }],
    ['no secret', { ...good, secret: '' }, { kind: 'secret' }],
    ['no version', { ...good, versions: [] }, { kind: 'no_version' }],
    [
      'another deck',
      { ...good, versions: [{ ...good.versions[0]!, deck: [...deck].reverse() }] },
      { kind: 'root', version: 0 },
    ],
    [
      'a later version with fewer prizes',
      { ...good, versions: [good.versions[0]!, { fromSeq: 3, deck: [{ prizeId: 1, count: 1 }], root: '' }] },
      { kind: 'appended', version: 1 },
    ],
    ['a draw that was left out', { ...good, draws: good.draws.slice(1) }, { kind: 'order', seq: 2 }],
    ['another seed of a buyer', withDraw(0, { buyerSeed: 'other-seed-3' }), { kind: 'ticket', seq: 1 }],
    ['another ticket', withDraw(3, { ticket: 9 }), { kind: 'ticket', seq: 4 }],
    ['another prize', withDraw(2, { prizeId: 9 }), { kind: 'prize', seq: 3 }],
    [
      'more draws than tickets',
      { ...good, draws: [...good.draws, { ...good.draws[0]!, seq: 8 }] },
      { kind: 'too_many', seq: 8 },
    ],
  ])('finds %s', (_, published, fault) => {
    expect(faultOf(hashes, published)).toEqual(fault);
  });

  it('is proved by its receipt', () => {
    const tree = deckTree(hashes, deck);
    const draw = good.draws[4]!;
    const receipt = { ...draw, root: rootOf(tree), tickets: 7, path: pathOf(tree, draw.ticket) };
    expect(isReceiptTrue(hashes, receipt)).toBe(true);
    expect(isReceiptTrue(hashes, { ...receipt, prizeId: 3 - draw.prizeId })).toBe(false);
  });
});

describe('prizes', () => {
  it.each([
    [10, { tickets: 10, all: 5000, mean: 5000, worst: 5000, perDraw: 500 }],
    [99, { tickets: 10, all: 5000, mean: 5000, worst: 5000, perDraw: 500 }],
    [1, { tickets: 10, all: 5000, mean: 500, worst: 3000, perDraw: 500 }],
    [2, { tickets: 10, all: 5000, mean: 1000, worst: 4000, perDraw: 500 }],
    [0, { tickets: 10, all: 5000, mean: 0, worst: 0, perDraw: 500 }],
  ])('cost in %i draws', (draws, cost) => {
    const prizes = [
      { count: 7, cost: 0 },
      { count: 1, cost: 3000 },
      { count: 2, cost: 1000 },
    ];
    expect(wheelCost(prizes, draws)).toEqual(cost);
  });

  it('cost nothing without tickets', () => {
    expect(wheelCost([], 5)).toEqual({ tickets: 0, all: 0, mean: 0, worst: 0, perDraw: 0 });
  });

  it.each([
    [1, 200, '0.5%'],
    [1, 3, '33.33%'],
    [50, 100, '50%'],
    [100, 100, '100%'],
    [1, 10_000, '0.01%'],
    [1, 200_000, '0.0005%'],
    [1, 100_000_000, '<0.0001%'],
    [0, 10, '0%'],
    [1, 0, '0%'],
  ])('%i of %i tickets are %s', (count, tickets, text) => {
    expect(oddsText(count, tickets)).toBe(text);
  });

  const prizes: PrizeTerms[] = [
    { id: 1, kind: 'thing', count: 1, cost: maxPrizeWorth },
    { id: 2, kind: 'points', count: 10, cost: 100 },
    { id: 3, kind: 'nothing', count: 100, cost: 0 },
  ];
  const before = {
    closesAt: 10,
    prizes: prizes.map((one) => ({ ...one, left: one.count / (one.count > 1 ? 2 : 1) })),
  };
  const change = (id: number, part: Partial<PrizeTerms>) =>
    prizes.map((one) => (one.id === id ? { ...one, ...part } : one));
  const worse = '增加的奖券会降低现有奖品的中奖概率，请按比例增加更高价值的奖品';
  const other = '活动开始后不能更换奖品或改变奖品价值';
  it.each<[string, number, readonly PrizeTerms[], string | null]>([
    ['the same', 10, prizes, null],
    ['a later end', 11, prizes, null],
    ['an earlier end', 9, prizes, '活动开始后结束时间只能延后'],
    ['more of its top prize', 10, change(1, { count: 2 }), null],
    ['a new top prize', 10, [...prizes, { id: 4, kind: 'voucher', count: 1, cost: maxPrizeWorth }], null],
    ['more of a lower prize', 10, change(2, { count: 11 }), worse],
    [
      'a lower prize beside the top one',
      10,
      change(1, { count: 2 }).with(1, { ...prizes[1]!, count: 60 }),
      null,
    ],
    [
      'too many lower prizes beside it',
      10,
      change(1, { count: 2 }).with(1, { ...prizes[1]!, count: 66 }),
      worse,
    ],
    ['more tickets without a prize', 10, change(3, { count: 101 }), worse],
    ['a dearer prize', 10, change(2, { cost: 101 }), other],
    ['another kind', 10, change(2, { kind: 'coupon' }), other],
    ['fewer of a prize', 10, change(2, { count: 9 }), '活动开始后奖品数量只能增加'],
    ['a prize less', 10, prizes.slice(1), '活动开始后不能减少奖项'],
  ])('an open wheel with %s', (_, closesAt, after, refusal) => {
    expect(refusalOfChange(before, { closesAt, prizes: after })).toBe(refusal);
  });
});
