/** Favourites are shown at once and taken back when the server refuses. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $favorites, cancelFavorites, setFavorite } from '#lib/client/stores/goods/favorites.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const page = fakePage();

beforeEach(() => $favorites.set({}));

afterEach(() => {
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test.each([
  ['kept', true, {}, '收藏成功'],
  ['taken away', false, { 7: true }, '取消收藏成功'],
])('%s: shown before the answer', async (_name, wanted, before, said) => {
  $favorites.set(before);
  const result = setFavorite(7, wanted);
  expect($favorites.get()).toEqual({ 7: wanted });
  (await shop.next()).answer(200);
  await result;
  expect([$favorites.get(), $toasts.get().map(({ text }) => text)]).toEqual([{ 7: wanted }, [said]]);
});

test.each([
  [true, {}, { 7: false }],
  [false, {}, { 7: true }],
  [true, { 7: false, 8: true }, { 7: false, 8: true }],
])('refused: it is again as it was (%s, %j)', async (wanted, before, after) => {
  $favorites.set(before);
  const result = setFavorite(7, wanted);
  (await shop.next()).answer(403, null, '您的角色不能收藏');
  await result;
  expect($favorites.get()).toEqual(after);
  expect([$dialog.get()?.text, $toasts.get()]).toEqual(['您的角色不能收藏', []]);
});

test('two stars at once: the one that is refused does not take the other along', async () => {
  const [a, b] = [setFavorite(1, true), setFavorite(2, true)];
  (await shop.next()).answer(403, null, '已达上限');
  (await shop.next()).answer(200);
  await Promise.all([a, b]);
  expect($favorites.get()).toEqual({ 1: false, 2: true });
});

test.each([
  ['both refused: as it was at first', 403, 403, false],
  ['only the first is kept', 200, 403, true],
  ['only the second is heard', 403, 200, false],
])('pressed twice, %s', async (_name, first, second, after) => {
  const both = [setFavorite(7, true), setFavorite(7, false)];
  expect($favorites.get()).toEqual({ 7: false });
  const kept = await shop.next();
  expect(kept.line).toBe('POST /api/favorite goods_ids[]=7');
  kept.answer(first, null, '已达上限');
  const cancelled = await shop.next();
  expect($favorites.get(), 'the last press is shown until it is answered').toEqual({ 7: false });
  cancelled.answer(second, null, '已达上限');
  await Promise.all(both);
  expect($favorites.get()).toEqual({ 7: after });
});

test('a press after refused ones begins with what the server holds', async () => {
  const refused = [setFavorite(7, true), setFavorite(7, false)];
  (await shop.next()).answer(403, null, '已达上限');
  (await shop.next()).answer(403, null, '已达上限');
  await Promise.all(refused);
  const result = setFavorite(7, true);
  expect($favorites.get()).toEqual({ 7: true });
  (await shop.next()).answer(500);
  await result;
  expect($favorites.get()).toEqual({ 7: false });
});

test('a visitor is led to the login page, and nothing is asked', async () => {
  page.cookie('');
  await setFavorite(7, true);
  expect([page.went, $favorites.get()]).toEqual([['/login?next=%2Fhere'], {}]);
});

test.each([
  [200, true],
  [500, false],
])('several at once answer %i: %s', async (code, worked) => {
  const result = cancelFavorites([1, 2]);
  const request = await shop.next();
  expect(request.line).toMatch(/goods_ids\[\]=1&goods_ids\[\]=2$/);
  request.answer(code);
  await expect(result).resolves.toBe(worked);
});
