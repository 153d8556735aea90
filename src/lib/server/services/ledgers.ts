/** The books of all companies, for their accountant. */
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import { compareLedgers, type LedgerState } from '../backup/ledgers.ts';
import { type Context, recordOf } from '../context.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from '../repos/audit.ts';
import { listMerchantMonths, type MerchantMonth } from '../repos/bookings.ts';

/**
 * What a month of Shanghai (YYYY-MM) brought each merchant, and what it is owed at its end. Null for a text that is no
 * month.
 */
export async function readMerchantMonth(db: Db, month: string): Promise<MerchantMonth[] | null> {
  const from = /^\d{4}-\d{2}$/.test(month) ? findDay(`${month}-01`) : null;
  if (from === null) return null;
  // From the first of a month 31 days on lies in the next one, at its first days.
  const next = dayKey(from + 31 * 86_400_000).slice(0, 7);
  const to = findDay(`${next}-01`);
  return to === null ? null : listMerchantMonths(db, { from: new Date(from), to: new Date(to) });
}

/** Compares every balance with its ledger; the audit log keeps who looked and what was found. */
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
