/** Points: what brings them, when they end, which lots an act takes them from, and what is owed (rules 6). */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type PointsLot,
  planLapse,
  planSpend,
  planTakeBack,
  sumLots,
  type Taken,
  takeFirst,
} from '#lib/rules/points/lots.ts';
import {
  findPointsReminder,
  lastPointsDay,
  orderOfPoints,
  pointsEnd,
  pointsFor,
  pointsOrderOfPoints,
} from '#lib/rules/points/points.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);

test.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [199, 1],
  [123_456, 1234],
])('%i fen bring %i points', (paid, points) => expect(pointsFor(paid)).toBe(points));

test.each([
  ['2026-01-01T00:00:00', '2027-12-31'],
  ['2026-12-31T23:59:59.999', '2027-12-31'],
  ['2027-01-01T00:00:00', '2028-12-31'],
])('points of %s last to the end of %s', (given, day) => {
  const endsAt = pointsEnd(at(given));
  expect([lastPointsDay(endsAt), endsAt]).toEqual([day, at(`${day}T23:59:59.999`) + 1]);
});

test.each([
  ['2027-11-01T23:59:59', 60],
  ['2027-10-31T23:59:59', null],
  ['2027-12-01T00:00:00', 30],
  ['2027-11-30T23:59:59', 60],
  ['2027-12-24T00:00:00', 7],
  ['2027-12-31T23:59:59', 7],
  ['2028-01-01T00:00:00', null],
])('on %s the reminder of %s days is due for points that last to 2027-12-31', (now, step) =>
  expect(findPointsReminder(at('2028-01-01T00:00:00'), at(now))).toBe(step),
);

test.each([
  ['order', 'D1', 'D1'],
  ['refund', 'RD1-1', 'D1'],
  ['refund', 'RD1-2-3', 'D1-2'],
  ['debt', 'order:D1', 'D1'],
  ['debt', 'sign_in:2026-11-29', null],
  ['adjust', 'seed', null],
] as const)('%s %s is about order %s', (useType, ref, no) => expect(orderOfPoints(useType, ref)).toBe(no));

test.each([
  ['spend', 'J26112900001', 'J26112900001'],
  ['give_back', 'J26112900001', 'J26112900001'],
  ['spend', 'chance:7:J1', null],
  ['order', 'J1', null],
] as const)('%s %s is about points order %s', (useType, ref, no) =>
  expect(pointsOrderOfPoints(useType, ref)).toBe(no),
);

describe('lots', () => {
  const lots: PointsLot[] = [
    { id: 1, left: 30, endsAt: 200 },
    { id: 2, left: 50, endsAt: 100 },
    { id: 3, left: 20, endsAt: 100 },
  ];

  it.each([
    [10, 0, 0, [[2, 10]]],
    [
      60,
      0,
      0,
      [
        [2, 50],
        [3, 10],
      ],
    ],
    [
      100,
      0,
      0,
      [
        [2, 50],
        [3, 20],
        [1, 30],
      ],
    ],
    [101, 0, 0, null],
    [90, 11, 0, null],
    [
      90,
      10,
      0,
      [
        [2, 50],
        [3, 20],
        [1, 20],
      ],
    ],
    [31, 0, 100, null],
    [30, 0, 99, [[2, 30]]],
    [30, 0, 100, [[1, 30]]],
    [0, 0, 0, null],
    [-5, 0, 0, null],
    [1.5, 0, 0, null],
  ])('spend %d with a debt of %d at %d: %j', (points, debt, now, taken) => {
    const plan = planSpend(lots, { points, debt, now });
    expect(plan?.map(({ id, points: part }) => [id, part]) ?? null).toEqual(taken);
  });

  it.each([
    [30, 0, { taken: 30, owed: 0 }],
    [50, 0, { taken: 30, owed: 20 }],
    [50, 199, { taken: 30, owed: 20 }],
    [50, 200, { taken: 30, owed: 0 }],
  ])('take back %d at %d: %j', (points, now, plan) => {
    expect(planTakeBack(lots[0]!, { points, now })).toEqual(plan);
  });

  it.each([
    [0, 99, [], []],
    [
      0,
      100,
      [],
      [
        [2, 50],
        [3, 20],
      ],
    ],
    [
      60,
      100,
      [
        [2, 50],
        [3, 10],
      ],
      [[3, 10]],
    ],
    [
      500,
      100,
      [
        [2, 50],
        [3, 20],
      ],
      [],
    ],
  ])('a debt of %d at %d: %j meet it, %j are lost', (debt, now, paid, lost) => {
    const plain = (taken: readonly Taken[]) => taken.map(({ id, points }) => [id, points]);
    const plan = planLapse(lots, { debt, now });
    expect([plain(plan.paid), plain(plan.lost)]).toEqual([paid, lost]);
  });
});

/** A company's points, moved by the plans alone, beside counts that know nothing of lots. */
class Book {
  lots: PointsLot[] = [];
  debt = 0;
  counts = { given: 0, spent: 0, takenBack: 0, lost: 0, owed: 0, paid: 0 };
  readonly spends: Taken[][] = [];

  private take(taken: readonly Taken[]): number {
    for (const { id, points } of taken) {
      const lot = this.lots[id]!;
      this.lots[id] = { ...lot, left: lot.left - points };
    }
    return taken.reduce((sum, { points }) => sum + points, 0);
  }

  private pay(taken: readonly Taken[]): void {
    const paid = this.take(taken);
    this.debt -= paid;
    this.counts.paid += paid;
  }

  grant(points: number, endsAt: number): void {
    this.lots.push({ id: this.lots.length, left: points, endsAt });
    this.counts.given += points;
    this.pay(takeFirst(this.lots.slice(-1), this.debt));
  }

  spend(points: number, now: number): void {
    const open = sumLots(this.lots.filter((lot) => lot.endsAt > now));
    const plan = planSpend(this.lots, { points, debt: this.debt, now });
    expect(plan === null).toBe(points > open - this.debt);
    if (plan === null) return;
    expect(this.take(plan)).toBe(points);
    this.counts.spent += points;
    this.spends.push(plan);
  }

  giveBack(): void {
    const [taken] = this.spends.splice(0, 1);
    if (taken === undefined) return;
    this.counts.spent += this.take(taken.map(({ id, points }) => ({ id, points: -points })));
    this.pay(
      takeFirst(
        taken.map(({ id, points }) => ({ id, left: points, endsAt: 0 })),
        this.debt,
      ),
    );
  }

  refund(id: number, points: number, now: number): void {
    const lot = this.lots[id];
    if (lot === undefined) return;
    const { taken, owed } = planTakeBack(lot, { points, now });
    this.take([{ id, points: taken }]);
    this.debt += owed;
    this.counts.takenBack += taken;
    this.counts.owed += owed;
  }

  lapse(now: number): void {
    const { paid, lost } = planLapse(this.lots, { debt: this.debt, now });
    this.pay(paid);
    this.counts.lost += this.take(lost);
    expect(sumLots(this.lots.filter(({ endsAt }) => endsAt <= now))).toBe(0);
  }
}

const nat = (max: number) => fc.nat({ max });
const act = fc.oneof(
  fc.record({ act: fc.constant('grant' as const), points: fc.integer({ min: 1, max: 200 }), lasts: nat(40) }),
  fc.record({ act: fc.constant('spend' as const), points: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ act: fc.constant('back' as const) }),
  fc.record({ act: fc.constant('refund' as const), lot: nat(8), points: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ act: fc.constant('lapse' as const) }),
);

test('any order of earning, spending, refunds and ends leaves the sum of the lots as the balance, and the debt right', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const book = new Book();
      for (const [now, one] of acts.entries()) {
        if (one.act === 'grant') book.grant(one.points, now + one.lasts);
        else if (one.act === 'spend') book.spend(one.points, now);
        else if (one.act === 'back') book.giveBack();
        else if (one.act === 'refund') book.refund(one.lot, one.points, now);
        else book.lapse(now);
        const { given, spent, takenBack, lost, owed, paid } = book.counts;
        expect(sumLots(book.lots)).toBe(given - spent - takenBack - lost - paid);
        expect(book.debt).toBe(owed - paid);
        expect(book.debt).toBeGreaterThanOrEqual(0);
        for (const { left } of book.lots) expect(left).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
});
