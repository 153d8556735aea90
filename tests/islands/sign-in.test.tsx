// @vitest-environment happy-dom
/** Signing in: what a person without a card for a missed day is told. */
import { afterEach, expect, test } from 'vitest';
import { SignInPage } from '#islands/sign-in/SignInPage.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { clearDocument, draw, press } from '#tests/support/dom.tsx';

afterEach(async () => {
  answerDialog(false);
  await clearDocument();
});

const state = {
  ...{ today: '2026-11-20', month: '2026-11', since: '2026-11-01', days: [], is_signed: 0 as const },
  ...{ streak: 0, next: { days: 7, left: 7, points: 20 }, daily: 5, cards: 0 },
};

test.each([
  [0, 2, '没有补签卡，连续签到30天可得2张。'],
  [0, 0, '没有补签卡。'],
])('without a card the sentence follows the rules of the desk (%i, %i)', async (of15, of30, text) => {
  const bonuses = [
    { days: 7, points: 20, cards: 0 },
    { days: 15, points: 50, cards: of15 },
    { days: 30, points: 120, cards: of30 },
  ];
  const place = await draw(<SignInPage initial={{ ...state, bonuses }} reason="" />);
  await press([...place.querySelectorAll('button')].find((one) => one.textContent === '10补签')!);
  expect($dialog.get()?.text).toBe(text);
});
