/** What the pay pages load, each in one call. Null where there is nothing to show. */
import type { PayMethod, PayStatus, TradeWire } from '#lib/contract/payments/schema.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Context } from '../../context.ts';
import { findPayment } from '../../repos/payments.ts';
import { listTradePayments, listTrades } from '../../repos/trades.ts';
import { getPayment, listOpenTrades, listPayMethods, listPayTrades } from './read.ts';

const paid: PaymentState = 'paid';

/** Step 3: the trade with its ways to pay, or the payment that has paid it. */
export async function openPayPage(
  context: Context<'buyer'>,
  tradeNo: string,
): Promise<{ trade: TradeWire; methods: PayMethod[]; paidBy: string | null } | null> {
  const {
    db,
    actor: { account },
  } = context;
  if ((await listTrades(db, account.companyId, [tradeNo])).length === 0) return null;
  const [trades, methods, payments] = await Promise.all([
    listPayTrades(context, [tradeNo]),
    methodsFor(context),
    listTradePayments(db, tradeNo, [paid]),
  ]);
  const paying = payments.filter(({ payment }) => payment.partOf === null);
  const { wire } = trades[0]!;
  return { trade: wire, methods, paidBy: wire.can_pay === 1 ? null : (paying.at(-1)?.payment.no ?? null) };
}

/** /cart/hm: every trade that can be paid now. */
export async function openMergePage(
  context: Context<'buyer'>,
): Promise<{ trades: TradeWire[]; methods: PayMethod[] }> {
  const [trades, methods] = await Promise.all([listOpenTrades(context), methodsFor(context)]);
  return { trades, methods };
}

/** Step 4: how a payment of this company stands. */
export async function openResultPage(context: Context<'buyer'>, payNo: string): Promise<PayStatus | null> {
  const found = await findPayment(context.db, context.actor.account.companyId, payNo);
  return found === null ? null : getPayment(context, { no: payNo });
}

/** Who may not pay sees the trade, and no way to pay it. */
async function methodsFor(context: Context<'buyer'>): Promise<PayMethod[]> {
  return roleMay(context.actor.account.role, 'pay') ? listPayMethods(context, {}) : [];
}
