/** Counts at the entries of a desk's navigation. `within` binds to a merchant's own rows; null is the platform. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import type { Db } from '../db/client.ts';
import { afterSale, bankTransfer, billDifference, companyApplication, order, refund } from '../db/schema.ts';
import { withMerchant, withPlatform } from './after-sale.ts';
import { isOpenDifference } from './bills.ts';
import { isRefusalInTime, isRefusalLate } from './due-orders.ts';
import { isToPayOut } from './payouts.ts';
import { isWaitingReview } from './reviews.ts';
import { isAtDesk } from './transfers.ts';

/** What is counted: the table, and which of its rows wait. */
function countedOf(within: number | null, now: Date) {
  const ofMerchant = within === null ? undefined : eq(order.merchantId, within);
  return {
    toShip: [order, and(inArray(order.status, orderStatuses.filter(orderIs.shippable)), ofMerchant)],
    refusals: [order, within === null ? isRefusalLate(now) : and(isRefusalInTime(now), ofMerchant)],
    cases: [
      afterSale,
      within === null ? withPlatform(now) : and(withMerchant(now), eq(afterSale.merchantId, within)),
    ],
    companies: [companyApplication, isWaitingReview],
    transfers: [bankTransfer, isAtDesk(statesAtDesk)],
    payouts: [refund, isToPayOut],
    differences: [billDifference, isOpenDifference],
  } satisfies Record<string, [PgTable, SQL | undefined]>;
}

export type NavigationCount = keyof ReturnType<typeof countedOf>;

/** Those of the keys at this moment. */
export async function countNavigation(
  db: Db,
  { within, now }: { within: number | null; now: Date },
  keys: readonly NavigationCount[],
): Promise<Map<NavigationCount, number>> {
  const counted = countedOf(within, now);
  return new Map(
    await Promise.all(
      keys.map(async (key) => {
        const [table, where] = counted[key];
        return [key, await db.$count(table, where)] as const;
      }),
    ),
  );
}
