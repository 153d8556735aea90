/** How a refusal of adding to the cart is told (rules 16). */
import { afterEach, expect, test } from 'vitest';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast, showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';

afterEach(() => {
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('411 opens a popup with the link of the message', () => {
  reactToRefusal(new AppError(411, '该商品缺货', { link: '/list/info/1', text: '看同品' }));
  expect($dialog.get()).toMatchObject({
    title: '温馨提示',
    text: '该商品缺货',
    link: { text: '看同品', href: '/list/info/1' },
  });
});

test('403 about 限购 with a flag above 1 stays silent; with one line, or about something else, it is told', () => {
  reactToRefusal(new AppError(403, '限购：每家企业40盒', { flag: 2, about: 'limit' }));
  expect([$dialog.get(), $toasts.get()]).toEqual([null, []]);
  reactToRefusal(new AppError(403, '限购：每家企业40盒', { flag: 1, about: 'limit' }));
  expect($dialog.get()?.text).toBe('限购：每家企业40盒');
  answerDialog(true);
  reactToRefusal(new AppError(403, '您的角色不能下单', { flag: 2 }));
  expect($dialog.get()?.text).toBe('您的角色不能下单');
});

test('the same words twice are one message', () => {
  showToast('success', '已加入购物车', { duration: 0 });
  showToast('success', '已加入购物车', { duration: 0 });
  showToast('success', '收藏成功', { duration: 0 });
  expect($toasts.get().map(({ text }) => text)).toEqual(['已加入购物车', '收藏成功']);
});
