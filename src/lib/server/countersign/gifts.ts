/** Points and cards for a missed day that the platform gives to one company by hand, and takes back (rules 6). */
import type { GiftValues } from '#lib/contract/companies/gift-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { staffMay, staffRefusal } from '#lib/rules/companies/staff.ts';
import { worthOf } from '#lib/rules/money/points-worth.ts';
import { giftKinds, giftProblem, giftText, isGiftKind } from '#lib/rules/points/gifts.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { type ActRow, lockAct } from '../acts/countersign-rows.ts';
import { type Carried, needOpenCompany } from '../acts/hands.ts';
import { type Proposal, propose } from '../acts/propose.ts';
import { getAct } from '../acts/wire.ts';
import type { Context, OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { grantPoints, takeBackGift } from '../points/points.ts';
import { giveCard, takeCardsBack } from '../points/sign-in-rows.ts';
import { getSettings } from '../site/settings.ts';
import { isWorking } from './gift-rows.ts';

/** Message for a closed company. */
const closed = '企业已注销，不能赠送';
const goneColleague = '企业没有这位在职的同事，请重新选择';

/**
 * `POST /api/desk/companies/{id}/gifts`: requests points for the company, or cards for one of its people; they are there
 * when another person approves. The same key again requests none. Throws 404 for a company, 409 for a closed one, 422 for
 * a number above the limit, and for a person who is not the company's.
 */
export async function askGift(context: OnceContext<'platform'>, input: GiftValues): Promise<ActWire> {
  const { db, key } = context;
  const { id: companyId, kind, count, user_id: userId, reason } = input;
  const problem = giftProblem({ kind, count, userId });
  if (problem !== null) throw fieldError(problem.field, problem.text);
  const { pointsWorth } = await getSettings(db);
  const { id } = await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, closed);
    return idempotent(tx, { companyId, key, body: input }, async () => {
      if (kind === 'sign_card' && !(await isWorking(tx, companyId, userId)))
        throw fieldError('user_id', goneColleague);
      const line = { label: giftKinds[kind].text, from: '', to: giftText(kind, count) };
      const asked = { companyId, reason };
      // Points that are worth less than a fen, and cards, have no amount.
      const proposal: Proposal =
        kind === 'points'
          ? {
              ...asked,
              kind: 'points',
              amount: worthOf(count, pointsWorth) || null,
              payload: { count },
              changes: [line, { label: '承担方', from: '', to: '平台' }],
            }
          : { ...asked, kind: 'sign_card', amount: null, payload: { count, userId }, changes: [line] };
      const { id: made } = await propose(tx, context, proposal, passGift);
      return { id: made };
    });
  });
  return getAct(context, id);
}

/** What a gift is called in the ledger of points, and how the sources of its cards begin. */
const refOf = (id: number) => `act:${id}`;
const sourceOf = (id: number) => `desk:${id}:`;

/**
 * Gives the points or cards of a locked act, and sends the company a message. Throws 409 for a closed company, and where
 * the person of a card is not there any more.
 */
export async function passGift(tx: Tx, _: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { id, kind, companyId, reason } = row;
  await needOpenCompany(tx, companyId, closed);
  const count = Number(fieldOf(row.payload, 'count'));
  if (kind === 'points') {
    await grantPoints(tx, { companyId, useType: 'desk', points: count, ref: refOf(id), note: reason });
  } else {
    const userId = String(fieldOf(row.payload, 'userId'));
    if (!(await isWorking(tx, companyId, userId))) throw new AppError(409, `${goneColleague}，请驳回`);
    for (let at = 1; at <= count; at++) await giveCard(tx, { companyId, userId }, `${sourceOf(id)}${at}`);
  }
  await sendMessages(tx, {
    companyId,
    kind: 'points',
    title: `获赠${giftText(isGiftKind(kind) ? kind : 'points', count)}${kind === 'points' ? '积分' : '补签卡'}`,
    body: `平台赠送：${reason}`,
    link: kind === 'points' ? path('/wdqb/jfgl') : path('/deftyel'),
    ref: `gift:${id}`,
  });
  return { outcome: String(count) };
}

/**
 * The act 收回 of 待复核: what is left of a gift waits for a second person to take it back. Throws 404, 403 without the
 * permission, 409 for what is no gift, and where a taking back waits.
 */
export async function askGiftBack(
  context: Context<'platform'>,
  { id: giftId, reason }: { id: number; reason: string },
): Promise<{ waits: 1 }> {
  const { db, actor } = context;
  if (actor.role !== undefined && !staffMay('platform', actor.role, 'vouchers'))
    throw new AppError(403, staffRefusal('platform', actor.role, 'vouchers'));
  await db.transaction(async (tx) => {
    const gift = await lockAct(tx, giftId);
    if (gift === null) throw new AppError(404, '没有这一条，请刷新');
    if (!isGiftKind(gift.kind) || gift.state !== 'passed') throw new AppError(409, '只有已赠送的可以收回');
    const count = Number(fieldOf(gift.payload, 'count'));
    const { text } = giftKinds[gift.kind];
    await propose(
      tx,
      context,
      {
        kind: 'gift_back',
        companyId: gift.companyId,
        amount: gift.amount,
        reason,
        subject: `gift:${giftId}`,
        payload: { giftId },
        changes: [{ label: `赠送的${text}`, from: giftText(gift.kind, count), to: '收回没用掉的部分' }],
      },
      passGiftBack,
    );
  });
  return { waits: 1 };
}

/** Takes back what is left of the gift of a locked act, and tells the company. Throws 409 where nothing is left. */
export async function passGiftBack(tx: Tx, _: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { id, companyId, reason } = row;
  const giftId = Number(fieldOf(row.payload, 'giftId'));
  const points = await takeBackGift(tx, { companyId, gift: refOf(giftId), ref: refOf(id), note: reason });
  const cards = await takeCardsBack(tx, companyId, sourceOf(giftId));
  if (points + cards === 0) throw new AppError(409, '已全部用掉，没有可收回的，请驳回');
  const taken = points > 0 ? `${giftText('points', points)}积分` : `${giftText('sign_card', cards)}补签卡`;
  await sendMessages(tx, {
    companyId,
    kind: 'points',
    title: `平台收回${taken}`,
    body: `平台收回之前赠送、还没用掉的${taken}：${reason}`,
    link: points > 0 ? path('/wdqb/jfgl') : path('/deftyel'),
    ref: `gift:${id}`,
  });
  return { outcome: String(points + cards) };
}
