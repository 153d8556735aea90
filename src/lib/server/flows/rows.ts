/** Passes over the orders and their sealed records. */
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { passSince } from '#lib/rules/flows/pass.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { flowDay, flowLeaf } from '../db/schema.ts';

export type FlowDayRow = typeof flowDay.$inferSelect;
export type FlowLeafRow = typeof flowLeaf.$inferSelect;

/** Days that were begun and are not published, the oldest first. */
export async function listOpenDays(db: Db): Promise<string[]> {
  const rows = await db
    .select({ day: flowDay.day })
    .from(flowDay)
    .where(isNull(flowDay.publishedAt))
    .orderBy(flowDay.day);
  return rows.map(({ day }) => day);
}

export async function findFlowDay(db: Db | Tx, day: string): Promise<FlowDayRow | null> {
  const [row] = await db.select().from(flowDay).where(eq(flowDay.day, day));
  return row ?? null;
}

/** Begins a day, further back than the one before; a repeat finds it. */
export async function beginDay(db: Db | Tx, day: string, now: Date): Promise<void> {
  const [before] = await db
    .select({ day: flowDay.day, since: flowDay.since })
    .from(flowDay)
    .where(lt(flowDay.day, day))
    .orderBy(desc(flowDay.day))
    .limit(1);
  const since = passSince(day, before === undefined ? null : sinceOf(before));
  await db.insert(flowDay).values({ day, since, begunAt: now }).onConflictDoNothing();
}

/** The first day of payments that a day's pass compares. */
export function sinceOf({ day, since }: Pick<FlowDayRow, 'day' | 'since'>): string {
  return since ?? passSince(day, oldestDay);
}

/** Before all orders: a pass of the release before went back as far as any. */
const oldestDay = '2000-01-01';

/** The day, held until the transaction ends: one slice of it at a time. */
export async function lockFlowDay(tx: Tx, day: string): Promise<FlowDayRow | null> {
  const [row] = await tx.select().from(flowDay).where(eq(flowDay.day, day)).for('no key update');
  return row ?? null;
}

/** Paid orders of a span behind one of them, by the moment of their payment; all of it behind none. */
export async function listPaidFrom(
  tx: Tx,
  { after, from, until, limit }: { after: string; from: Date; until: Date; limit: number },
): Promise<string[]> {
  const isBehind =
    after === ''
      ? sql`paid_at >= ${from}`
      : sql`(paid_at, no) > ((select o.paid_at from "order" o where o.no = ${after}), ${after})`;
  const { rows } = await tx.execute<{ no: string }>(sql`
    select no from "order" where ${isBehind} and paid_at < ${until} order by paid_at, no limit ${limit}`);
  return rows.map(({ no }) => no);
}

/** Notes how far the pass of a day has come. */
export async function moveDay(
  tx: Tx,
  day: string,
  { to, checked, leaves }: { to: string; checked: number; leaves: number },
): Promise<void> {
  await tx
    .update(flowDay)
    .set({
      cursorNo: to,
      checked: sql`${flowDay.checked} + ${checked}`,
      leaves: sql`${flowDay.leaves} + ${leaves}`,
    })
    .where(eq(flowDay.day, day));
}

export async function insertLeaves(tx: Tx, leaves: readonly FlowLeafRow[]): Promise<void> {
  if (leaves.length > 0) await tx.insert(flowLeaf).values([...leaves]);
}

/** Hashes of a day's records in their places. */
export async function listLeafHashes(db: Db | Tx, day: string): Promise<string[]> {
  const rows = await db
    .select({ hash: flowLeaf.hash })
    .from(flowLeaf)
    .where(eq(flowLeaf.day, day))
    .orderBy(flowLeaf.at);
  return rows.map(({ hash }) => hash);
}

/** Publishes the root of a day with so many records; false where it is published or has others by now. */
export async function publishDay(
  db: Db | Tx,
  day: string,
  root: string,
  leaves: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(flowDay)
    .set({ root, publishedAt: now, auditedAt: now })
    .where(and(eq(flowDay.day, day), isNull(flowDay.publishedAt), eq(flowDay.leaves, leaves)))
    .returning({ day: flowDay.day });
  return rows.length > 0;
}

/**
 * The published day that was compared with its root longest ago, not after `before`; null for none. A day that rests after a
 * failure of the job holds up no other.
 */
export async function findDayToAudit(
  db: Db,
  { job, before, now }: { job: string; before: Date; now: Date },
): Promise<string | null> {
  const [row] = await db
    .select({ day: flowDay.day })
    .from(flowDay)
    .where(
      and(
        sql`${flowDay.publishedAt} is not null and ${flowDay.auditedAt} < ${before}`,
        isReady(job, flowDay.day, now),
      ),
    )
    .orderBy(flowDay.auditedAt, flowDay.day)
    .limit(1);
  return row?.day ?? null;
}

export async function markAudited(db: Db | Tx, day: string, now: Date): Promise<void> {
  await db.update(flowDay).set({ auditedAt: now }).where(eq(flowDay.day, day));
}

/** Records of a day from a place on. */
export function listLeaves(db: Db | Tx, day: string, from: number, limit: number): Promise<FlowLeafRow[]> {
  return db
    .select()
    .from(flowLeaf)
    .where(and(eq(flowLeaf.day, day), sql`${flowLeaf.at} >= ${from}`))
    .orderBy(flowLeaf.at)
    .limit(limit);
}

/** Who reads a record: the order's company, its merchant, or with null the platform. */
export type OrderOwner = { companyId: number } | { merchantId: number | null };

/** An order's newest record under a published root, of the owner's orders. */
export async function findProofRow(
  db: Db,
  no: string,
  owner: OrderOwner,
): Promise<(FlowLeafRow & { root: string; leaves: number }) | null> {
  const isOwn =
    'companyId' in owner
      ? sql`o.company_id = ${owner.companyId}`
      : owner.merchantId === null
        ? sql`true`
        : sql`o.merchant_id = ${owner.merchantId}`;
  const { rows } = await db.execute<FlowLeafRow & { root: string; leaves: number }>(sql`
    select l.day::text as day, l.at, l.order_no as "orderNo", l.salt, l.body, l.hash, d.root, d.leaves
    from flow_leaf l join flow_day d on d.day = l.day and d.published_at is not null
      join "order" o on o.no = l.order_no
    where l.order_no = ${no} and ${isOwn} order by l.day desc limit 1`);
  return rows[0] ?? null;
}

/** The newest published days. */
export function listPublished(db: Db, limit: number): Promise<FlowDayRow[]> {
  return db
    .select()
    .from(flowDay)
    .where(sql`${flowDay.publishedAt} is not null`)
    .orderBy(desc(flowDay.day))
    .limit(limit);
}
