/** Talks of a company's people (rules 21). Colleagues see the talks of their company; roles without `messages` only read. */
import type {
  EscalateValues,
  OpenTalkValues,
  RateTalkValues,
  Talk,
  Talks,
} from '#lib/contract/chat/calls.ts';
import type { TalkValues } from '#lib/contract/chat/schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { answersNow } from '#lib/rules/chat/assign.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { isMerchant } from '../people/staff-rows.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { publicName } from './assign.ts';
import { hoursSentence } from './auto.ts';
import { readCard } from './cards.ts';
import { listPresentSides } from './duty-rows.ts';
import { insertEvents } from './event-rows.ts';
import { insertNote } from './note.ts';
import { buyerReader, type ChatReader } from './reader.ts';
import {
  changeInquiry,
  changeTalk,
  findTalk,
  listTalks,
  lockTalk,
  putTalk,
  type TalkRow,
} from './talk-rows.ts';
import { merchantName, talkBaseOf } from './wire.ts';

interface Shown {
  reader: ChatReader;
  settings: Settings;
  present: ReadonlySet<number>;
  now: Date;
}

function talkOf(row: TalkRow, { reader, settings, present, now }: Shown): Talk {
  const { talk, inquiry } = row;
  const id = talk.merchantId ?? 0;
  const isClosed = inquiry !== null && inquiry.closedAt !== null;
  return {
    ...talkBaseOf(row, reader),
    merchant: { id, name: merchantName(row), link: id === 0 ? '' : path('/business/[id]', { id }) },
    answers: isClosed || inquiry?.staffId == null ? '' : publicName(inquiry.staffId, talk.merchantId),
    is_on_duty: present.has(id) || answersNow(row.answeredAt?.getTime() ?? null, now.getTime()) ? 1 : 0,
    hours: hoursSentence(settings, now),
    is_escalated: talk.isEscalated ? 1 : 0,
    may_rate: isClosed && inquiry.stars === null ? 1 : 0,
    stars: inquiry?.stars ?? null,
  };
}

async function shownBy({ db, now }: Context<'buyer'>, reader: ChatReader): Promise<Shown> {
  const [settings, present] = await Promise.all([getSettings(db), listPresentSides(db, now)]);
  return { reader, settings, present, now };
}

/** `GET /api/chat/talks`: the last written first. */
export async function listMyTalks(context: Context<'buyer'>): Promise<Talks> {
  const reader = buyerReader(context);
  const [shown, rows] = await Promise.all([
    shownBy(context, reader),
    listTalks(context.db, reader.account.companyId, reader.who),
  ]);
  const list = rows.map((row) => talkOf(row, shown));
  return { list, unread: list.reduce((sum, { unread }) => sum + unread, 0) };
}

/** `GET /api/chat/talks/{id}`. Throws 404 for another company's. */
export async function getMyTalk(context: Context<'buyer'>, { id }: TalkValues): Promise<Talk> {
  const reader = buyerReader(context);
  const [shown, row] = await Promise.all([
    shownBy(context, reader),
    findTalk(context.db, id, reader.bound, reader.who),
  ]);
  if (row === null) throw new AppError(404, '会话不存在');
  return talkOf(row, shown);
}

/**
 * `POST /api/chat/talks`: the talk with a merchant's service or the platform's; made where there is none. Throws 404 for
 * an unknown merchant, 422 for a card that the person may not see.
 */
export async function openTalk(
  context: Context<'buyer'>,
  { merchant_id: merchantId, card }: OpenTalkValues,
): Promise<Talk> {
  const { db, now } = context;
  const reader = buyerReader(context);
  if (merchantId !== 0 && !(await isMerchant(db, merchantId))) throw new AppError(404, '商家不存在');
  if (card !== undefined && (await readCard(db, card, reader, now)).is_open === 0)
    throw fieldError('card', '没有这张卡片，或您不能查看它');
  const id = await putTalk(db, reader.account.companyId, merchantId === 0 ? null : merchantId);
  return getMyTalk(context, { id });
}

/** Runs `work` in a transaction that holds a talk of the reader. Throws 404 for a talk of others. */
export async function atTalk(
  { db }: Pick<Context<'buyer' | 'staff'>, 'db'>,
  id: number,
  reader: ChatReader,
  work: (tx: Tx, row: TalkRow) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTalk(tx, id, reader.bound, reader.who);
    if (row === null) throw new AppError(404, '会话不存在');
    await work(tx, row);
  }, announcing);
}

/** `POST /api/chat/talks/{id}/rate`: the last inquiry, once it is closed. The same again changes nothing. */
export async function rateTalk(
  context: Context<'buyer'>,
  { id, stars, text }: RateTalkValues,
): Promise<Talk> {
  const { now } = context;
  await atTalk(context, id, buyerReader(context), async (tx, { talk, inquiry }) => {
    if (inquiry === null || inquiry.closedAt === null) throw new AppError(409, '咨询结束后可以评价');
    if (inquiry.stars !== null) {
      if (inquiry.stars === stars && inquiry.rating === text) return;
      throw new AppError(409, '这次咨询已经评价过');
    }
    await changeInquiry(tx, inquiry.id, { stars, rating: text, ratedAt: now });
    await insertEvents(tx, talk, [{ what: 'state', side: 'buyer' }]);
  });
  return getMyTalk(context, { id });
}

/** `POST /api/chat/talks/{id}/escalate`: the platform's service reads and writes too. */
export async function escalateMyTalk(
  context: Context<'buyer'>,
  { id, reason }: EscalateValues,
): Promise<Talk> {
  await escalate(context, id, buyerReader(context), reason);
  return getMyTalk(context, { id });
}

/** Asks the platform for help in the open inquiry with a merchant, once. */
export async function escalate(
  context: Pick<Context<'buyer' | 'staff'>, 'db' | 'now'>,
  id: number,
  reader: ChatReader,
  reason: string,
): Promise<void> {
  await atTalk(context, id, reader, async (tx, { talk, inquiry }) => {
    if (talk.merchantId === null) throw new AppError(409, '已经是平台客服');
    if (inquiry === null || inquiry.closedAt !== null)
      throw new AppError(409, '请先发消息说明问题，再请平台介入');
    if (inquiry.escalatedAt !== null) return;
    await changeInquiry(tx, inquiry.id, { escalatedAt: context.now, escalation: reason });
    await changeTalk(tx, id, { isEscalated: true });
    const seq = await insertNote(tx, id, `已请平台客服介入：${reason}`);
    await insertEvents(tx, { ...talk, isEscalated: true }, [
      { what: 'message', side: reader.side, seq },
      { what: 'state', side: reader.side },
    ]);
  });
}
