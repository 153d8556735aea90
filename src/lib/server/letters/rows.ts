/** Letters to companies, and the slices of those to many. */
import { and, count, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { statesWithPeople } from '#lib/rules/companies/company-state.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { columnOf, found, type ListQuery, where } from '../db/list-query.ts';
import { letter } from '../db/schema.ts';

const withPeople = sql`any(${sql.param([...statesWithPeople])}::text[])`;

/** Without the ids of its companies, which may be many. */
const columns = {
  id: letter.id,
  madeBy: letter.madeBy,
  title: letter.title,
  body: letter.body,
  link: letter.link,
  companyId: letter.companyId,
  filter: letter.filter,
  companies: letter.companies,
  sent: letter.sent,
  lastCompanyId: letter.lastCompanyId,
  state: letter.state,
};
export type LetterRow = Pick<typeof letter.$inferSelect, keyof typeof columns>;

export type NewLetter = Pick<
  typeof letter.$inferInsert,
  'madeBy' | 'token' | 'title' | 'body' | 'link' | 'state' | 'createdAt'
>;

/** Saves a letter to one company; null where its token is known. */
export async function insertLetter(
  tx: Tx,
  row: NewLetter & { companyId: number; endedAt: Date },
): Promise<number | null> {
  const [made] = await tx
    .insert(letter)
    .values({ ...row, companies: 1, sent: 1, lastCompanyId: row.companyId })
    .onConflictDoNothing()
    .returning({ id: letter.id });
  return made?.id ?? null;
}

/** The companies of a search that have people to read a letter. */
function recipients(query: ListQuery) {
  const isRead = sql`${columnOf(query, 'status')} = ${withPeople}`;
  return sql`from ${query.source.from} ${where([...found(query), isRead])}`;
}

export async function countRecipients(db: Db, query: ListQuery): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${recipients(query)}`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Saves a letter to the companies that a search finds at this moment, and answers how many they are; null where its token
 * is known or another letter is being sent.
 */
export async function insertToFound(
  tx: Tx,
  query: ListQuery,
  row: NewLetter & { filter: Record<string, string> },
): Promise<{ id: number; companies: number } | null> {
  const { rows } = await tx.execute<{ id: number; companies: number }>(sql`
    insert into letter (made_by, token, title, body, link, filter, company_ids, companies, state, created_at)
    select ${row.madeBy}, ${row.token}, ${row.title}, ${row.body}, ${row.link}, ${JSON.stringify(row.filter)}::jsonb,
      f.ids, cardinality(f.ids), ${row.state}, ${row.createdAt}::timestamptz
    from (select array(select ${query.source.key} ${recipients(query)} order by 1)::int[] as ids) f
    on conflict do nothing returning id, companies`);
  return rows[0] ?? null;
}

/** The letter that a person made with a token. */
export async function findLetterByToken(
  tx: Tx,
  { madeBy, token }: Pick<NewLetter, 'madeBy' | 'token'>,
): Promise<LetterRow | null> {
  const [row] = await tx
    .select(columns)
    .from(letter)
    .where(and(eq(letter.madeBy, madeBy), eq(letter.token, token)));
  return row ?? null;
}

/** The number of the letter that is being sent. */
export async function findSending(tx: Tx): Promise<number | null> {
  const [row] = await tx.select({ id: letter.id }).from(letter).where(eq(letter.state, 'sending'));
  return row?.id ?? null;
}

/** Letters to a company since a moment; `null` counts those to many. */
export async function countLetters(tx: Tx, companyId: number | null, since: Date): Promise<number> {
  const to = companyId === null ? isNotNull(letter.filter) : eq(letter.companyId, companyId);
  const [row] = await tx
    .select({ n: count() })
    .from(letter)
    .where(and(to, gte(letter.createdAt, since)));
  return row?.n ?? 0;
}

/** A letter, locked until the transaction ends: its slices and the order to stop take turns. */
export async function lockLetter(tx: Tx, id: number): Promise<LetterRow | null> {
  const [row] = await tx.select(columns).from(letter).where(eq(letter.id, id)).for('update');
  return row ?? null;
}

/**
 * The next companies of a locked letter, none of which is closed before the slice is written; those that were closed
 * meanwhile are left out.
 */
export async function nextCompanies(
  tx: Tx,
  { id, lastCompanyId }: LetterRow,
  limit: number,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.id from letter l cross join unnest(l.company_ids) as x(id) join company c on c.id = x.id
    where l.id = ${id} and c.id > ${lastCompanyId} and c.status = ${withPeople}
    order by c.id limit ${limit} for key share of c`);
  return rows.map((row) => row.id);
}

/** Writes a locked letter. */
export async function updateLetter(
  tx: Tx,
  id: number,
  patch: Partial<Pick<typeof letter.$inferSelect, 'sent' | 'lastCompanyId' | 'state' | 'endedAt'>>,
): Promise<void> {
  await tx.update(letter).set(patch).where(eq(letter.id, id));
}

/** Letters with work for the job. */
export async function listSending(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: letter.id })
    .from(letter)
    .where(and(eq(letter.state, 'sending'), isReady('sendLetters', letter.id, now)));
  return rows.map(({ id }) => id);
}
