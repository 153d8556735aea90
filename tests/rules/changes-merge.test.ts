/** A change based on an older version, and what may be taken back of one. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CellFields, CellValue } from '#lib/rules/changes/cells.ts';
import { type Changes, collisionsText, collisionText, mergeChange } from '#lib/rules/changes/merge.ts';
import { notTakenText, undoOf } from '#lib/rules/changes/undo.ts';

type Name = 'price' | 'step' | 'note' | 'cold';
const fields: CellFields<Name> = {
  price: { kind: 'money', label: '价格', min: 1, max: 999_999 },
  step: { kind: 'whole', label: '起订量', min: 1, max: 999 },
  note: { kind: 'text', label: '说明', max: 50 },
  cold: { kind: 'yes', label: '冷链' },
};
const now: Record<Name, CellValue> = { price: 800, step: 10, note: null, cold: false };

test.each([
  // seen, mine, theirs: what becomes of the field
  [800, 850, 800, 'take'],
  [800, 850, 850, 'same'],
  [800, 850, 820, 'collides'],
  [800, 800, 800, 'same'],
  // Not changed by this person: the other's value stays.
  [800, 800, 820, 'same'],
  [null, 850, null, 'take'],
  [null, 850, 820, 'collides'],
  [800, null, 800, 'take'],
  [800, null, null, 'same'],
  [800, null, 820, 'collides'],
  [800, 850, null, 'collides'],
  [null, null, 820, 'same'],
] as const)('seen %s, changed to %s, now %s: %s', (seen, mine, theirs, is) => {
  const merged = mergeChange<Name>({ price: { seen, mine } }, { ...now, price: theirs });
  expect(merged).toEqual({
    take: is === 'take' ? { price: mine } : {},
    collisions: is === 'collides' ? [{ field: 'price', seen, mine, theirs }] : [],
    isSame: is === 'same',
  });
});

describe('several fields', () => {
  it('collide one by one, and the others go together', () => {
    const changes: Changes<Name> = {
      price: { seen: 790, mine: 850 },
      step: { seen: 10, mine: 20 },
      note: { seen: '旧', mine: null },
      cold: { seen: true, mine: true },
    };
    const merged = mergeChange(changes, now);
    expect(merged).toEqual({
      take: { step: 20 },
      collisions: [{ field: 'price', seen: 790, mine: 850, theirs: 800 }],
      isSame: false,
    });
    expect(collisionsText(fields, merged.collisions)).toBe('价格：您改为¥8.50，别人已改为¥8.00');
  });

  it('are named with both values, whatever their kind', () => {
    const texts = (
      [
        { field: 'step', seen: 10, mine: 20, theirs: 5 },
        { field: 'note', seen: '旧', mine: null, theirs: '新' },
        { field: 'cold', seen: null, mine: true, theirs: false },
      ] as const
    ).map((one) => collisionText(fields, one, 'wang'));
    expect(texts).toEqual([
      '起订量：您改为20，wang已改为5',
      '说明：您改为空，wang已改为新',
      '冷链：您改为是，wang已改为否',
    ]);
    expect(collisionsText(fields, [])).toBe('');
  });

  it('nothing changed is nothing to write', () => {
    expect(mergeChange<Name>({}, now)).toEqual({ take: {}, collisions: [], isSame: true });
  });
});

const value = fc.constantFrom<CellValue>(null, 1, 2, 3);
const anyRow = fc.record({ price: value, step: value, note: value, cold: value });

it('two people who change different fields of one row never collide, in either order', () => {
  fc.assert(
    fc.property(anyRow, anyRow, anyRow, (seen, first, second) => {
      const one: Changes<Name> = {
        price: { seen: seen.price, mine: first.price },
        step: { seen: seen.step, mine: first.step },
      };
      const other: Changes<Name> = {
        note: { seen: seen.note, mine: second.note },
        cold: { seen: seen.cold, mine: second.cold },
      };
      const play = (a: Changes<Name>, b: Changes<Name>) => {
        const half = { ...seen, ...mergeChange(a, seen).take };
        const merged = mergeChange(b, half);
        expect(merged.collisions).toEqual([]);
        return { ...half, ...merged.take };
      };
      expect(play(one, other)).toEqual(play(other, one));
      expect(play(one, other)).toEqual({ ...first, note: second.note, cold: second.cold });
    }),
  );
});

it('a change sent twice writes once', () => {
  fc.assert(
    fc.property(anyRow, anyRow, (seen, mine) => {
      const changes: Changes<Name> = {
        price: { seen: seen.price, mine: mine.price },
        note: { seen: seen.note, mine: mine.note },
      };
      const after = { ...seen, ...mergeChange(changes, seen).take };
      expect(mergeChange(changes, after)).toMatchObject({ isSame: true });
    }),
  );
});

describe('taking back', () => {
  const done = { before: { price: 800, note: null }, after: { price: 850, note: '特价' } } as const;
  const row: Record<Name, CellValue> = { price: 850, step: 10, note: '特价', cold: false };

  test.each([
    ['as it was left', row, { kind: 'take_back', set: { price: 800, note: null } }],
    // Another field is another change.
    ['another field changed', { ...row, step: 20 }, { kind: 'take_back', set: { price: 800, note: null } }],
    [
      'a field changed again',
      { ...row, price: 820 },
      { kind: 'changed', fields: [{ field: 'price', left: 850, now: 820 }] },
    ],
    [
      'a field cleared',
      { ...row, price: null },
      { kind: 'changed', fields: [{ field: 'price', left: 850, now: null }] },
    ],
    [
      'both changed again',
      { ...row, price: 820, note: '现价' },
      {
        kind: 'changed',
        fields: [
          { field: 'price', left: 850, now: 820 },
          { field: 'note', left: '特价', now: '现价' },
        ],
      },
    ],
    ['a field put back by hand', { ...row, price: 800 }, { kind: 'take_back', set: { note: null } }],
    [
      'one put back, one changed',
      { ...row, price: 800, note: '现价' },
      { kind: 'changed', fields: [{ field: 'note', left: '特价', now: '现价' }] },
    ],
    ['all put back by hand', { ...row, price: 800, note: null }, { kind: 'back' }],
    ['gone', null, { kind: 'gone' }],
  ])('a row %s', (_, stands, undo) => {
    expect(undoOf<Name>(done, stands)).toEqual(undo);
  });

  it('what was empty before is empty again', () => {
    expect(undoOf<Name>({ before: {}, after: { note: '特价' } }, row)).toEqual({
      kind: 'take_back',
      set: { note: null },
    });
  });

  it('says why a row stays', () => {
    const why = (stands: typeof row | null) => notTakenText(fields, undoOf<Name>(done, stands));
    expect(why(row)).toBe('');
    expect(why({ ...row, price: 800, note: null })).toBe('');
    expect(why(null)).toBe('这一行已经不存在');
    expect(why({ ...row, price: 820, note: null })).toBe('价格：当时改为¥8.50，现在是¥8.20');
    expect(why({ ...row, price: 820, note: '' })).toBe(
      '价格：当时改为¥8.50，现在是¥8.20；说明：当时改为特价，现在是空',
    );
  });

  it('a change and its undo leave the row as it was; the undo of the undo brings the change back', () => {
    fc.assert(
      fc.property(anyRow, anyRow, (seen, mine) => {
        const { take } = mergeChange<Name>(
          { price: { seen: seen.price, mine: mine.price }, step: { seen: seen.step, mine: mine.step } },
          seen,
        );
        const before = Object.fromEntries(Object.keys(take).map((name) => [name, seen[name as Name]]));
        const after = { ...seen, ...take };
        const undo = undoOf<Name>({ before, after: take }, after);
        const back = { ...after, ...(undo.kind === 'take_back' ? undo.set : {}) };
        expect(back).toEqual(seen);
        if (undo.kind !== 'take_back') return;
        const redo = undoOf<Name>({ before: take, after: undo.set }, back);
        expect({ ...back, ...(redo.kind === 'take_back' ? redo.set : {}) }).toEqual(after);
      }),
    );
  });
});
