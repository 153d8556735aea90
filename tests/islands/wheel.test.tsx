// @vitest-environment happy-dom
/** A draw whose answer was lost is asked for again with its token; a refusal forgets the press. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DrawPopup } from '#islands/wheel/DrawPopup.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { findPress } from '#lib/client/stores/wheel.ts';
import type { WheelPrize } from '#lib/contract/wheel.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
beforeEach(() => {
  localStorage.clear();
  // The test's document moves nothing: a card instead of the wheel.
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList;
});
afterEach(clearDocument);

const prize = { id: 1, kind: 'points', name: '100积分', remarks: '' } as const;
const wheel = {
  id: 3,
  name: '幸运大转盘',
  prizes: [
    { ...prize, image: '', worth: '1.00', count: 1, left: 1, odds: '10%', odds_now: '10%' },
  ] as WheelPrize[],
  mine: {
    ...{
      company_id: 7,
      chances: 2,
      reason: '',
      may_buy: 1 as const,
      points: 0,
      chance_points: 0,
      points_left: 0,
    },
  },
} as const;
const own = { id: 3, companyId: 7 };
const drawn = {
  ...prize,
  ...{ id: 9, wheel_id: 3, prize_id: 1, seq: 4, token: 'x', buyer_seed: 'y', ticket: 7, tickets: 10 },
  ...{ root: '', path: [], at: '2026-11-20T02:00:00.000Z', link: '/wdqb/jfgl', chances: 1 },
};

/** What is left is looked at again. */
async function looked(): Promise<void> {
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/draw?id=3');
  asked.answer(200, wheel);
}

test('a lost answer is asked for again by the same token, and shown once', async () => {
  const place = await draw(<DrawPopup wheel={wheel} />);
  await press(named(place, '抽奖（还有2次）'));
  const lost = await shop.next();
  expect(lost.line).toContain('POST /api/draw/3/play');
  const kept = findPress(own);
  expect(lost.line).toContain(String(kept?.token));
  lost.answer(500, {});
  await looked();
  await until(() => expect(named(place, '查看上次抽奖的结果')).toBeTruthy());
  await press(named(place, '查看上次抽奖的结果'));
  const again = await shop.next();
  expect(again.line).toBe(lost.line);
  again.answer(200, drawn);
  await until(() =>
    expect(place.querySelector('aside > div:last-child [role=status]')?.textContent).toBe(
      '恭喜，抽中100积分',
    ),
  );
  expect(findPress(own)).toBeNull();
  expect(named(place, '抽奖（还有1次）')).toMatchObject({ disabled: false });
});

test('on a phone it is a badge that a press unfolds', async () => {
  const place = await draw(<DrawPopup wheel={wheel} />);
  const wheelBox = named(place, '抽奖（还有2次）').closest('aside > div');
  expect(wheelBox?.className).toContain('max-md:hidden');
  await press(named(place, '抽奖机会2次'));
  expect(wheelBox?.className).not.toContain('max-md:hidden');
  expect(wheelBox?.contains(document.activeElement)).toBe(true);
  expect(place.querySelectorAll('[aria-label=关闭抽奖]')).toHaveLength(1);
});

test('a refusal forgets the press; the next one has another token', async () => {
  const place = await draw(<DrawPopup wheel={wheel} />);
  await press(named(place, '抽奖（还有2次）'));
  const refused = await shop.next();
  refused.answer(409, {});
  await until(() => expect($dialog.get()).not.toBeNull());
  answerDialog(true);
  await looked();
  expect(findPress(own)).toBeNull();
  await until(() => expect(named(place, '抽奖（还有2次）')).toMatchObject({ disabled: false }));
  await press(named(place, '抽奖（还有2次）'));
  const next = await shop.next();
  expect(next.line).not.toBe(refused.line);
  next.answer(200, drawn);
});

test('a press that was refused before its token was looked at is kept, for its company alone', async () => {
  const place = await draw(<DrawPopup wheel={wheel} />);
  await press(named(place, '抽奖（还有2次）'));
  const refused = await shop.next();
  const kept = findPress(own);
  refused.answer(429, {});
  await looked();
  expect(findPress(own)).toEqual(kept);
  expect(findPress({ ...own, companyId: 8 })).toBeNull();
  await until(() => expect(named(place, '查看上次抽奖的结果')).toBeTruthy());
});
