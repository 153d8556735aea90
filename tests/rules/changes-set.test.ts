/** Sets of changes: states, what a person may do, when a set stops. */
import { describe, expect, it, test } from 'vitest';
import {
  afterSlice,
  allRowStates,
  allSetStates,
  canRowMove,
  canSetMove,
  judgedFrom,
  mostFailedInTurn,
  newRow,
  newSet,
  type RowState,
  rowStateText,
  type SetCounts,
  type SetState,
  type SetVerb,
  setActions,
  setCan,
  setIs,
  setStates,
  setStateText,
  stopReason,
} from '#lib/rules/changes/set-state.ts';
import { keysOf, tableOf } from '#lib/rules/terms/keys.ts';

function countsOf(over: Partial<Record<RowState, number>> = {}): SetCounts {
  return { ...tableOf(allRowStates, () => 0), ...over };
}

/** All that can be reached from one state. */
function walk<S>(start: S, all: readonly S[], may: (from: S, to: S) => boolean): Set<S> {
  const seen = new Set([start]);
  for (const state of seen) for (const to of all) if (may(state, to)) seen.add(to);
  return seen;
}

describe('states', () => {
  it('of a set are reached, and end', () => {
    expect([...walk(newSet, allSetStates, canSetMove)].sort()).toEqual(allSetStates.toSorted());
    expect(allSetStates.filter(setIs.over)).toEqual(['done', 'dropped']);
  });

  it('of a row are reached, and end', () => {
    expect([...walk(newRow, allRowStates, canRowMove)].sort()).toEqual(allRowStates.toSorted());
    const ends = allRowStates.filter((state) => !allRowStates.some((to) => canRowMove(state, to)));
    expect(ends).toEqual(['same', 'refused', 'failed', 'undone']);
  });

  test.each([
    ['draft', 'running', false],
    ['previewed', 'running', true],
    ['previewed', 'done', false],
    ['waiting', 'running', true],
    ['running', 'dropped', false],
    ['running', 'stopped', true],
    ['stopped', 'running', true],
    ['stopped', 'dropped', false],
    ['done', 'running', false],
    ['dropped', 'draft', false],
  ] as [SetState, SetState, boolean][])('a set from %s to %s: %s', (from, to, may) => {
    expect(canSetMove(from, to)).toBe(may);
  });

  test.each([
    ['new', 'done', false],
    ['refused', 'done', false],
    ['skipped', 'ready', true],
    ['skipped', 'done', false],
    ['ready', 'same', true],
    ['done', 'undone', true],
    ['failed', 'undone', false],
    ['undone', 'done', false],
  ] as [RowState, RowState, boolean][])('a row from %s to %s: %s', (from, to, may) => {
    expect(canRowMove(from, to)).toBe(may);
  });

  it('have names, and a newer version’s its own word', () => {
    expect(allSetStates.map(setStateText)).toEqual([
      '准备中',
      '待执行',
      '待复核',
      '执行中',
      '已停止',
      '已完成',
      '已放弃',
    ]);
    expect(allRowStates.map(rowStateText)).toEqual([
      '未检查',
      '将修改',
      '没有变化',
      '不能修改',
      '已排除',
      '已修改',
      '未修改',
      '已撤销',
    ]);
    expect([setStateText('paused'), rowStateText('toString')]).toEqual(['paused', 'toString']);
  });

  it('say whether there is work, and whether something may be written', () => {
    expect(allSetStates.filter(setIs.working)).toEqual(['draft', 'running']);
    expect(allSetStates.filter(setIs.drafting)).toEqual(['draft']);
    expect(allSetStates.filter(setIs.running)).toEqual(['running']);
    expect(allSetStates.filter(setIs.begun)).toEqual(['running', 'stopped', 'done']);
    // What was begun cannot be given up: it is stopped, and taken back.
    expect(allSetStates.filter((state) => setIs.begun(state) && canSetMove(state, 'dropped'))).toEqual([]);
  });
});

describe('what a person may do', () => {
  test.each([
    ['draft', {}, ['drop']],
    ['previewed', { ready: 1 }, ['run', 'skip', 'drop']],
    ['previewed', { skipped: 2 }, ['skip', 'drop']],
    ['previewed', { same: 3, refused: 4 }, ['drop']],
    ['waiting', { ready: 1 }, ['pass', 'refuse', 'withdraw']],
    ['running', { ready: 1, done: 9 }, ['stop']],
    ['stopped', { ready: 1, done: 9 }, ['resume', 'end', 'undo']],
    ['stopped', { ready: 1 }, ['resume', 'end']],
    ['stopped', { done: 1 }, ['end', 'undo']],
    ['done', { done: 1, failed: 1 }, ['undo']],
    ['done', { failed: 1, same: 2 }, []],
    ['done', { undone: 5 }, []],
    ['dropped', { ready: 5 }, []],
  ] as [SetState, Partial<Record<RowState, number>>, SetVerb[]][])('%s with %o: %o', (state, over, verbs) => {
    const counts = countsOf(over);
    expect(setActions(state, counts)).toEqual(verbs);
    for (const verb of keysOf(setCan)) expect(setCan[verb](state, counts)).toBe(verbs.includes(verb));
  });

  it('every verb has a state', () => {
    const counts = countsOf({ ready: 1, done: 1, skipped: 1 });
    const verbs = new Set(keysOf(setStates).flatMap((state) => setActions(state, counts)));
    expect([...verbs].sort()).toEqual(keysOf(setCan).toSorted());
  });
});

test.each([
  [0, mostFailedInTurn - 1, mostFailedInTurn - 1, null],
  [0, mostFailedInTurn, mostFailedInTurn, '连续100行没有改成，请看原因后再继续'],
  [900, 100, 99, null],
  [800, 200, 0, null],
  [799, 201, 0, '1000行里有201行没有改成，请看原因后再继续'],
  // Too few to judge by a part of them.
  [judgedFrom - 401, 400, 0, null],
  [judgedFrom - 400, 400, 0, '1000行里有400行没有改成，请看原因后再继续'],
  [50_000, 0, 0, null],
])('%d changed, %d failed, %d of them in turn: %s', (done, failed, failedInTurn, reason) => {
  expect(stopReason({ done, failed, failedInTurn })).toBe(reason);
});

test.each([
  [10, false, null, 'running'],
  [10, true, null, 'stopped'],
  [10, false, '连续100行没有改成', 'stopped'],
  [0, false, null, 'done'],
  [0, true, null, 'done'],
  [0, false, '连续100行没有改成', 'done'],
] as const)(
  'after a slice with %d left, stop asked %s, reason %s: %s',
  (ready, isStopAsked, reason, state) => {
    expect(afterSlice({ ready, isStopAsked, reason })).toBe(state);
    if (state !== 'running') expect(canSetMove('running', state)).toBe(true);
  },
);
