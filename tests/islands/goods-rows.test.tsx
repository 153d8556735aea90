// @vitest-environment happy-dom
/** Rows to order from: what is due is a proposal, former purchases and favourites are a choice. */
import { afterEach, expect, test } from 'vitest';
import { GoodsRows } from '#islands/quick-order/GoodsRows.tsx';
import type { UsualGoods } from '#islands/quick-order/use-bought.ts';
import { $cart } from '#lib/client/stores/cart/cart.ts';
import { $cartAction } from '#lib/client/stores/cart/cart-total.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { goodsWire } from '#tests/support/goods-wire.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

afterEach(async () => {
  await clearDocument();
  for (const { id } of $toasts.get()) closeToast(id);
});

const rows = (...over: Partial<UsualGoods>[]): UsualGoods[] =>
  over.map((one, at) => ({ ...goodsWire({ id: at + 1, packStep: 10 }), ...one }));

const drawn = (list: UsualGoods[]) => draw(<GoodsRows list={list} now="2026-11-29T00:00:00.000Z" />);

test('all that is due is ticked: one press fills the cart up to it', async () => {
  const due = { suggested: 20, reason: '每30天买20盒' };
  const place = await drawn(rows(due, due, { ...due, is_buy: 0 }));
  await press(named(place, '加入购物车（2）'));
  const asked = await shop.next();
  expect(asked.line).toMatch(/^POST \/api\/cart\/fill .*\[goods_id\]=1.*\[number\]=20.*\[goods_id\]=2/);
  asked.answer(200, { total: 2, added: [], had: 0, refused: [] });
  await until(() => expect($toasts.get()).toHaveLength(1));
});

test('of favourites none is ticked; all of them are one press, which says how many and for how much', async () => {
  $cart.set({ timestamp: Date.now(), data: [] } as unknown as CartState);
  $cartAction.set(false);
  const place = await drawn(rows({}, {}));
  expect(named(place, '加入购物车')).toMatchObject({ disabled: true });
  await press(named(place, '2种全部加入 ¥200.00'));
  const asked = await shop.next();
  expect(asked.line.match(/\[goods_id\]=(\d+)/g)).toEqual(['[goods_id]=1', '[goods_id]=2']);
  asked.answer(200, {
    total: 2,
    added: [1, 2].map((id) => ({ id, goods_id: id, number: 10 })),
    refused: [],
  });
  await until(() => expect($toasts.get().map(({ text }) => text)).toEqual(['已将2种商品加入购物车']));
});
