/** Searches of payments by the platform's people: for a buyer who has paid and asks where it is (rules 5). */
import { fieldError } from '#lib/contract/errors.ts';
import type { DeskPayments, DeskPaymentsValues } from '#lib/contract/payments/desk-schema.ts';
import { findYuan, formatYuan } from '#lib/rules/money/money.ts';
import { isTopUp } from '#lib/rules/money/top-up.ts';
import { readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { paymentStates } from '#lib/rules/orders/payment-state.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { listProviders, nameWay } from '../ports/payments/providers.ts';
import { findDeskPayments } from './desk-payment-rows.ts';

/** The open ways to pay, for the search. */
export function listWays(): { value: string; text: string }[] {
  return listProviders().map(({ key, name }) => ({ value: key, text: name }));
}

/** `GET /api/desk/payments`: the newest first. Throws 422 for an invalid amount. */
export async function listDeskPayments(
  { db }: Context<'platform'>,
  input: DeskPaymentsValues,
): Promise<DeskPayments> {
  const from = findDay(input.from);
  const to = findDayEnd(input.to);
  const amount = input.amount === '' ? null : findYuan(input.amount);
  if (input.amount !== '' && amount === null) throw fieldError('amount', '金额须为数字，最多两位小数');
  const request = {
    search: readDeskSearch(input.q),
    state: input.state || null,
    way: input.way || null,
    amount,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
  };
  const { rows, total } = await readElsewhere(db, (read) => findDeskPayments(read, request, input));
  return {
    list: rows.map((row) => ({
      pay_no: row.no,
      company: row.company,
      purpose_text: isTopUp(row.purpose) ? '余额充值' : '订单付款',
      way_text: `${nameWay(row.provider)}${row.linkId === null ? '' : '（他人代付）'}`,
      serial: row.providerNo ?? '',
      amount: formatYuan(row.amount),
      status_text: paymentStates[row.status].text,
      fail_reason: row.failReason ?? '',
      trade_nos: row.tradeNos,
      order_nos: row.orderNos,
      created_at: row.createdAt.toISOString(),
      paid_at: row.paidAt?.toISOString() ?? '',
    })),
    total,
  };
}
