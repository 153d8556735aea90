/** Counts at the entries of a desk's navigation. `within` binds to a merchant's own rows; null is the platform. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import { isToDecide } from '../acts/countersign-rows.ts';
import { isOpenDifference } from '../bills/rows.ts';
import { isSetWaiting } from '../changes/rows.ts';
import { isGrantWaiting } from '../companies/grant-rows.ts';
import { isProposalOpen } from '../companies/price-proposal-rows.ts';
import { isWaitingReview } from '../companies/review-queue-rows.ts';
import type { Db } from '../db/client.ts';
import {
  afterSale,
  bankTransfer,
  billDifference,
  changeSet,
  companyApplication,
  controlledGrant,
  invoice,
  licenceRenewal,
  liveQuestion,
  liveRoom,
  order,
  pointsCase,
  pointsOrder,
  priceProposal,
  redForm,
  refund,
  refundReroute,
  statementAnswer,
  waitingAct,
  wanted,
} from '../db/schema.ts';
import { isInvoiceWaiting, isRedFormWaiting } from '../invoices/waiting-rows.ts';
import { isObjected } from '../ledgers/statement-rows.ts';
import { isRenewalWaiting } from '../licences/rows.ts';
import { isQuestionWaiting, isRoomToReview } from '../live/waiting-rows.ts';
import { withMerchant, withPlatform } from '../orders/after-sale-rows.ts';
import { isRefusalInTime, isRefusalLate } from '../orders/due-rows.ts';
import { isAtDesk } from '../paying/transfer-rows.ts';
import { isToPayOut } from '../payments/payout-rows.ts';
import { isPaidTwice } from '../payments/reroute-rows.ts';
import { isWantedWaiting } from '../wanted/rows.ts';

interface Bounds {
  within: number | null;
  /** Kinds of acts that the person may approve or refuse. */
  decides: readonly ActKind[];
  now: Date;
}

/**
 * The table of each count, and the condition of its waiting rows. Triggers of each table notify open desks to count
 * again.
 */
export function countedOf({ within, decides, now }: Bounds) {
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
    acts: [waitingAct, and(isToDecide, inArray(waitingAct.kind, [...decides]))],
    proposals: [
      priceProposal,
      and(isProposalOpen, within === null ? undefined : eq(priceProposal.merchantId, within)),
    ],
    changes: [changeSet, isSetWaiting(within)],
    refunds: [refund, inArray(refund.status, ['unknown', 'failed', 'held'])],
    twiceRefunds: [refundReroute, isPaidTwice],
    wanted: [wanted, isWantedWaiting],
    grants: [controlledGrant, isGrantWaiting(within)],
    renewals: [licenceRenewal, isRenewalWaiting],
    objections: [statementAnswer, isObjected],
    invoices: [invoice, isInvoiceWaiting(within)],
    redForms: [redForm, isRedFormWaiting(within, now)],
    liveRooms: [liveRoom, isRoomToReview],
    liveQuestions: [liveQuestion, isQuestionWaiting(within)],
    pointsToShip: [pointsOrder, eq(pointsOrder.status, 'to_ship')],
    pointsCases: [pointsCase, eq(pointsCase.state, 'asked')],
  } satisfies Record<string, [PgTable, SQL | undefined]>;
}

export type NavigationCount = keyof ReturnType<typeof countedOf>;

/** The counts of these keys now. */
export async function countNavigation(
  db: Db,
  bounds: Bounds,
  keys: readonly NavigationCount[],
): Promise<Map<NavigationCount, number>> {
  const counted = countedOf(bounds);
  return new Map(
    await Promise.all(
      keys.map(async (key) => {
        const [table, where] = counted[key];
        return [key, await db.$count(table, where)] as const;
      }),
    ),
  );
}
