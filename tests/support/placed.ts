/** Orders that are placed and paid by calls, for browser tests of what comes after. */
import type { BrowserContext } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { AddToCartInput } from '#lib/contract/cart/inputs.ts';
import type { PlacedTrade } from '#lib/contract/orders/calls.ts';
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import { get, post } from './calls.ts';

type Lines = AddToCartInput['lines'];

const json = (value: object) => ({ json: JSON.stringify(value) });
const tenOfOne: Lines = [{ goods_id: goodsPlain, number: 10 }];

/** Orders lines of the cart for the sum that was shown. */
export function order(buyer: BrowserContext, ids: readonly number[], sum: string): Promise<PlacedTrade> {
  return post(buyer, '/api/order', {
    ...json({ ids, expected_total: sum }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
}

/** Orders goods as the confirm page does; one order a merchant, and nobody has paid yet. */
export async function placed(buyer: BrowserContext, lines = tenOfOne): Promise<PlacedTrade> {
  const { added } = await post<{ added: { id: number }[] }>(buyer, '/api/cart', json({ lines }));
  const ids = added.map(({ id }) => id);
  const { total } = await post<{ total: { pay_amount: string } }>(buyer, '/api/order/preview', json({ ids }));
  return order(buyer, ids, total.pay_amount);
}

/** Orders all that lies in the cart. */
export async function placedCart(buyer: BrowserContext): Promise<PlacedTrade> {
  const { data, total } = await get<CartState>(buyer, '/api/cart/list');
  return order(
    buyer,
    data.map(({ id }) => id),
    total.pay_amount,
  );
}

/** Pays a trade with the balance. */
export function payByBalance(buyer: BrowserContext, { trade_no }: { trade_no: string }): Promise<PayOutput> {
  return post(buyer, '/api/pay', json({ trade_no: [trade_no], provider: 'balance' }));
}

/** The number of an order that is paid with the balance. */
export async function paidOrder(buyer: BrowserContext, lines = tenOfOne): Promise<string> {
  const trade = await placed(buyer, lines);
  await payByBalance(buyer, trade);
  return trade.orders[0]!.no;
}
