/** 意见反馈 for buyers: writing to the platform, reading its answers. */
import { createHash } from 'node:crypto';
import { fieldError } from '#lib/contract/errors.ts';
import {
  type FeedbackList,
  type FeedbackListValues,
  type FeedbackValues,
  type FeedbackWire,
  maxOpenFeedback,
} from '#lib/contract/feedback/calls.ts';
import { feedbackKindText, feedbackText } from '#lib/rules/companies/feedback-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { lockFiles } from '../files/rows.ts';
import { fileWireOf } from '../files/wire.ts';
import {
  countFeedback,
  countOpenFeedback,
  type FeedbackRow,
  findFeedback,
  listFeedback,
  listFeedbackFiles,
  lockFeedback,
  putFeedback,
  putFeedbackFiles,
} from './rows.ts';

/** `POST /api/user/feedback`. Safe to repeat by its token. Throws 422 when 20 of a company wait for an answer. */
export async function sendFeedback(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: FeedbackValues,
): Promise<FeedbackWire> {
  const { companyId, userId } = account;
  const { order_no, token, pictures, ...rest } = input;
  if (new Set(pictures).size < pictures.length) throw fieldError('pictures', '同一张图片只需上传一次');
  const id = await db.transaction(async (tx) => {
    await lockFeedback(tx, companyId);
    const made = await putFeedback(tx, {
      ...rest,
      orderNo: order_no,
      companyId,
      userId,
      token: token || tokenOf(userId, input, now),
      createdAt: now,
    });
    if (made.isNew) {
      const own = await lockFiles(tx, { companyId }, pictures);
      if (pictures.some((one) => !own.has(one)))
        throw fieldError('pictures', '图片不存在或已过期，请重新上传');
      await putFeedbackFiles(tx, made.id, pictures);
    }
    if (made.isNew && (await countOpenFeedback(tx, companyId)) > maxOpenFeedback)
      throw fieldError('text', `已有${maxOpenFeedback}条反馈在等待答复，请稍候或直接打热线`);
    return made.id;
  });
  const row = must(await findFeedback(db, companyId, id), `feedback ${id} just written`);
  return must((await withPictures(db, [row])).map(feedbackWireOf)[0], 'the wire of a row');
}

/** If the form sent no token, equal ones of one person on one day count as one. */
function tokenOf(userId: string, input: FeedbackValues, now: Date): string {
  const text = JSON.stringify([userId, dayKey(now.getTime()), input]);
  return createHash('sha256').update(text).digest('hex');
}

/** `GET /api/user/feedback`: the company's, the newest first. */
export async function listOwnFeedback(
  { db, actor: { account } }: Context<'buyer'>,
  { page, size }: FeedbackListValues,
): Promise<FeedbackList> {
  const [rows, total] = await Promise.all([
    listFeedback(db, account.companyId, { limit: size, offset: (page - 1) * size }),
    countFeedback(db, account.companyId),
  ]);
  return { list: (await withPictures(db, rows)).map(feedbackWireOf), total, page, size };
}

type Pictures = Awaited<ReturnType<typeof listFeedbackFiles>>;

/** Rows with their pictures. */
export async function withPictures<Row extends { id: number }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & { pictures: Pictures })[]> {
  const files = await listFeedbackFiles(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, pictures: files.filter(({ feedbackId }) => feedbackId === row.id) }));
}

/** One on the wire. */
export function feedbackWireOf(row: FeedbackRow & { pictures: Pictures }): FeedbackWire {
  return {
    id: row.id,
    kind: row.kind,
    kind_text: feedbackKindText(row.kind),
    text: row.text,
    order_no: row.orderNo,
    phone: row.phone,
    status: row.status,
    status_text: feedbackText(row.status),
    answer: row.answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
    user: row.userName,
    created_at: row.createdAt.toISOString(),
    pictures: row.pictures.map(fileWireOf),
  };
}
