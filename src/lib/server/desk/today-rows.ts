/**
 * Counts of waiting work for the desks. `within` binds to a merchant's own rows; null is the platform, which sees all.
 */
import { and, count, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import { isToDecide } from '../acts/countersign-rows.ts';
import { isOpenDifference } from '../bills/rows.ts';
import { isSetWaiting } from '../changes/rows.ts';
import { countHeldMessages, countWaitingTalks } from '../chat/waiting-rows.ts';
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
  licenceRenewal,
  liveQuestion,
  liveRoom,
  order,
  pointsCase,
  pointsOrder,
  pointsTask,
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
import { countDueLicences, isRenewalWaiting } from '../licences/rows.ts';
import { isQuestionWaiting, isRoomOfToday, isRoomToReview } from '../live/waiting-rows.ts';
import { countAskedOnboarding, countDueOnboarding } from '../onboarding/desk-rows.ts';
import { withMerchant, withPlatform } from '../orders/after-sale-rows.ts';
import { isRefusalInTime, isRefusalLate } from '../orders/due-rows.ts';
import { isAtDesk } from '../paying/transfer-rows.ts';
import { countMoney } from '../payments/money-list-rows.ts';
import { isToPayOut } from '../payments/payout-rows.ts';
import { isPaidTwice } from '../payments/reroute-rows.ts';
import { isTaskAsked } from '../points/task-rows.ts';
import { countHeldForQuality } from '../quality/hold-rows.ts';
import { countStuckOrders } from '../tracking/stuck-rows.ts';
import { isWantedWaiting } from '../wanted/rows.ts';
import { isStuck } from './job-rows.ts';

interface Counted {
  count: number;
  /** Time of the oldest of them. */
  since: Date | null;
}

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

type Counter = (db: Db, bounds: Bounds) => Promise<Counted>;

/** Counts rows of a table by a condition. */
const rowsOf =
  (table: PgTable, moment: PgColumn, where: (bounds: Bounds) => SQL | undefined): Counter =>
  (db, bounds) =>
    countOf(db, table, moment, where(bounds));

/** Paid orders that have not left completely. */
const toShip = ({ within }: Bounds) =>
  and(
    inArray(order.status, orderStatuses.filter(orderIs.shippable)),
    within === null ? undefined : eq(order.merchantId, within),
  );

/** Each kind of waiting work with its own query. */
const counters = {
  companies: rowsOf(companyApplication, companyApplication.handedInAt, () => isWaitingReview),
  lateOrders: rowsOf(order, order.paidAt, (by) => and(toShip(by), lt(order.paidAt, by.late))),
  ordersToShip: rowsOf(order, order.paidAt, toShip),
  hurriedOrders: rowsOf(order, order.hurriedAt, (by) => and(toShip(by), isNotNull(order.hurriedAt))),
  qualityOrders: (db, { within }) => countHeldForQuality(db, within),
  stuckOrders: (db, { within, now }) => countStuckOrders(db, within, now),
  refusals: rowsOf(order, order.deadlineAt, ({ within, now }) =>
    within === null ? isRefusalLate(now) : and(isRefusalInTime(now), eq(order.merchantId, within)),
  ),
  afterSales: rowsOf(afterSale, afterSale.createdAt, ({ within, now }) =>
    within === null ? withPlatform(now) : and(withMerchant(now), eq(afterSale.merchantId, within)),
  ),
  talks: (db, { within }) => countWaitingTalks(db, { within }),
  heldMessages: countHeldMessages,
  liveRooms: rowsOf(liveRoom, liveRoom.handedInAt, () => isRoomToReview),
  // They have their own hours: nothing of them is late here.
  liveToday: async (db, { within, now }) => ({
    count: await db.$count(liveRoom, isRoomOfToday(within, now)),
    since: null,
  }),
  liveQuestions: rowsOf(liveQuestion, liveQuestion.createdAt, ({ within }) => isQuestionWaiting(within)),
  askedOnboarding: (db, { within, now }) => countAskedOnboarding(db, within, now),
  dueOnboarding: (db, { within, now }) => countDueOnboarding(db, within, now),
  dueLicences: (db, { within, now }) => countDueLicences(db, within, now),
  licenceRenewals: rowsOf(licenceRenewal, licenceRenewal.createdAt, () => isRenewalWaiting),
  money: (db, { moneyKinds }) => countMoney(db, moneyKinds),
  unknownRefunds: rowsOf(refund, refund.createdAt, () => eq(refund.status, 'unknown')),
  failedRefunds: rowsOf(refund, refund.createdAt, () => eq(refund.status, 'failed')),
  heldRefunds: rowsOf(refund, refund.createdAt, () => eq(refund.status, 'held')),
  twiceRefunds: rowsOf(refundReroute, refundReroute.housePaidAt, () => isPaidTwice),
  transfers: rowsOf(bankTransfer, bankTransfer.submittedAt, () => isAtDesk(statesAtDesk)),
  payouts: rowsOf(refund, refund.createdAt, () => isToPayOut),
  acts: rowsOf(waitingAct, waitingAct.createdAt, ({ decides }) =>
    and(isToDecide, inArray(waitingAct.kind, [...decides])),
  ),
  proposals: rowsOf(priceProposal, priceProposal.createdAt, ({ within }) =>
    and(isProposalOpen, within === null ? undefined : eq(priceProposal.merchantId, within)),
  ),
  changes: rowsOf(changeSet, changeSet.createdAt, ({ within }) => isSetWaiting(within)),
  differences: rowsOf(billDifference, billDifference.foundAt, () => isOpenDifference),
  statements: (db, { within, now }) =>
    within === null
      ? countOf(db, statementAnswer, statementAnswer.objectedAt, isObjected)
      : countOwnStatements(db, within, now),
  invoices: rowsOf(invoice, invoice.createdAt, ({ within }) => isInvoiceWaiting(within)),
  redForms: rowsOf(redForm, redForm.askedAt, ({ within, now }) => isRedFormWaiting(within, now)),
  invoiceSellers: rowsOf(invoiceSeller, invoiceSeller.sessionCheckedAt, ({ within, now }) =>
    isSellerToDo(within, now),
  ),
  contractsToSeal: (db, { within }) => countToSeal(db, within),
  flows: rowsOf(flowBreak, flowBreak.foundAt, ({ within }) => isBreakWaiting(within)),
  wanted: rowsOf(wanted, wanted.createdAt, () => isWantedWaiting),
  grants: rowsOf(controlledGrant, controlledGrant.createdAt, ({ within }) => isGrantWaiting(within)),
  tasks: rowsOf(pointsTask, pointsTask.passedAt, ({ within, now }) => isTaskAsked(within, now)),
  pointsToShip: rowsOf(pointsOrder, pointsOrder.createdAt, () => eq(pointsOrder.status, 'to_ship')),
  pointsCases: rowsOf(pointsCase, pointsCase.createdAt, () => eq(pointsCase.state, 'asked')),
  failedJobs: rowsOf(jobFailure, jobFailure.lastAt, ({ tries }) => isStuck(tries)),
} satisfies Record<string, Counter>;

/** The kinds of waiting work. */
export type WaitingKey = keyof typeof counters;

/** The counts of these kinds now; no query is made for another one. */
export async function countToday(
  db: Db,
  bounds: Bounds,
  keys: readonly WaitingKey[],
): Promise<Map<WaitingKey, Counted>> {
  const asked = [...new Set(keys)];
  return new Map(
    await Promise.all(asked.map(async (key) => [key, await counters[key](db, bounds)] as const)),
  );
}
