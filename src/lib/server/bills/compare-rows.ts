/** What a provider billed, next to what our books say. */
import { and, asc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { BillLine, Booked } from '#lib/rules/orders/bill.ts';
import type { RemoteState } from '#lib/rules/orders/remote-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { billLine, payment, refund, refundReroute } from '../db/schema.ts';

/** The lines of a day with our bookings: money refunded at once counts as booked. */
export async function listBilled(
  db: Db | Tx,
  source: string,
  day: string,
  sent: readonly RemoteState[],
): Promise<{ line: BillLine; booked: Booked | null }[]> {
  const rows = await db
    .select({
      line: billLine,
      paid: payment.amount,
      gone: refund.amount,
      isPaid: sql<boolean>`${payment.providerNo} = ${billLine.providerNo} or exists (
        select 1 from ${refund} r where r.pay_no = ${billLine.no} and r.provider_no = ${billLine.providerNo})`,
      // A diverted refund is on the bill where the provider paid as well, and we know of it.
      isSent: sql<boolean>`${inArray(refund.status, [...sent])} or exists (
        select 1 from ${refundReroute} d where d.refund_no = ${refund.no} and d.house_paid_at is not null)`,
    })
    .from(billLine)
    .leftJoin(payment, and(eq(billLine.kind, 'payment'), eq(payment.no, billLine.no)))
    .leftJoin(refund, and(eq(billLine.kind, 'refund'), eq(refund.no, billLine.no)))
    // Our books have no fees: they are compared with the account's bill.
    .where(
      and(eq(billLine.source, source), eq(billLine.day, day), inArray(billLine.kind, ['payment', 'refund'])),
    )
    .orderBy(asc(billLine.kind), asc(billLine.no));
  return rows.map(({ line, paid, gone, isPaid, isSent }) => {
    const amount = line.kind === 'payment' ? paid : gone;
    const isBooked = (line.kind === 'payment' ? isPaid : isSent) === true;
    return { line, booked: amount === null ? null : { amount, isBooked } };
  });
}

/** Money that our books booked or refunded between two moments and that is on no bill that was read. */
export async function listUnbilled(
  db: Db | Tx,
  { source, providers, from, to }: { source: string; providers: readonly string[]; from: Date; to: Date },
): Promise<BillLine[]> {
  const has = (kind: BillLine['kind'], no: SQL) =>
    sql`not exists (select 1 from ${billLine} b where b.house = ${source} and b.kind = ${kind} and b.no = ${no})`;
  const [payments, refunds] = await Promise.all([
    db
      .select({ no: payment.no, providerNo: payment.providerNo, amount: payment.amount })
      .from(payment)
      .where(
        and(
          inArray(payment.provider, [...providers]),
          isNotNull(payment.providerNo),
          gte(payment.paidAt, from),
          lt(payment.paidAt, to),
          has('payment', sql`${payment.no}`),
        ),
      ),
    db
      .select({ no: refund.no, providerNo: refund.providerNo, amount: refund.amount })
      .from(refund)
      .where(
        and(
          inArray(refund.provider, [...providers]),
          gte(refund.doneAt, from),
          lt(refund.doneAt, to),
          has('refund', sql`${refund.no}`),
        ),
      ),
  ]);
  return [
    ...payments.map((row) => ({ ...row, kind: 'payment' as const, providerNo: row.providerNo ?? '' })),
    ...refunds.map((row) => ({ ...row, kind: 'refund' as const })),
  ];
}

/** A transaction of a provider as its list of trades has it, and as the account booked it, fen. */
export interface Moved extends Pick<BillLine, 'kind' | 'no' | 'providerNo'> {
  trade: number | null;
  account: number | null;
}

/**
 * The transactions on either bill of a day where the two differ. Each is summed over the days around: a trade listed
 * just before midnight may be booked after it.
 */
export async function listMoved(
  tx: Tx,
  { source, accountOf, day }: { source: string; accountOf: string; day: string },
): Promise<Moved[]> {
  const { rows } = await tx.execute<{
    kind: BillLine['kind'];
    key: string;
    no: string | null;
    trade: string | null;
    account: string | null;
  }>(sql`
    with moved as (
      select kind, case when house = ${source} then no else provider_no end as key,
        case when house = ${source} then null else no end as own,
        case when house = ${source} then null else amount end as trade,
        case when house = ${source} then amount end as account, day
      from ${billLine} where house in (${source}, ${accountOf})
        and day between ${day}::date - 10 and ${day}::date + 10)
    select kind, key, min(own) as no, sum(trade)::text as trade, sum(account)::text as account
    from moved group by kind, key
    having bool_or(day = ${day}) and sum(trade) is distinct from sum(account)
    order by kind, key`);
  const fenOf = (sum: string | null) => (sum === null ? null : Number(sum));
  return rows.map(({ kind, key, no, trade, account }) => ({
    kind,
    no: no ?? key,
    providerNo: key,
    trade: fenOf(trade),
    account: fenOf(account),
  }));
}
