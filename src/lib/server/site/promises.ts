/** Rebate and cashback that a company still waits for. */
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { promisesLeft } from '#lib/rules/promotions/promises.ts';
import type { Db } from '../db/client.ts';
import { listPromises } from '../ports/payments/wallet-rows.ts';

/** Credits due to the balance for orders at these statuses, after refunds so far, fen: as the job credits them. */
export async function sumPromises(
  db: Db,
  companyId: number,
  statuses: readonly OrderStatus[],
): Promise<{ rebate: number; cashback: number }> {
  const sums = { rebate: 0, cashback: 0 };
  for (const { cashback, lines } of await listPromises(db, companyId, statuses)) {
    const left = promisesLeft(cashback, lines);
    sums.rebate += left.rebate;
    sums.cashback += left.cashback;
  }
  return sums;
}
