/** Statements of closed months, derived from the books, and the answers of merchants to them (rules 4). */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type AccountFigures,
  monthOf,
  monthSpan,
  type StatementState,
  statementBecomes,
  statesFor,
} from '#lib/rules/orders/statements.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { statementAnswer } from '../db/schema.ts';
import { bookingNo, bookingOrder, merchantMoves } from './booking-rows.ts';
import { merchantSums } from './sum-rows.ts';

/** A statement of a merchant. */
export interface StatementKey {
  merchantId: number;
  month: string;
}

/**
 * The months before `end`, the first moment of one, in which a merchant's account has entries or a balance: `month` is
 * 2026-10.
 */
export function everyMonth(end: Date, merchantId: number | null): SQL {
  const last = `${monthOf(end.getTime() - 1)}-01`;
  const of = (cause: string) => sql`coalesce(sum(b.amount) filter (where b.cause = ${cause}), 0)`;
  return sql`(
    with sums as (
      select b.merchant_id, b.first as month, sum(b.amount) as moved,
        ${of('sale')} as sold, -${of('refund')} as refunded, ${of('discount')} as borne, -${of('settlement')} as settled
      from ${merchantSums('month', merchantId)} b where b.first <= ${last}::date group by 1, 2),
    months as (
      select merchant_id, generate_series(min(month), ${last}::date, interval '1 month')::date as month
      from sums group by merchant_id),
    figures as (
      select merchant_id, month, moved is not null as has_entries, coalesce(sold, 0) as sold,
        coalesce(refunded, 0) as refunded, coalesce(borne, 0) as borne, coalesce(settled, 0) as settled,
        coalesce(sum(moved) over (partition by merchant_id order by month
          rows between unbounded preceding and 1 preceding), 0) as before
      from months left join sums using (merchant_id, month))
    select merchant_id, to_char(month, 'YYYY-MM') as month, before, sold, refunded, borne, settled,
      before + sold - refunded + borne - settled as owed
    from figures where has_entries or before <> 0)`;
}

/** The months of a merchant's account, the newest first, this one among them. */
export async function listAccountMonths(db: Db, merchantId: number, now: Date): Promise<string[]> {
  const { to } = must(monthSpan(monthOf(now.getTime())), 'this month');
  const { rows } = await db.execute<{ month: string }>(
    sql`select s.month from ${everyMonth(new Date(to), merchantId)} s order by s.month desc`,
  );
  return rows.map(({ month }) => month);
}

interface StatementFigures extends AccountFigures {
  merchant: string;
  code: string;
}

/** The figures of a month with their merchant; null where the account has neither entries nor a balance. */
export async function findStatementFigures(
  db: Db | Tx,
  { merchantId, month }: StatementKey,
): Promise<StatementFigures | null> {
  const { to } = must(monthSpan(month), 'the month of a statement');
  const { rows } = await db.execute<StatementFigures & Record<string, unknown>>(sql`
    select m.full_name as merchant, m.code, s.before::float8 as before, s.sold::float8 as sold,
      s.refunded::float8 as refunded, s.borne::float8 as borne, s.settled::float8 as settled, s.owed::float8 as owed
    from ${everyMonth(new Date(to), merchantId)} s join merchant m on m.id = s.merchant_id where s.month = ${month}`);
  return rows[0] ?? null;
}

interface AccountEntry {
  id: number;
  cause: string;
  no: string;
  /** Its order; null for a settlement. */
  order: string | null;
  amount: number;
  at: string;
}

/** The first entries of a month, by time. */
export async function listEntries(
  db: Db,
  { merchantId, month }: StatementKey,
  limit: number,
): Promise<AccountEntry[]> {
  const { from, to } = must(monthSpan(month), 'the month of a statement');
  const { rows } = await db.execute<AccountEntry & Record<string, unknown>>(sql`
    select b.id, b.cause, ${bookingNo} as no, ${bookingOrder} as order, b.amount::float8 as amount,
      to_char(b.at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as at
    from ${merchantMoves(merchantId)} b where b.at >= ${new Date(from)} and b.at < ${new Date(to)}
    order by b.at, b.id limit ${limit}`);
  return rows;
}

export type AnswerRow = typeof statementAnswer.$inferSelect;

const isOf = ({ merchantId, month }: StatementKey) =>
  and(eq(statementAnswer.merchantId, merchantId), eq(statementAnswer.month, month));

/** The merchant's answer; null before it has given one. */
export async function findStatementAnswer(db: Db | Tx, key: StatementKey): Promise<AnswerRow | null> {
  const [row] = await db.select().from(statementAnswer).where(isOf(key));
  return row ?? null;
}

interface Answering {
  by: string;
  at: Date;
}

/** Stores an objection; false where the merchant has answered before. */
export async function insertObjection(
  tx: Tx,
  key: StatementKey,
  { by, at, ...said }: AccountFigures & Answering & { reason: string; claimed: number | null },
): Promise<boolean> {
  const rows = await tx
    .insert(statementAnswer)
    .values({ ...key, ...said, state: statementBecomes.object, objectedBy: by, objectedAt: at })
    .onConflictDoNothing()
    .returning({ month: statementAnswer.month });
  return rows.length > 0;
}

/** Stores a confirmation with the figures that it is of; false where the state no longer allows it. */
export async function confirmAnswer(
  tx: Tx,
  key: StatementKey,
  { by, at, ...figures }: AccountFigures & Answering,
): Promise<boolean> {
  const confirmed = { ...figures, state: statementBecomes.confirm, confirmedBy: by, confirmedAt: at };
  const rows = await tx
    .insert(statementAnswer)
    .values({ ...key, ...confirmed })
    .onConflictDoUpdate({
      target: [statementAnswer.merchantId, statementAnswer.month],
      set: confirmed,
      setWhere: inArray(statementAnswer.state, stored(statesFor('confirm'))),
    })
    .returning({ month: statementAnswer.month });
  return rows.length > 0;
}

/** Stores the platform's reply to an objection; false where none waits for one. */
export async function replyToObjection(
  tx: Tx,
  key: StatementKey,
  { by, at, answer }: Answering & { answer: string },
): Promise<boolean> {
  const rows = await tx
    .update(statementAnswer)
    .set({ state: statementBecomes.answer, answer, answeredBy: by, answeredAt: at })
    .where(and(isOf(key), isObjected))
    .returning({ month: statementAnswer.month });
  return rows.length > 0;
}

/** Those of a row: `open` is none. */
function stored(states: readonly StatementState[]): AnswerRow['state'][] {
  return states.filter((state) => state !== 'open');
}

/** Objections that wait for the platform. Over `statement_answer`. */
export const isObjected = inArray(statementAnswer.state, stored(statesFor('answer')));

/** Closed months that wait for a merchant's confirmation, and since when: the same months as those of `everyMonth`. */
export async function countOwnStatements(
  db: Db,
  merchantId: number,
  now: Date,
): Promise<{ count: number; since: Date | null }> {
  const { from: end } = must(monthSpan(monthOf(now.getTime())), 'this month');
  const { rows } = await db.execute<{ count: number; first: string | null }>(sql`
    select count(*)::int as count, min(s.month) as first from ${everyMonth(new Date(end), merchantId)} s
    left join statement_answer a on a.merchant_id = s.merchant_id and a.month = s.month
    where coalesce(a.state, 'open') = any(${sql.param(statesFor('confirm'))}::text[])`);
  const [row] = rows;
  const closed = row?.first ? monthSpan(row.first) : null;
  return { count: row?.count ?? 0, since: closed === null ? null : new Date(closed.to) };
}
