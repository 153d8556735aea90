// @vitest-environment happy-dom
/** The way to pay on the confirm page: the same choice as on the pay page, for the total as it stands. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PayPicker } from '#islands/checkout/PayPicker.tsx';
import { $payChoice } from '#lib/client/stores/checkout/checkout.ts';
import type { PayMethod } from '#lib/contract/payments/calls.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

beforeEach(() => $payChoice.set({}));
afterEach(clearDocument);

const wayOf = (provider: string, name: string): PayMethod => ({
  provider,
  name,
  describe: '',
  is_enabled: 1,
  reason: '',
});
const counter = wayOf('sandbox', '模拟收银台');

async function drawPicker(amount: string, balance = '30.01'): Promise<HTMLElement> {
  const place = await draw(<PayPicker amount={amount} transferRefusal="" />);
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/pay/methods');
  asked.answer(200, [{ ...wayOf('balance', '余额支付'), balance }, counter]);
  await until(() => expect(place.querySelectorAll('[type=radio]').length).toBe(2));
  return place;
}

const chosen = (place: ParentNode) =>
  [...place.querySelectorAll<HTMLInputElement>('[type=radio]')]
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

test('the balance beside a remote way is offered with both parts, and kept for the pay page', async () => {
  const place = await drawPicker('100.00');
  expect([chosen(place), $payChoice.get()]).toEqual([['sandbox'], {}]);
  await press(named(place, '同时使用余额 ¥30.01，其余 ¥69.99 用模拟收银台付款'));
  expect($payChoice.get()).toEqual({ provider: 'sandbox', with_balance: 1 });
});

test('the parts follow the total; what the balance covers by now needs no other way', async () => {
  const place = await drawPicker('100.00');
  await press(named(place, '同时使用余额 ¥30.01，其余 ¥69.99 用模拟收银台付款'));
  await draw(<PayPicker amount="80.00" transferRefusal="" />, place);
  expect(named<HTMLInputElement>(place, '同时使用余额 ¥30.01，其余 ¥49.99 用模拟收银台付款').checked).toBe(
    true,
  );
  await draw(<PayPicker amount="30.00" transferRefusal="" />, place);
  const tick = named<HTMLInputElement>(place, '同时使用余额：余额足够支付全部金额，可直接选择余额支付');
  expect([chosen(place), tick.disabled, tick.checked]).toEqual([['sandbox'], true, false]);
});

test('nothing chosen, the way follows the total like that of the pay page', async () => {
  const place = await drawPicker('30.00');
  expect(chosen(place)).toEqual(['balance']);
  await draw(<PayPicker amount="30.02" transferRefusal="" />, place);
  expect(chosen(place)).toEqual(['sandbox']);
  expect(place.textContent).toContain('余额不足，还差¥0.01');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/wdqb/cz');
});

test('whoever may not see the wallet reads whom to ask, and no way to a page that is not theirs', async () => {
  const place = await draw(<PayPicker amount="100.00" transferRefusal="" />);
  const reason = '余额不足，请联系企业管理员或财务充值，或换用其他支付方式';
  (await shop.next()).answer(200, [{ ...wayOf('balance', '余额支付'), is_enabled: 0, reason }, counter]);
  await until(() => expect(place.textContent).toContain(reason));
  expect(place.querySelector('a')).toBeNull();
});

test('without an answer the page is whole without it', async () => {
  const place = await draw(<PayPicker amount="30.00" transferRefusal="" />);
  (await shop.next()).answer(500, null);
  await until(() => expect(place.textContent).toBe(''));
});
