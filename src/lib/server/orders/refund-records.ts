/** Refunds of an order, one by one: money the way it came, and amounts returned to cash vouchers. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { placeText } from '#lib/rules/orders/money-back.ts';
import { refundStates } from '#lib/rules/orders/refund-state.ts';
import type { Db } from '../db/client.ts';
import { partOf } from '../payments/refund-place.ts';
import { listPlacedRefunds } from './placed-refund-rows.ts';
import type { OrderLineRow } from './rows.ts';
import { listVoucherRefunds } from './voucher-rows.ts';

type Records = OrderDetail['refunds'];

/** The number of a refund, `nth` counts the returned pieces. Payments of a mixed one add `-1`, `-2`. */
export function refundNoOf(orderNo: string, nth: number): string {
  return `${refundPrefix(orderNo)}${nth}`;
}

/** Prefix of an order's refund numbers. */
export function refundPrefix(orderNo: string): string {
  return `R${orderNo}-`;
}

/** `lines` are the order's own. */
export async function listRefundRecords(
  db: Db,
  orderNo: string,
  lines: readonly OrderLineRow[],
): Promise<Records> {
  const prefix = refundPrefix(orderNo);
  const [refunds, vouchers] = await Promise.all([
    listPlacedRefunds(db, orderNo),
    listVoucherRefunds(db, vouchersOf(lines), prefix),
  ]);
  // The rest of the number distinguishes it from a refund of an order whose number has this one as its prefix.
  const open = new Map(
    vouchers.filter(({ no }) => /^\d+$/.test(no.slice(prefix.length))).map((row) => [row.no, row]),
  );
  const records = refunds.map((placed): Records[number] => {
    const { refund } = placed;
    const own = [...open.values()].find(({ no }) => refund.no === no || refund.no.startsWith(`${no}-`));
    if (own) open.delete(own.no);
    return {
      no: refund.no,
      amount: formatYuan(refund.amount),
      place_text: placeText(partOf(placed)),
      voucher_amount: formatYuan(own?.amount ?? 0),
      reason: refund.reason,
      status_text: refundStates[refund.status].buyerText,
      is_back: Number(refundStates[refund.status].isBack),
      at: refund.createdAt.toISOString(),
    };
  });
  // Items fully paid by vouchers have no other refund.
  const alone = [...open.values()].map(({ no, amount, at }) => ({
    no,
    amount: formatYuan(0),
    place_text: '',
    voucher_amount: formatYuan(amount),
    reason: '',
    status_text: refundStates.done.buyerText,
    is_back: 1,
    at: at.toISOString(),
  }));
  return [...records, ...alone].sort((a, b) => a.at.localeCompare(b.at));
}

function vouchersOf(lines: readonly OrderLineRow[]): number[] {
  const steps = lines.flatMap((line) => line.priceTrace);
  return [
    ...new Set(steps.flatMap(({ rule, refId }) => (rule === 'voucher' && refId !== null ? refId : []))),
  ];
}
