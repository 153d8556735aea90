/** Statements of a merchant's months: when a month is over, what may be done in which state, what has changed since. */
import { describe, expect, it } from 'vitest';
import {
  type AccountFigures,
  answerStates,
  changedFigures,
  figureTexts,
  isMonthClosed,
  monthOf,
  monthSpan,
  readStatementId,
  type StatementAct,
  type StatementState,
  statementBecomes,
  statementMay,
  statementOrder,
  statementRefusal,
  statementStates,
  statesFor,
} from '#lib/rules/orders/statements.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

const moment = (text: string) => Date.parse(text);

describe('a month', () => {
  it.each([
    ['2026-11', '2026-11-01T00:00+08:00', '2026-12-01T00:00+08:00'],
    ['2026-12', '2026-12-01T00:00+08:00', '2027-01-01T00:00+08:00'],
    ['2028-02', '2028-02-01T00:00+08:00', '2028-03-01T00:00+08:00'],
  ])('%s begins and ends in Shanghai', (month, from, to) => {
    expect(monthSpan(month)).toEqual({ from: moment(from), to: moment(to) });
    expect([monthOf(moment(from)), monthOf(moment(to) - 1)]).toEqual([month, month]);
  });

  it.each(['2026-13', '2026-00', '2026-1', '', '2026-11-01', '2026‑11'])('%j is none', (month) => {
    expect(monthSpan(month)).toBeNull();
    expect(isMonthClosed(month, moment('2030-01-01T00:00Z'))).toBe(false);
  });

  it('is closed from the first moment of the next one on', () => {
    const end = moment('2026-12-01T00:00+08:00');
    expect([end - 1, end].map((now) => isMonthClosed('2026-11', now))).toEqual([false, true]);
  });
});

describe('an address', () => {
  it.each([
    ['5-2026-10', { merchantId: 5, month: '2026-10' }],
    ['05-2026-10', null],
    ['0-2026-10', null],
    ['5-2026-13', null],
    ['5-2026-10 ', null],
    ['9999999999-2026-10', null],
    ['2026-10', null],
  ])('%j', (id, key) => expect(readStatementId(id)).toEqual(key));
});

describe('a state', () => {
  it.each<[StatementState, StatementAct[]]>([
    ['open', ['confirm', 'object']],
    ['objected', ['answer']],
    ['answered', ['confirm']],
    ['confirmed', []],
  ])('%s allows %j', (state, acts) => {
    const all: StatementAct[] = ['confirm', 'object', 'answer'];
    expect(all.filter((act) => statementMay(state, act))).toEqual(acts);
    for (const act of all) {
      expect(statesFor(act).includes(state)).toBe(acts.includes(act));
      if (!acts.includes(act)) expect(statementRefusal(state, act)).not.toBe('');
    }
  });

  it('is reached from an unanswered statement, and confirmed is the end', () => {
    const seen = new Set<StatementState>(['open']);
    for (const state of seen)
      for (const act of keysOf(statementBecomes))
        if (statementMay(state, act)) seen.add(statementBecomes[act]);
    expect([...seen].sort()).toEqual(keysOf(statementStates).sort());
    expect([...answerStates].sort()).toEqual([...seen].filter((state) => state !== 'open').sort());
  });

  it('begins each side’s list with what that side has to do', () => {
    for (const order of Object.values(statementOrder))
      expect([...order].sort()).toEqual(keysOf(statementStates).sort());
    expect(statementOrder.merchant.slice(0, 2).sort()).toEqual(statesFor('confirm').sort());
    expect(statementOrder.platform.slice(0, 1)).toEqual(statesFor('answer'));
  });
});

it('names the figures that a later entry has changed', () => {
  const was: AccountFigures = { before: 1, sold: 2, refunded: 0, borne: 0, settled: 0, owed: 3 };
  expect(changedFigures(was, was)).toEqual([]);
  expect(changedFigures(was, { ...was, sold: 4, owed: 5 })).toEqual(['sold', 'owed']);
  expect(keysOf(figureTexts)).toEqual(keysOf(was));
});
