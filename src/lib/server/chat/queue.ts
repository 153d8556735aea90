/** The queue of a desk: who answers which talk (rules 21). */
import type { EscalateValues } from '#lib/contract/chat/calls.ts';
import type {
  ChatQueue,
  ChatQueueValues,
  DeskTalk,
  DeskTalkDetail,
  TransferTalkValues,
} from '#lib/contract/chat/desk-schema.ts';
import type { TalkValues } from '#lib/contract/chat/schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { isPresent } from '#lib/rules/chat/assign.ts';
import type { QueueTab } from '#lib/rules/chat/talk.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { getSettings } from '../site/settings.ts';
import { findLastOrder } from './aside-rows.ts';
import { publicName, returnsAt } from './assign.ts';
import { listDuty, markAssigned } from './duty-rows.ts';
import { insertEvents } from './event-rows.ts';
import { insertNote } from './note.ts';
import { type DeskReader, deskReader } from './reader.ts';
import {
  changeInquiry,
  countQueue,
  findTalk,
  type InquiryRow,
  isAnsweredBy,
  isClosed,
  isOpen,
  isWaiting,
  listQueue,
  type TalkRow,
} from './talk-rows.ts';
import { atTalk, escalate } from './talks.ts';
import { merchantName, talkBaseOf } from './wire.ts';

type Desk = Context<'staff'>;

const pageSize = 50;

/** A talk as a desk reads it. */
function deskTalkOf(row: TalkRow, reader: DeskReader): DeskTalk {
  const { talk, inquiry } = row;
  const staffId = inquiry !== null && inquiry.closedAt === null ? inquiry.staffId : null;
  return {
    ...talkBaseOf(row, reader),
    company: { id: talk.companyId, name: row.company },
    merchant: { id: talk.merchantId ?? 0, name: merchantName(row) },
    assignee: staffId === null ? null : { id: staffId, name: row.assignee ?? '' },
    is_mine: staffId === reader.staffId ? 1 : 0,
    is_escalated: talk.isEscalated ? 1 : 0,
    returned: inquiry?.returned ?? 0,
    waits_since: inquiry?.waitsSince?.toISOString() ?? null,
    returns_at: inquiry?.returnsAt?.toISOString() ?? null,
  };
}

/** `GET /api/desk/chat/queue`: those that wait longest first. */
export async function getQueue(context: Desk, { tab, company, page }: ChatQueueValues): Promise<ChatQueue> {
  const { db } = context;
  const reader = deskReader(context);
  const filters: Record<QueueTab, ReturnType<typeof isAnsweredBy>> = {
    mine: isAnsweredBy(reader.staffId),
    waiting: isWaiting,
    all: isOpen,
    closed: isClosed,
  };
  const [rows, counts] = await Promise.all([
    listQueue(db, reader.who, {
      bound: reader.bound,
      filter: filters[tab],
      company,
      limit: pageSize + 1,
      offset: (page - 1) * pageSize,
    }),
    countQueue(db, reader.bound, reader.staffId),
  ]);
  return {
    list: rows.slice(0, pageSize).map((row) => deskTalkOf(row, reader)),
    counts,
    has_more: rows.length > pageSize ? 1 : 0,
  };
}

/** `GET /api/desk/chat/talks/{id}`. Throws 404 for a talk of another side. */
export async function getDeskTalk(context: Desk, { id }: TalkValues): Promise<DeskTalkDetail> {
  const { db, now } = context;
  const reader = deskReader(context);
  const row = await findTalk(db, id, reader.bound, reader.who);
  if (row === null) throw new AppError(404, '会话不存在');
  const { talk, inquiry } = row;
  const [people, orderNo] = await Promise.all([
    listDuty(db, reader.merchantId),
    findLastOrder(db, talk.companyId, talk.merchantId),
  ]);
  const base = deskTalkOf(row, reader);
  const isOurs = talk.merchantId === reader.merchantId;
  return {
    ...base,
    fields: {
      公司: row.company,
      订单号: orderNo ?? '',
      客服: publicName(reader.staffId, reader.merchantId),
      商家: merchantName(row),
    },
    may_answer: !isOurs || base.assignee === null || base.is_mine === 1 ? 1 : 0,
    colleagues: people
      .filter((one) => isPresent(one, now.getTime()) && one.id !== reader.staffId)
      .map(({ id: staffId, name, open }) => ({ id: staffId, name, open })),
    last_rating:
      inquiry === null || inquiry.stars === null ? null : { stars: inquiry.stars, text: inquiry.rating },
  };
}

/** The open inquiry of a talk of one's own side. Throws 409 where there is none. */
function openOwn({ talk, inquiry }: TalkRow, { merchantId }: DeskReader): InquiryRow {
  if (talk.merchantId !== merchantId) throw new AppError(409, '这是商家的会话，平台可以回复，不能接管');
  if (inquiry === null || inquiry.closedAt !== null) throw new AppError(409, '这次咨询已经结束');
  return inquiry;
}

async function record(tx: Tx, { talk }: TalkRow, note: string): Promise<void> {
  const seq = await insertNote(tx, talk.id, note);
  await insertEvents(tx, talk, [
    { what: 'message', side: 'staff', seq },
    { what: 'state', side: 'staff' },
  ]);
}

/**
 * `POST /api/desk/chat/talks/{id}/take`: takes a waiting talk, or takes one over from a colleague. A repeat changes
 * nothing.
 */
export async function takeTalk(context: Desk, { id }: TalkValues): Promise<DeskTalkDetail> {
  const { db, now } = context;
  const reader = deskReader(context);
  const settings = await getSettings(db);
  await atTalk(context, id, reader, async (tx, row) => {
    const inquiry = openOwn(row, reader);
    if (inquiry.staffId === reader.staffId) return;
    await changeInquiry(tx, inquiry.id, {
      staffId: reader.staffId,
      assignedAt: now,
      returnsAt: inquiry.waitsSince === null ? null : returnsAt(now, settings),
    });
    await record(tx, row, `${publicName(reader.staffId, reader.merchantId)}为您服务`);
  });
  return getDeskTalk(context, { id });
}

/** `POST /api/desk/chat/talks/{id}/transfer`: to a colleague on duty. Throws 422 for a person who is not. */
export async function transferTalk(
  context: Desk,
  { id, staff_id: staffId, note }: TransferTalkValues,
): Promise<DeskTalkDetail> {
  const { db, now } = context;
  const reader = deskReader(context);
  const settings = await getSettings(db);
  await atTalk(context, id, reader, async (tx, row) => {
    const inquiry = openOwn(row, reader);
    if (inquiry.staffId === staffId) return;
    const person = (await listDuty(tx, reader.merchantId)).find((one) => one.id === staffId);
    if (person === undefined || !isPresent(person, now.getTime()))
      throw fieldError('staff_id', '对方不在线，请转给在线的同事');
    await changeInquiry(tx, inquiry.id, {
      staffId,
      assignedAt: now,
      returnsAt: inquiry.waitsSince === null ? null : returnsAt(now, settings),
    });
    await markAssigned(tx, staffId, now);
    const to = publicName(staffId, reader.merchantId);
    await record(tx, row, note === '' ? `已转接${to}` : `已转接${to}：${note}`);
  });
  return getDeskTalk(context, { id });
}

/** `POST /api/desk/chat/talks/{id}/close`: the company may rate it then. Closed already, it changes nothing. */
export async function closeTalk(context: Desk, { id }: TalkValues): Promise<DeskTalkDetail> {
  const { now } = context;
  const reader = deskReader(context);
  await atTalk(context, id, reader, async (tx, row) => {
    if (row.inquiry?.closedAt != null) return;
    const inquiry = openOwn(row, reader);
    await changeInquiry(tx, inquiry.id, {
      closedAt: now,
      closedBy: reader.staffId,
      waitsSince: null,
      returnsAt: null,
    });
    await record(tx, row, '本次咨询已结束，欢迎评价');
  });
  return getDeskTalk(context, { id });
}

/** `POST /api/desk/chat/talks/{id}/escalate`. */
export async function escalateDeskTalk(
  context: Desk,
  { id, reason }: EscalateValues,
): Promise<DeskTalkDetail> {
  await escalate(context, id, deskReader(context), reason);
  return getDeskTalk(context, { id });
}
