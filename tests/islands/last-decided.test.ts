// @vitest-environment happy-dom
/** The word about the last company of the review, which the list says once. */
import { expect, test } from 'vitest';
import { leaveWord, sayLastWord } from '#islands/desk/review/last-decided.ts';
import { $toasts } from '#lib/client/stores/shell/toasts.ts';

const said = () => $toasts.get().map(({ kind, text }) => `${kind} ${text}`);

test('is said on the next page, and on no later one', () => {
  sayLastWord();
  expect(said()).toEqual([]);
  leaveWord('初开大药房：已通过');
  sayLastWord();
  expect(said()).toEqual(['success 初开大药房：已通过']);
  $toasts.set([]);
  sayLastWord();
  expect(said()).toEqual([]);
});
