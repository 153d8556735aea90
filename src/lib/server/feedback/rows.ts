/** 意见反馈. Every read and write of a buyer is bound to the company. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { feedbackBeginning, feedbackStatuses, isFeedbackOpen } from '#lib/rules/companies/feedback-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, feedback, feedbackFile, storedFile, user } from '../db/schema.ts';

const open = feedbackStatuses.filter(isFeedbackOpen);

function select(db: Db | Tx) {
  return db
    .select({
      id: feedback.id,
      userName: user.name,
      kind: feedback.kind,
      text: feedback.text,
      orderNo: feedback.orderNo,
      phone: feedback.phone,
      status: feedback.status,
      answer: feedback.answer,
      answeredAt: feedback.answeredAt,
      createdAt: feedback.createdAt,
    })
    .from(feedback)
    .innerJoin(user, eq(user.id, feedback.userId));
}
export type FeedbackRow = Awaited<ReturnType<typeof select>>[number];

/** Serializes changes of a company's feedback until the transaction ends. */
export async function lockFeedback(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feedback:${companyId}`}, 0))`);
}

/** Saves one; answers its id, or that of the one with the same token. */
export async function putFeedback(
  tx: Tx,
  values: Omit<typeof feedback.$inferInsert, 'id' | 'status'>,
): Promise<{ id: number; isNew: boolean }> {
  const [made] = await tx
    .insert(feedback)
    .values({ ...values, status: feedbackBeginning })
    .onConflictDoNothing({ target: [feedback.companyId, feedback.token] })
    .returning({ id: feedback.id });
  if (made) return { id: made.id, isNew: true };
  const [before] = await tx
    .select({ id: feedback.id })
    .from(feedback)
    .where(and(eq(feedback.companyId, values.companyId), eq(feedback.token, values.token)));
  return { id: must(before, 'the feedback of the same token').id, isNew: false };
}

/** Number of a company's that wait for an answer. */
export async function countOpenFeedback(tx: Tx, companyId: number): Promise<number> {
  return tx.$count(feedback, and(eq(feedback.companyId, companyId), inArray(feedback.status, open)));
}

/** A company's feedback, the newest first. */
export async function listFeedback(
  db: Db,
  companyId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<FeedbackRow[]> {
  return select(db)
    .where(eq(feedback.companyId, companyId))
    .orderBy(desc(feedback.id))
    .limit(limit)
    .offset(offset);
}

/** Number of a company's. */
export async function countFeedback(db: Db, companyId: number): Promise<number> {
  return db.$count(feedback, eq(feedback.companyId, companyId));
}

/** One of a company's, or null. */
export async function findFeedback(db: Db | Tx, companyId: number, id: number): Promise<FeedbackRow | null> {
  const [row] = await select(db).where(and(eq(feedback.id, id), eq(feedback.companyId, companyId)));
  return row ?? null;
}

function selectForDesk(db: Db | Tx) {
  return db
    .select({
      id: feedback.id,
      companyId: feedback.companyId,
      company: company.name,
      userName: user.name,
      kind: feedback.kind,
      text: feedback.text,
      orderNo: feedback.orderNo,
      phone: feedback.phone,
      status: feedback.status,
      answer: feedback.answer,
      answeredAt: feedback.answeredAt,
      createdAt: feedback.createdAt,
    })
    .from(feedback)
    .innerJoin(user, eq(user.id, feedback.userId))
    .innerJoin(company, eq(company.id, feedback.companyId));
}
export type DeskFeedbackFound = Awaited<ReturnType<typeof selectForDesk>>[number];

/** One of any company, for the desk; null where there is none. */
export async function findAnyFeedback(db: Db | Tx, id: number): Promise<DeskFeedbackFound | null> {
  const [row] = await selectForDesk(db).where(eq(feedback.id, id));
  return row ?? null;
}

/** Answers a waiting one; false when it does not wait any more. */
export async function endFeedback(
  tx: Tx,
  id: number,
  end: { answer: string; answeredBy: number | null; answeredAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(feedback)
    .set({ ...end, status: 'answered' })
    .where(and(eq(feedback.id, id), inArray(feedback.status, open)))
    .returning({ id: feedback.id });
  return rows.length > 0;
}

/** Saves the pictures of a new one. */
export async function putFeedbackFiles(
  tx: Tx,
  feedbackId: number,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await tx
    .insert(feedbackFile)
    .values(fileIds.map((fileId, position) => ({ feedbackId, position, fileId })))
    .onConflictDoNothing();
}

/** The pictures of these, each one's in their order. */
export async function listFeedbackFiles(db: Db | Tx, feedbackIds: readonly number[]) {
  if (feedbackIds.length === 0) return [];
  return db
    .select({
      feedbackId: feedbackFile.feedbackId,
      id: storedFile.id,
      kind: storedFile.kind,
      name: storedFile.name,
      bytes: storedFile.bytes,
      width: storedFile.width,
      height: storedFile.height,
      pages: storedFile.pages,
    })
    .from(feedbackFile)
    .innerJoin(storedFile, eq(storedFile.id, feedbackFile.fileId))
    .where(inArray(feedbackFile.feedbackId, [...feedbackIds]))
    .orderBy(asc(feedbackFile.feedbackId), asc(feedbackFile.position));
}

/** True when a file is a picture of some feedback. */
export async function isFeedbackPicture(db: Db, fileId: number): Promise<boolean> {
  return (await db.$count(feedbackFile, eq(feedbackFile.fileId, fileId))) > 0;
}
