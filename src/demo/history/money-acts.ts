/** Pending work at the demo's desks: a transfer with too much money, a correction, a proposed price, a task for points. */
import { eq } from 'drizzle-orm';
import { choicesOf } from '#lib/contract/checkout.ts';
import { bankProvider } from '#lib/contract/constants.ts';
import { placeOrderInput } from '#lib/contract/orders/calls.ts';
import { createTaskInput } from '#lib/contract/tasks.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import { setPrice } from '#lib/server/companies/prices.ts';
import type { Context } from '#lib/server/core/context.ts';
import { askCorrection } from '#lib/server/countersign/balance.ts';
import type { Db } from '#lib/server/db/client.ts';
import { cartLine, goods, merchant, payment, paymentTrade, waitingAct } from '#lib/server/db/schema.ts';
import { newPayNo } from '#lib/server/orders/numbers.ts';
import { placeOrder } from '#lib/server/orders/place.ts';
import { insertTransfer } from '#lib/server/paying/transfer-rows.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { createTask } from '#lib/server/points/task-desk.ts';
import { receiveTransfer } from '#lib/server/transfers/receive.ts';
import { companies, goodsPlain, users } from '../seed/known.ts';

const wanted = [{ goodsId: goodsPlain, number: 20 }] as const;

/** Creates them by the shop's own calls where none waits yet; returns how many acts wait. */
export async function seedMoneyActs(db: Db, now: Date): Promise<number> {
  const before = await db.$count(waitingAct);
  if (before > 0) return 0;
  const finance: Context<'platform'> = {
    db,
    now,
    actor: { kind: 'platform', name: 'caiwu', merchantId: null, role: 'finance' },
    requestId: 'demo',
  };
  await seedSurplus(finance);
  await askCorrection(
    { ...finance, key: 'demo-correction' },
    { id: companies.demo, amount: '+88.00', reason: '上月运费多收，补回余额' },
  );
  const [own] = await db
    .select({ id: goods.id, price: goods.memberPrice })
    .from(goods)
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(eq(merchant.code, 'M01'))
    .orderBy(goods.id)
    .limit(1);
  const { id: goodsId, price } = must(own, 'goods of M01');
  const yuan = formatYuan(Math.ceil(price * 0.9));
  await setPrice(finance, { id: companies.clinic, goods_id: goodsId, price: yuan, was: undefined });
  const marketing = { ...finance, actor: { ...finance.actor, name: '活动运营', role: 'marketing' } };
  const task = createTaskInput.parse({
    ...{ title: '扫码收货，双倍积分', kind: 'scan', points: 10, payer: 'platform', monthly: 10 },
    ...{ starts_on: dayKey(now.getTime()), ends_on: '', token: 'demo-task-double' },
  });
  await createTask(marketing, task);
  return db.$count(waitingAct);
}

/** An order that is paid by a transfer of 300.00 too much. */
async function seedSurplus(context: Context<'platform'>): Promise<void> {
  const { db, now } = context;
  const account = must(await findAccount(db, users.other), 'the account of other');
  const { userId, companyId } = account;
  const lines = await db
    .insert(cartLine)
    .values(wanted.map((line) => ({ ...line, userId, companyId, type: 0 })))
    .returning({ id: cartLine.id });
  const ids = lines.map(({ id }) => id);
  const values = placeOrderInput.parse({ ids, expected_total: '0.00' });
  const asked = { lineIds: ids, addressId: values.address_id, choices: choicesOf(values) };
  const { quote } = await loadQuotedCart(db, account, asked, now);
  const total = formatYuan(quote.totals.pay);
  const actor = { kind: 'buyer', account } as const;
  const placed = await placeOrder(
    { db, now, actor, requestId: 'demo', key: 'demo-surplus' },
    { ...values, expected_total: total },
  );
  const no = newPayNo(now);
  const amount = parseYuan(placed.pay_amount);
  await db.transaction(async (tx) => {
    await tx
      .insert(payment)
      .values({ no, companyId, userId, provider: bankProvider, status: 'pending', amount, createdAt: now });
    await tx.insert(paymentTrade).values({ payNo: no, tradeNo: placed.trade_no, amount });
    await insertTransfer(tx, no, now);
  });
  await receiveTransfer(context, {
    ...{ no, state: 'waiting', submitted_at: '', amount: formatYuan(amount + 300_00) },
    ...{
      serial: 'DEMO20260001',
      received_on: dayKey(now.getTime()),
      rest: 'balance',
      short: 'wait',
      confirm: 1,
    },
  });
}
