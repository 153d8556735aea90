/** What the pay pages show: a payment's state, the ways to pay, trades that wait for money. */
import { AppError } from '#lib/contract/errors.ts';
import { orderNumbers } from '#lib/contract/numbers.ts';
import type { PayMethod, PayStatus, TradeWire } from '#lib/contract/payments/schema.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { onMoney, paymentStates, tradeTexts } from '#lib/rules/orders/payment-state.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import type { Context } from '../../context.ts';
import { findProvider, listProviders, nameWays } from '../../payments/providers.ts';
import { log } from '../../process/log.ts';
import { listLines, listMerchantNames, listOrdersOfTrades, type OrderRow } from '../../repos/orders.ts';
import { findPart, findPayment, listShares, type PaymentRow } from '../../repos/payments.ts';
import { listTrades, listUnpaidTrades, type TradeRow } from '../../repos/trades.ts';
import { findWallet } from '../../repos/wallet.ts';
import { factsOf } from '../orders/facts.ts';
import { amountOf, payableOf, stateOfTrade } from './accept.ts';
import { askNow } from './ask.ts';
import { getPayPassword } from './pay-password.ts';

/**
 * `GET /api/pay/{no}`: how a payment stands. While it is open the provider is asked, so that a lost notify is made
 * up for. Throws 404 for somebody else's.
 */
export async function getPayment(context: Context<'buyer'>, { no }: { no: string }): Promise<PayStatus> {
  const {
    db,
    actor: { account },
    now,
    requestId,
  } = context;
  let payment = await getOwnPayment(context, no);
  const provider = findProvider(payment.provider);
  if (provider?.kind === 'remote' && isOpen(payment)) {
    // One that does not answer is asked again by a job; the page says meanwhile what we know.
    await askNow(db, provider, payment, now, requestId).catch((error: unknown) =>
      log().warn({ err: error, payNo: no }, 'a provider did not answer'),
    );
    payment = (await findPayment(db, account.companyId, no)) ?? payment;
  }
  const shares = await listShares(db, no);
  const orders = await listOrdersOfTrades(
    db,
    shares.map((share) => share.tradeNo),
  );
  const moment = now.getTime();
  const state = payment.status;
  const part = await findPart(db, no);
  const partShares = part === null ? [] : await listShares(db, part.no);
  const fromBalance = (tradeNo: string) => partShares.find((one) => one.tradeNo === tradeNo)?.amount ?? 0;
  const ways = part === null ? [payment] : [part, payment];
  return {
    pay_no: no,
    status: state,
    status_text: paymentStates[state].text,
    provider: payment.provider,
    provider_text: nameWays(ways),
    amount: formatYuan(payment.amount + (part?.amount ?? 0)),
    parts: ways.map((way) => ({ provider_text: nameWays([way]), amount: formatYuan(way.amount) })),
    reason: payment.failReason ?? '',
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
        })),
      };
    }),
  };
}

/** Money could still be taken for it. */
function isOpen(payment: PaymentRow): boolean {
  const state = payment.status;
  return onMoney(state, true) === 'accept' && payment.askAt !== null;
}

async function getOwnPayment({ db, actor: { account } }: Context<'buyer'>, no: string): Promise<PaymentRow> {
  const payment = await findPayment(db, account.companyId, no);
  if (payment === null) throw new AppError(404, '支付单不存在');
  return payment;
}

/** `GET /api/pay/methods`: the ways to pay, and whether the balance is enough for the trades named. */
export async function listPayMethods(
  context: Context<'buyer'>,
  input: { trade_no?: string[] | undefined },
): Promise<PayMethod[]> {
  const {
    db,
    actor: { account },
  } = context;
  const [{ balance }, password, trades] = await Promise.all([
    findWallet(db, account.companyId),
    getPayPassword(context),
    input.trade_no ? listPayTrades(context, input.trade_no) : [],
  ]);
  const amount = trades.reduce((sum, trade) => sum + trade.amount, 0);
  const seesWallet = roleMay(account.role, 'wallet');
  return listProviders().map(({ key, name, describe, kind }) => {
    const isInstant = kind === 'instant';
    const lacks = isInstant ? Math.max(0, amount - balance) : 0;
    return {
      provider: key,
      name,
      describe,
      is_enabled: lacks === 0 ? 1 : 0,
      // How much is missing tells how much there is.
      reason:
        lacks === 0
          ? ''
          : seesWallet
            ? `余额不足，还差¥${formatYuan(lacks)}`
            : '余额不足，请换用其他支付方式',
      ...(isInstant && seesWallet && { balance: formatYuan(balance) }),
      ...(isInstant && { has_password: password.is_set, password_above: password.password_above }),
    };
  });
}

/** A trade with what it asks for now, fen. */
export type PayTrade = { wire: TradeWire; amount: number };

/** Trades of this company for the pay pages. Throws 404 when one of them is not there or somebody else's. */
export async function listPayTrades(context: Context<'buyer'>, nos: readonly string[]): Promise<PayTrade[]> {
  const wanted = [...new Set(nos)];
  const trades = await listTrades(context.db, context.actor.account.companyId, wanted);
  if (trades.length < wanted.length) throw new AppError(404, '交易不存在，请刷新后再试');
  return describeTrades(context, trades);
}

/** All trades of this company that can be paid now, the newest first. */
export async function listOpenTrades(context: Context<'buyer'>): Promise<TradeWire[]> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const nos = await listUnpaidTrades(db, account.companyId, ['to_pay'], now);
  const found = await describeTrades(context, await listTrades(db, account.companyId, nos));
  return found
    .map(({ wire }) => wire)
    .filter((wire) => wire.can_pay === 1)
    .sort((a, b) => nos.indexOf(a.trade_no) - nos.indexOf(b.trade_no));
}

async function describeTrades(
  { db, now }: Context<'buyer'>,
  trades: readonly TradeRow[],
): Promise<PayTrade[]> {
  if (trades.length === 0) return [];
  const orders = await listOrdersOfTrades(
    db,
    trades.map((trade) => trade.no),
  );
  const [lines, names] = await Promise.all([
    listLines(
      db,
      orders.map((order) => order.no),
    ),
    listMerchantNames(
      db,
      orders.map((order) => order.merchantId),
    ),
  ]);
  function orderOf(order: OrderRow): TradeWire['orders'][number] {
    const own = lines.filter(({ line }) => line.orderNo === order.no).map(({ line }) => line);
    const first = own[0]?.snapshot.name ?? '';
    return {
      no: order.no,
      merchant: names.get(order.merchantId) ?? '',
      status_text: orderStatusText(factsOf(order), now.getTime()),
      pay_amount: formatYuan(order.payAmount),
      deadline_at: order.deadlineAt.toISOString(),
      number: own.reduce((sum, line) => sum + line.quantity, 0),
      pieces: piecesText(own.map(({ snapshot, quantity }) => ({ unit: snapshot.unit, quantity }))),
      goods: own.length > 1 ? `${first}等${own.length}种商品` : first,
    };
  }
  return trades.map((trade) => {
    const own = orders.filter((order) => order.tradeNo === trade.no);
    return describeTrade(trade, own, now.getTime(), own.map(orderOf));
  });
}

function describeTrade(
  trade: TradeRow,
  orders: readonly OrderRow[],
  now: number,
  wires: TradeWire['orders'],
): PayTrade {
  const state = stateOfTrade(orders, now);
  const waiting = orders.filter((order) => orderIs.unpaid(effectiveStatus(factsOf(order), now)));
  const payable = payableOf(waiting, now);
  // What waits shows what it asks for; what is paid what was paid; what was called off what it would have been.
  const over = state === 'cancelled' ? amountOf(orders) : trade.payAmount;
  const amount = waiting.length > 0 ? amountOf(waiting) : over;
  return {
    amount: amountOf(payable),
    wire: {
      trade_no: trade.no,
      status: state,
      status_text: waiting[0] ? orderStatusText(factsOf(waiting[0]), now) : tradeTexts[state],
      can_pay: payable.length > 0 && payable.length === waiting.length ? 1 : 0,
      pay_amount: formatYuan(amount),
      // Those of a flash sale have less time: what is shown is when the next of it runs out.
      deadline_at: new Date(
        Math.min(...(payable.length > 0 ? payable : [trade]).map(({ deadlineAt }) => deadlineAt.getTime())),
      ).toISOString(),
      created_at: trade.createdAt.toISOString(),
      receiver: `${trade.address.receiver} ${trade.address.province}${trade.address.city}${trade.address.district}${trade.address.detail}`,
      orders: wires,
    },
  };
}
