/** Trades for the pay pages: amount and deadline of each. */

import { AppError } from '#lib/contract/errors.ts';
import type { TradeWire } from '#lib/contract/payments/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { tradeTexts } from '#lib/rules/orders/payment-state.ts';
import { piecesText } from '#lib/rules/terms/pieces.ts';
import { addressText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import { factsOf } from '../orders/facts.ts';
import { listLines, listMerchantNames, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { listPayerTrades, listUnpaidTrades, type TradeRow } from '../orders/trade-rows.ts';
import { amountOf, payableOf, stateOfTrade } from './accept.ts';

/** A trade with its present amount, fen. */
export type PayTrade = { wire: TradeWire; amount: number };

/** Trades of this company for the pay pages. Throws 404 when one of them is unknown or another company's. */
export async function listPayTrades(context: Context<'buyer'>, nos: readonly string[]): Promise<PayTrade[]> {
  const wanted = [...new Set(nos)];
  const trades = await listPayerTrades(context.db, context.actor.account, wanted);
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
  const nos = await listUnpaidTrades(db, account, ['to_pay'], now);
  const found = await describeTrades(context, await listPayerTrades(db, account, nos));
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
  // A waiting trade shows its amount, a paid one the amount paid, a cancelled one what it would have been.
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
      // Orders of a flash sale have less time: the earliest deadline is shown.
      deadline_at: new Date(
        Math.min(...(payable.length > 0 ? payable : [trade]).map(({ deadlineAt }) => deadlineAt.getTime())),
      ).toISOString(),
      created_at: trade.createdAt.toISOString(),
      receiver: `${trade.address.receiver} ${addressText(trade.address)}`,
      orders: wires,
    },
  };
}
