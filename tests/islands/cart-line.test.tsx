// @vitest-environment happy-dom
/** A line of the cart: its price, its number while it rests, why it does not count, and what its buttons do. */
import { useStore } from '@nanostores/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CartLine } from '#islands/cart/CartLine.tsx';
import { DrawerLine } from '#islands/drawer/DrawerLine.tsx';
import { $cart, $cartPending, $cartResting, setCart } from '#lib/client/stores/cart/cart.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { CartLineWire, CartState } from '#lib/contract/cart/calls.ts';
import { quantityDelay } from '#lib/contract/constants.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { clearDocument, does, draw, named, press, typeInto, typeKey, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { goodsWire } from '#tests/support/goods-wire.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { goods, now, offers, promo } from '../rules/fixtures.ts';

const shop = shopServer();
domPage();

/** A cart of one line of a goods with these terms. */
function cartOf(terms: Partial<GoodsTerms> = {}, line: Partial<CartLineWire> = {}): CartState {
  const one = {
    id: 7,
    type: 0,
    goods_id: 1,
    activity_id: null,
    goods: goodsWire(terms, { tags: [] }),
    combination: null,
    number: 10,
    price: '10.00',
    is_wanted: 1,
    refusal: null,
    ...line,
  };
  return {
    timestamp: now,
    region: '420106',
    offers: toWire(offers({ goods: [goods(terms)] })),
    merchants: [],
    data: [one],
  } as unknown as CartState;
}

function Lines({ mayOrder = true }: { mayOrder?: boolean }) {
  const state = useStore($cart)!;
  const view = viewCart(state);
  return (
    <ul>
      {state.data.map((line) => (
        <CartLine
          key={line.id}
          line={line}
          quoted={line.price === undefined ? undefined : view.quoted.get(line.id)}
          terms={view.terms.get(line.goods_id ?? 0)}
          net={line.price === undefined ? undefined : view.net.get(line.id)}
          mayOrder={mayOrder}
        />
      ))}
    </ul>
  );
}

const box = (place: ParentNode) => place.querySelector<HTMLInputElement>('input[inputmode=numeric]')!;
const changeOf = (state: CartState) => ({
  count: state.data.length,
  lines: state.data.map(({ id, number }) => ({ id, number })),
  total: viewCart(state).total,
});

const isSettled = () => expect([$cartPending.get(), $cartResting.get()]).toEqual([0, 0]);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await clearDocument();
  while ($dialog.get()) answerDialog(false);
  $cartResting.set(0);
});

test('the price says which one it is, beside the one it is lower than', async () => {
  setCart(cartOf({ memberPrice: 800 }));
  const place = await draw(<Lines />);
  expect(place.textContent).toContain('¥8.00');
  expect(place.querySelector('s')?.textContent).toBe('原价¥10.00');
  expect(place.textContent).toContain('会员价');
  expect(place.textContent).toContain('¥80.00');
});

test('pieces beyond a promo’s limit have their own price, and the line says so', async () => {
  setCart(cartOf({ promo: promo({ price: 800, activityLimit: 4 }) }));
  const place = await draw(<Lines />);
  expect(place.textContent).toContain('¥92.00');
  expect(place.textContent).toContain('数量超过活动限购4');
});

test('a number shows at once, counts after its rest, and the last one only', async () => {
  setCart(cartOf());
  const place = await draw(<Lines />);
  await press(named(place, '增加'));
  await press(named(place, '增加'));
  expect([box(place).value, $cartResting.get(), shop.left()]).toEqual(['12', 1, 0]);
  await does(() => vi.advanceTimersByTime(quantityDelay));
  vi.useRealTimers();
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/cart/7/edit number=12');
  expect(place.textContent).toContain('¥120.00');
  sent.answer(200, changeOf(cartOf({}, { number: 12 })));
  await until(isSettled);
});

test('in the drawer the number has its unit, 套 for a combination', async () => {
  const state = cartOf();
  setCart(state);
  const [line] = state.data;
  const quoted = viewCart(state).quoted.get(7);
  const set = {
    ...line!,
    goods: null,
    combination: { name: '感冒组合', parts: [] },
  } as unknown as CartLineWire;
  const place = await draw(
    <ul>
      <DrawerLine line={line!} quoted={quoted} mayOrder />
      <DrawerLine line={set} quoted={quoted} mayOrder />
    </ul>,
  );
  const units = [...place.querySelectorAll('fieldset')].map((box) => box.nextSibling?.textContent);
  expect(units).toEqual(['盒', '套']);
});

test('Enter does not wait for the rest', async () => {
  setCart(cartOf());
  const place = await draw(<Lines />);
  await does(() => box(place).focus());
  await typeInto(box(place), '30');
  await typeKey('Enter');
  vi.useRealTimers();
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/cart/7/edit number=30');
  sent.answer(200, changeOf(cartOf({}, { number: 30 })));
  await until(isSettled);
});

test('what is asked while an answer is on its way rests on, and is sent after it', async () => {
  setCart(cartOf());
  const place = await draw(<Lines />);
  await press(named(place, '增加'));
  await does(() => vi.advanceTimersByTime(quantityDelay));
  const first = await shop.next();
  await press(named(place, '增加'));
  first.answer(200, changeOf(cartOf({}, { number: 11 })));
  await until(() => expect($cartPending.get()).toBe(0));
  expect([box(place).value, $cartResting.get()]).toEqual(['12', 1]);
  await does(() => vi.advanceTimersByTime(quantityDelay));
  vi.useRealTimers();
  const second = await shop.next();
  expect(second.line).toBe('POST /api/cart/7/edit number=12');
  second.answer(200, changeOf(cartOf({}, { number: 12 })));
  await until(isSettled);
});

test('a line that goes while its number rests frees the checkout, and sends nothing', async () => {
  setCart(cartOf());
  const place = await draw(<Lines />);
  await press(named(place, '增加'));
  expect($cartResting.get()).toBe(1);
  await does(() => $cart.set({ ...cartOf(), data: [] }));
  expect($cartResting.get()).toBe(0);
  await does(() => vi.advanceTimersByTime(quantityDelay * 2));
  expect(shop.left()).toBe(0);
});

test('at the most it may have, the line says so and the button rests', async () => {
  setCart(cartOf({ stock: 10 }));
  const place = await draw(<Lines />);
  expect(place.textContent).toContain('已达最大购买量');
  expect(named<HTMLButtonElement>(place, '增加').disabled).toBe(true);
});

test('refused, it is not ticked, and says why with the way on', async () => {
  const refusal = {
    code: 'not_buyable',
    reason: '该商品已下架',
    door: { text: '看同品', link: '/list/info/1#same' },
  };
  setCart(cartOf({ isBuyable: false, refusal: '该商品已下架' } as Partial<GoodsTerms>, { refusal }));
  const place = await draw(<Lines />);
  const tick = named<HTMLInputElement>(place, '选中药品1');
  expect([tick.checked, tick.disabled]).toEqual([false, true]);
  expect(place.textContent).toContain('该商品已下架');
  expect(named(place, '看同品').getAttribute('href')).toBe('/list/info/1#same');
});

test('without a price no amount is anywhere, and no number to change', async () => {
  const { price: _price, ...line } = cartOf().data[0]!;
  setCart({ ...cartOf(), offers: null, data: [line] } as CartState);
  const place = await draw(<Lines />);
  expect([place.textContent?.includes('¥'), place.querySelector('fieldset')]).toEqual([false, null]);
});

test('whoever may not order changes nothing', async () => {
  setCart(cartOf());
  const place = await draw(<Lines mayOrder={false} />);
  const controls = [...place.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')];
  const open = controls.filter((one) => !one.disabled && !one.matches('fieldset:disabled *'));
  expect(open.map((one) => one.getAttribute('aria-label'))).toEqual(['药品1为什么是这个价，到手 ¥10.00']);
});

test('unticked at once, and asked for at the server', async () => {
  vi.useRealTimers();
  setCart(cartOf());
  const place = await draw(<Lines />);
  await press(named(place, '选中药品1'));
  expect(named<HTMLInputElement>(place, '选中药品1').checked).toBe(false);
  const sent = await shop.next();
  expect(sent.line).toMatch(/ids\[\]=7&is_selected=0$/);
  sent.answer(200, changeOf($cart.get()!));
  await until(isSettled);
});

test('deleting asks, and the line goes when the server says so', async () => {
  vi.useRealTimers();
  setCart(cartOf());
  const place = await draw(<Lines />);
  await press(named(place, '删除药品1'));
  await does(() => answerDialog(true));
  (await shop.next()).answer(200, {});
  await until(() => expect(place.querySelectorAll('li')).toHaveLength(0));
});
