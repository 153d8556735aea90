import { expect, test } from 'vitest';
import { tagNames, tagWord } from '#islands/goods/words.ts';
import { goodsTags } from '#lib/contract/goods/calls.ts';
import { withFlags } from '#lib/contract/offers/tags.ts';

const shown = (...names: string[]) =>
  withFlags(names.map((name) => ({ name })))
    .filter(({ is_show }) => is_show === 1)
    .map(({ name }) => name);

test.each([
  [[], []],
  [['优'], ['优']],
  [
    ['优', '新'],
    ['优', '新'],
  ],
  [
    ['优', '满', '新'],
    ['满', '新'],
  ],
  [
    ['优', '满', '换购', '赠', '特', '拼团', '新', '秒'],
    ['特', '秒'],
  ],
  [
    ['优', '换购', '赠'],
    ['换购', '赠'],
  ],
])('of %j at first sight %j', (names, expected) => {
  expect(shown(...names)).toEqual(expected);
});

test('a label of a promotion leads to its activity, 优 and 新 lead nowhere', () => {
  const flags = withFlags(goodsTags.map((name) => ({ name })));
  expect(flags.filter(({ is_jump }) => is_jump === 0).map(({ name }) => name)).toEqual(['优', '新']);
});

test('every label is a word of two characters, and each word is one label', () => {
  expect(goodsTags.map(tagWord).filter((word) => word.length < 2)).toEqual([]);
  expect(new Set(Object.values(tagNames))).toEqual(new Set(goodsTags));
});
