// @vitest-environment happy-dom
/** The ways to pay: the balance beside another way is offered where there is some and it is not enough. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PayBox } from '#islands/pay/PayBox.tsx';
import { $paying } from '#lib/client/stores/orders/pay.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { PayChoice, PayMethod } from '#lib/contract/payments/calls.ts';
import { boxOf, clearDocument, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

beforeEach(() => {
  $paying.set(null);
  while ($dialog.get() !== null) answerDialog(false);
});
afterEach(clearDocument);

/** Presses 立即支付 and answers what was asked for; the payment is refused, so that the page stays. */
async function pay(place: ParentNode): Promise<string> {
  await press(named(place, '立即支付'));
  // A second look where money leaves the balance.
  if ($dialog.get()?.cancel) answerDialog(true);
  const asked = await shop.next();
  asked.answer(403, null, '请稍后再试');
  await until(() => expect($paying.get()).toBeNull());
  answerDialog(false);
  return asked.line.replace(/^\S+ \S+ /, '');
}

const counter: PayMethod = {
  provider: 'sandbox',
  name: '模拟收银台',
  describe: '',
  is_enabled: 1,
  reason: '',
};

function methods(balance?: string, has_password = 0): PayMethod[] {
  const guard = { has_password, password_above: '5000.00' };
  const own = { provider: 'balance', name: '余额支付', describe: '', is_enabled: 1, reason: '', ...guard };
  return [{ ...own, ...(balance !== undefined && { balance }) }, counter];
}

function drawBox(balance: string | undefined, amount = '100.00', wanted: PayChoice = {}) {
  return draw(<PayBox methods={methods(balance)} tradeNos={['T1']} amount={amount} wanted={wanted} />);
}

const mixWords = '同时使用余额 ¥30.01，其余 ¥69.99 用模拟收银台付款';

test('too little balance is offered beside the counter, and sent only when it is ticked', async () => {
  const place = await drawBox('30.01');
  expect(await pay(place)).toBe('trade_no[]=T1&provider=sandbox');
  await press(named(place, mixWords));
  expect(await pay(place)).toBe('trade_no[]=T1&provider=sandbox&balance_amount=30.01');
  expect(went).toEqual([]);
});

test('what is ticked follows the amount: what the balance covers by now is not mixed', async () => {
  const place = await drawBox('30.01');
  await press(named(place, mixWords));
  await draw(<PayBox methods={methods('30.01')} tradeNos={['T2']} amount="30.00" />, place);
  const tick = named<HTMLInputElement>(place, '同时使用余额：余额足够支付全部金额，可直接选择余额支付');
  expect([tick.disabled, tick.checked]).toEqual([true, false]);
  expect(await pay(place)).toBe('trade_no[]=T2&provider=sandbox');
});

test.each([
  ['is empty', '0.00', '余额为¥0.00，没有可用的余额'],
  [
    'is not for these eyes',
    undefined,
    '您的角色不能查看钱包余额，如需搭配余额支付，请由企业管理员或财务付款',
  ],
  ['is enough', '100.00', '余额足够支付全部金额，可直接选择余额支付'],
])('a balance that %s is not mixed, and the reason stands beside the tick', async (_, balance, reason) => {
  const place = await drawBox(balance);
  await press(place.querySelector('[value=sandbox]')!);
  const tick = named<HTMLInputElement>(place, `同时使用余额：${reason}`);
  expect([tick.disabled, tick.checked]).toEqual([true, false]);
  expect(await pay(place)).toBe('trade_no[]=T1&provider=sandbox');
});

test('it opens with what was chosen on the confirm page, and pays by that', async () => {
  const place = await drawBox('30.01', '100.00', { provider: 'sandbox', with_balance: 1 });
  expect(named<HTMLInputElement>(place, mixWords).checked).toBe(true);
  expect(await pay(place)).toBe('trade_no[]=T1&provider=sandbox&balance_amount=30.01');
});

test.each([
  ['that there is none of', 'cheque'],
  ['that the balance does not reach', 'balance'],
])('a way %s gives place to the first that is open', async (_, provider) => {
  const place = await drawBox('30.01', '100.00', { provider });
  expect(await pay(place)).toBe('trade_no[]=T1&provider=sandbox');
});

test('paid, it goes where the answer leads, and no way can be pressed again', async () => {
  const place = await drawBox('0.00');
  await press(named(place, '立即支付'));
  (await shop.next()).answer(200, { pay_no: 'P1', redirect: '/sandbox/pay?no=P1' });
  await until(() => expect(went).toEqual(['/sandbox/pay?no=P1']));
  await press(place.querySelector('button.btn') ?? named(place, '立即支付'));
  expect(shop.left()).toBe(0);
});

test('from the balance nothing goes before a second look', async () => {
  const place = await drawBox('200.00');
  await press(named(place, '立即支付'));
  expect($dialog.get()).toMatchObject({ confirm: '支付¥100.00' });
  answerDialog(false);
  expect([shop.left(), $paying.get()]).toEqual([0, null]);
  expect(await pay(place)).toBe('trade_no[]=T1&provider=balance');
});

test('who confirmed and signs a contract first (459) is not asked again for the same payment, and once alone', async () => {
  sessionStorage.clear();
  const place = await drawBox('200.00');
  await press(named(place, '立即支付'));
  answerDialog(true);
  (await shop.next()).answer(459, null, '需先签署《质量保证协议》');
  await until(() => expect($dialog.get()).toMatchObject({ confirm: '去签合同' }));
  answerDialog(true);
  expect(went.splice(0)).toEqual([expect.stringContaining('/dzht?')]);
  await clearDocument();
  // Back from the contract: another amount is asked about, the same one goes at once.
  const other = await drawBox('200.00', '101.00');
  await press(named(other, '立即支付'));
  expect($dialog.get()).toMatchObject({ confirm: '支付¥101.00' });
  answerDialog(false);
  await clearDocument();
  const kept = await drawBox('200.00');
  await press(named(kept, '立即支付'));
  answerDialog(true);
  (await shop.next()).answer(459, null, '需先签署《质量保证协议》');
  await until(() => expect($dialog.get()).toMatchObject({ confirm: '去签合同' }));
  answerDialog(true);
  went.splice(0);
  await clearDocument();
  const back = await drawBox('200.00');
  await press(named(back, '立即支付'));
  expect($dialog.get()).toBeNull();
  (await shop.next()).answer(403, null, '请稍后再试');
  await until(() => expect($dialog.get()).not.toBeNull());
  answerDialog(false);
  await press(named(back, '立即支付'));
  expect($dialog.get()).toMatchObject({ confirm: '支付¥100.00' });
  answerDialog(false);
});

test('with a payment password it is asked for, and a wrong one stands beside its box', async () => {
  const place = await draw(<PayBox methods={methods('200.00', 1)} tradeNos={['T1']} amount="100.00" />);
  await press(named(place, '立即支付'));
  await typeInto(boxOf(place, '支付密码'), '208416');
  await press(named(place, '支付 ¥100.00'));
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/pay trade_no[]=T1&provider=balance&pay_password=208416');
  asked.answer(422, { errors: { pay_password: ['支付密码错误，还可以再试2次'] } });
  await until(() =>
    expect(place.querySelector('[role=alert]')?.textContent).toBe('支付密码错误，还可以再试2次'),
  );
  expect(went).toEqual([]);
});

test('beyond the amount one is set first, and the payment goes on with it', async () => {
  const place = await draw(<PayBox methods={methods('9000.00')} tradeNos={['T1']} amount="5000.01" />);
  await press(named(place, '立即支付'));
  await typeInto(boxOf(place, '支付密码'), '208417');
  await typeInto(boxOf(place, '再输一次'), '208417');
  await typeInto(boxOf(place, '登录密码'), 'Demo@2026');
  await press(named(place, '保存支付密码'));
  const set = await shop.next();
  expect(set.line).toBe('POST /api/user/pay-password pay_password=208417&password=Demo@2026');
  set.answer(200, { is_set: 1, set_at: '', locked_until: '', password_above: '5000.00' });
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/pay trade_no[]=T1&provider=balance&pay_password=208417');
  asked.answer(200, { pay_no: 'P1', status: 'paid' });
  await until(() => expect(went).toEqual(['/cart/step4?pay_no=P1']));
});
