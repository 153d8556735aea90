/** Texts found by their parts, where numbers still have 16 bits and where they no longer do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersBelow, placeOf } from '#lib/server/engines/search/columns.ts';
import { SyllableLists } from '#lib/server/engines/search/grams.ts';
import { TextIndex } from '#lib/server/engines/search/text-index.ts';
import { sought, Texts } from '#lib/server/engines/search/texts.ts';

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

const words = fc.string({ unit: fc.constantFrom('h', '2', '国', '药', 'é', '𠮷'), maxLength: 6 });

test('packed texts, and those that come later, are what they were, and hold the same words', () => {
  fc.assert(
    fc.property(fc.array(words), fc.array(words), words, (early, later, word) => {
      const texts = new Texts();
      for (const text of early) texts.push(text);
      for (const _ of texts.pack());
      for (const text of later) texts.push(text);
      const all = [...early, ...later];
      const ids = Array.from({ length: all.length }, (_, id) => id);
      expect(texts.length).toBe(all.length);
      expect(ids.map((id) => texts.at(id))).toEqual(all);
      expect(ids.map((id) => texts.holds(id, sought(word)))).toEqual(all.map((text) => text.includes(word)));
      expect(ids.map((id) => texts.is(id, sought(word)))).toEqual(all.map((text) => text === word));
      expect(texts.at(all.length)).toBe('');
    }),
  );
});

test('an index of codes finds by parts what was packed and what came later', () => {
  fc.assert(
    fc.property(fc.uniqueArray(words), fc.uniqueArray(words), words, (early, later, word) => {
      const index = new TextIndex('part');
      for (const [owner, text] of early.entries()) index.add(text, owner);
      for (const _ of index.pack());
      for (const [owner, text] of later.entries()) index.add(text, early.length + owner);
      const all = [...new Set([...early, ...later])].filter((text) => text !== '');
      const found = index.find(word).map((id) => index.textOf(id));
      expect(found).toEqual(word === '' ? [] : all.filter((text) => text.includes(word)));
      expect(index.textOf(index.idOf(word) ?? -1)).toBe(all.includes(word) ? word : '');
    }),
  );
});

test('syllables of many words are told by number; those that are not known are null', () => {
  const lists = new SyllableLists();
  const known = [['a', 'mo', 'xi', 'lin'], null, ['lin'], ['xi', 'xi']];
  for (const parts of known) lists.push(parts);
  expect(lists.length).toBe(4);
  expect([-1, 0, 1, 2, 3, 4].map((id) => lists.of(id))).toEqual([null, ...known, null]);
  expect([...lists.entries()].map(([id]) => id)).toEqual([0, 2, 3]);
});
