/** The books of all companies, for their accountant. */
import { compareLedgers, type LedgerState } from '../backup/ledgers.ts';
import { type Context, recordOf } from '../context.ts';
import { writeAudit } from '../repos/audit.ts';

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
