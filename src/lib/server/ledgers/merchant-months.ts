/** The books of all companies, for their accountant. */
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { compareLedgers, type LedgerState } from '../backup/ledgers.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from './audit-rows.ts';
import { listMerchantMonths, type MerchantMonth } from './booking-rows.ts';

/**
 * Each merchant's bookings in a month of Shanghai (YYYY-MM), and what it is owed at its end. Null for an invalid month.
 */
export async function readMerchantMonth(db: Db, month: string): Promise<MerchantMonth[] | null> {
  const from = /^\d{4}-\d{2}$/.test(month) ? findDay(`${month}-01`) : null;
  if (from === null) return null;
  // 31 days after the first of a month is in the next one, at its first days.
  const next = dayKey(from + 31 * 86_400_000).slice(0, 7);
  const to = findDay(`${next}-01`);
  return to === null ? null : listMerchantMonths(db, { from: new Date(from), to: new Date(to) });
}

/** Compares every balance with its ledger; the audit log records who ran it and the result. */
export async function checkLedgers(context: Context<'platform'>): Promise<LedgerState> {
  const { db, now } = context;
  const state = await compareLedgers(db.$client);
  await db.transaction((tx) =>
    writeAudit(tx, recordOf(context), {
      act: 'ledger.check',
      subject: 'ledger',
      key: 'all',
      before: null,
      after: { ...state },
      at: now,
    }),
  );
  return state;
}
