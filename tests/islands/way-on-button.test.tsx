// @vitest-environment happy-dom
/** Where a goods cannot be bought, one button leads on: to a page, to the reason, or to the application. */
import { afterEach, expect, test } from 'vitest';
import { WayOnButton } from '#islands/buy/WayOnButton.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

afterEach(async () => {
  await clearDocument();
  while ($dialog.get()) answerDialog(false);
});

const drawButton = (code: string, text: string, action: string) =>
  draw(<WayOnButton state={{ code, text, action, reason: '为什么' }} goodsId={7} className="btn" />);

test('a page that can help is a link', async () => {
  const place = await drawButton('out_of_area', '超出商家销售区域', '看同品');
  expect(named(place, '看同品').getAttribute('href')).toBe('/list/info/7#same');
});

test.each([
  ['frozen', '账号受限', '联系客服', '联系客服', '账号受限'],
  ['over_stock', '', '加入购物车', '了解原因', '暂不可购'],
  ['ok', '', '加入购物车', '了解原因', '暂不可购'],
])(
  'of %s the reason is said, by a button that never promises the cart',
  async (code, text, action, label, title) => {
    const place = await drawButton(code, text, action);
    await press(named(place, label));
    expect($dialog.get()).toMatchObject({ title, text: '为什么' });
  },
);

test('a controlled goods opens its application', async () => {
  const place = await drawButton('controlled', '控销品种', '申请采购权限');
  await press(named(place, '申请采购权限'));
  const asked = await shop.next();
  expect(asked.line).toContain('GET /api/controlled');
  asked.answer(200, { list: [], total: 0 });
  await until(() => expect(place.querySelector('textarea')).not.toBeNull());
});

test('a frozen company is told whom to call, and when', async () => {
  $user.set({ common_config: { hot_line: '400-000-1137' }, service_hours: '周一至周五' } as UserInfo);
  const place = await drawButton('frozen', '账号受限', '联系客服');
  await press(named(place, '联系客服'));
  expect($dialog.get()?.link).toEqual({
    text: '客服热线 400-000-1137（周一至周五）',
    href: 'tel:400-000-1137',
  });
});
