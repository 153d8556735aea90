/** Payments, timeline and cases of an order for the desks (rules 3, 4). */
import type { DeskOrder, DeskOrderMoney } from '#lib/contract/shipping/desk-order.ts';
import { actorText } from '#lib/rules/companies/actors.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { afterSaleKinds, afterSaleStateText } from '#lib/rules/orders/after-sale-state.ts';
import { orderStates } from '#lib/rules/orders/order-state.ts';
import { paymentStates } from '#lib/rules/orders/payment-state.ts';
import { refundStates } from '#lib/rules/orders/refund-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { PriceRule } from '#lib/rules/terms/quote-shape.ts';
import { actorMay, type Context } from '../core/context.ts';
import { fileWireOf } from '../files/wire.ts';
import { listCasesOf, listEventFiles } from '../orders/case-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { listPlacedRefunds } from '../orders/placed-refund-rows.ts';
import { listEvents, type OrderLineRow, type OrderRow } from '../orders/rows.ts';
import { listTradePayments } from '../orders/trade-rows.ts';
import { nameWay } from '../ports/payments/providers.ts';

/** Rules that reduce a price; the others explain how a price was made. */
const reducing: readonly PriceRule[] = ['full_reduction', 'merchant_coupon', 'platform_coupon', 'voucher'];

/** Money, timeline and cases of an order that is this desk's. */
export async function orderFile(
  { db, actor, now }: Context<'staff'>,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<Pick<DeskOrder, 'money' | 'log' | 'cases'>> {
  const [payments, refunds, events, files, cases] = await Promise.all([
    listTradePayments(db, order.tradeNo, keysOf(paymentStates)),
    listPlacedRefunds(db, order.no),
    listEvents(db, order.no),
    listEventFiles(db, order.no),
    listCasesOf(db, order.companyId, [order.no]),
  ]);
  const seesPayments = actor.kind === 'platform' && actorMay(actor, 'receipts');
  return {
    money: {
      goods: formatYuan(order.goodsAmount),
      discount: formatYuan(order.discountAmount),
      freight: formatYuan(order.shippingAmount),
      pay: formatYuan(order.payAmount),
      refunded: formatYuan(order.refundedAmount),
      reductions: reductionsOf(lines),
      payments: payments.map(({ payment, share }) => ({
        no: seesPayments ? payment.no : '',
        way: `${nameWay(payment.provider)}${payment.linkId === null ? '' : '（他人代付）'}`,
        status_text: paymentStates[payment.status].text,
        serial: seesPayments ? (payment.providerNo ?? '') : '',
        share: seesPayments ? formatYuan(share) : '',
        paid_at: payment.paidAt?.toISOString() ?? '',
      })),
      refunds: refunds.map(({ refund }) => ({
        no: refund.no,
        amount: formatYuan(refund.amount),
        status_text: refundStates[refund.status].text,
        reason: refund.reason,
        created_at: refund.createdAt.toISOString(),
      })),
    },
    log: events.map(({ id, at, actor: kind, actorId, toStatus, note }) => ({
      at: at.toISOString(),
      // People of the desks are named to both sides; a buyer's id says nothing to either.
      who: kind === 'merchant' || kind === 'platform' ? `${actorText(kind)} ${actorId}` : actorText(kind),
      status_text: orderStates[toStatus].text,
      text: note,
      files: files.filter(({ eventId }) => eventId === id).map(({ file }) => fileWireOf(file)),
    })),
    cases: cases.map((row) => ({
      id: row.id,
      kind_text: afterSaleKinds[row.kind].text,
      reasons: row.reasons.join('、'),
      status_text: afterSaleStateText(caseFacts(row), now.getTime()),
    })),
  };
}

function reductionsOf(lines: readonly OrderLineRow[]): DeskOrderMoney['reductions'] {
  const steps = lines.flatMap(({ priceTrace }) => priceTrace).filter(({ rule }) => reducing.includes(rule));
  return [...Map.groupBy(steps, ({ reason }) => reason)].map(([text, same]) => ({
    text,
    amount: formatYuan(same.reduce((sum, { amount }) => sum + amount, 0)),
  }));
}
