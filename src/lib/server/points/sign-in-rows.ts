/** Days of signing in and cards of one person for one company: every query is bound to both. */
import { and, asc, eq, isNull, like, type SQL, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { signCard, signIn, user } from '../db/schema.ts';

/** The person and the company that they act for. */
export interface Signer {
  companyId: number;
  userId: string;
}

export interface SignedRow {
  day: string;
  isMadeUp: boolean;
  points: number;
  bonuses: readonly number[];
}

/** The day of a moment in Shanghai by the database's clock, whatever the zone of process and session. */
export const shanghaiDayOf = (moment: SQL) =>
  sql<string>`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/** Takes the person's turn until the transaction ends, and reads the day on which it began. */
export async function takeSignTurn(tx: Tx, { companyId, userId }: Signer): Promise<string> {
  const key = `sign:${companyId}:${userId}`;
  const { rows } = await tx.execute<{ today: string }>(
    sql`select ${shanghaiDayOf(sql`now()`)} as today from (select pg_advisory_xact_lock(hashtextextended(${key}, 0))) turn`,
  );
  return must(rows[0], 'a day').today;
}

/** Today, the first day of the account or the first signed one, the signed days and the cards that are left. */
export async function readSigned(db: Db | Tx, signer: Signer) {
  const mine = ({ companyId, userId }: typeof signIn | typeof signCard) =>
    and(eq(companyId, signer.companyId), eq(userId, signer.userId));
  const [person] = await db
    .select({ today: shanghaiDayOf(sql`now()`), since: shanghaiDayOf(sql`${user.createdAt}`) })
    .from(user)
    .where(eq(user.id, signer.userId));
  const days = await db.select().from(signIn).where(mine(signIn)).orderBy(asc(signIn.day));
  const cards = await db.$count(signCard, and(mine(signCard), isNull(signCard.usedFor)));
  const { today, since } = must(person, 'the person who signs');
  return {
    today,
    since: [since, ...days.map(({ day }) => day)].toSorted()[0] ?? since,
    days: days.map(({ day, isMadeUp, points, bonuses }): SignedRow => ({ day, isMadeUp, points, bonuses })),
    cards,
  };
}

export async function insertSigned(tx: Tx, { companyId, userId }: Signer, row: SignedRow): Promise<void> {
  await tx.insert(signIn).values({ companyId, userId, ...row, bonuses: [...row.bonuses] });
}

/** Uses the oldest card for a day; false where there is none. */
export async function useCard(tx: Tx, { companyId, userId }: Signer, day: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update sign_card set used_for = ${day}
    where id = (
      select id from sign_card
      where company_id = ${companyId} and user_id = ${userId} and used_for is null
      order by id limit 1 for update)
    returning id`);
  return rows.length > 0;
}

/** Gives a card; the same source gives it once. */
export async function giveCard(tx: Tx, { companyId, userId }: Signer, source: string): Promise<void> {
  await tx.insert(signCard).values({ companyId, userId, source }).onConflictDoNothing();
}

/** Takes back cards of a source (its beginning) that were not used; answers how many. */
export async function takeCardsBack(tx: Tx, companyId: number, source: string): Promise<number> {
  const gone = await tx
    .delete(signCard)
    .where(
      and(eq(signCard.companyId, companyId), like(signCard.source, `${source}%`), isNull(signCard.usedFor)),
    )
    .returning({ id: signCard.id });
  return gone.length;
}
