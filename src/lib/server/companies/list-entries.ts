/** Entries of the lists in a company's file, as sent. */
import { moneyUses } from '#lib/contract/wallet/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { couponStatusAt } from '#lib/rules/promotions/coupons.ts';
import { auditActText } from '#lib/rules/site/audit-acts.ts';
import { auditLines, auditLineText } from '#lib/rules/site/audit-lines.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import { deviceName } from '#lib/rules/text/device-name.ts';
import { placeOf } from '../core/sessions/place.ts';
import { couponStatusTexts } from '../coupons/wire.ts';
import type {
  listCompanyAudit,
  listCompanyOrders,
  listCompanySessions,
  listLastCoupons,
  listLastEntries,
  listLastMessages,
} from './file-rows.ts';

export function sessionOf(row: Awaited<ReturnType<typeof listCompanySessions>>[number]) {
  return {
    id: row.id,
    person: row.person,
    device: deviceName(row.userAgent ?? ''),
    address: row.address ?? '',
    place: placeOf(row.address ?? ''),
    logged_in_at: row.createdAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
  };
}

export function entryOf(row: Awaited<ReturnType<typeof listLastEntries>>[number]) {
  return {
    id: row.id,
    use_text: textOf(moneyUses, row.useType),
    amount: formatYuan(row.amount),
    balance: formatYuan(row.balanceAfter),
    note: row.note,
    at: row.createdAt.toISOString(),
  };
}

export function messageOf(row: Awaited<ReturnType<typeof listLastMessages>>[number]) {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    is_read: row.readAt === null ? (0 as const) : (1 as const),
    at: row.createdAt.toISOString(),
  };
}

export function auditOf(row: Awaited<ReturnType<typeof listCompanyAudit>>[number]) {
  return {
    id: row.id,
    act_text: auditActText(row.act),
    who: row.actorId,
    after: auditLineText(auditLines(row.act, null, row.after)),
    at: row.at.toISOString(),
  };
}

export function orderOf(row: Awaited<ReturnType<typeof listCompanyOrders>>[number], now: Date) {
  return {
    no: row.no,
    merchant: row.merchant,
    status_text: orderStatusText(
      {
        status: row.status,
        deadlineAt: row.deadlineAt.getTime(),
        receiveBy: row.receiveBy?.getTime() ?? null,
      },
      now.getTime(),
    ),
    amount: formatYuan(row.payAmount),
    placed_at: row.createdAt.toISOString(),
  };
}

export function couponOf({ held, coupon }: Awaited<ReturnType<typeof listLastCoupons>>[number], now: Date) {
  const status = couponStatusAt({ status: held.status, endsAt: held.validTo.getTime() }, now.getTime());
  return {
    id: held.id,
    name: coupon.name,
    kind_text: coupon.kind === 'voucher' ? '现金券' : '优惠券',
    value: formatYuan(coupon.value),
    threshold: formatYuan(coupon.threshold),
    balance: held.balance === null ? null : formatYuan(held.balance),
    status_text: couponStatusTexts[status],
    valid_to: held.validTo.toISOString(),
    remarks: coupon.remarks,
    given_at: held.claimedAt.toISOString(),
  };
}
