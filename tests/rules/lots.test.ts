/** Lots: the earliest to expire first, nothing twice, nothing that may not go out. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Lot,
  type LotHold,
  type LotNeed,
  lotEffect,
  lotMoves,
  lotNamed,
  lotStateText,
  lotsAlike,
  planHolds,
  putInQuestions,
} from '#lib/rules/orders/lots.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/trace-codes.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

const now = Date.parse('2026-11-23T04:00:00Z');
const lot = (id: number, over: Partial<Lot> = {}): Lot => ({
  id,
  goodsId: 1,
  expiresOn: `2027-0${id}-01`,
  onHand: 10,
  held: 0,
  isRecalled: false,
  isLocked: false,
  ...over,
});
const need = (lineId: number, pieces: number, goodsId = 1): LotNeed => ({ lineId, goodsId, pieces });

describe('planHolds', () => {
  it.each<[string, Lot[], LotHold[], LotNeed[], [number, number, number][]]>([
    ['the earliest to expire first', [lot(2), lot(1)], [], [need(7, 4)], [[7, 1, 4]]],
    [
      'then the next',
      [lot(1), lot(2)],
      [],
      [need(7, 14)],
      [
        [7, 1, 10],
        [7, 2, 4],
      ],
    ],
    ['less than needed where there is no more', [lot(1)], [], [need(7, 14)], [[7, 1, 10]]],
    ['held by others is not free', [lot(1, { held: 8 })], [], [need(7, 5)], [[7, 1, 2]]],
    ['another goods has lots of its own', [lot(1, { goodsId: 2 })], [], [need(7, 5)], []],
    ['a locked one stays', [lot(1, { isLocked: true }), lot(2)], [], [need(7, 5)], [[7, 2, 5]]],
    ['a recalled one stays', [lot(1, { isRecalled: true }), lot(2)], [], [need(7, 5)], [[7, 2, 5]]],
    [
      'one beyond its day stays',
      [lot(1, { expiresOn: '2026-11-22' }), lot(2)],
      [],
      [need(7, 5)],
      [[7, 2, 5]],
    ],
    ['on its last day it goes', [lot(1, { expiresOn: '2026-11-23' })], [], [need(7, 5)], [[7, 1, 5]]],
    [
      'what a line holds stays with it, though another would expire earlier',
      [lot(1), lot(2, { held: 5 })],
      [{ lineId: 7, lotId: 2, pieces: 5 }],
      [need(7, 5)],
      [[7, 2, 5]],
    ],
    [
      'the first in the row is served first',
      [lot(1)],
      [],
      [need(7, 6), need(8, 6)],
      [
        [7, 1, 6],
        [8, 1, 4],
      ],
    ],
    [
      'a hold of a recalled lot is dealt out anew',
      [lot(1, { held: 5, isRecalled: true }), lot(2)],
      [{ lineId: 7, lotId: 1, pieces: 5 }],
      [need(7, 5)],
      [[7, 2, 5]],
    ],
    [
      'what is held beyond the need is let go, the last to expire first',
      [lot(1, { held: 3 }), lot(2, { held: 5 })],
      [
        { lineId: 7, lotId: 1, pieces: 3 },
        { lineId: 7, lotId: 2, pieces: 5 },
      ],
      [need(7, 4)],
      [
        [7, 1, 3],
        [7, 2, 1],
      ],
    ],
  ])('%s', (_name, lots, holds, needs, expected) => {
    const planned = planHolds(lots, holds, needs, now);
    expect(planned.map(({ lineId, lotId, pieces }) => [lineId, lotId, pieces])).toEqual(expected);
  });

  it('never holds more than lies there, nor more than is needed, whatever the lots', () => {
    const anyLot = fc.record({
      expiresOn: fc.constantFrom('2026-01-01', '2027-01-01', '2027-06-01'),
      onHand: fc.integer({ min: 0, max: 30 }),
      goodsId: fc.integer({ min: 1, max: 2 }),
      isRecalled: fc.boolean(),
      isLocked: fc.boolean(),
    });
    const anyNeed = fc.record({
      goodsId: fc.integer({ min: 1, max: 2 }),
      pieces: fc.integer({ min: 0, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyLot, { maxLength: 5 }),
        fc.array(anyNeed, { maxLength: 5 }),
        (rows, requests) => {
          const lots = rows.map((row, at) => ({ ...row, id: at + 1, held: 0 }));
          const needs = requests.map((request, at) => ({ ...request, lineId: at + 1 }));
          const planned = planHolds(lots, [], needs, now);
          for (const one of lots) {
            const held = planned
              .filter((hold) => hold.lotId === one.id)
              .reduce((sum, hold) => sum + hold.pieces, 0);
            expect(held).toBeLessThanOrEqual(
              one.isRecalled || one.isLocked || one.expiresOn < '2026-11-23' ? 0 : one.onHand,
            );
          }
          for (const goodsId of [1, 2]) {
            const wanted = needs
              .filter((one) => one.goodsId === goodsId)
              .reduce((sum, one) => sum + one.pieces, 0);
            const given = planned
              .filter((hold) => needs[hold.lineId - 1]?.goodsId === goodsId)
              .reduce((sum, hold) => sum + hold.pieces, 0);
            const there = lots
              .filter(
                (one) =>
                  one.goodsId === goodsId && !one.isRecalled && !one.isLocked && one.expiresOn > '2026-11-23',
              )
              .reduce((sum, one) => sum + one.onHand, 0);
            expect(given).toBe(Math.min(wanted, there));
          }
        },
      ),
    );
  });
});

describe('trace codes', () => {
  const code = (n: number) => `8${String(n).padStart(19, '0')}`;

  it('are read between lines, blanks and commas', () => {
    expect(readTraceCodes(`${code(1)}\n${code(2)}，${code(3)} "${code(4)}"\r\n`).codes).toHaveLength(4);
  });

  it.each([
    ['none at all go with anything', '', 3, null],
    ['as many as pieces', `${code(1)} ${code(2)}`, 2, null],
    ['too few', code(1), 2, '追溯码1个，与发货数量2不符，请核对'],
    ['too many', `${code(1)} ${code(2)}`, 1, '追溯码2个，与发货数量1不符，请核对'],
    ['twice the same', `${code(1)} ${code(1)}`, 2, `追溯码重复：${code(1)}`],
    ['nineteen digits', code(1).slice(1), 1, `追溯码须为20位数字，请核对：${code(1).slice(1)}`],
    ['letters', 'ABC', 1, '追溯码须为20位数字，请核对：ABC'],
  ])('%s', (_name, text, pieces, says) => {
    expect(findTraceFault(readTraceCodes(text), pieces)).toBe(says);
  });

  it('ten thousand of them are read at once', () => {
    const text = Array.from({ length: 10_000 }, (_, n) => code(n)).join('\n');
    expect(findTraceFault(readTraceCodes(text), 10_000)).toBeNull();
  });
});

it.each<[string, Partial<Lot>]>([
  ['在库', { expiresOn: '2027-05-23' }],
  ['近效期', { expiresOn: '2027-05-22' }],
  ['近效期', { expiresOn: '2026-11-23' }],
  ['已过期', { expiresOn: '2026-11-22' }],
  ['无库存', { onHand: 0 }],
  ['质量锁定', { isLocked: true, expiresOn: '2026-11-22' }],
  ['已召回', { isRecalled: true, isLocked: true, expiresOn: '2026-11-22' }],
])('a lot is %s: %o', (text, over) => {
  expect(lotStateText(lot(9, { expiresOn: '2028-01-01', ...over }), now)).toBe(text);
});

test('what comes back lies apart, and leaves it for sale or for good; every other move is of what lies there', () => {
  const effects = keysOf(lotMoves).map((kind) => [kind, lotEffect(kind, 3)]);
  expect(Object.fromEntries(effects)).toEqual({
    put_in: { onHand: 3, returned: 0 },
    shipped: { onHand: 3, returned: 0 },
    short: { onHand: 3, returned: 0 },
    counted: { onHand: 3, returned: 0 },
    expired: { onHand: 3, returned: 0 },
    returned: { onHand: 0, returned: 3 },
    put_back: { onHand: 3, returned: -3 },
    written_off: { onHand: 0, returned: 3 },
    damaged: { onHand: 3, returned: 0 },
    cancelled: { onHand: 3, returned: 0 },
    corrected: { onHand: 3, returned: 0 },
    locked: { onHand: 3, returned: 0 },
    unlocked: { onHand: 3, returned: 0 },
  });
});

describe('names of lots', () => {
  const lots = ['LX01', 'ＬＸ０１', 'lx01', 'LX02'].map((lotNo) => ({ lotNo }));

  test.each([
    ['LX01', 'LX01'],
    ['ＬＸ０１', 'ＬＸ０１'],
    ['LX 01', 'LX01'],
    ['ｌｘ01', 'lx01'],
    ['lX01', undefined],
    ['LX03', undefined],
  ])('%s names %s', (text, lotNo) => {
    expect(lotNamed(lots, text)?.lotNo).toBe(lotNo);
  });

  test('a recall is of all forms and cases', () => {
    expect(lotsAlike(lots, 'LX01').map(({ lotNo }) => lotNo)).toEqual(['LX01', 'ＬＸ０１', 'lx01']);
    expect(lotsAlike(lots, 'LX03')).toEqual([]);
  });

  test.each<[string, string, string, number]>([
    ['LX02', '2026-01-01', '2028-01-01', 0],
    ['LX03', '2026-01-01', '2027-12-31', 0],
    ['LX03', '2026-01-01', '2028-01-02', 1],
    ['lX02', '2026-01-01', '2028-01-01', 1],
    ['lX02', '2026-01-01', '2099-01-01', 2],
  ])('%s made %s until %s: %i questions', (lotNo, producedOn, expiresOn, count) => {
    const asked = putInQuestions({ lotNo, producedOn, expiresOn }, { lots, shelfLifeMonths: 24 });
    expect(asked).toHaveLength(count);
  });
});
