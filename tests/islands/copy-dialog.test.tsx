// @vitest-environment happy-dom
/** 复制到门店: the stores that are ticked, what is wrong with them, and what each of them got. */
import { afterEach, expect, test, vi } from 'vitest';
import { CopyDialog } from '#islands/cart/CopyDialog.tsx';
import type { StoreList } from '#lib/contract/cart/calls.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

const stores: StoreList['list'] = [
  { user_id: 'u2', name: '林晚舟', company: '二店' },
  { user_id: 'u3', name: '陈一', company: '三店' },
];
const drawDialog = (of = stores) => draw(<CopyDialog ids={[11, 12]} stores={of} onClose={vi.fn()} />);
const alertOf = (place: ParentNode) => place.querySelector('[role=alert]')?.textContent;

test('without a store nothing is sent, and the first takes the focus', async () => {
  const place = await drawDialog();
  await press(named(place, '复制2种商品'));
  expect([alertOf(place), shop.left()]).toEqual(['请选择门店', 0]);
  expect(document.activeElement).toBe(named(place, '二店 林晚舟'));
});

test('the ticked ones are sent once; refused ones are said below them, and it can be sent again', async () => {
  const place = await drawDialog();
  for (const name of ['二店 林晚舟', '三店 陈一']) await press(named(place, name));
  await press(named(place, '复制2种商品'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/cart/copy ids[]=11&ids[]=12&other_user_ids[]=u2&other_user_ids[]=u3');
  const button = place.querySelector<HTMLButtonElement>('[type=submit]')!;
  expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(true);
  sent.answer(422, { errors: { other_user_ids: ['三店不是您的门店'] } });
  await until(() => expect(alertOf(place)).toBe('三店不是您的门店'));
  await press(named(place, '三店 陈一'));
  await press(named(place, '复制2种商品'));
  const again = await shop.next();
  expect(again.line).toMatch(/other_user_ids\[\]=u2$/);
  again.answer(200, { stores: [{ user_id: 'u2', name: '林晚舟', company: '二店', added: 2, refused: [] }] });
  await until(() => expect(place.textContent).toContain('已复制2种'));
});

test('an only store is ticked already', async () => {
  const place = await drawDialog(stores.slice(0, 1));
  expect(named<HTMLInputElement>(place, '二店 林晚舟').checked).toBe(true);
});
