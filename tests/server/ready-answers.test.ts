/** Answers that are kept as bytes: each asker's are their own, whatever was added before and after. */
import { expect, test } from 'vitest';
import { jsonOf } from '#lib/server/fast/json-text.ts';
import { CachedAnswers } from '#lib/server/offers/cached-answers.ts';

type Part = Record<string, unknown>;

function makeStore() {
  const ready = new CachedAnswers<Part, number>();
  const row = {};
  const isOf = (version: number) => (basis: number) => basis === version;
  const add = (kind: string, money: string | null, version: number, common: Part, own: Part) =>
    ready.add(row, { kind, money }, () => common, own, { basis: version, holds: isOf(version) });
  const find = (kind: string, money: string | null, version = 1) =>
    ready.find(row, { kind, money }, isOf(version));
  return { ready, row, add, find };
}

const written = (answer: unknown): unknown => JSON.parse(jsonOf({ data: [answer] }).toString()).data[0];

test('of one goods each kind and each way has its own, as bytes and as an object', () => {
  const { add, find } = makeStore();
  const first = add('零售', '', 1, { id: 7, name: '阿莫西林' }, { net: null });
  add('零售', '券甲', 1, { id: 7, name: '别人的' }, { net: '9.00', words: '满减“后”' });
  add('零售', '券乙', 1, {}, { net: '8.00' });
  add('医院', '券甲', 1, { id: 7, hidden: true }, { is_favorite: 0 });
  const all = [
    ['零售', '', { id: 7, name: '阿莫西林', net: null }],
    ['零售', '券甲', { id: 7, name: '阿莫西林', net: '9.00', words: '满减“后”' }],
    ['零售', '券乙', { id: 7, name: '阿莫西林', net: '8.00' }],
    ['医院', '券甲', { id: 7, hidden: true, is_favorite: 0 }],
  ] as const;
  for (const [kind, money, said] of all) {
    expect(written(find(kind, money))).toEqual(said);
    expect({ ...find(kind, money) }).toEqual(said);
  }
  // What was answered before the others came still says what it said.
  expect([written(first), first.name]).toEqual([all[0][2], '阿莫西林']);
  expect([find('医院', ''), find('药店', '')]).toEqual([undefined, undefined]);
});

test('what is one buyer’s alone is written after the shared part, and nobody else finds it', () => {
  const { add, find } = makeStore();
  expect(written(add('零售', null, 1, { id: 7 }, { net: '1.00' }))).toEqual({ id: 7, net: '1.00' });
  expect(find('零售', null)).toBeUndefined();
  add('零售', '券', 1, { id: 8 }, { net: '3.00' });
  const second = add('零售', null, 1, { id: 8 }, { net: '2.00' });
  expect(written(second)).toEqual({ id: 7, net: '2.00' });
  expect(written(find('零售', '券'))).toEqual({ id: 7, net: '3.00' });
  // Another source of the shared part is told to them too.
  expect(written(add('零售', null, 2, { id: 9 }, { net: '4.00' }))).toEqual({ id: 9, net: '4.00' });
});

test('what was made of something else is found no more, and goes with all its ways', () => {
  const { add, find } = makeStore();
  add('零售', '', 1, { stock: 5 }, { cart_num: 0 });
  add('零售', '券', 1, { stock: 5 }, { cart_num: 0, net: '1.00' });
  expect(find('零售', '', 2)).toBeUndefined();
  add('零售', '', 2, { stock: 4 }, { cart_num: 0 });
  expect(written(find('零售', '', 2))).toEqual({ stock: 4, cart_num: 0 });
  expect([find('零售', '券', 2), find('零售', '', 1)]).toEqual([undefined, undefined]);
});

test('two who make the same way at once keep it once', () => {
  const { ready, add, find } = makeStore();
  add('零售', '', 1, { id: 1 }, { net: '1.00' });
  const second = add('零售', '', 1, { id: 1 }, { net: '1.00' });
  expect(written(second)).toEqual(written(find('零售', '')));
  expect(ready.find({}, { kind: '零售', money: '' }, () => true)).toBeUndefined();
});

test('more kinds and ways than are kept push older ones out, and none gets the part of another', () => {
  const { add, find } = makeStore();
  for (let kind = 0; kind < 40; kind++)
    for (let way = 0; way < 70; way++) add(`${kind}`, `${way}`, 1, { kind }, { way });
  const found = Array.from({ length: 40 * 70 }, (_, at) => [Math.floor(at / 70), at % 70] as const).filter(
    ([kind, way]) => find(`${kind}`, `${way}`) !== undefined,
  );
  expect(found.length).toBeGreaterThan(0);
  for (const [kind, way] of found) expect(written(find(`${kind}`, `${way}`))).toEqual({ kind, way });
});
