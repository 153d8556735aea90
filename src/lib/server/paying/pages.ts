/** Data of the pay pages, each in one call. Null where there is nothing to show. */
import { bankProvider } from '#lib/contract/constants.ts';
import type { PayMethod, PayStatus, TradeWire } from '#lib/contract/payments/calls.ts';
import type { PayLink } from '#lib/contract/payments/links.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { type TradeKind, transferRefusal } from '#lib/rules/orders/transfer-state.ts';
import type { CallContext, Context } from '../core/context.ts';
import { listPayerTrades, listTradePayments, listUnpaidTrades } from '../orders/trade-rows.ts';
import { findPayment } from '../payments/rows.ts';
import { readPayLink } from './links.ts';
import { listOpenTrades, listPayTrades } from './pay-trades.ts';
import { getPayment, listPayMethods, scannedOf } from './read.ts';

const paid: PaymentState = 'paid';
const pending: PaymentState = 'pending';

/** Step 3: the trade with its ways to pay, a payment of it that waits to be scanned, or the one that has paid it. */
export async function openPayPage(
  context: CallContext<'buyer'>,
  tradeNo: string,
): Promise<{
  trade: TradeWire & { waiting: PayStatus | null };
  methods: PayMethod[];
  paidBy: string | null;
  /** A payment by transfer that the desk checks, or that waits for its voucher. */
  transfer: string | null;
  /** Null where no other person could pay it, or the caller may not. */
  link: PayLink | null;
  /** Other trades that the caller could pay together with it. */
  others: number;
} | null> {
  const {
    db,
    actor: { account },
  } = context;
  const own = await listPayerTrades(db, account, [tradeNo]);
  if (own.length === 0) return null;
  const mayPay = roleMay(account.role, 'pay');
  const [trades, methods, payments, link, unpaid] = await Promise.all([
    listPayTrades(context, [tradeNo]),
    methodsFor(context, own),
    listTradePayments(db, tradeNo, [paid, pending]),
    mayPay ? readPayLink(context, tradeNo) : null,
    mayPay ? listUnpaidTrades(db, account, ['to_pay'], context.now) : [],
  ]);
  const { wire } = trades[0]!;
  const whole = payments.map(({ payment }) => payment).filter((payment) => payment.partOf === null);
  const paying = whole.filter((payment) => payment.paidAt !== null);
  const open = whole.findLast((payment) => scannedOf(payment, context.now.getTime()) !== null);
  const isOpen = wire.can_pay === 1;
  return {
    trade: { ...wire, waiting: isOpen && open ? await getPayment(context, { no: open.no }) : null },
    methods,
    link,
    others: unpaid.filter((no) => no !== tradeNo).length,
    paidBy: isOpen ? null : (paying.at(-1)?.no ?? null),
    transfer:
      whole.findLast(({ provider, status }) => provider === bankProvider && status === pending)?.no ?? null,
  };
}

/** /cart/hm: every trade that can be paid now. */
export async function openMergePage(
  context: CallContext<'buyer'>,
): Promise<{ trades: TradeWire[]; methods: PayMethod[] }> {
  const [trades, methods] = await Promise.all([listOpenTrades(context), methodsFor(context)]);
  return { trades, methods };
}

/** Step 4: the state of a payment of this company. */
export async function openResultPage(context: Context<'buyer'>, payNo: string): Promise<PayStatus | null> {
  const found = await findPayment(context.db, context.actor.account.companyId, payNo);
  return found === null || isTopUp(found.purpose) ? null : getPayment(context, { no: payNo });
}

/** A person who may not pay sees the trade, and no way to pay it. */
async function methodsFor(
  context: CallContext<'buyer'>,
  trades: readonly { kind: TradeKind }[] = [],
): Promise<PayMethod[]> {
  if (!roleMay(context.actor.account.role, 'pay')) return [];
  const reason = transferRefusal(trades.map(({ kind }) => kind));
  const methods = await listPayMethods(context, {});
  return methods.map((method) =>
    method.provider === bankProvider && reason !== null ? { ...method, is_enabled: 0, reason } : method,
  );
}
