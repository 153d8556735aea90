/** Payment passwords. Every read and write is bound to its person. */
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { balanceProvider } from '#lib/contract/constants.ts';
import { payPasswordLockMs, payPasswordTries } from '#lib/rules/money/pay-password.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { type AskedContracts, contractRulesOf } from '../db/contract-rule.ts';
import { order, payPassword } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { ask, type Part, prepared } from '../fast/prepared.ts';
import type { OrderRow } from './rows.ts';

export type PayPasswordRow = typeof payPassword.$inferSelect;

/** The person's, or null. */
export async function findPayPassword(db: Db | Tx, userId: string): Promise<PayPasswordRow | null> {
  const [row] = await db.select().from(payPassword).where(eq(payPassword.userId, userId));
  return row ?? null;
}

/** All orders of trades to be paid, and facts that a payment needs. */
export interface OrdersToPay {
  orders: OrderRow[];
  /** Of the person's payment password; null where none is set. */
  hash: string | null;
  /** True when any payment was ever started for the trades. */
  havePayments: boolean;
  /** What merchants of the orders ask to have signed, by merchant; without those that ask nothing. */
  contractRules: Map<number, AskedContracts>;
}

/** Reads the orders to pay, in one round trip. Lock the trades first. */
export async function findOrdersToPay(
  tx: Tx,
  userId: string,
  tradeNos: readonly string[],
): Promise<OrdersToPay> {
  const nos = sql`any((select ${sql.placeholder('nos')}::text[])::text[])`;
  const rows = await prepared(tx, 'orders to pay', (name) =>
    tx
      .select({
        order,
        hash: sql<
          string | null
        >`(select hash from pay_password where user_id = ${sql.placeholder('userId')})`,
        havePayments: sql<boolean>`exists (select from payment_trade where trade_no = ${nos})`,
        // Once for all rows: a subquery for each made PostgreSQL plan the statement with its values each time.
        rules: contractRulesOf(sql`select merchant_id from "order" where trade_no = ${nos}`),
      })
      .from(order)
      .where(sql`${order.tradeNo} = ${nos}`)
      .orderBy(asc(order.no))
      .prepare(name),
  ).execute({ userId, nos: textArray(tradeNos) });
  const [first] = rows;
  return {
    orders: rows.map((row) => row.order),
    hash: first?.hash ?? null,
    havePayments: first?.havePayments ?? true,
    contractRules: new Map(first?.rules?.map(({ id, ...rule }) => [id, rule])),
  };
}

/** Saves a new one; wrong tries of the old one no longer count. */
export async function putPayPassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  const fresh = { hash, tries: 0, lockedUntil: null, setAt: now };
  await db
    .insert(payPassword)
    .values({ userId, createdAt: now, ...fresh })
    .onConflictDoUpdate({ target: payPassword.userId, set: fresh });
}

/**
 * Counts a try before it is checked, so that parallel tries cannot exceed the limit; the last one locks. Null where it
 * is locked, or there is no password.
 */
export async function reserveTry(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ hash: string; tries: number } | null> {
  // A lock that is over begins a new count.
  const tries = sql`case when ${payPassword.lockedUntil} is null then ${payPassword.tries} else 0 end + 1`;
  const until = new Date(now.getTime() + payPasswordLockMs).toISOString();
  const [row] = await db
    .update(payPassword)
    .set({
      tries,
      lockedUntil: sql`case when ${tries} >= ${payPasswordTries} then ${until}::timestamptz end`,
    })
    .where(
      and(
        eq(payPassword.userId, userId),
        or(isNull(payPassword.lockedUntil), lte(payPassword.lockedUntil, now)),
      ),
    )
    .returning({ hash: payPassword.hash, tries: payPassword.tries });
  return row ?? null;
}

/** The password was right: earlier wrong tries no longer count. */
export async function forgetTries(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: 0, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}

/** A person's payments from a company's balance since a moment, with the money of exchanges in the points mall. */
export interface FromBalance {
  userId: string;
  companyId: number;
  since: Date;
}

/** Fen that a person's payments and exchanges have taken from the company's balance since a moment, without refunds. */
export async function sumFromBalance(db: Db | Tx, payments: FromBalance): Promise<number> {
  const { name, text, values } = fromBalance(payments);
  const { rows } = await ask<{ sum: number }>(db, name, () => sql`select ${text()} as sum`, values);
  return rows[0]?.sum ?? 0;
}

/** The same as a column of another statement: that statement's own writes are not in it. */
export function fromBalance({ userId, companyId, since }: FromBalance): Part {
  const of = sql.placeholder;
  const statuses: PaymentState[] = ['paid', 'pending'];
  // The provider is a literal, not a parameter: a cached plan finds the index of these payments by it.
  const text = () => sql`((select coalesce(sum(amount), 0)::float8 from payment
    where company_id = ${of('payerCompany')} and user_id = ${of('payer')} and provider = ${sql.raw(`'${balanceProvider}'`)}
      and status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))}) and created_at >= ${of('since')})
    + (select coalesce(sum(money), 0)::float8 from points_order where company_id = ${of('payerCompany')}
      and user_id = ${of('payer')} and money > 0 and created_at >= ${of('since')}))`;
  return { name: 'from balance', text, values: { payer: userId, payerCompany: companyId, since } };
}

/** A try that could not be checked does not count. */
export async function releaseTry(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: sql`greatest(${payPassword.tries} - 1, 0)`, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}
