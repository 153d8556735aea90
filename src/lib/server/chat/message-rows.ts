/** Messages of talks: written under the talk's lock, read within a bound of ./talk-rows. */
import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { messagePace } from '#lib/rules/chat/pace.ts';
import { recallMs } from '#lib/rules/chat/recall.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatFile, chatMessage, chatTalk, company, merchant, staff, storedFile } from '../db/schema.ts';
import type { Bound } from './talk-rows.ts';

/** The moment of a message: the database's own, in whole milliseconds as readers have it. */
const present = sql`date_trunc('milliseconds', clock_timestamp())`;

const quoted = alias(chatMessage, 'quoted');

function select(db: Db | Tx) {
  return db
    .select({
      message: chatMessage,
      /** Login name of a person at a desk, for colleagues. */
      login: staff.username,
      quote: { seq: quoted.seq, name: quoted.name, text: quoted.text, state: quoted.state },
    })
    .from(chatMessage)
    .leftJoin(staff, eq(staff.id, chatMessage.staffId))
    .leftJoin(quoted, and(eq(quoted.talkId, chatMessage.talkId), eq(quoted.seq, chatMessage.quoteSeq)));
}
export type MessageRow = Awaited<ReturnType<typeof select>>[number];

/** Who writes: a person of the company, of a desk, or the shop itself. */
export type Author = { userId: string } | { staffId: number } | null;

const isBy = (author: Author): SQL | undefined => {
  if (author === null) return sql`false`;
  return 'userId' in author ? eq(chatMessage.userId, author.userId) : eq(chatMessage.staffId, author.staffId);
};

/** The message that its author has sent before under the same client id. */
export async function findSent(
  tx: Tx,
  talkId: number,
  author: Author,
  clientId: string,
): Promise<MessageRow | null> {
  const [row] = await select(tx).where(
    and(eq(chatMessage.talkId, talkId), isBy(author), eq(chatMessage.clientId, clientId)),
  );
  return row ?? null;
}

/** Messages that a person has written within the time of the limit. */
export async function countLately(tx: Tx, author: Author): Promise<number> {
  const since = sql`clock_timestamp() - ${messagePace.withinMs} * interval '1 millisecond'`;
  return tx.$count(chatMessage, and(isBy(author), gt(chatMessage.createdAt, since)));
}

export type NewMessage = Omit<typeof chatMessage.$inferInsert, 'seq' | 'createdAt'>;

/** Writes the next message of a locked talk; answers its number. */
export async function insertMessage(
  tx: Tx,
  values: NewMessage,
  files: readonly number[] = [],
): Promise<number> {
  const [talk] = await tx
    .update(chatTalk)
    .set({ lastSeq: sql`${chatTalk.lastSeq} + 1`, lastAt: present })
    .where(eq(chatTalk.id, values.talkId))
    .returning({ seq: chatTalk.lastSeq });
  if (talk === undefined) throw new Error(`no talk ${values.talkId}`);
  const { seq } = talk;
  await tx.insert(chatMessage).values({ ...values, seq, createdAt: present });
  if (files.length > 0)
    await tx
      .insert(chatFile)
      .values(files.map((fileId, position) => ({ talkId: values.talkId, seq, position, fileId })));
  return seq;
}

export async function findMessage(db: Db | Tx, talkId: number, seq: number): Promise<MessageRow | null> {
  const [row] = await select(db).where(and(eq(chatMessage.talkId, talkId), eq(chatMessage.seq, seq)));
  return row ?? null;
}

interface Page {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  size: number;
}

/** A page of a talk by ascending number, and whether there are more on either side. */
export async function listMessages(db: Db, talkId: number, { before, after, around, size }: Page) {
  const own = eq(chatMessage.talkId, talkId);
  if (around !== undefined) {
    const from = around - Math.floor(size / 2);
    const rows = await select(db)
      .where(and(own, sql`${chatMessage.seq} >= ${from}`))
      .orderBy(asc(chatMessage.seq))
      .limit(size + 1);
    return { rows: rows.slice(0, size), hasBefore: from > 1, hasAfter: rows.length > size };
  }
  if (after !== undefined) {
    const rows = await select(db)
      .where(and(own, gt(chatMessage.seq, after)))
      .orderBy(asc(chatMessage.seq))
      .limit(size + 1);
    return { rows: rows.slice(0, size), hasBefore: after > 0, hasAfter: rows.length > size };
  }
  const rows = await select(db)
    .where(and(own, before === undefined ? undefined : lt(chatMessage.seq, before)))
    .orderBy(desc(chatMessage.seq))
    .limit(size + 1);
  return {
    rows: rows.slice(0, size).toReversed(),
    hasBefore: rows.length > size,
    hasAfter: before !== undefined,
  };
}

/** All messages of a talk, for its record. */
export async function listAllMessages(db: Db, talkId: number): Promise<MessageRow[]> {
  return select(db).where(eq(chatMessage.talkId, talkId)).orderBy(asc(chatMessage.seq));
}

/** Files of messages by their number, in their order. */
export async function listFiles(db: Db, talkId: number, seqs: readonly number[]) {
  if (seqs.length === 0) return [];
  return db
    .select({ seq: chatFile.seq, file: storedFile })
    .from(chatFile)
    .innerJoin(storedFile, eq(storedFile.id, chatFile.fileId))
    .where(and(eq(chatFile.talkId, talkId), inArray(chatFile.seq, [...seqs])))
    .orderBy(asc(chatFile.seq), asc(chatFile.position));
}

/** Files of a talk. */
export async function listAllFiles(db: Db, talkId: number) {
  return db
    .select({ seq: chatFile.seq, file: { name: storedFile.name, digest: storedFile.digest } })
    .from(chatFile)
    .innerJoin(storedFile, eq(storedFile.id, chatFile.fileId))
    .where(eq(chatFile.talkId, talkId))
    .orderBy(asc(chatFile.seq), asc(chatFile.position));
}

/** Takes back a message of its author within the time; false where it is too late, or was taken back before. */
export async function recallMessage(tx: Tx, talkId: number, seq: number, author: Author): Promise<boolean> {
  const rows = await tx
    .update(chatMessage)
    .set({ state: 'recalled', recalledAt: present })
    .where(
      and(
        eq(chatMessage.talkId, talkId),
        eq(chatMessage.seq, seq),
        isBy(author),
        inArray(chatMessage.state, ['sent', 'held']),
        sql`clock_timestamp() <= ${chatMessage.createdAt} + ${recallMs} * interval '1 millisecond'`,
      ),
    )
    .returning({ seq: chatMessage.seq });
  return rows.length > 0;
}

/** Passes or refuses a message that waits; false where it does not wait any more. */
export async function reviewMessage(
  tx: Tx,
  { talkId, seq }: { talkId: number; seq: number },
  verdict: { state: 'sent' | 'refused'; reviewedBy: number | null; reviewedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(chatMessage)
    .set(verdict)
    .where(and(eq(chatMessage.talkId, talkId), eq(chatMessage.seq, seq), eq(chatMessage.state, 'held')))
    .returning({ seq: chatMessage.seq });
  return rows.length > 0;
}

/** Where a search goes on: behind this message. */
export interface SearchPlace {
  at: Date;
  talkId: number;
  seq: number;
}

interface Search {
  bound: Bound;
  author: Author;
  word: string;
  talkId: number;
  after: SearchPlace | null;
  limit: number;
}

/** Messages with a word, the newest first: those that the reader sees. */
export async function searchMessages(db: Db, { bound, author, word, talkId, after, limit }: Search) {
  const behind = after
    ? sql`(${chatMessage.createdAt}, ${chatMessage.talkId}, ${chatMessage.seq}) < (${after.at}, ${after.talkId}, ${after.seq})`
    : undefined;
  return db
    .select({
      talkId: chatMessage.talkId,
      seq: chatMessage.seq,
      sender: chatMessage.sender,
      userId: chatMessage.userId,
      staffId: chatMessage.staffId,
      name: chatMessage.name,
      text: chatMessage.text,
      createdAt: chatMessage.createdAt,
      company: company.name,
      merchant: merchant.shortName,
    })
    .from(chatMessage)
    .innerJoin(chatTalk, eq(chatTalk.id, chatMessage.talkId))
    .innerJoin(company, eq(company.id, chatTalk.companyId))
    .leftJoin(merchant, eq(merchant.id, chatTalk.merchantId))
    .where(
      and(
        bound,
        talkId === 0 ? undefined : eq(chatMessage.talkId, talkId),
        or(eq(chatMessage.state, 'sent'), and(isBy(author), eq(chatMessage.state, 'held'))),
        sql`position(lower(${word}) in lower(${chatMessage.text})) > 0`,
        behind,
      ),
    )
    .orderBy(desc(chatMessage.createdAt), desc(chatMessage.talkId), desc(chatMessage.seq))
    .limit(limit);
}
