/** Companies' licences that lapse soon: for the desk, in calendars, and what their end would block. */
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { statesWithPeople } from '#lib/rules/companies/company-state.ts';
import { type PaperKind, reminderDays } from '#lib/rules/companies/qualification.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, goods, order, orderLine, paper, paperCalendar, product } from '../db/schema.ts';

/** Addresses of licence calendars: a person's own, for one company. Only the hash of an address is stored. */
interface CalendarOf {
  userId: string;
  companyId: number;
}

const own = ({ userId, companyId }: CalendarOf) =>
  and(eq(paperCalendar.userId, userId), eq(paperCalendar.companyId, companyId));

/** Its state; null where there never was one. A version without a hash has been revoked. */
export async function findCalendar(db: Db, of: CalendarOf) {
  const [row] = await db.select().from(paperCalendar).where(own(of));
  return row ?? null;
}

/**
 * Replaces the version that was read, 0 for none, with another address (null revokes it); false when another call was
 * faster.
 */
export async function replaceCalendar(
  db: Db,
  of: CalendarOf,
  { version, tokenHash, now }: { version: number; tokenHash: string | null; now: Date },
): Promise<boolean> {
  const rows =
    version === 0
      ? await db
          .insert(paperCalendar)
          .values({ ...of, tokenHash, version: 1, createdAt: now })
          .onConflictDoNothing()
          .returning({ version: paperCalendar.version })
      : await db
          .update(paperCalendar)
          .set({ tokenHash, version: sql`${paperCalendar.version} + 1`, createdAt: now })
          .where(and(own(of), eq(paperCalendar.version, version)))
          .returning({ version: paperCalendar.version });
  return rows.length > 0;
}

/** The owner of an address; null for an unknown one. */
export async function findCalendarOwner(db: Db, tokenHash: string): Promise<CalendarOf | null> {
  const [row] = await db
    .select({ userId: paperCalendar.userId, companyId: paperCalendar.companyId })
    .from(paperCalendar)
    .where(eq(paperCalendar.tokenHash, tokenHash));
  return row ?? null;
}

interface PaperRow {
  id: number;
  companyId: number;
  company: string;
  kind: PaperKind;
  number: string;
  /** Its last day in Shanghai. */
  validTo: string;
}

/** Cause of the reminder message for a licence on a day: there is one a day. */
export function reminderRef(id: number, day: string): string {
  return `paper:${id}:${day}`;
}

const columns = {
  id: paper.id,
  companyId: paper.companyId,
  company: company.name,
  kind: paper.kind,
  number: paper.number,
  validTo: sql<string>`${paper.validTo}::text`,
};

/** `papersToRenew` of the rules before they expire, of companies that have people: over `paper` and `company`. */
export function isLapsing(now: Date): SQL | undefined {
  const today = sql`${dayKey(now.getTime())}::date`;
  return and(
    eq(paper.status, 'approved'),
    inArray(company.status, [...statesWithPeople]),
    sql`${paper.validTo} between ${today} and ${today} + ${reminderDays[0]}::int`,
    sql`not exists (select 1 from paper later
      where later.company_id = ${paper.companyId} and later.kind = ${paper.kind} and later.status = 'approved'
        and (later.valid_to is null or later.valid_to > ${paper.validTo})
        and later.valid_from <= ${paper.validTo} + 1)`,
  );
}

function lapsing(db: Db | Tx, now: Date, more: SQL | undefined) {
  return db
    .select(columns)
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(and(isLapsing(now), more));
}

/** One of them; null for one that is not among them. */
export async function findLapsingPaper(db: Db | Tx, id: number, now: Date): Promise<PaperRow | null> {
  const [row] = await lapsing(db, now, eq(paper.id, id));
  return row ?? null;
}

/** Cause of the reminder message for a licence a number of days before its end: there is one of each. */
export function dueReminderRef(id: number, days: number): string {
  return `paper-due:${id}:${days}`;
}

/** Licences whose reminder of 60, 30 or 7 days is due and was not sent, the first to lapse first. */
export async function listDueReminders(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const left = sql`${paper.validTo} - ${dayKey(now.getTime())}::date`;
  const steps = reminderDays.toReversed().map((days) => sql`when ${left} <= ${days}::int then ${days}::int`);
  const rows = await db
    .select({ id: paper.id })
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(
      and(
        isLapsing(now),
        sql`not exists (select 1 from message m where m.company_id = ${paper.companyId}
          and m.ref = 'paper-due:' || ${paper.id} || ':' || (case ${sql.join(steps, sql` `)} end))`,
        isReady(job, paper.id, now),
      ),
    )
    .orderBy(asc(paper.validTo), asc(paper.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

// A company's recent purchases, for what the end of its licences would block.

/**
 * Each item of which the company, or a store on its licences, has bought and retained a piece since then, by its
 * present scope; fen less refunds. Gifts are left out.
 */
export function listBoughtSince(
  db: Db,
  companyId: number,
  { since, statuses }: { since: Date; statuses: readonly OrderStatus[] },
) {
  const paid = sql<number>`sum(${orderLine.paid} - ${orderLine.refundedAmount})::float8`;
  return db
    .select({
      id: goods.id,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      scope: product.scope,
      paid,
    })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(
      and(
        sql`${order.companyId} in (select c.id from company c where c.id = ${companyId}
          or (c.head_id = ${companyId} and c.inherits_papers and c.status <> 'closed'))`,
        gte(order.createdAt, since),
        inArray(order.status, [...statuses]),
        sql`${orderLine.quantity} > ${orderLine.refundedQuantity}`,
        sql`${orderLine.kind} <> 'gift'`,
      ),
    )
    .groupBy(goods.id, product.id);
}
