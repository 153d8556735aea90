/** What a buyer presses at an order is asked once, sent once, and told. */
import { afterEach, expect, test } from 'vitest';
import { $acting, actFor, actOn } from '#lib/client/stores/orders/orders.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { OrderWire } from '#lib/contract/orders/order.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
fakePage();

const order: Pick<OrderWire, 'no'> = { no: 'D1' };

afterEach(() => {
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('confirmed: sent once, said, and free again', async () => {
  const done = actOn(order, 'confirm');
  expect($dialog.get()?.title).toBe('确认收货');
  answerDialog(true);
  const sent = await shop.next();
  expect(sent.line).toContain('POST /api/order/D1/confirm');
  expect($acting.get()).toBe('D1:confirm');
  sent.answer(200, {});
  expect(await done).toBe(true);
  expect([$acting.get(), $toasts.get().length]).toEqual([null, 1]);
});

test('thought better of: nothing is sent', async () => {
  const done = actOn(order, 'confirm');
  answerDialog(false);
  expect(await done).toBe(false);
  expect([$acting.get(), shop.left()]).toEqual([null, 0]);
});

test('pressed again while the question is open: it is asked and sent once', async () => {
  const both = [actOn(order, 'confirm'), actOn(order, 'confirm')];
  answerDialog(true);
  expect($dialog.get()).toBeNull();
  const sent = await shop.next();
  // And while it is under way, not even asked.
  expect(await actOn(order, 'hide')).toBe(false);
  expect($dialog.get()).toBeNull();
  sent.answer(200, {});
  expect(await Promise.all(both)).toEqual([true, false]);
  expect(shop.left()).toBe(0);
});

test('refused: the sentence is shown, and the order is to be loaded again', async () => {
  const done = actFor(order, 'cancel', '不要了');
  (await shop.next()).answer(409, null, '订单已付款，不能取消');
  expect(await done).toBe(true);
  expect($acting.get()).toBeNull();
  expect($dialog.get()?.text).toBe('订单已付款，不能取消');
});

test('refused for its reason: the form hears of it, and nothing else says it', async () => {
  const done = actFor(order, 'cancel', '不要了');
  (await shop.next()).answer(422, { errors: { reason: ['取消原因最多100个字'] } });
  await expect(done).rejects.toMatchObject({ code: 422 });
  expect([$acting.get(), $dialog.get(), $toasts.get()]).toEqual([null, null, []]);
});
