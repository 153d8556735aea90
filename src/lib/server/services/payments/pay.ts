/** Beginning a payment (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PayOutput, PayValues } from '#lib/contract/payments.ts';
import { buyerActor } from '#lib/rules/actors.ts';
import { orderStatusText } from '#lib/rules/order-state.ts';
import type { PaymentState } from '#lib/rules/payment-state.ts';
import { isApproved } from '#lib/rules/qualification.ts';
import { nextAsking } from '#lib/rules/remote-state.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { log } from '../../log.ts';
import type { Charge, Provider, RemoteProvider } from '../../payments/port.ts';
import { findProvider } from '../../payments/providers.ts';
import { listOrdersOfTrades, type OrderRow } from '../../repos/orders.ts';
import { insertPayment, markRemote, updatePayment } from '../../repos/payments.ts';
import { listTrades, lockTrades } from '../../repos/trades.ts';
import { newPayNo } from '../numbers.ts';
import { callOffBlocked } from '../orders/call-off.ts';
import { factsOf } from '../orders/facts.ts';
import { acceptMoney, amountOf, payableOf, stateOfTrade } from './accept.ts';
import { closePaymentsOf } from './close.ts';

const pending: PaymentState = 'pending';
const paid: PaymentState = 'paid';

/**
 * `POST /api/pay`: one payment for one or several trades. Closes what was open for them before. Throws 403 for a
 * company that is not approved, 404 for somebody else's trades, 409 for trades that are paid, over or hold goods that may
 * not be sold any more (their orders are cancelled), 422 for an unknown way to pay or too little balance, 503 when a remote
 * provider does not answer.
 */
export async function startPayment(context: Context<'buyer'>, input: PayValues): Promise<PayOutput> {
  const {
    db,
    actor: { account },
  } = context;
  if (!isApproved(account.companyState)) throw new AppError(403, '企业账号暂不能付款，请联系客服处理');
  const provider = findProvider(input.provider);
  if (!provider) throw fieldError('provider', '该支付方式不可用，请换用其他支付方式');
  const nos = [...new Set(input.trade_no)].sort();
  if ((await listTrades(db, account.companyId, nos)).length < nos.length)
    throw new AppError(404, '交易不存在，请刷新后再试');
  const begun = await db.transaction((tx) => begin(tx, context, provider, nos));
  // Thrown only now: what was called off has to stay called off.
  if (begun instanceof AppError) throw begun;
  if (provider.kind === 'instant') return { pay_no: begun.payNo, status: paid };
  return handOver(context, provider, begun);
}

/** Tells a remote provider of a payment that is written down. Nobody is waited for with a lock in hand. */
async function handOver(
  { db, requestId }: Context<'buyer'>,
  provider: RemoteProvider,
  charge: Charge,
): Promise<PayOutput> {
  try {
    const { redirect } = await provider.start(charge);
    await markRemote(db, charge.payNo, ['requested'], 'sent');
    return { pay_no: charge.payNo, status: pending, redirect };
  } catch (error) {
    // It may have heard of it all the same: a job asks.
    await markRemote(db, charge.payNo, ['requested'], 'unknown');
    log().warn({ err: error, requestId, payNo: charge.payNo }, 'a provider did not take a payment');
    throw new AppError(503, '支付机构暂时没有回应，请稍后重试，或换用其他支付方式');
  }
}

/** Answers an error instead of throwing it where something was cancelled that must be committed. */
async function begin(
  tx: Tx,
  { actor: { account }, now, requestId }: Context<'buyer'>,
  provider: Provider,
  nos: readonly string[],
): Promise<Charge | AppError> {
  await lockTrades(tx, nos);
  const orders = await listOrdersOfTrades(tx, nos);
  const shares = nos.map((tradeNo) => {
    const payable = findPayable(
      orders.filter((order) => order.tradeNo === tradeNo),
      now,
    );
    return { tradeNo, payable, amount: amountOf(payable) };
  });
  const calledOff = await callOffBlocked(
    tx,
    shares.flatMap((share) => share.payable),
    orders,
    { now, requestId },
  );
  if (calledOff) {
    const isLeft = shares.some((share) => share.payable.some((order) => !calledOff.nos.has(order.no)));
    return new AppError(409, `${calledOff.sentence}${isLeft ? '，其余订单请重新支付' : ''}`);
  }
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  if (amount === 0 && provider.kind === 'remote')
    throw fieldError('provider', '订单无需付款，请选择余额支付完成确认');
  await closePaymentsOf(tx, nos, now);
  const payNo = newPayNo(now);
  const { companyId, userId } = account;
  await insertPayment(
    tx,
    {
      no: payNo,
      companyId,
      userId,
      provider: provider.key,
      amount,
      status: pending,
      createdAt: now,
      ...(provider.kind === 'remote' && { remoteState: 'requested', askAt: nextAsking(now, now) }),
    },
    shares.map((share) => ({ tradeNo: share.tradeNo, amount: share.amount })),
  );
  const subject = nos.length === 1 ? `药批网订单 ${nos[0]}` : `药批网订单 ${nos[0]} 等${nos.length}笔`;
  const charge = { payNo, companyId, amount, subject, now };
  if (provider.kind === 'remote') return charge;
  const providerNo = await provider.take(charge, tx);
  await updatePayment(tx, payNo, pending, paid, { providerNo, paidAt: now });
  const payable = shares.flatMap((share) => share.payable);
  const actor = buyerActor(account, requestId);
  await acceptMoney(tx, payable, { way: provider.name, companyId, actor, now });
  return charge;
}

/** The orders that a payment of this trade pays. Throws 409 when it is paid, over or waits for something else. */
function findPayable(orders: readonly OrderRow[], now: Date): OrderRow[] {
  const moment = now.getTime();
  const no = orders[0]?.tradeNo ?? '';
  const refusal = tradeRefusals[stateOfTrade(orders, moment)];
  if (refusal !== null) throw new AppError(409, `交易${no}${refusal}`);
  const waiting = orders.filter((order) => stateOfTrade([order], moment) === 'unpaid');
  const payable = payableOf(waiting, moment);
  const blocked = waiting.find((order) => !payable.includes(order));
  if (blocked) throw new AppError(409, `订单${orderStatusText(factsOf(blocked), moment)}，暂不能付款`);
  return payable;
}

const tradeRefusals = {
  unpaid: null,
  paid: '已支付，无需重复付款',
  cancelled: '已取消，请重新下单',
} as const;
