/** Points of companies in lots, with their append-only ledger. Every statement is bound to one company. */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { statesWithPeople } from '#lib/rules/companies/company-state.ts';
import { reminderDays } from '#lib/rules/companies/qualification.ts';
import type { PointsLot, Taken } from '#lib/rules/points/lots.ts';
import type { PointsSource, PointsUse } from '#lib/rules/points/points.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { pointsLedger, pointsLot, wallet } from '../db/schema.ts';
import { ensureWallet } from '../ports/payments/wallet-rows.ts';

/** Why points move. Of a company, use and cause (`ref`) are written once. */
export interface PointsCause<Use extends PointsUse = PointsUse> {
  companyId: number;
  useType: Use;
  ref: string;
  note: string;
}

/**
 * Locks a company's points until the transaction ends; creates an empty wallet if there is none. A statement of its own:
 * the ones after it see the newest lots.
 */
export async function lockPoints(tx: Tx, companyId: number): Promise<{ points: number; debt: number }> {
  await ensureWallet(tx, companyId);
  const [row] = await tx
    .select({ points: wallet.points, debt: wallet.pointsDebt })
    .from(wallet)
    .where(eq(wallet.companyId, companyId))
    .for('update');
  return must(row, `the wallet of company ${companyId}`);
}

/** Writes a grant with its lot under the lock; null, and nothing, where its cause has one. `merchantId` pays for it. */
export async function insertLot(
  tx: Tx,
  { companyId, useType, ref, note }: PointsCause<PointsSource>,
  { points, merchantId }: { points: number; merchantId: number | null },
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with entry as (
      insert into points_ledger (company_id, use_type, amount, balance_after, ref, note)
      select company_id, ${useType}, ${points}::int, points + ${points}::int, ${ref}, ${note}
      from wallet where company_id = ${companyId}
      on conflict do nothing returning id, created_at
    ), moved as (
      update wallet set points = points + ${points}::int from entry where company_id = ${companyId}
    )
    insert into points_lot (id, company_id, merchant_id, remaining, expires_at)
    select id, ${companyId}::int, ${merchantId}::int, ${points}::int, points_end(created_at) from entry returning id`);
  return rows[0]?.id ?? null;
}

/**
 * Spends points of locked lots by their earliest end in one statement; false, and nothing, where there are too few
 * besides the debt. As `planSpend` of the rules. A repeated cause throws (unique violation): callers guard their state.
 */
export function spendLots(tx: Tx, cause: PointsCause<'spend'>, points: number): Promise<boolean> {
  const open = sql`points_lot where company_id = ${cause.companyId} and remaining > 0 and expires_at > now()`;
  const taken = sql`
    select id, least(remaining, ${points}::int - before) as points from (
      select id, remaining, sum(remaining) over (order by expires_at, id) - remaining as before from ${open}) lot
    where before < ${points}::int`;
  const isEnough = sql`${points}::int > 0 and (select sum(remaining) from ${open}) - w.points_debt >= ${points}::int`;
  return move(tx, cause, { taken, isEnough, owed: 0 });
}

/** Takes these points of locked lots, and changes the debt. Points below zero go back to their lot. */
export async function takePoints(
  tx: Tx,
  cause: PointsCause,
  { taken, owed = 0 }: { taken: readonly Taken[]; owed?: number },
): Promise<void> {
  const rows = sql`select id, points from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t(id int, points int)`;
  const isMoved = await move(tx, cause, { taken: rows, isEnough: sql`true`, owed });
  if (!isMoved) throw new Error(`points of ${cause.companyId} were locked and are gone`);
}

async function move(
  tx: Tx,
  { companyId, useType, ref, note }: PointsCause,
  { taken, isEnough, owed }: { taken: SQL; isEnough: SQL; owed: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with taken as materialized (${taken}
    ), whole as (select coalesce(sum(points), 0)::int as points from taken
    ), moved as (
      update wallet w set points = w.points - whole.points, points_debt = w.points_debt + ${owed}::int
      from whole where w.company_id = ${companyId} and ${isEnough} returning w.points
    ), entry as (
      insert into points_ledger (company_id, use_type, amount, balance_after, owed, ref, note)
      select ${companyId}::int, ${useType}, -whole.points, moved.points, ${owed}::int, ${ref}, ${note}
      from whole, moved returning id
    ), cut as (
      update points_lot l set remaining = l.remaining - taken.points from taken, entry
      where l.id = taken.id and l.company_id = ${companyId} returning l.id, taken.points, entry.id as entry_id
    ), noted as (
      insert into points_move (entry_id, lot_id, amount) select entry_id, id, -points from cut)
    select id from entry`);
  return rows.length > 0;
}

const lotColumns = { id: pointsLot.id, left: pointsLot.remaining, endsAt: pointsLot.expiresAt };
type LotRow = { id: number; left: number; endsAt: Date };
const lotOf = ({ id, left, endsAt }: LotRow): PointsLot => ({ id, left, endsAt: endsAt.getTime() });

/** The lot that a cause brought; null where it brought none. */
export async function findLot(
  tx: Tx,
  { companyId, useType, ref }: Omit<PointsCause<PointsSource>, 'note'>,
): Promise<PointsLot | null> {
  const [row] = await tx
    .select(lotColumns)
    .from(pointsLot)
    .innerJoin(pointsLedger, eq(pointsLedger.id, pointsLot.id))
    .where(
      and(
        eq(pointsLedger.companyId, companyId),
        eq(pointsLedger.useType, useType),
        eq(pointsLedger.ref, ref),
      ),
    );
  return row ? lotOf(row) : null;
}

/** Lots of a company with points that end up to `until`. */
export async function listLots(db: Db | Tx, companyId: number, until?: Date): Promise<PointsLot[]> {
  const rows = await db
    .select(lotColumns)
    .from(pointsLot)
    .where(
      and(
        eq(pointsLot.companyId, companyId),
        gt(pointsLot.remaining, 0),
        until && lte(pointsLot.expiresAt, until),
      ),
    );
  return rows.map(lotOf);
}

/** What an exchange took, by lot; null where there is none, or it was given back. */
export async function findSpent(tx: Tx, companyId: number, ref: string): Promise<Taken[] | null> {
  const { rows } = await tx.execute<{ id: number; points: number }>(sql`
    select m.lot_id as id, -m.amount as points from points_ledger e join points_move m on m.entry_id = e.id
    where e.company_id = ${companyId} and e.use_type = 'spend' and e.ref = ${ref} and not exists (
      select 1 from points_ledger b where b.company_id = ${companyId} and b.use_type = 'give_back' and b.ref = ${ref})`);
  return rows.length === 0 ? null : rows;
}

/** Lots that would end within 30 days last 30 whole days more: what came back can be spent. */
export async function prolongLots(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update points_lot set expires_at = greatest(expires_at,
      (date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '31 days') at time zone 'Asia/Shanghai')
    where company_id = ${companyId} and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int)`);
}

/** Companies with points that have ended, the earliest first. */
export async function listLapsed(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ companyId: pointsLot.companyId })
    .from(pointsLot)
    .where(
      and(gt(pointsLot.remaining, 0), lte(pointsLot.expiresAt, now), isReady(job, pointsLot.companyId, now)),
    )
    .groupBy(pointsLot.companyId)
    .orderBy(asc(sql`min(${pointsLot.expiresAt})`))
    .limit(limit);
  return rows.map(({ companyId }) => companyId);
}

/** Companies with people whose reminder of 60, 30 or 7 days is due and was not sent: `pointsReminderRef`. */
export async function listPointsToRemind(db: Db, job: string, now: Date, limit: number): Promise<number[]> {
  const last = sql`((l.expires_at - interval '1 millisecond') at time zone 'Asia/Shanghai')::date`;
  const left = sql`${last} - ${dayKey(now.getTime())}::date`;
  const steps = reminderDays.toReversed().map((days) => sql`when ${left} <= ${days}::int then ${days}::int`);
  const most = new Date(now.getTime() + (reminderDays[0] + 1) * 86_400_000);
  const { rows } = await db.execute<{ id: number }>(sql`
    select l.company_id as id from points_lot l join company c on c.id = l.company_id
    where l.remaining > 0 and l.expires_at > ${now} and l.expires_at <= ${most} and ${left} <= ${reminderDays[0]}::int
      and c.status in (select jsonb_array_elements_text(${JSON.stringify([...statesWithPeople])}::jsonb))
      and not exists (select 1 from message m where m.company_id = l.company_id
        and m.ref = 'points:' || ${last} || ':' || (case ${sql.join(steps, sql` `)} end))
      and ${isReady(job, sql`l.company_id`, now)}
    group by l.company_id order by min(l.expires_at), l.company_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Cause of the reminder message for points of a last day: there is one of each step. */
export function pointsReminderRef(day: string, step: number): string {
  return `points:${day}:${step}`;
}
