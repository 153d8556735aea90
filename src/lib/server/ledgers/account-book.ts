/** A merchant's account for its finance people (rules 4 and 5). */
import type { AccountBook, AccountBookValues } from '#lib/contract/account-book.ts';
import { merchantCauses } from '#lib/rules/money/bookings.ts';
import { formatYuan, inYuan } from '#lib/rules/money/money.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { findMerchantEntries, listMerchantMonths } from './booking-rows.ts';

/**
 * `GET /api/desk/account-book`: a merchant's own entries of some days of Shanghai, the newest first, with their sums
 * and the balance before them. Without `from` the span starts on the first of this month, without `to` it ends today;
 * an end before its beginning gives an empty span.
 */
export async function readAccountBook(
  { db, now, actor: { merchantId } }: Context<'merchant'>,
  { from, to, cause, no, ...asked }: AccountBookValues,
): Promise<AccountBook> {
  const today = dayKey(now.getTime());
  const days = { from: from || `${today.slice(0, 8)}01`, to: to || today };
  const span = {
    from: new Date(must(findDay(days.from), 'the first day')),
    to: new Date(must(findDayEnd(days.to), 'the last day') + 1),
  };
  const [{ rows, total }, [month]] = await Promise.all([
    findMerchantEntries(db, merchantId, { ...span, cause: cause === 'all' ? null : cause, no }, asked),
    listMerchantMonths(db, span, merchantId),
  ]);
  const none = { before: 0, sold: 0, refunded: 0, borne: 0, settled: 0, owed: 0 };
  const { before, sold, refunded, borne, settled, owed } = month ?? none;
  return {
    list: rows.map(({ id, at, cause: of, no: about, amount }) => ({
      id,
      at: at.toISOString(),
      cause_text: merchantCauses[of].text,
      no: about,
      order_no: of === 'settlement' ? '' : about,
      amount: formatYuan(amount),
    })),
    total,
    sums: { ...days, ...inYuan({ before, sold, refunded, borne, settled, owed }) },
  };
}
