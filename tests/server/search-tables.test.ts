/** The tables that the index is made of: each says what a plain list, map or sort would. */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { IdTable } from '#lib/server/engines/search/columns.ts';
import { Orders } from '#lib/server/engines/search/orders.ts';
import { PairNumbers } from '#lib/server/engines/search/pair-numbers.ts';
import { Lowest } from '#lib/server/engines/search/same-drug.ts';
import { KnownTexts } from '#lib/server/fast/known-texts.ts';
import { until } from '#tests/support/server-process.ts';

afterEach(() => vi.useRealTimers());

test('texts are those of their bytes, and the same bytes are one text', () => {
  // Alike at both ends, where long ones are looked at first.
  const long = (inside: string) => `用于敏感菌所致的${inside.padEnd(40, '、')}感染及其他`;
  const texts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 2 }).map(long)), {
    maxLength: 600,
  });
  fc.assert(
    fc.property(texts, (all) => {
      const known = new KnownTexts();
      for (const text of [...all, ...all]) {
        const bytes = Buffer.from(`x${text}y`);
        expect(known.of(bytes, 1, bytes.length - 1)).toBe(bytes.toString('utf8', 1, bytes.length - 1));
      }
    }),
    { numRuns: 40 },
  );
});

test('more texts than are kept are right too', () => {
  const known = new KnownTexts();
  for (const _ of [1, 2])
    for (let nth = 0; nth < 70_000; nth++) {
      const bytes = Buffer.from(`第${nth}号`);
      if (known.of(bytes, 0, bytes.length) !== `第${nth}号`) throw new Error(`${nth}`);
    }
});

test('rows of ids are found, whether ids are left out, come late or move', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(ids, fc.nat(100), (all, late) => {
      const rows = [...all.slice(late).sort((a, b) => a - b), ...all.slice(0, late), all[0] ?? 0];
      const column = new Int32Array(rows.length);
      const table = new IdTable(column);
      const wanted = new Map<number, number>();
      for (const [place, id] of rows.entries()) {
        column[place] = id;
        table.add(id, place);
        wanted.set(id, place);
      }
      for (let id = -1; id <= 401; id++) expect(table.get(id)).toBe(wanted.get(id));
    }),
  );
});

test('the lowest are those that a sort puts first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(12), (all, most) => {
      const lowest = new Lowest(most);
      for (const number of all) lowest.add(number);
      expect(lowest.numbers).toEqual(all.toSorted((a, b) => a - b).slice(0, most));
    }),
  );
});

test('pairs are one where both of them are the same', () => {
  const numbers = new PairNumbers();
  const pairs = [0, 1, 2, 2 ** 26 - 1].flatMap((one) =>
    [0, 1, 2 ** 26 - 1].map((other) => [one, other] as const),
  );
  expect(new Set(pairs.map(([one, other]) => numbers.number(one, other))).size).toBe(pairs.length);
  expect(numbers.count).toBe(pairs.length);
  expect(numbers.number(1, 0)).not.toBe(numbers.number(0, 1));
  expect(numbers.count).toBe(pairs.length);
});

test('a pair keeps its number however many come', () => {
  const numbers = new PairNumbers();
  const some = Array.from({ length: 1_000 }, (_, nth) => [nth % 37, Math.floor(nth / 37)] as const);
  const notified = some.map(([one, other]) => numbers.number(one, other));
  expect(notified).toEqual(some.map((_, nth) => nth));
  expect(some.map(([one, other]) => numbers.number(one, other))).toEqual(notified);
  expect(notified.map((number) => numbers.firstOf(number))).toEqual(some.map(([one]) => one));
});

/** Goods that sell as their places say, with room for some more. */
function someGoods(count: number) {
  const room = count + 400;
  const numbers = (of: (place: number) => number) =>
    Int32Array.from({ length: room }, (_, place) => of(place));
  const sales = numbers((place) => (place * 7919) % 1009);
  return {
    count,
    ids: numbers((place) => place + 1),
    sales,
    salesAt: (place: number) => sales[place] ?? 0,
    createdSeconds: numbers((place) => 1.7e9 + ((place * 104_729) % 5_003)),
    expiryDayAt: (place: number) => 20_000 + ((place * 31) % 700),
  };
}

const bySales = ({ count, sales }: ReturnType<typeof someGoods>) =>
  Array.from({ length: count }, (_, place) => place).sort(
    (a, b) => (sales[b] ?? 0) - (sales[a] ?? 0) || a - b,
  );

test('orders that are old hold until new ones are made, with those in them that came meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const goods = someGoods(500_000);
  const orders = new Orders(goods);
  const places = (by: 'sale' | 'new' | 'expiry') => [...orders.of(by).places.subarray(0, goods.count)];
  expect(places('sale')).toEqual(bySales(goods));
  places('new');
  const wasNew = orders.of('new');
  const old = orders.of('sale');
  goods.sales.set(goods.sales.toReversed());
  orders.recordChanges();
  expect(orders.of('sale')).toBe(old);
  vi.setSystemTime(Date.now() + 31_000);
  orders.recordChanges();
  expect(orders.of('sale')).toBe(old);
  // Between any two steps of the work.
  while (orders.of('sale') === old) {
    if (goods.count < goods.ids.length) {
      goods.count += 1;
      orders.append(1);
    }
    await turn();
  }
  expect(goods.count).toBeGreaterThan(500_001);
  expect(places('sale')).toEqual(bySales(goods));
  expect(orders.of('new')).not.toBe(wasNew);
  for (const by of ['sale', 'new', 'expiry'] as const) {
    const { ranks, places: all } = orders.of(by);
    expect(new Set(places(by)).size).toBe(goods.count);
    for (let rank = 0; rank < goods.count; rank++)
      if (ranks[all[rank] ?? -1] !== rank) throw new Error(`${by} ${rank}`);
  }
});

test('orders in the making give way to goods that are too many to be put in', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const goods = someGoods(40_000);
  const orders = new Orders(goods);
  orders.of('sale');
  vi.setSystemTime(Date.now() + 31_000);
  orders.recordChanges();
  goods.count += 20;
  orders.append(20);
  const made = orders.of('sale');
  expect([...made.places.subarray(0, goods.count)]).toEqual(bySales(goods));
  vi.setSystemTime(Date.now() + 31_000);
  // The one under way ends, and another may begin.
  await until('another is made', () => {
    orders.recordChanges();
    return orders.of('sale') !== made;
  });
  expect([...orders.of('sale').places.subarray(0, goods.count)]).toEqual(bySales(goods));
});
