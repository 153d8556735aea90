/**
 * Counts of waiting work for the desks. `within` binds to a merchant's own rows; null is the platform, which sees all.
 */
import { and, count, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ActKind } from '#lib/rules/companies/countersign.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import { isToDecide } from '../acts/countersign-rows.ts';
import { isOpenDifference } from '../bills/rows.ts';
import { isSetWaiting } from '../changes/rows.ts';
import { type ChatWaiting, countChat } from '../chat/waiting-rows.ts';
import { isGrantWaiting } from '../companies/grant-rows.ts';
import { isProposalOpen } from '../companies/price-proposal-rows.ts';
import { isWaitingReview } from '../companies/review-queue-rows.ts';
import { countToSeal } from '../contracts/waiting-rows.ts';
import type { Db } from '../db/client.ts';
import {
  afterSale,
  bankTransfer,
  billDifference,
  changeSet,
  companyApplication,
  controlledGrant,
  flowBreak,
  invoice,
  invoiceSeller,
  jobFailure,
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
import { isBreakWaiting } from '../flows/break-rows.ts';
import { isInvoiceWaiting, isRedFormWaiting, isSellerToDo } from '../invoices/waiting-rows.ts';
import { countOwnStatements, isObjected } from '../ledgers/statement-rows.ts';
import { countLicences } from '../licences/rows.ts';
import { isQuestionWaiting, isRoomOfToday, isRoomToReview } from '../live/waiting-rows.ts';
import { countAskedOnboarding, countDueOnboarding } from '../onboarding/desk-rows.ts';
import { withMerchant, withPlatform } from '../orders/after-sale-rows.ts';
import { isRefusalInTime, isRefusalLate } from '../orders/due-rows.ts';
import { isAtDesk } from '../paying/transfer-rows.ts';
import { countMoney } from '../payments/money-list-rows.ts';
import { isToPayOut } from '../payments/payout-rows.ts';
import { isPaidTwice } from '../payments/reroute-rows.ts';
import { countHeldForQuality } from '../quality/hold-rows.ts';
import { countStuckOrders } from '../tracking/stuck-rows.ts';
import { isWantedWaiting } from '../wanted/rows.ts';
import { isStuck } from './job-rows.ts';

interface Counted {
  count: number;
  /** Time of the oldest of them. */
  since: Date | null;
}

/** The kinds of waiting work. */
export type Waiting = Record<
  | 'companies'
  | 'lateOrders'
  | 'ordersToShip'
  | 'hurriedOrders'
  | 'qualityOrders'
  | 'stuckOrders'
  | 'refusals'
  | 'afterSales'
  | 'askedOnboarding'
  | 'dueOnboarding'
  | 'dueLicences'
  | 'licenceRenewals'
  | 'money'
  | 'unknownRefunds'
  | 'failedRefunds'
  | 'heldRefunds'
  | 'twiceRefunds'
  | 'transfers'
  | 'payouts'
  | 'acts'
  | 'proposals'
  | 'changes'
  | 'differences'
  | 'statements'
  | 'flows'
  | 'wanted'
  | 'grants'
  | 'pointsToShip'
  | 'pointsCases'
  | 'failedJobs'
  | 'invoices'
  | 'redForms'
  | 'invoiceSellers'
  | 'contractsToSeal'
  | 'liveRooms'
  | 'liveToday'
  | 'liveQuestions',
  Counted
> &
  ChatWaiting;

interface Bounds {
  within: number | null;
  /** Kinds of acts that the person may approve or refuse. */
  decides: readonly ActKind[];
  /** Those of them that move money. */
  moneyKinds: readonly ActKind[];
  /** Orders paid before this should have left. */
  late: Date;
  now: Date;
  /** Number of failures from which a row of a job needs a person. */
  tries: number;
}

/** Number of a table's waiting rows, and the time of the oldest. */
async function countOf(db: Db, table: PgTable, moment: PgColumn, where: SQL | undefined): Promise<Counted> {
  const since = sql<number | null>`(extract(epoch from min(${moment})) * 1000)::float8`;
  const [row] = await db.select({ count: count(), since }).from(table).where(where);
  const first = row?.since ?? null;
  return { count: row?.count ?? 0, since: first === null ? null : new Date(first) };
}

/** All counts now. */
export async function countToday(
  db: Db,
  { within, decides, moneyKinds, late, now, tries }: Bounds,
): Promise<Waiting> {
  const of = (table: PgTable, moment: PgColumn, where: SQL | undefined) => countOf(db, table, moment, where);
  const toShip = and(
    inArray(order.status, orderStatuses.filter(orderIs.shippable)),
    within === null ? undefined : eq(order.merchantId, within),
  );
  const [
    companies,
    lateOrders,
    ordersToShip,
    hurriedOrders,
    qualityOrders,
    stuckOrders,
    refusals,
    afterSales,
    chat,
    askedOnboarding,
    dueOnboarding,
    { dueLicences, licenceRenewals },
    money,
    unknownRefunds,
    failedRefunds,
    heldRefunds,
    twiceRefunds,
    transfers,
    payouts,
    acts,
    proposals,
    changes,
    differences,
    statements,
    flows,
    wants,
    grants,
    pointsToShip,
    pointsCases,
    failedJobs,
    invoices,
    redForms,
    invoiceSellers,
    contractsToSeal,
    liveRooms,
    liveToday,
    liveQuestions,
  ] = await Promise.all([
    of(companyApplication, companyApplication.handedInAt, isWaitingReview),
    of(order, order.paidAt, and(toShip, lt(order.paidAt, late))),
    of(order, order.paidAt, toShip),
    of(order, order.hurriedAt, and(toShip, isNotNull(order.hurriedAt))),
    countHeldForQuality(db, within),
    countStuckOrders(db, within, now),
    of(
      order,
      order.deadlineAt,
      within === null ? isRefusalLate(now) : and(isRefusalInTime(now), eq(order.merchantId, within)),
    ),
    of(
      afterSale,
      afterSale.createdAt,
      within === null ? withPlatform(now) : and(withMerchant(now), eq(afterSale.merchantId, within)),
    ),
    countChat(db, within),
    countAskedOnboarding(db, within, now),
    countDueOnboarding(db, within, now),
    countLicences(db, within, now),
    countMoney(db, moneyKinds),
    of(refund, refund.createdAt, eq(refund.status, 'unknown')),
    of(refund, refund.createdAt, eq(refund.status, 'failed')),
    of(refund, refund.createdAt, eq(refund.status, 'held')),
    of(refundReroute, refundReroute.housePaidAt, isPaidTwice),
    of(bankTransfer, bankTransfer.submittedAt, isAtDesk(statesAtDesk)),
    of(refund, refund.createdAt, isToPayOut),
    of(waitingAct, waitingAct.createdAt, and(isToDecide, inArray(waitingAct.kind, [...decides]))),
    of(
      priceProposal,
      priceProposal.createdAt,
      and(isProposalOpen, within === null ? undefined : eq(priceProposal.merchantId, within)),
    ),
    of(changeSet, changeSet.createdAt, isSetWaiting(within)),
    of(billDifference, billDifference.foundAt, isOpenDifference),
    within === null
      ? of(statementAnswer, statementAnswer.objectedAt, isObjected)
      : countOwnStatements(db, within, now),
    of(flowBreak, flowBreak.foundAt, isBreakWaiting(within)),
    of(wanted, wanted.createdAt, isWantedWaiting),
    of(controlledGrant, controlledGrant.createdAt, isGrantWaiting(within)),
    of(pointsOrder, pointsOrder.createdAt, eq(pointsOrder.status, 'to_ship')),
    of(pointsCase, pointsCase.createdAt, eq(pointsCase.state, 'asked')),
    of(jobFailure, jobFailure.lastAt, isStuck(tries)),
    of(invoice, invoice.createdAt, isInvoiceWaiting(within)),
    of(redForm, redForm.askedAt, isRedFormWaiting(within, now)),
    of(invoiceSeller, invoiceSeller.sessionCheckedAt, isSellerToDo(within, now)),
    countToSeal(db, within),
    of(liveRoom, liveRoom.handedInAt, isRoomToReview),
    // They have their own hours: nothing of them is late here.
    db.$count(liveRoom, isRoomOfToday(within, now)).then((found) => ({ count: found, since: null })),
    of(liveQuestion, liveQuestion.createdAt, isQuestionWaiting(within)),
  ]);
  return {
    companies,
    lateOrders,
    ordersToShip,
    hurriedOrders,
    qualityOrders,
    stuckOrders,
    refusals,
    afterSales,
    ...chat,
    askedOnboarding,
    dueOnboarding,
    dueLicences,
    licenceRenewals,
    money,
    unknownRefunds,
    failedRefunds,
    heldRefunds,
    twiceRefunds,
    transfers,
    payouts,
    acts,
    proposals,
    changes,
    differences,
    statements,
    flows,
    wanted: wants,
    grants,
    pointsToShip,
    pointsCases,
    failedJobs,
    invoices,
    redForms,
    invoiceSellers,
    contractsToSeal,
    liveRooms,
    liveToday,
    liveQuestions,
  };
}
