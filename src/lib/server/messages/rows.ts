/** Messages to a company. A cause sends its message once. Every read and mark is bound to the company. */
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { newsChannel, sendNews } from '../core/bus/event-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { message } from '../db/schema.ts';
import { type Written, writtenRows } from '../fast/insert-from.ts';

export type MessageRow = typeof message.$inferSelect;
export type NewMessage = Omit<typeof message.$inferInsert, 'id' | 'readAt' | 'createdAt'>;

/** Above this number of companies they are notified by separate statements. */
export const notifiedAtOnce = 50;

/** Messages as values of an insert. */
export function writtenMessages(messages: readonly NewMessage[]): Written {
  return writtenRows(
    message,
    messages.map((one) => ({ ...one, link: one.link ?? '' })),
  );
}

/**
 * Inserts messages, 1 to {@link notifiedAtOnce}, and notifies their companies' browsers: parts of a statement, `made` and
 * `told`. PostgreSQL sends the notices only if the statement reads `told`.
 */
export function messagePartsOf(insert: SQL): SQL {
  return sql`
    made as (
      ${insert} on conflict do nothing returning company_id
    ), told as (
      select count(pg_notify(${newsChannel}, json_build_array(
        json_build_object('companyId', company_id, 'kind', 'message'))::text))
      from (select distinct company_id from made) as companies
    )`;
}

/**
 * Saves messages and notifies the browsers of their companies, in one statement where they are few. Answers how many
 * were new.
 */
export async function sendMessages(db: Db | Tx, ...messages: NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  if (messages.length > notifiedAtOnce) return sendMany(db, messages);
  const { json, into } = writtenMessages(messages);
  const { rows } = await db.execute<{ sent: number }>(sql`
    with ${messagePartsOf(into(json))}
    select (select count(*) from made)::int as sent, (select * from told) as told`);
  return rows[0]?.sent ?? 0;
}

async function sendMany(db: Db | Tx, messages: readonly NewMessage[]): Promise<number> {
  const rows = await db
    .insert(message)
    .values([...messages])
    .onConflictDoNothing()
    .returning({ companyId: message.companyId });
  const companies = new Set(rows.map(({ companyId }) => companyId));
  await sendNews(
    db,
    [...companies].map((companyId) => ({ companyId, kind: 'message' })),
  );
  return rows.length;
}

function of(companyId: number, isUnreadOnly: boolean) {
  return and(eq(message.companyId, companyId), isUnreadOnly ? isNull(message.readAt) : undefined);
}

/** A company's messages, the newest first. */
export async function listMessages(
  db: Db,
  companyId: number,
  { isUnreadOnly, limit, offset }: { isUnreadOnly: boolean; limit: number; offset: number },
): Promise<MessageRow[]> {
  return db
    .select()
    .from(message)
    .where(of(companyId, isUnreadOnly))
    .orderBy(desc(message.id))
    .limit(limit)
    .offset(offset);
}

export async function countMessages(
  db: Db | Tx,
  companyId: number,
  { isUnreadOnly }: { isUnreadOnly: boolean },
): Promise<number> {
  return db.$count(message, of(companyId, isUnreadOnly));
}

/** Marks unread messages as read, all of the company's without `ids`; answers how many were unread. */
export async function markRead(
  db: Db | Tx,
  companyId: number,
  ids: readonly number[] | null,
  now: Date,
): Promise<number> {
  const rows = await db
    .update(message)
    .set({ readAt: now })
    .where(and(of(companyId, true), ids ? inArray(message.id, [...ids]) : undefined))
    .returning({ id: message.id });
  return rows.length;
}
