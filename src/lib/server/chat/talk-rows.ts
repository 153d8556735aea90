/** Talks and inquiries. Every read is bound to a company, or to the side of a desk; every write holds the talk's lock. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { presenceMs } from '#lib/rules/chat/assign.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatInquiry, chatMessage, chatTalk, company, merchant, staff } from '../db/schema.ts';

/** Most talks of a company that are listed: one for each merchant. */
const mostTalks = 200;

/** Condition of the talks that a reader may open. */
export type Bound = SQL;

export function ofCompany(companyId: number): Bound {
  return sql`${chatTalk.companyId} = ${companyId}`;
}

/** A merchant's people see its talks, the platform's its own and those in which it was asked for help. */
export function ofSide({ merchantId }: { merchantId: number | null }): Bound {
  return merchantId === null
    ? sql`(${chatTalk.merchantId} is null or ${chatTalk.isEscalated})`
    : sql`${chatTalk.merchantId} = ${merchantId}`;
}

/** Number of the last message that a reader has read; without a mark all before the newest inquiry. */
const mark = (mine: SQL) =>
  sql<number>`coalesce(${mine}, ${chatInquiry.fromSeq} - 1, ${chatTalk.lastSeq})`.mapWith(Number);

const companyRead = sql<number>`coalesce((select max(r.seq) from chat_read r where r.talk_id = ${chatTalk.id}), 0)`;
const staffRead = sql<number>`coalesce((select max(r.seq) from chat_staff_read r where r.talk_id = ${chatTalk.id}), 0)`;

/** When a person of the other side of the company wrote last, among the newest messages. */
const answeredAt =
  sql<Date | null>`(select max(m.created_at) from chat_message m where m.talk_id = ${chatTalk.id}
  and m.seq > ${chatTalk.lastSeq} - 50 and m.sender = 'staff')`.mapWith(chatMessage.createdAt);

/** The person whose mark is read. */
export type MarkOf = { userId: string } | { staffId: number };

function columns(who: MarkOf) {
  const own =
    'userId' in who
      ? sql`(select r.seq from chat_read r where r.talk_id = ${chatTalk.id} and r.user_id = ${who.userId})`
      : sql`(select r.seq from chat_staff_read r where r.talk_id = ${chatTalk.id} and r.staff_id = ${who.staffId})`;
  return {
    talk: chatTalk,
    company: company.name,
    merchant: merchant.shortName,
    inquiry: chatInquiry,
    assignee: staff.username,
    myRead: mark(own),
    answeredAt,
    theirRead: ('userId' in who ? staffRead : companyRead).mapWith(Number),
    last: {
      sender: chatMessage.sender,
      userId: chatMessage.userId,
      staffId: chatMessage.staffId,
      name: chatMessage.name,
      text: chatMessage.text,
      state: chatMessage.state,
      cardKind: chatMessage.cardKind,
      createdAt: chatMessage.createdAt,
    },
  };
}

function select(db: Db | Tx, who: MarkOf) {
  return db
    .select(columns(who))
    .from(chatTalk)
    .innerJoin(company, eq(company.id, chatTalk.companyId))
    .leftJoin(merchant, eq(merchant.id, chatTalk.merchantId))
    .leftJoin(chatInquiry, eq(chatInquiry.id, chatTalk.inquiryId))
    .leftJoin(staff, eq(staff.id, chatInquiry.staffId))
    .leftJoin(chatMessage, and(eq(chatMessage.talkId, chatTalk.id), eq(chatMessage.seq, chatTalk.lastSeq)));
}
export type TalkRow = Awaited<ReturnType<typeof select>>[number];
export type InquiryRow = typeof chatInquiry.$inferSelect;

/** The id of the talk of a pair; made where there is none. */
export async function putTalk(db: Db, companyId: number, merchantId: number | null): Promise<number> {
  await db.insert(chatTalk).values({ companyId, merchantId }).onConflictDoNothing();
  const [row] = await db
    .select({ id: chatTalk.id })
    .from(chatTalk)
    .where(
      and(
        eq(chatTalk.companyId, companyId),
        merchantId === null ? isNull(chatTalk.merchantId) : eq(chatTalk.merchantId, merchantId),
      ),
    );
  if (row === undefined) throw new Error('a talk was not kept');
  return row.id;
}

export async function findTalk(db: Db | Tx, id: number, bound: Bound, who: MarkOf): Promise<TalkRow | null> {
  const [row] = await select(db, who).where(and(eq(chatTalk.id, id), bound));
  return row ?? null;
}

/** Locks a talk until the transaction ends, and reads it then; null where there is none for the reader. */
export async function lockTalk(tx: Tx, id: number, bound: Bound, who: MarkOf): Promise<TalkRow | null> {
  const held = await tx
    .select({ id: chatTalk.id })
    .from(chatTalk)
    .where(and(eq(chatTalk.id, id), bound))
    .for('no key update');
  return held.length === 0 ? null : findTalk(tx, id, bound, who);
}

/** A company's talks, the last written first. */
export async function listTalks(db: Db, companyId: number, who: MarkOf): Promise<TalkRow[]> {
  return select(db, who)
    .where(ofCompany(companyId))
    .orderBy(desc(sql`coalesce(${chatTalk.lastAt}, ${chatTalk.createdAt})`), desc(chatTalk.id))
    .limit(mostTalks);
}

interface QueueAsked {
  bound: Bound;
  filter: SQL;
  company: string;
  limit: number;
  offset: number;
}

/** Talks of a desk, those that wait longest first, then the last written. */
export async function listQueue(
  db: Db,
  who: MarkOf,
  { bound, filter, company: part, limit, offset }: QueueAsked,
): Promise<TalkRow[]> {
  const named = part === '' ? undefined : sql`position(${part} in ${company.name}) > 0`;
  return select(db, who)
    .where(and(bound, filter, named))
    .orderBy(sql`${chatInquiry.waitsSince} asc nulls last`, desc(chatTalk.lastAt), desc(chatTalk.id))
    .limit(limit)
    .offset(offset);
}

export const isOpen = sql`${chatInquiry.id} is not null and ${chatInquiry.closedAt} is null`;
export const isWaiting = sql`${isOpen} and ${chatInquiry.staffId} is null`;
export const isClosed = sql`${chatInquiry.closedAt} is not null`;
export const isAnsweredBy = (staffId: number) => sql`${isOpen} and ${chatInquiry.staffId} = ${staffId}`;

/** True where somebody of the talk's side is on duty. */
const isSomebodyThere = (now: Date) =>
  sql`exists (select 1 from chat_duty d join staff s on s.id = d.staff_id
    where d.is_on and d.seen_at >= ${new Date(now.getTime() - presenceMs)}
      and s.merchant_id is not distinct from ${chatTalk.merchantId})`;

/** How many talks of a desk each filter finds. */
export async function countQueue(db: Db, bound: Bound, staffId: number) {
  const count = (filter: SQL) => sql<number>`(count(*) filter (where ${filter}))::int`;
  const [row] = await db
    .select({ mine: count(isAnsweredBy(staffId)), waiting: count(isWaiting), all: count(isOpen) })
    .from(chatTalk)
    .innerJoin(chatInquiry, eq(chatInquiry.id, chatTalk.inquiryId))
    .where(and(bound, isNull(chatInquiry.closedAt)));
  return row ?? { mine: 0, waiting: 0, all: 0 };
}

/** Opens an inquiry of a locked talk that has none open. */
export async function openInquiry(tx: Tx, values: typeof chatInquiry.$inferInsert): Promise<InquiryRow> {
  const [row] = await tx.insert(chatInquiry).values(values).returning();
  if (row === undefined) throw new Error('an inquiry was not kept');
  await tx
    .update(chatTalk)
    .set({ inquiryId: row.id, isEscalated: false })
    .where(eq(chatTalk.id, values.talkId));
  return row;
}

/** Changes an inquiry of a locked talk. */
export async function changeInquiry(
  tx: Tx,
  id: number,
  values: Partial<typeof chatInquiry.$inferInsert>,
): Promise<InquiryRow> {
  const [row] = await tx.update(chatInquiry).set(values).where(eq(chatInquiry.id, id)).returning();
  if (row === undefined) throw new Error(`no inquiry ${id}`);
  return row;
}

export async function changeTalk(
  tx: Tx,
  id: number,
  values: Partial<typeof chatTalk.$inferInsert>,
): Promise<void> {
  await tx.update(chatTalk).set(values).where(eq(chatTalk.id, id));
}

/** Ids of talks whose last inquiry is open, the most urgent first. */
async function listOpenIds(db: Db, condition: SQL, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: chatTalk.id })
    .from(chatTalk)
    .innerJoin(chatInquiry, eq(chatInquiry.id, chatTalk.inquiryId))
    .where(and(isOpen, condition))
    .orderBy(sql`${chatInquiry.returnsAt} asc nulls last`, chatInquiry.openedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

interface DueTalks {
  /** Name of the job. */
  job: string;
  now: Date;
  limit: number;
}

const isReadyTalk = ({ job, now }: DueTalks) => isReady(job, chatTalk.id, now);

/** Talks that were not answered in time, and those that wait while somebody of their side is on duty. */
export function listUnanswered(db: Db, due: DueTalks): Promise<number[]> {
  const isLate = sql`${chatInquiry.returnsAt} <= ${due.now}`;
  const isWaitingForSomebody = sql`${isWaiting} and ${isSomebodyThere(due.now)}`;
  return listOpenIds(db, sql`(${isLate} or (${isWaitingForSomebody})) and ${isReadyTalk(due)}`, due.limit);
}

/** Talks in which nobody waits and nobody has written since a moment. */
export function listQuiet(db: Db, before: Date, due: DueTalks): Promise<number[]> {
  const isQuiet = sql`${chatInquiry.waitsSince} is null and ${chatTalk.lastAt} < ${before}`;
  return listOpenIds(db, sql`${isQuiet} and ${isReadyTalk(due)}`, due.limit);
}

/** Talks of a side that are assigned to nobody. */
export function listWaiting(db: Db, merchantId: number | null, limit: number): Promise<number[]> {
  return listOpenIds(db, sql`${isWaiting} and ${ofSide({ merchantId })}`, limit);
}

/** For jobs: every talk. */
export const ofEveryone: Bound = sql`true`;

/** True for a file of a message in a talk of this side. */
export async function isTalkFile(db: Db, fileId: number, bound: Bound): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${chatTalk} where ${bound} and (
      exists (select 1 from chat_file f where f.talk_id = ${chatTalk.id} and f.file_id = ${fileId})
      or exists (select 1 from stored_file f where f.for_talk = ${chatTalk.id} and f.id = ${fileId}))
    limit 1`);
  return rows.length > 0;
}
