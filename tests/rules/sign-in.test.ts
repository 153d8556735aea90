import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BonusDay,
  bonusCards,
  bonusDays,
  bonusesDue,
  dayAfter,
  makeUpRefusal,
  monthOf,
  nextBonus,
  noCardText,
  runAround,
  signBonuses,
  streakOf,
} from '#lib/rules/points/sign-in.ts';

const days = (from: string, count: number) => Array.from({ length: count }, (_, at) => dayAfter(from, at));

describe('days in a row', () => {
  it.each<[string, string[], string, number]>([
    ['none', [], '2026-03-01', 0],
    ['today alone', ['2026-03-01'], '2026-03-01', 1],
    ['yesterday, today open', ['2026-02-28'], '2026-03-01', 1],
    ['a missed day', ['2026-02-27'], '2026-03-01', 0],
    ['over the end of February', days('2026-02-26', 4), '2026-03-01', 4],
    ['over 29 February', days('2028-02-27', 4), '2028-03-01', 4],
    ['over a new year', days('2026-12-30', 4), '2027-01-02', 4],
    ['after a gap', [...days('2026-02-20', 5), '2026-03-01'], '2026-03-01', 1],
  ])('%s', (_, signed, today, streak) => {
    expect(streakOf(new Set(signed), today)).toBe(streak);
  });

  it('finds the run around a day', () => {
    const signed = new Set([...days('2026-02-27', 3), ...days('2026-03-05', 2)]);
    expect(runAround(signed, '2026-02-28')).toEqual(days('2026-02-27', 3));
    expect(runAround(signed, '2026-03-05')).toEqual(days('2026-03-05', 2));
    expect(runAround(signed, '2026-03-04')).toEqual([]);
  });
});

describe('bonuses', () => {
  it.each<[number, BonusDay[], BonusDay[]]>([
    [0, [], []],
    [6, [], []],
    [7, [], [7]],
    [7, [7], []],
    [8, [7], []],
    [14, [7], []],
    [15, [7], [15]],
    [15, [], [7, 15]],
    [29, [7, 15], []],
    [30, [7, 15], [30]],
    [36, [7, 15, 30], []],
    [37, [7, 15, 30], [7]],
    [45, [7, 15, 30, 7], [15]],
    [60, [7, 15, 30, 7, 15], [30]],
    [60, [], [7, 7, 15, 15, 30, 30]],
    [17, [7, 7], [15]],
  ])('%i days in a row with %j given: %j', (run, given, due) => {
    expect(bonusesDue(run, given)).toEqual(due);
  });

  it('are given once each however the days come in', () => {
    const order = fc.shuffledSubarray(days('2026-01-01', 65), { minLength: 65, maxLength: 65 });
    fc.assert(
      fc.property(order, (pressed) => {
        const signed = new Set<string>();
        const given = new Map<string, BonusDay[]>();
        for (const day of pressed) {
          signed.add(day);
          const run = runAround(signed, day);
          given.set(
            day,
            bonusesDue(
              run.length,
              run.flatMap((one) => given.get(one) ?? []),
            ),
          );
        }
        const all = [...given.values()].flat();
        for (const bonus of bonusDays) {
          const times = all.filter((one) => one === bonus).length;
          // Separate runs have each had theirs before a day joined them: one for so many days at most.
          expect(times).toBeGreaterThanOrEqual(2);
          expect(times).toBeLessThanOrEqual(Math.floor(65 / bonus));
        }
        expect(bonusesDue(65, all)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[number, BonusDay[], BonusDay, number]>([
    [0, [], 7, 7],
    [6, [], 7, 1],
    [7, [7], 15, 8],
    [15, [7, 15], 30, 15],
    [29, [7, 15], 30, 1],
    [30, [7, 15, 30], 7, 7],
    [44, [7, 15, 30, 7], 15, 1],
    // Two runs had theirs before a card joined them: the 37th day brings nothing.
    [36, [7, 7, 15, 30], 15, 9],
  ])('after %i days with %j the next is that of %i, in %i', (streak, given, bonus, left) => {
    expect(nextBonus(streak, given)).toEqual({ bonus, left });
    expect(bonusesDue(streak + left, given)).toEqual([bonus]);
  });
});

describe('a missed day', () => {
  const asked = { today: '2026-03-31', since: '2026-03-10' };
  it.each<[string, string, string | null]>([
    ['yesterday', '2026-03-30', null],
    ['the day of the account', '2026-03-10', null],
    ['today', '2026-03-31', '只能补签今天以前的日子'],
    ['tomorrow', '2026-04-01', '只能补签今天以前的日子'],
    ['before the account', '2026-03-09', '开户以前的日子不能补签'],
    ['signed already', '2026-03-20', '这一天已经签到'],
  ])('%s', (_, day, refusal) => {
    expect(makeUpRefusal(new Set(['2026-03-20']), day, asked)).toBe(refusal);
  });

  it('is made up for thirty days', () => {
    const old = { today: '2026-03-31', since: '2020-01-01' };
    expect(makeUpRefusal(new Set(), '2026-03-01', old)).toBeNull();
    expect(makeUpRefusal(new Set(), '2026-02-28', old)).toBe('只能补签最近30天');
  });
});

it.each([
  ['2026-02', 6, 28],
  ['2028-02', 1, 29],
  ['2026-06', 0, 30],
  ['2026-03', 6, 31],
])('the calendar of %s begins after %i places and has %i days', (month, blanks, length) => {
  const shown = monthOf(month);
  expect(shown.blanks).toBe(blanks);
  expect(shown.days).toHaveLength(length);
  expect(shown.days.at(-1)).toBe(`${month}-${length}`);
});

it('makes bonuses of the settings, with a card each that is numbered, and says how to get one', () => {
  const set = {
    signBonus7: 20,
    signBonus15: 50,
    signBonus30: 120,
    signCards7: 0,
    signCards15: 2,
    signCards30: 1,
  };
  const bonuses = signBonuses(set);
  expect(bonuses[1]).toEqual({ days: 15, points: 50, cards: 2 });
  expect(bonusCards(bonuses[1]!, '2026-11-15')).toEqual(['bonus:15:2026-11-15', 'bonus:15:2026-11-15:2']);
  expect(bonusCards(bonuses[0]!, '2026-11-07')).toEqual([]);
  expect(noCardText(bonuses)).toBe('没有补签卡，连续签到15天可得2张');
  expect(noCardText(signBonuses({ ...set, signCards15: 0, signCards30: 0 }))).toBe('没有补签卡');
});
