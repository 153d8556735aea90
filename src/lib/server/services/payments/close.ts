/** Ending open payments: a new one begins, or what they pay for is gone. */
import type { PaymentState } from '#lib/rules/payment-state.ts';
import type { Tx } from '../../db/client.ts';
import { closeOpenPayments } from '../../repos/payments.ts';

const open: PaymentState = 'pending';
const closed: PaymentState = 'closed';

/** Closes the open payments of locked trades. Money that still arrives on them is given back by the notify. */
export function closePaymentsOf(tx: Tx, tradeNos: readonly string[], now: Date): Promise<void> {
  return closeOpenPayments(tx, tradeNos, open, closed, now);
}
