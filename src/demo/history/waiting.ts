/** An order of a colleague beyond the limit, which demo's owner and 财务 find waiting for them. */
import { and, eq } from 'drizzle-orm';
import { choicesOf } from '#lib/contract/checkout.ts';
import { placeOrderInput } from '#lib/contract/orders/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import type { Db } from '#lib/server/db/client.ts';
import { cartLine, order } from '#lib/server/db/schema.ts';
import { placeOrder } from '#lib/server/orders/place.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { companies, goodsPlain, goodsPlainSecond, users } from '../seed/known.ts';

/** Goods that many orders buy, and boxes of each: beyond 刘采薇's 2,000.00. */
const wanted = [
  { goodsId: goodsPlain, number: 200 },
  { goodsId: goodsPlainSecond, number: 200 },
] as const;

/** Places it by the shop's own call where none waits yet; returns its number, null where one does. */
export async function seedWaiting(db: Db, now: Date): Promise<string | null> {
  const waits = and(eq(order.companyId, companies.demo), eq(order.status, 'to_approve'));
  if ((await db.$count(order, waits)) > 0) return null;
  const account = must(await findAccount(db, users['demo-caigou']), 'the account of demo-caigou');
  const { userId, companyId } = account;
  const lines = await db
    .insert(cartLine)
    .values(wanted.map((line) => ({ ...line, userId, companyId, type: 0 })))
    .returning({ id: cartLine.id });
  const ids = lines.map(({ id }) => id);
  const values = placeOrderInput.parse({ ids, expected_total: '0.00' });
  const asked = { lineIds: ids, addressId: values.address_id, choices: choicesOf(values) };
  const { quote } = await loadQuotedCart(db, account, asked, now);
  const context = {
    db,
    now,
    actor: { kind: 'buyer', account },
    requestId: 'demo',
    key: 'demo-waiting',
  } as const;
  const placed = await placeOrder(context, { ...values, expected_total: formatYuan(quote.totals.pay) });
  return placed.trade_no;
}
