// @vitest-environment happy-dom
/** What a buyer does with an order: asked first, one at a time, told how it went, and looked at again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderActions } from '#islands/orders/OrderActions.tsx';
import { OrderCard } from '#islands/orders/OrderCard.tsx';
import { OrderHead } from '#islands/orders/OrderHead.tsx';
import { drawnVerbs } from '#islands/orders/verbs.ts';
import { $acting } from '#lib/client/stores/orders/orders.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { OrderDetail, OrderWire } from '#lib/contract/orders/order.ts';
import { routes } from '#lib/contract/routes.ts';
import { orderCan } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { clearDocument, does, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
const changed = vi.fn();

const trade = { placed: 1, orders: 1, merchants: 1, pay_amount: '525.63', may_link: 1 };

function orderOf(...actions: string[]): OrderWire {
  return {
    no: 'D1',
    trade_no: 'T1',
    actions,
    cancels: [],
    cancels_with: [],
    store: null,
    trade,
    invoice: { state: 'none', text: '未开票', id: 0 },
  } as unknown as OrderWire;
}

const drawActions = (order: OrderWire) => draw(<OrderActions order={order} onChanged={changed} />);
const toasts = () => $toasts.get().map(({ text }) => text);
const buttons = (place: ParentNode) =>
  [...place.querySelectorAll<HTMLButtonElement>('button')].map(({ textContent, disabled }) => [
    textContent,
    disabled,
  ]);

beforeEach(() => changed.mockReset());
afterEach(async () => {
  await clearDocument();
  $acting.set(null);
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('buttons stand in the order of their weight; what nobody knows is not drawn', async () => {
  const place = await drawActions(orderOf('hide', 'refund', 'track', 'pay', 'invoice', 'unheard-of'));
  const all = [...place.querySelectorAll('a, button')].map((one) => [
    one.textContent,
    one.getAttribute('href'),
  ]);
  expect(all).toEqual([
    ['付款 ¥525.63', '/cart/step3/T1'],
    ['找人代付', '/cart/step3/T1?provider=balance#pay-link'],
    ['查看物流', '/order/info/D1#logistics'],
    ['申请退款', '/order/sh/add?no=D1'],
    ['索取发票', '/zzfw/dzfp?no=D1'],
    ['删除订单', null],
  ]);
});

test('a card has one button and one link; the rest is behind a menu that arrows and Esc work', async () => {
  const order = onPage('confirm');
  order.actions = ['track', 'print', 'papers', 'confirm', 'extend', 'refuse', 'rebuy'];
  const place = await draw(<OrderCard order={order} now={order.now} onChanged={changed} />);
  const more = place.querySelector<HTMLButtonElement>('[aria-expanded]')!;
  const menu = document.getElementById(more.getAttribute('aria-controls')!)!;
  const shown = [...place.querySelectorAll<HTMLElement>('a, button')].filter((one) => !menu.contains(one));
  expect(shown.map(({ textContent }) => textContent)).toEqual(['订单详情', '查看物流', '更多', '确认收货']);
  expect([...menu.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '打印随货同行单',
    '收货资料',
    '延长收货',
    '拒收',
    '再来一单',
  ]);
  expect(menu.hidden).toBe(true);
  await press(more);
  expect([menu.hidden, more.getAttribute('aria-expanded')]).toEqual([false, 'true']);
  const key = (name: string) =>
    does(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      ),
    );
  more.focus();
  await key('ArrowDown');
  expect(document.activeElement?.textContent).toBe('打印随货同行单');
  await key('ArrowUp');
  expect(document.activeElement?.textContent).toBe('再来一单');
  await key('Escape');
  expect([menu.hidden, document.activeElement]).toEqual([true, more]);
  // What is pressed closes the menu, and a dialog gives the focus back to its button.
  await press(more);
  await press(named(place, '拒收'));
  expect(menu.hidden).toBe(true);
});

test('a card leads to the after-sale that somebody has to act on, in HTML that a browser reads as it is written', async () => {
  const kind_text = '退货退款';
  const cases = [
    { id: 7, kind_text, status_text: '待商家审核', is_open: 1 },
    { id: 6, kind_text, status_text: '已撤销', is_open: 0 },
  ];
  const created_at = '2026-11-25T00:00:00.000Z';
  const amounts = { created_at, pay_amount: '10.00', shipping_amount: '0.00', refunded_amount: '0.00' };
  const order = {
    ...orderOf('rebuy'),
    ...amounts,
    status: 50,
    lines: [],
    cases,
    deadline_at: null,
  } as OrderWire;
  const place = await draw(<OrderCard order={order} now="2026-11-25T00:00:00.000Z" onChanged={changed} />);
  const links = [...place.querySelectorAll('[aria-label=售后] a')];
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['售后·退货退款：待商家审核', '/order/sh/7'],
  ]);
});

const verbs = keysOf(orderCan);
const isPage = (address: string) =>
  keysOf(routes).some((page) => new RegExp(`^${page.replaceAll(/\[\w+\]/g, '[^/]+')}$`).test(address));
/** What a card and the head of the page need beside the actions; a code nobody here names draws nothing. */
const onPage = (verb: string) =>
  ({
    ...orderOf(verb),
    created_at: '2026-11-25T00:00:00.000Z',
    pay_amount: '10.00',
    shipping_amount: '0.00',
    refunded_amount: '0.00',
    status: 50,
    status_text: '已完成',
    lines: [],
    cases: [],
    timeline: [],
    deadline_at: null,
    receive_by: null,
    now: '2026-11-25T00:00:00.000Z',
  }) as unknown as OrderDetail;

test.each(verbs)('%s is drawn by the list and by the page, and does something', async (verb) => {
  const order = onPage(verb);
  const card = await draw(<OrderCard order={order} now={order.now} onChanged={changed} />);
  const head = await draw(<OrderHead order={order} onChanged={changed} />);
  const [drawn] = drawnVerbs([verb]);
  expect(drawn?.text).toMatch(/[一-鿿]{2,}/);
  const found = [card, head].map((place) =>
    [...place.querySelectorAll<HTMLElement>('a, button')].find((one) =>
      one.textContent?.startsWith(drawn!.text),
    ),
  );
  for (const one of found) expect(one, verb).toBeDefined();
  const [, inHead] = found;
  if (inHead instanceof HTMLAnchorElement) {
    const href = new URL(inHead.getAttribute('href')!, 'http://shop.test');
    expect(isPage(href.pathname), `${verb} leads to ${href.pathname}`).toBe(true);
    return;
  }
  await press(inHead!);
  if (verb === 'rebuy') (await shop.next()).answer(409, null, '商品都已下架');
  // Asked about first, or a dialog of its own: 再来一单 looks at what it would bring.
  expect($dialog.get() !== null || head.querySelector('dialog') !== null, verb).toBe(true);
});

test('the receipt of refrigerated goods leads to where their temperature is written down', async () => {
  const place = await drawActions({ ...orderOf('confirm'), is_cold_chain: 1 });
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/order/receive/D1');
});

test('asked first; who thinks better of it changes nothing', async () => {
  const place = await drawActions(orderOf('confirm'));
  await press(named(place, '确认收货'));
  expect($dialog.get()?.text).toContain('请核对数量、批号和效期');
  await does(() => answerDialog(false));
  expect([shop.left(), changed.mock.calls, $acting.get()]).toEqual([0, [], null]);
});

test('one at a time: while an order is confirmed nothing else can be pressed', async () => {
  const place = await drawActions(orderOf('confirm', 'extend'));
  await press(named(place, '确认收货'));
  await does(() => answerDialog(true));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/order/D1/confirm');
  expect(buttons(place)).toEqual([
    ['确认收货', true],
    ['延长收货', true],
  ]);
  sent.answer(200, {});
  await until(() => expect(changed.mock.calls).toEqual([['confirm']]));
  expect([toasts(), $acting.get()]).toEqual([['已确认收货'], null]);
});

test('refused, it says why, and the order is looked at again: it is not what it was', async () => {
  const place = await drawActions(orderOf('extend'));
  await press(named(place, '延长收货'));
  await does(() => answerDialog(true));
  (await shop.next()).answer(409, null, '该订单已延长过');
  await until(() => expect(changed.mock.calls).toEqual([['extend']]));
  expect([toasts(), $dialog.get()?.text, buttons(place)]).toEqual([
    [],
    '该订单已延长过',
    [['延长收货', false]],
  ]);
});

test('cancelling asks why, names what is cancelled with it, and sends the reason', async () => {
  const others = [
    { no: 'D2', merchant: '岚谷医药', pay_amount: '100.10' },
    { no: 'D3', merchant: '衡川自营', pay_amount: '0.90' },
  ];
  const own = { merchant: '百草堂', pay_amount: '9.00', cancels_with: others };
  const place = await drawActions({ ...orderOf('cancel'), ...own });
  await press(named(place, '取消订单'));
  expect(place.textContent).toContain('这3个订单一起计算优惠和运费，将一并取消，合计 ¥110.00');
  expect([...place.querySelectorAll('dialog li')].map((one) => one.textContent)).toEqual([
    '百草堂¥9.00',
    '岚谷医药¥100.10',
    '衡川自营¥0.90',
  ]);
  expect($dialog.get(), 'a dialog of its own').toBeNull();
  const reasons = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(reasons.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['商品或数量选错']);
  await press(reasons.find(({ value }) => value === '价格不合适')!);
  await press([...place.querySelectorAll('dialog button')].find((one) => one.textContent === '取消订单')!);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/order/D1/cancel reason=价格不合适');
  sent.answer(200, {});
  await until(() => expect(changed.mock.calls).toEqual([['cancel']]));
  expect(place.querySelector('dialog')).toBeNull();
});

test('a dialog of reasons that is closed sends nothing', async () => {
  const place = await drawActions(orderOf('refuse'));
  await press(named(place, '拒收'));
  await press([...place.querySelectorAll('dialog button')].find((one) => one.textContent === '再想想')!);
  expect([place.querySelector('dialog'), shop.left(), changed.mock.calls]).toEqual([null, 0, []]);
});

const inDialog = (place: ParentNode, text: string) =>
  [...place.querySelectorAll<HTMLButtonElement>('dialog button')].find((one) => one.textContent === text)!;

test('a reason that is refused keeps its dialog, says why below the reasons, and can be sent again', async () => {
  const place = await drawActions(orderOf('refuse'));
  await press(named(place, '拒收'));
  await press(inDialog(place, '我要拒收'));
  const sent = await shop.next();
  expect([sent.line, $acting.get()]).toEqual(['POST /api/order/D1/refuse reason=外包装破损', 'D1:refuse']);
  sent.answer(422, { errors: { reason: ['请选择其他原因'] } });
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toBe('请选择其他原因'));
  expect(document.activeElement).toBe(place.querySelector('[name=reason]'));
  expect([changed.mock.calls, toasts()]).toEqual([[], []]);
  await press(inDialog(place, '我要拒收'));
  (await shop.next()).answer(409, null, '订单已确认收货');
  await until(() => expect(changed.mock.calls).toEqual([['refuse']]));
  expect([place.querySelector('dialog'), $dialog.get()?.text]).toEqual([null, '订单已确认收货']);
});

test('the button of a trade says what the whole payment comes to, and of how many merchants', async () => {
  const whole = { placed: 11, orders: 9, merchants: 8, pay_amount: '5377.30', may_link: 1 };
  const place = await drawActions({ ...orderOf('pay'), trade: whole });
  expect(place.querySelector('a')?.textContent).toBe('付款 ¥5,377.30（8个商家）');
});

test('where nobody else can pay, or a line above pays the trade, nobody is asked to', async () => {
  const links = (place: ParentNode) => [...place.querySelectorAll('a')].map((one) => one.textContent);
  const alone = await drawActions({ ...orderOf('pay'), trade: { ...trade, may_link: 0 } });
  expect(links(alone)).toEqual(['付款 ¥525.63']);
  const below = await draw(<OrderActions order={orderOf('pay')} isPaidAbove onChanged={changed} />);
  expect(links(below)).toEqual([]);
});
