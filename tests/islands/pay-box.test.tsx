// @vitest-environment happy-dom
/** The ways to pay: the balance beside another way is offered where there is some and it is not enough. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PayBox } from '#islands/pay/PayBox.tsx';
import type { PayMethod } from '#lib/contract/payments/schema.ts';
import { clearDocument, draw, named, press } from '#tests/support/dom.tsx';

const { payTrades } = vi.hoisted(() => ({ payTrades: vi.fn() }));
vi.mock('#lib/client/stores/pay.ts', async (original) => ({
  ...(await original<typeof import('#lib/client/stores/orders/pay.ts')>()),
  payTrades,
}));

beforeEach(() => payTrades.mockReset());
afterEach(clearDocument);

const counter: PayMethod = {
  provider: 'sandbox',
  name: '模拟收银台',
  describe: '',
  is_enabled: 1,
  reason: '',
};

function methods(balance?: string): PayMethod[] {
  const own = { provider: 'balance', name: '余额支付', describe: '', is_enabled: 1, reason: '' };
  return [{ ...own, ...(balance !== undefined && { balance }) }, counter];
}

function drawBox(balance: string | undefined, amount = '100.00') {
  return draw(<PayBox methods={methods(balance)} tradeNos={['T1']} amount={amount} />);
}

const mixWords = '同时使用余额 ¥30.01，其余 ¥69.99 由模拟收银台支付';

test('too little balance is offered beside the counter, and sent only when it is ticked', async () => {
  const place = await drawBox('30.01');
  await press(named(place, '立即支付'));
  expect(payTrades).toHaveBeenLastCalledWith(['T1'], 'sandbox', undefined);
  await press(named(place, mixWords));
  await press(named(place, '立即支付'));
  expect(payTrades).toHaveBeenLastCalledWith(['T1'], 'sandbox', '30.01');
});

test('what is ticked follows the amount: what the balance covers by now is not mixed', async () => {
  const place = await drawBox('30.01');
  await press(named(place, mixWords));
  await draw(<PayBox methods={methods('30.01')} tradeNos={['T2']} amount="30.00" />, place);
  expect(place.textContent).not.toContain('同时使用余额');
  await press(named(place, '立即支付'));
  expect(payTrades).toHaveBeenLastCalledWith(['T2'], 'sandbox', undefined);
});

test.each([
  ['is enough', '100.00'],
  ['is empty', '0.00'],
  ['is not for these eyes', undefined],
])('a balance that %s is not mixed', async (_, balance) => {
  const place = await drawBox(balance);
  expect(place.textContent).not.toContain('同时使用余额');
});
