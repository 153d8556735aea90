/** Acts that wait for a second person, at the platform's desk: approved, refused, withdrawn. */
import type { ActWire } from '#lib/contract/countersign.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type ActKind, actKind, actStateText } from '#lib/rules/companies/act-kinds.ts';
import { type ActState, canActMove } from '#lib/rules/companies/act-states.ts';
import { deciderProblem } from '#lib/rules/companies/countersign.ts';
import { type ActRow, decideAct, lockAct } from '../acts/countersign-rows.ts';
import type { ActHands } from '../acts/hands.ts';
import { carryOut, limitsOf, personOf } from '../acts/propose.ts';
import { recordAct } from '../acts/record.ts';
import { getAct } from '../acts/wire.ts';
import { passLowPrice } from '../companies/put-own-price.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { passWheelOpen } from '../draws/open.ts';
import { passMerchantClose } from '../merchants/close.ts';
import { passOrderRefund } from '../orders/desk-refund-plan.ts';
import { dropOwnerChange, passOwnerChange, refuseOwnerChange } from '../owner-changes/decide.ts';
import { passTask } from '../points/task-desk.ts';
import { passSetting } from '../settings/change.ts';
import { getSettings } from '../site/settings.ts';
import { passStaffTotp } from '../staff/totp.ts';
import { passSurplus, refuseSurplus } from '../transfers/rest.ts';
import { passUndo } from '../transfers/take-back.ts';
import { passBalance } from './balance.ts';
import { passGift, passGiftBack } from './gifts.ts';
import { passIssue } from './issue.ts';

/**
 * `POST /api/desk/countersign/{id}/pass`: carries it out. A repeat by the same person is answered as done. Throws 404,
 * 403 for a person who may not decide it, 409 where it was decided otherwise or the facts have changed meanwhile.
 */
export async function passAct(context: Context<'platform'>, { id }: { id: number }): Promise<ActWire> {
  return decide(context, id, { state: 'passed', word: '' }, (tx, row) =>
    carryOut(tx, context, row, handsOf(row.kind).pass),
  );
}

/** `POST /api/desk/countersign/{id}/refuse`: it is not carried out. Throws as `passAct`. */
export async function refuseAct(
  context: Context<'platform'>,
  { id, reason: word }: { id: number; reason: string },
): Promise<ActWire> {
  return decide(context, id, { state: 'refused', word }, async (tx, row) => {
    const { outcome, after = async () => {} } =
      (await handsOf(row.kind).refuse?.(tx, context, row, word)) ?? {};
    await close(tx, context, row, { state: 'refused', word, ...(outcome !== undefined && { outcome }) });
    return after;
  });
}

/**
 * `POST /api/desk/countersign/{id}/withdraw`: by the requester. A repeat is answered as done; 409 where it was decided.
 */
export async function withdrawAct(context: Context<'platform'>, { id }: { id: number }): Promise<ActWire> {
  const { db, actor } = context;
  await db.transaction(async (tx) => {
    const row = await lockAct(tx, id);
    if (row === null) throw new AppError(404, '没有这一条，请刷新');
    if (row.askedBy !== actor.name) throw new AppError(403, '只有提出的人可以撤回');
    if (row.state === 'withdrawn') return;
    refuseMoved(row, 'withdrawn');
    if (!actKind(row.kind).mayWithdraw)
      throw new AppError(409, `${actKind(row.kind).text}不能撤回，须由同事复核`);
    await handsOf(row.kind).withdraw?.(tx, context, row);
    await close(tx, context, row, { state: 'withdrawn', word: '' });
  });
  return getAct(context, id);
}

async function decide(
  context: Context<'platform'>,
  id: number,
  to: { state: 'passed' | 'refused'; word: string },
  work: (tx: Tx, row: ActRow) => Promise<() => Promise<void>>,
): Promise<ActWire> {
  const { db, actor } = context;
  const after = await db.transaction(async (tx) => {
    const row = await lockAct(tx, id);
    if (row === null) throw new AppError(404, '没有这一条，请刷新');
    const problem = deciderProblem(row, personOf(context), limitsOf(await getSettings(db), row.kind));
    if (problem !== null) throw new AppError(403, problem);
    if (row.state === to.state && row.decidedBy === actor.name && row.word === to.word) return null;
    refuseMoved(row, to.state);
    return work(tx, row);
  });
  await after?.();
  return getAct(context, id);
}

function refuseMoved(row: ActRow, to: ActState): void {
  if (!canActMove(row.state, to))
    throw new AppError(409, `已由${row.decidedBy}处理：${actStateText(row.state, row.kind)}`);
}

/** Ends a locked act without carrying it out. */
export async function close(
  tx: Tx,
  context: Context<'staff'>,
  row: ActRow,
  { state, word, outcome = state }: { state: 'refused' | 'withdrawn'; word: string; outcome?: string },
): Promise<void> {
  const { now: decidedAt, actor } = context;
  await decideAct(tx, row.id, {
    state,
    word,
    outcome,
    decidedBy: actor.name,
    decidedAt,
    companyCouponId: null,
  });
  await recordAct(tx, context, state === 'refused' ? 'refuse' : 'withdraw', row, { state });
}

/** Effects of carrying out or refusing an act; a row a kind. */
const hands: Record<ActKind, ActHands> = {
  balance: { pass: passBalance },
  voucher: { pass: passIssue },
  coupon: { pass: passIssue },
  points: { pass: passGift },
  sign_card: { pass: passGift },
  point_task: { pass: passTask },
  gift_back: { pass: passGiftBack },
  undo_receipt: { pass: passUndo },
  order_refund: { pass: passOrderRefund },
  low_price: { pass: passLowPrice },
  setting: { pass: passSetting },
  sign_rule: { pass: passSetting },
  staff_totp: { pass: passStaffTotp },
  merchant_close: { pass: passMerchantClose },
  wheel_open: { pass: passWheelOpen },
  surplus: { pass: passSurplus, refuse: refuseSurplus },
  owner_phone: { pass: passOwnerChange, refuse: refuseOwnerChange, withdraw: dropOwnerChange },
};

function handsOf(kind: ActKind): ActHands {
  return hands[kind];
}
