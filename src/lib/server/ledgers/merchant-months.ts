/** The books of all companies, for their accountant. */
import { monthSpan } from '#lib/rules/orders/statements.ts';
import { compareLedgers, type LedgerState } from '../backup/ledgers.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from './audit-rows.ts';
import { listMerchantMonths, type MerchantMonth } from './sum-rows.ts';

/**
 * Each merchant's bookings in a month of Shanghai (YYYY-MM), and what it is owed at its end. Null for an invalid month.
 */
export async function readMerchantMonth(db: Db, month: string): Promise<MerchantMonth[] | null> {
  const span = monthSpan(month);
  return span === null ? null : listMerchantMonths(db, { from: new Date(span.from), to: new Date(span.to) });
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
