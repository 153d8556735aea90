/** Texts found by their parts, where numbers still have 16 bits and where they no longer do. */
import { expect, test } from 'vitest';
import { numbersBelow, placeOf } from '#lib/server/search/int-list.ts';
import { TextIndex } from '#lib/server/search/text-index.ts';

test.each([0x1_0000, 0x1_0001])(
  'of %i texts the first and the last are found, with who carries them',
  (count) => {
    const index = new TextIndex('part');
    for (let nth = 0; nth < count; nth++) index.add(`Z${nth.toString(36).padStart(5, '0')}`, nth, true);
    for (const _ of index.pack());
    const last = count - 1;
    for (const nth of [0, 1, last - 1, last]) {
      const text = `Z${nth.toString(36).padStart(5, '0')}`;
      expect(index.find(text)).toEqual([nth]);
      expect([...index.ownersOf(nth)]).toEqual([nth]);
    }
    expect(index.find('Z-----')).toEqual([]);
  },
);

test('numbers are as wide as the largest of them', () => {
  for (const bound of [1, 0x1_0000, 0x1_0001]) {
    const numbers = numbersBelow(bound, 1);
    numbers[0] = bound - 1;
    expect(numbers[0]).toBe(bound - 1);
  }
});

test('a number is found among ascending ones, negative ones too', () => {
  const ascending = Int32Array.of(-0x2000_0000, -5, 0, 7, 0x7fff_ffff);
  expect(Array.from(ascending, (number) => placeOf(ascending, number))).toEqual([0, 1, 2, 3, 4]);
  expect([-6, 1, 8].map((number) => placeOf(ascending, number))).toEqual([-1, -1, -1]);
  expect(placeOf(new Int32Array(0), 1)).toBe(-1);
});
