/** Payment passwords. Every read and write is bound to its person. */
import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { balanceProvider } from '#lib/contract/constants.ts';
import { payPasswordLockMs, payPasswordTries } from '#lib/rules/money/pay-password.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import { textArray } from '../db/arrays.ts';
import type { Db, Tx } from '../db/client.ts';
import { ask, prepared } from '../db/prepared.ts';
import { payment, payPassword } from '../db/schema.ts';

export type PayPasswordRow = typeof payPassword.$inferSelect;

/** The person's, or null. */
export async function findPayPassword(db: Db | Tx, userId: string): Promise<PayPasswordRow | null> {
  const [row] = await db.select().from(payPassword).where(eq(payPassword.userId, userId));
  return row ?? null;
}

/** The hash of a person's payment password, null where none is set; and whether any payment was ever begun for trades. */
export async function findPayFacts(
  tx: Tx,
  userId: string,
  tradeNos: readonly string[],
): Promise<{ hash: string | null; havePayments: boolean }> {
  const { rows } = await ask<{ hash: string | null; have_payments: boolean }>(tx, 'pay facts', payFacts, {
    userId,
    nos: textArray(tradeNos),
  });
  return { hash: rows[0]?.hash ?? null, havePayments: rows[0]?.have_payments ?? true };
}

function payFacts() {
  return sql`select (select hash from pay_password where user_id = ${sql.placeholder('userId')}) as hash,
    exists (select from payment_trade
      where trade_no = any((select ${sql.placeholder('nos')}::text[])::text[])) as have_payments`;
}

/** Writes another one down; the wrong tries of the one before count no more. */
export async function putPayPassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  const fresh = { hash, tries: 0, lockedUntil: null, setAt: now };
  await db
    .insert(payPassword)
    .values({ userId, createdAt: now, ...fresh })
    .onConflictDoUpdate({ target: payPassword.userId, set: fresh });
}

/**
 * Counts a try before it is looked at, so that of many at once only as many are as are left; the last one locks. Null
 * where it is locked, or there is no password.
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

/** The password was right: what was wrong before counts no more. */
export async function forgetTries(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: 0, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}

/** Fen that a person's payments have taken from the company's balance since a moment, and that have not come back. */
export async function sumFromBalance(
  db: Db | Tx,
  { userId, companyId }: { userId: string; companyId: number },
  since: Date,
): Promise<number> {
  const statuses: PaymentState[] = ['paid', 'pending'];
  const query = prepared(db, 'sum from balance', (name) =>
    db
      .select({ sum: sql<number>`coalesce(sum(${payment.amount}), 0)::float8` })
      .from(payment)
      .where(
        and(
          eq(payment.companyId, sql.placeholder('companyId')),
          eq(payment.userId, sql.placeholder('userId')),
          // Written out, not a parameter: a plan that is kept finds the index of these payments by it.
          sql`${payment.provider} = ${sql.raw(`'${balanceProvider}'`)}`,
          inArray(payment.status, statuses),
          gte(payment.createdAt, sql.placeholder('since')),
        ),
      )
      .prepare(name),
  );
  const [row] = await query.execute({ companyId, userId, since });
  return row?.sum ?? 0;
}

/** One could not be looked at: that try was none. */
export async function releaseTry(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: sql`greatest(${payPassword.tries} - 1, 0)`, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}
