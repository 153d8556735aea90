/**
 * Messages to a company, or to one of its people. A cause sends its message once. Every read and mark is bound to the
 * reader's company and choices.
 */
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
    messages.map((one) => ({ ...one, link: one.link ?? '', userId: one.userId ?? null })),
  );
}

/**
 * Parts of a statement (`made`, `told`) that inserts 1 to {@link notifiedAtOnce} messages and notifies their companies'
 * browsers. PostgreSQL sends the notices only if the statement reads `told`.
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

/** A person who reads messages, and the company for which the person works. */
interface Reader {
  companyId: number;
  userId: string;
}

/** Over `message`: not for another person, and of no kind that this person switched off. */
export const isShownTo = (userId: string): SQL<boolean> =>
  sql<boolean>`((message.user_id is null or message.user_id = ${userId}) and not exists (
    select 1 from message_mute mm where mm.user_id = ${userId} and mm.kind = message.kind))`;

/** Which messages; all kinds without `kind`. */
interface Which {
  isUnreadOnly: boolean;
  kind: string | undefined;
}

function of({ companyId, userId }: Reader, { isUnreadOnly, kind }: Which) {
  return and(
    eq(message.companyId, companyId),
    isShownTo(userId),
    isUnreadOnly ? isNull(message.readAt) : undefined,
    kind === undefined ? undefined : eq(message.kind, kind),
  );
}

/** Messages that a person sees, the newest first. */
export async function listMessages(
  db: Db,
  reader: Reader,
  { limit, offset, ...which }: Which & { limit: number; offset: number },
): Promise<MessageRow[]> {
  return db
    .select()
    .from(message)
    .where(of(reader, which))
    .orderBy(desc(message.id))
    .limit(limit)
    .offset(offset);
}

/** How many messages a person sees, and how many of them are unread, by kind. */
export async function countKinds(
  db: Db | Tx,
  reader: Reader,
): Promise<{ kind: string; total: number; unread: number }[]> {
  return db
    .select({
      kind: message.kind,
      total: sql<number>`count(*)::int`,
      unread: sql<number>`count(*) filter (where ${message.readAt} is null)::int`,
    })
    .from(message)
    .where(of(reader, { isUnreadOnly: false, kind: undefined }))
    .groupBy(message.kind);
}

/** Marks unread messages as read, all of `kind` that the person sees without `ids`; answers how many were unread. */
export async function markRead(
  db: Db | Tx,
  reader: Reader,
  { ids, kind }: { ids: readonly number[] | null; kind: string | undefined },
  now: Date,
): Promise<number> {
  const rows = await db
    .update(message)
    .set({ readAt: now })
    .where(and(of(reader, { isUnreadOnly: true, kind }), ids ? inArray(message.id, [...ids]) : undefined))
    .returning({ id: message.id });
  return rows.length;
}
