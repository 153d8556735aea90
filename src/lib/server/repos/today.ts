/** Counts of what waits for the desks. `within` binds to a merchant's own rows; null is the platform, which sees all. */
import { and, count, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { grantStatuses, mayRefuseGrant } from '#lib/rules/companies/grant-state.ts';
import { statesToReview } from '#lib/rules/companies/qualification.ts';
import { isWantedOpen, wantedStatuses } from '#lib/rules/companies/wanted-state.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { company, controlledGrant, jobFailure, order, refund, wanted } from '../db/schema.ts';

interface Counted {
  count: number;
  /** The oldest of them. */
  since: Date | null;
}

/** What may wait. */
export type Waiting = Record<
  | 'companies'
  | 'lateOrders'
  | 'ordersToShip'
  | 'unknownRefunds'
  | 'failedRefunds'
  | 'wanted'
  | 'grants'
  | 'failedJobs',
  Counted
>;

interface Bounds {
  within: number | null;
  /** The moment of payment before which an order should have left. */
  late: Date;
  /** Failures from which on a row of a job needs a person. */
  tries: number;
}

/** How many rows of a table wait, and since when. */
async function countOf(db: Db, table: PgTable, moment: PgColumn, where: SQL | undefined): Promise<Counted> {
  const since = sql<number | null>`(extract(epoch from min(${moment})) * 1000)::float8`;
  const [row] = await db.select({ count: count(), since }).from(table).where(where);
  const first = row?.since ?? null;
  return { count: row?.count ?? 0, since: first === null ? null : new Date(first) };
}

/** All of them at this moment. */
export async function countToday(db: Db, { within, late, tries }: Bounds): Promise<Waiting> {
  const of = (table: PgTable, moment: PgColumn, where: SQL | undefined) => countOf(db, table, moment, where);
  const toShip = and(
    inArray(order.status, orderStatuses.filter(orderIs.shippable)),
    within === null ? undefined : eq(order.merchantId, within),
  );
  const [companies, lateOrders, ordersToShip, unknownRefunds, failedRefunds, wants, grants, failedJobs] =
    await Promise.all([
      of(company, company.createdAt, inArray(company.status, [...statesToReview])),
      of(order, order.paidAt, and(toShip, lt(order.paidAt, late))),
      of(order, order.paidAt, toShip),
      of(refund, refund.createdAt, eq(refund.status, 'unknown')),
      of(refund, refund.createdAt, eq(refund.status, 'failed')),
      of(wanted, wanted.createdAt, inArray(wanted.status, wantedStatuses.filter(isWantedOpen))),
      of(
        controlledGrant,
        controlledGrant.createdAt,
        inArray(controlledGrant.status, grantStatuses.filter(mayRefuseGrant)),
      ),
      of(jobFailure, jobFailure.lastAt, gte(jobFailure.tries, tries)),
    ]);
  return {
    companies,
    lateOrders,
    ordersToShip,
    unknownRefunds,
    failedRefunds,
    wanted: wants,
    grants,
    failedJobs,
  };
}
