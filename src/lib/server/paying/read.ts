/** Data of the pay pages: a payment's state, and the ways to pay. */
import { AppError } from '#lib/contract/errors.ts';
import { orderNumbers } from '#lib/contract/order-numbers.ts';
import type { PayMethod, PayStatus } from '#lib/contract/payments/calls.ts';
import { roleMay, rolesThatMay, roleText } from '#lib/rules/companies/roles.ts';
import { formatYuan, showYuan } from '#lib/rules/money/money.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { effectiveStatus, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import {
  canPaymentMove,
  onMoney,
  type PaymentState,
  paymentStates,
} from '#lib/rules/orders/payment-state.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { CallContext, Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { factsOf } from '../orders/facts.ts';
import { listMerchantNames, listOrdersOfTrades } from '../orders/rows.ts';
import { listOpenWays } from '../payments/open-ways.ts';
import { findPart, findPayment, listShares, type PaymentRow } from '../payments/rows.ts';
import { findRemote, nameWays } from '../ports/payments/providers.ts';
import { walletProvider } from '../ports/payments/wallet.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { stateOfTrade } from './accept.ts';
import { askNow } from './ask.ts';
import { getPayPassword, leftToday } from './pay-password.ts';
import { listPayTrades } from './pay-trades.ts';
import { transferOf } from './transfer.ts';

/**
 * `GET /api/pay/{no}`: a payment's state. While it is open the provider is asked, which makes up for a lost notify.
 * Throws 404 for another company's.
 */
export async function getPayment(context: Context<'buyer'>, { no }: { no: string }): Promise<PayStatus> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  let payment = await getOwnPayment(context, no);
  if (await askWhileOpen(context, payment))
    payment = (await findPayment(db, account.companyId, no)) ?? payment;
  const shares = await listShares(db, no);
  const orders = await listOrdersOfTrades(
    db,
    shares.map((share) => share.tradeNo),
  );
  const names = await listMerchantNames(
    db,
    orders.map(({ merchantId }) => merchantId),
  );
  const moment = now.getTime();
  const state = payment.status;
  const part = await findPart(db, no);
  const partShares = part === null ? [] : await listShares(db, part.no);
  const fromBalance = (tradeNo: string) => partShares.find((one) => one.tradeNo === tradeNo)?.amount ?? 0;
  const ways = part === null ? [payment] : [part, payment];
  const scanned = scannedOf(payment, moment);
  return {
    pay_no: no,
    status: state,
    status_text: paymentStates[state].text,
    provider: payment.provider,
    provider_text: nameWays(ways),
    amount: formatYuan(payment.amount + (part?.amount ?? 0)),
    parts: ways.map((way) => ({ provider_text: nameWays([way]), amount: formatYuan(way.amount) })),
    reason: payment.failReason ?? '',
    qr: scanned && qrPath(scanned.qr),
    qr_until: scanned?.until.toISOString() ?? '',
    asked_at: now.toISOString(),
    transfer: await transferOf(db, payment, orders, now),
    trades: shares.map(({ tradeNo, amount }) => {
      const own = orders.filter((order) => order.tradeNo === tradeNo);
      return {
        trade_no: tradeNo,
        amount: formatYuan(amount + fromBalance(tradeNo)),
        status: stateOfTrade(own, moment),
        orders: own.map((order) => ({
          no: order.no,
          status: orderNumbers[effectiveStatus(factsOf(order), moment)],
          status_text: orderStatusText(factsOf(order), moment),
          merchant: names.get(order.merchantId) ?? '',
          pay_amount: formatYuan(order.payAmount),
          ship_by:
            order.paidAt !== null && orderIs.shippable(order.status)
              ? new Date(order.paidAt.getTime() + shipWithin).toISOString()
              : '',
        })),
      };
    }),
  };
}

/** Asks the provider about a payment whose money may still come; true when there was something to ask. */
export async function askWhileOpen(
  { db, now, requestId }: Pick<Context, 'db' | 'now' | 'requestId'>,
  payment: PaymentRow,
): Promise<boolean> {
  const provider = findRemote(payment.provider);
  if (provider === undefined || !isOpen(payment)) return false;
  // A job asks one that does not answer again; meanwhile the page shows our records.
  await askNow(db, provider, payment, now, requestId).catch((error: unknown) =>
    log().warn({ err: error, payNo: payment.no }, 'a provider did not answer'),
  );
  return true;
}

/** The code that a phone scans for a waiting payment; null where there is none, or not any more. */
export function scannedOf(payment: PaymentRow, now: EpochMs): { qr: string; until: Date } | null {
  const { qr, qrUntil: until } = payment;
  const isThere =
    qr !== null && until !== null && until.getTime() > now && payment.askAt !== null && waits(payment.status);
  return isThere ? { qr, until } : null;
}

function waits(state: PaymentState): boolean {
  return canPaymentMove(state, 'failed');
}

/** Money could still be taken for it. */
function isOpen(payment: PaymentRow): boolean {
  const state = payment.status;
  return onMoney(state, true) === 'accept' && payment.askAt !== null;
}

async function getOwnPayment({ db, actor: { account } }: Context<'buyer'>, no: string): Promise<PaymentRow> {
  const payment = await findPayment(db, account.companyId, no);
  if (payment === null || isTopUp(payment.purpose)) throw new AppError(404, '支付单不存在');
  return payment;
}

/** Roles that may top up the balance: 企业管理员或财务. */
const richer = rolesThatMay('wallet').map(roleText).join('或');

/**
 * `GET /api/pay/methods`: the ways to pay in the caller's browser, and whether the balance is enough for the trades
 * named.
 */
export async function listPayMethods(
  context: CallContext<'buyer'>,
  input: { trade_no?: string[] | undefined },
): Promise<PayMethod[]> {
  const {
    db,
    actor: { account },
  } = context;
  const [{ balance }, password, left, open, trades] = await Promise.all([
    findWallet(db, account.companyId),
    getPayPassword(context),
    leftToday(context),
    listOpenWays(context),
    input.trade_no ? listPayTrades(context, input.trade_no) : [],
  ]);
  const amount = trades.reduce((sum, trade) => sum + trade.amount, 0);
  const seesWallet = roleMay(account.role, 'wallet');
  // What costs nothing is confirmed by the balance, whether or not it is offered.
  const isFree = amount === 0 && trades.some(({ wire }) => wire.can_pay === 1);
  const ways = isFree && !open.some(({ kind }) => kind === 'instant') ? [walletProvider, ...open] : open;
  return ways.map(({ key, name, describe, kind }) => {
    const isInstant = kind === 'instant';
    const lacks = isInstant ? Math.max(0, amount - balance) : 0;
    return {
      provider: key,
      name,
      describe,
      is_enabled: lacks === 0 ? 1 : 0,
      // The missing amount would reveal the balance.
      reason:
        lacks === 0
          ? ''
          : seesWallet
            ? `余额不足，还差¥${showYuan(lacks)}`
            : `余额不足，请联系${richer}充值，或换用其他支付方式`,
      ...(isInstant && seesWallet && { balance: formatYuan(balance) }),
      ...(isInstant && { has_password: password.is_set, password_above: formatYuan(left) }),
    };
  });
}
