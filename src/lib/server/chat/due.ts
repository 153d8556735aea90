/**
 * Jobs of chat (rules 21): a talk without an answer goes to the next person, a quiet one ends, an unread answer is
 * announced.
 */
import { path, withQuery } from '#lib/contract/routes.ts';
import { shortText } from '#lib/rules/chat/text.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { getSettings } from '../site/settings.ts';
import { assignTalk } from './assign.ts';
import { assignWaiting } from './duty.ts';
import { insertEvents } from './event-rows.ts';
import { insertNote } from './note.ts';
import {
  changeInquiry,
  changeTalk,
  type InquiryRow,
  listQuiet,
  listUnanswered,
  lockTalk,
  ofEveryone,
  type TalkRow,
} from './talk-rows.ts';
import { findUntold, listUntold } from './untold-rows.ts';
import { merchantName } from './wire.ts';

const handful = 50;
/** An inquiry without a message for this time is closed, ms. */
const quietMs = 24 * 3_600_000;
/** An answer that nobody of the company has read for this time is announced by a message of the shop, ms. */
const unreadMs = 5 * 60_000;
const nobody = { staffId: 0 };

/**
 * Assigns talks that were not answered in time to the next person on duty, and talks that nobody has to whoever is on
 * duty.
 */
export function returnChats(db: Db, now: Date): Promise<RowsDone> {
  const job = 'returnChats';
  return eachRow(db, {
    job,
    now,
    list: () => listUnanswered(db, { job, now, limit: handful }),
    work: async (id) => (await returnOne(db, id, now)) || assignWaiting(db, id, now),
  });
}

async function returnOne(db: Db, id: number, now: Date): Promise<number> {
  const settings = await getSettings(db);
  return db.transaction(async (tx) => {
    const row = await lockTalk(tx, id, ofEveryone, nobody);
    const inquiry = row?.inquiry;
    if (!row || inquiry?.returnsAt == null || inquiry.returnsAt > now) return 0;
    const { inquiry: next, notes } = await assignTalk(tx, row, inquiry, { now, settings, isReturned: true });
    await insertEvents(tx, row.talk, [
      ...notes.map((seq) => ({ what: 'message' as const, side: 'staff' as const, seq })),
      { what: 'state', side: 'staff' },
    ]);
    await tellSupervisor(tx, row, inquiry, { now, next });
    return 1;
  }, announcing);
}

/** Tells who looks after the merchant's people, once for each message that waits in vain. */
async function tellSupervisor(
  tx: Tx,
  { talk, company }: TalkRow,
  { id, waitsSince }: InquiryRow,
  { now, next }: { now: Date; next: InquiryRow },
): Promise<void> {
  // The platform's own talks stand in its work of the day.
  if (talk.merchantId === null || waitsSince === null) return;
  const minutes = Math.floor((now.getTime() - waitsSince.getTime()) / 60_000);
  await notifyMerchant(tx, {
    merchantId: talk.merchantId,
    kind: 'chat',
    title: `${company}的消息${minutes}分钟没有回复`,
    body:
      next.staffId === null
        ? '没有其他客服在线，会话在排队，请安排人接待。'
        : '会话已转给在线的客服，请留意是否回复。',
    link: path('/desk/chat', undefined, { tab: 'all', talk: talk.id }),
    ref: `chat:${id}:${waitsSince.getTime()}`,
    createdAt: now,
  });
}

/** Closes inquiries in which nobody waits for an answer and nobody has written for a day. */
export function closeQuietChats(db: Db, now: Date): Promise<RowsDone> {
  const job = 'closeQuietChats';
  const before = new Date(now.getTime() - quietMs);
  return eachRow(db, {
    job,
    now,
    list: () => listQuiet(db, before, { job, now, limit: handful }),
    work: (id) => closeQuiet(db, id, before, now),
  });
}

function isQuietNow({ talk, inquiry }: TalkRow, before: Date): boolean {
  return (
    inquiry !== null &&
    inquiry.closedAt === null &&
    inquiry.waitsSince === null &&
    talk.lastAt !== null &&
    talk.lastAt < before
  );
}

async function closeQuiet(db: Db, id: number, before: Date, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lockTalk(tx, id, ofEveryone, nobody);
    if (row?.inquiry == null || !isQuietNow(row, before)) return 0;
    await changeInquiry(tx, row.inquiry.id, { closedAt: now, returnsAt: null });
    const seq = await insertNote(tx, id, '一天没有新消息，本次咨询已结束，欢迎评价');
    await insertEvents(tx, row.talk, [
      { what: 'message', side: 'staff', seq },
      { what: 'state', side: 'staff' },
    ]);
    return 1;
  }, announcing);
}

/** Announces answers that nobody of the company has read, by one message of the shop a talk. */
export function tellChats(db: Db, now: Date): Promise<RowsDone> {
  const job = 'tellChats';
  const before = new Date(now.getTime() - unreadMs);
  return eachRow(db, {
    job,
    now,
    list: () => listUntold(db, { job, before, now, limit: handful }),
    work: (id) => tellOne(db, id),
  });
}

async function tellOne(db: Db, id: number): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lockTalk(tx, id, ofEveryone, nobody);
    // Somebody may have read it since it was found due.
    const answer = row === null ? null : await findUntold(tx, id);
    if (row === null || answer === null) return 0;
    const { companyId, lastSeq } = row.talk;
    await changeTalk(tx, id, { toldSeq: lastSeq });
    return sendMessages(tx, {
      companyId,
      kind: 'chat',
      title: `${merchantName(row)}回复了您`,
      body: shortText(answer.text, 100),
      link: withQuery('/chat', { talk: String(id) }),
      ref: `chat:${id}:${lastSeq}`,
    });
  }, announcing);
}
