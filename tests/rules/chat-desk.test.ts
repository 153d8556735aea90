import { expect, test } from 'vitest';
import { findCannedWord, matchCanned } from '#lib/rules/chat/canned-search.ts';
import { countdownText, isWaitLate, secondsText, waitedText } from '#lib/rules/chat/queue-text.ts';

const at = Date.parse('2026-11-30T09:00:00+08:00');

test.each([
  [0, '已等1分钟', false],
  [60_000, '已等1分钟', false],
  [60_001, '已等1分钟', true],
  [3 * 60_000, '已等3分钟', true],
  [3 * 3_600_000, '已等3小时', true],
  [3 * 86_400_000, '已等3天', true],
])('a wait of %d ms is %s, late: %s', (ms, text, isLate) => {
  expect([waitedText(at - ms, at), isWaitLate(at - ms, at)]).toEqual([text, isLate]);
});

test.each([
  [120_000, '2:00'],
  [65_001, '1:06'],
  [5_000, '0:05'],
  [0, '0:00'],
  [-9_000, '0:00'],
])('%d ms are left: %s', (ms, text) => {
  expect(countdownText(at + ms, at)).toBe(text);
});

test.each([
  [null, '—'],
  [0, '0秒'],
  [59, '59秒'],
  [60, '1分'],
  [200, '3分20秒'],
  [3_600, '1小时'],
  [7_500, '2小时5分'],
])('%s seconds of service are %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});

test.each([
  ['/', ''],
  ['/FH', 'fh'],
  ['／发货', '发货'],
  ['', null],
  ['发货', null],
  ['看 /fh', null],
  ['/fh 好', null],
  ['/fh\n', null],
])('%j searches canned answers for %j', (typed, word) => {
  expect(findCannedWord(typed)).toBe(word);
});

test('the code is before the text, and eight are enough', () => {
  const row = (shortcut: string, text = '您好') => ({ shortcut, text });
  const all = [row('nihao', '发货 fh'), row('FH'), row('fh2'), row('wl')];
  expect(matchCanned(all, 'fh').map(({ shortcut }) => shortcut)).toEqual(['FH', 'fh2', 'nihao']);
  expect(matchCanned(all, '')).toHaveLength(4);
  expect(
    matchCanned(
      Array.from({ length: 20 }, (_, at) => row(`a${at}`)),
      'a',
    ),
  ).toHaveLength(8);
});
