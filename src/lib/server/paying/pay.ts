/** Starts payments (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PayOutput, PayValues } from '#lib/contract/payments/calls.ts';
import { buyerActor } from '#lib/rules/companies/actors.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { splitPayment, type TradeParts } from '#lib/rules/money/mixed-payment.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { isWayOpen } from '#lib/rules/orders/open-ways.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { nextAsking } from '#lib/rules/orders/remote-state.ts';
import { transferRefusal } from '#lib/rules/orders/transfer-state.ts';
import { inNameOf } from '#lib/rules/site/site-title.ts';
import { findLacking, lackingError } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import type { Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { callOffBlocked } from '../orders/cancel.ts';
import { newPayNo } from '../orders/numbers.ts';
import { sumFromBalance } from '../orders/pay-password-rows.ts';
import { lockPayerTrades } from '../orders/trade-rows.ts';
import { closePaymentsOf } from '../payments/close.ts';
import { refundNow } from '../payments/refunds.ts';
import { findRefund } from '../payments/remote-work-rows.ts';
import { insertPayment, markRemote } from '../payments/rows.ts';
import type { Charge, Provider, RemoteProvider } from '../ports/payments/port.ts';
import { findProvider } from '../ports/payments/providers.ts';
import { subjectOf } from '../ports/payments/subject.ts';
import { walletProvider } from '../ports/payments/wallet.ts';
import { getSettings } from '../site/settings.ts';
import { acceptMoney, amountOf } from './accept.ts';
import { isLinkLive } from './pay-link-rows.ts';
import { amountWithoutPassword, guardBalance, guardDay, ofToday, provePayPassword } from './pay-password.ts';
import { findPayable, withoutOverdue } from './payable-orders.ts';
import { beginTransfer, findBegunTransfer } from './transfer.ts';

const pending: PaymentState = 'pending';
const paid: PaymentState = 'paid';

/**
 * `POST /api/pay`: one payment for one or several trades. Closes earlier payments of them that are pending. Throws 403 for
 * a company that is not approved, 459 where a merchant's contract is not in force, 404 for another company's trades, 409
 * for trades that are paid, over or hold items that may not be sold any more (their orders are cancelled), 422 for an
 * unknown way to pay, too little balance or a payment password that is wrong or missing, 429 while that is locked, 503
 * when a remote provider does not answer.
 */
export async function startPayment(
  context: Context<'buyer'>,
  input: PayValues,
  link?: ByLink,
): Promise<PayOutput> {
  const {
    db,
    actor: { account },
  } = context;
  if (!isApproved(account.companyState)) throw new AppError(403, '企业账号暂不能付款，请联系客服处理');
  const provider = findProvider(input.provider);
  if (!provider) throw fieldError('provider', '该支付方式不可用，请换用其他支付方式');
  const nos = [...new Set(input.trade_no)].sort();
  const balance = parseYuan(input.balance_amount || '0');
  if (balance > 0 && provider.kind === 'instant')
    throw fieldError('balance_amount', '余额支付无需再搭配余额，请只选择一种');
  if (balance > 0 && provider.kind === 'bank')
    throw fieldError('balance_amount', '对公转账须一次付清，不能搭配余额');
  const settings = await getSettings(db);
  if (balance > 0 && !isWayOpen('instant', settings))
    throw fieldError('balance_amount', '余额支付已停用，请不要搭配余额');
  const takesBalance = provider.kind === 'instant' || balance > 0;
  const proven = takesBalance ? await provePayPassword(context, input.pay_password) : null;
  const above = await amountWithoutPassword(db);
  const begun = await db.transaction(
    (tx) =>
      begin(tx, context, provider, {
        nos,
        balance,
        proven,
        above,
        link,
        isOpen: isWayOpen(provider.kind, settings),
        shopName: settings.shopName,
      }),
    announcing,
  );
  // Thrown only now: the cancellations must be committed.
  if (begun instanceof AppError) throw begun;
  if (provider.kind === 'instant') return { pay_no: begun.payNo, status: paid };
  if (provider.kind === 'bank') return { pay_no: begun.payNo, status: pending };
  return handOver(context, provider, begun);
}

/** Hands a saved payment to a remote provider. No lock is held meanwhile. */
export async function handOver(
  { db, requestId }: Context<'buyer'>,
  provider: RemoteProvider,
  charge: Charge,
): Promise<PayOutput> {
  try {
    const counter = await provider.start(charge);
    const isScanned = 'qr' in counter;
    await markRemote(db, charge.payNo, ['requested'], 'sent', isScanned ? counter : undefined);
    return {
      pay_no: charge.payNo,
      status: pending,
      ...(!isScanned && { redirect: counter.redirect }),
    };
  } catch (error) {
    // The provider may have received it all the same: a job asks.
    await markRemote(db, charge.payNo, ['requested'], 'unknown');
    log().warn({ err: error, requestId, payNo: charge.payNo }, 'a provider did not take a payment');
    throw new AppError(503, '支付机构暂时没有回应，请稍后重试，或换用其他支付方式');
  }
}

interface Wanted {
  nos: readonly string[];
  /** Fen that the balance pays besides a remote provider. */
  balance: number;
  /** The stored hash that matches the given payment password. */
  proven: string | null;
  /** Fen above which a payment password is needed. */
  above: number;
  link: ByLink | undefined;
  /** The shop offers the way; what costs nothing is confirmed by the balance all the same. */
  isOpen: boolean;
  shopName: string;
}

/** Another person pays, by a link of the buyer's. */
export interface ByLink {
  id: number;
  /** Path of its page. */
  address: string;
}

/** Answers an error instead of throwing it where a cancellation must be committed. */
async function begin(
  tx: Tx,
  { actor: { account }, now, requestId }: Context<'buyer'>,
  provider: Provider,
  { nos, balance, proven, above, link, isOpen, shopName }: Wanted,
): Promise<Charge | AppError> {
  const trades = await lockPayerTrades(tx, account, nos);
  if (trades.length < nos.length) throw new AppError(404, '交易不存在，请刷新后再试');
  if (link && !(await isLinkLive(tx, link.id))) throw new AppError(409, '代付链接已由订单的主人收回');
  const refusal = provider.kind === 'bank' ? transferRefusal(trades.map(({ kind }) => kind)) : null;
  if (refusal !== null) throw fieldError('provider', refusal);
  const { orders, hash, havePayments, contractRules } = await withoutOverdue(tx, account.userId, nos, now);
  const shares = nos.map((tradeNo) => {
    const payable = findPayable(
      orders.filter((order) => order.tradeNo === tradeNo),
      now,
    );
    return { tradeNo, payable, amount: amountOf(payable) };
  });
  const lacking = await findLacking(
    tx,
    account,
    shares.flatMap(({ payable }) =>
      payable.map(({ merchantId }) => ({
        id: merchantId,
        contractRule: contractRules.get(merchantId) ?? null,
      })),
    ),
    'pay',
    now,
  );
  if (lacking.length > 0) {
    // Who pays by a link signs nothing for the company.
    return link ? new AppError(409, '请联系下单的企业，先与商家签署合同再付款') : lackingError(lacking);
  }
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
  if (amount > 0 && !isOpen) throw fieldError('provider', '该支付方式已停用，请换用其他支付方式');
  if (amount === 0 && provider.kind !== 'instant')
    throw fieldError('provider', '订单无需付款，请选择余额支付完成确认');
  if (balance > 0 && balance >= amount)
    throw fieldError('balance_amount', '余额足够支付全部金额，请直接选择余额支付');
  const fromBalance = provider.kind === 'instant' ? amount : balance;
  guardBalance({ hash, fromBalance, proven, above });
  const begun = provider.kind === 'bank' ? await findBegunTransfer(tx, account.companyId, nos, amount) : null;
  if (begun) return { payNo: begun.no, companyId: begun.companyId, amount, subject: '', now };
  // Most are paid at the first try. The balance held by an abandoned payment is free again.
  for (const no of havePayments ? await closePaymentsOf(tx, nos, now) : [])
    await refundNow(tx, walletProvider, (await findRefund(tx, no))!, now);
  const payNo = newPayNo(now);
  const parts = splitPayment(
    shares.map((share) => share.amount),
    balance,
  );
  const rest = amount - balance;
  const { companyId, userId } = account;
  const payment = {
    no: payNo,
    companyId,
    userId,
    provider: provider.key,
    amount: rest,
    linkId: link?.id ?? null,
    createdAt: now,
  };
  const paysFor = nos.map((tradeNo, at) => ({ tradeNo, amount: parts[at]!.rest }));
  const subject = inNameOf(shopName, subjectOf(nos));
  const charge = { payNo, companyId, amount: rest, subject, returnTo: link?.address, now };
  if (provider.kind === 'remote') {
    const remote = { remoteState: 'requested', askAt: nextAsking(now, now) } as const;
    await insertPayment(tx, { ...payment, status: pending, ...remote }, paysFor);
    if (balance > 0) {
      await takePart(tx, { ...charge, amount: balance }, { userId, nos, parts });
      guardDay(await sumFromBalance(tx, ofToday(account, now)), { proven, above });
    }
    return charge;
  }
  if (provider.kind === 'bank') {
    await beginTransfer(tx, { ...payment, status: pending }, paysFor, now);
    return charge;
  }
  const providerNo = await provider.take(charge, tx);
  const payable = shares.flatMap((share) => share.payable);
  const actor = buyerActor(account, requestId);
  const written = { row: { ...payment, status: paid, providerNo, paidAt: now }, shares: paysFor };
  const before = proven === null ? ofToday(account, now) : undefined;
  const accepted = { way: provider.name, actor, now, payment: written, before };
  guardDay((await acceptMoney(tx, payable, accepted)) + rest, { proven, above });
  return charge;
}

/** Takes the balance's part of a payment at once; it is returned when the rest does not come. */
async function takePart(
  tx: Tx,
  charge: Charge,
  { userId, nos, parts }: { userId: string; nos: readonly string[]; parts: readonly TradeParts[] },
): Promise<void> {
  const { payNo: partOf, companyId, amount, now } = charge;
  const no = newPayNo(now);
  const providerNo = await walletProvider.take({ ...charge, payNo: no }, tx);
  await insertPayment(
    tx,
    {
      no,
      partOf,
      companyId,
      userId,
      provider: walletProvider.key,
      providerNo,
      amount,
      status: pending,
      createdAt: now,
    },
    nos.map((tradeNo, at) => ({ tradeNo, amount: parts[at]!.balance })),
  );
}
