/**
 * Desk acts on a lot (rules 3): counting, writing off, cancelling a put-in, correcting number and days. Each is one
 * movement with its reason, once for each `ref`, by the book that holds stock, lots and reservations equal.
 */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { type DamageKind, damageText, findLacking } from '#lib/rules/orders/lot-acts.ts';
import { lotMoves, lotNamed, mayGoOut, planHolds } from '#lib/rules/orders/lots.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { dayKey, minuteKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findPutIn, hasShipped, renameLot } from '../lots/act-rows.ts';
import { type LotBook, moveLots, openBook, showLots } from '../lots/book.ts';
import { listOpenLines } from '../lots/hold-rows.ts';
import { findUse } from '../lots/import-rows.ts';
import { findMovedLot, type LotMove } from '../lots/move-rows.ts';
import { askBounds, askLargeDifference } from '../lots/questions.ts';
import { reserveLots } from '../lots/reserve.ts';
import { findLotOf, type LotRow } from '../lots/rows.ts';
import { giveBackLacking } from '../orders/give-back.ts';

/** The lot, and the key that identifies a repeat of one press. */
interface Which {
  goodsId: number;
  lotNo: string;
  ref: string;
}

/** The result of an act: the new lot, its movement, and its audit data. */
interface Plan {
  after: LotRow;
  kind: LotMove['kind'];
  reason: string;
  before: Record<string, unknown>;
  said: Record<string, unknown>;
}

export interface LotDone {
  lotNo: string;
  /** Unpaid orders that were cancelled because their pieces are missing. */
  cancelled: number;
}

/**
 * Runs an act on a lot of this desk. Lines of paid orders that held pieces of it get others; throws 404 for a lot that
 * is not this desk's and 409, naming the orders, where paid orders would go without. Unpaid orders that would are
 * cancelled; with `sparesUnpaid` they are refused likewise.
 */
async function actOn(
  context: Context<'staff'>,
  { goodsId, lotNo, ref }: Which,
  { kind, act, sparesUnpaid = false }: { kind: LotMove['kind']; act: AuditAct; sparesUnpaid?: boolean },
  plan: (tx: Tx, lot: LotRow, book: LotBook) => Promise<Plan>,
): Promise<LotDone> {
  const { db, now, actor: clerk } = context;
  const actor = recordOf(context);
  const done = await db.transaction(async (tx) => {
    const found = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    if (found === null) throw new AppError(404, '没有这个批次');
    const book = await openBook(tx, [goodsId]);
    const moved = await findMovedLot(tx, goodsId, { kind, ref });
    if (moved !== null) return moved.lotNo;
    const lot = book.lots.find((one) => one.lotNo === lotNo);
    if (!lot) throw new AppError(404, '没有这个批次');
    const { after, reason, before, said } = await plan(tx, lot, book);
    const holds = await planOthers(tx, { lot, after, book, sparesUnpaid }, now);
    const move = { lotId: lot.id, kind, pieces: after.onHand - lot.onHand, ref, reason };
    if (after.lotNo !== lot.lotNo || after.expiresOn !== lot.expiresOn || after.producedOn !== lot.producedOn)
      await renameLot(tx, lot, {
        lotNo: after.lotNo,
        producedOn: after.producedOn,
        expiresOn: after.expiresOn,
      });
    await moveLots(tx, { ...holds, moves: [move] }, { actor, now });
    await reserveLots(tx, [goodsId], { actor, now });
    await showLots(tx, [goodsId], now, new Map([[goodsId, forSale(after, now) - forSale(lot, now)]]));
    await writeAudit(tx, actor, {
      act,
      subject: 'lot',
      key: lot.id,
      before,
      after: { goodsId, lotNo, ...said },
      at: now,
      merchantId: found.merchantId,
    });
    return after.lotNo;
  });
  const cancelled = sparesUnpaid ? 0 : await giveBackLacking(context, goodsId);
  return { lotNo: done, cancelled };
}

function forSale(lot: LotRow, now: Date): number {
  return mayGoOut(lot, now.getTime()) ? lot.onHand : 0;
}

/**
 * The holds once a lot is as `after`: lines that held pieces of it get others. Throws 409 where fewer pieces than
 * before may be shipped and paid orders, with `sparesUnpaid` unpaid ones too, are still to get more.
 */
async function planOthers(
  tx: Tx,
  { lot, after, book, sparesUnpaid }: { lot: LotRow; after: LotRow; book: LotBook; sparesUnpaid: boolean },
  now: Date,
): Promise<{ lineIds: number[]; holds: LotBook['holds'] }> {
  const lots = book.lots.map((one) => (one.id === lot.id ? after : one));
  const sumOf = (all: readonly LotRow[]) => all.reduce((sum, one) => sum + forSale(one, now), 0);
  const there = sumOf(lots);
  if (there < sumOf(book.lots)) {
    const open = (await listOpenLines(tx, book.goodsIds)).filter(({ isPaid }) => isPaid || sparesUnpaid);
    const nos = [...new Set(findLacking(open, there).map(({ orderNo }) => orderNo))];
    if (nos.length > 0) {
      const owed = open.reduce((sum, { pieces }) => sum + pieces, 0);
      throw new AppError(
        409,
        `${sparesUnpaid ? '订单' : '已付款订单'}还要发${owed}，登记后可发的只剩${there}。${sparesUnpaid ? '这些订单已占用' : '请先在这些订单里登记缺货'}：${nos.slice(0, 5).join('、')}${nos.length > 5 ? `等${nos.length}个订单` : ''}`,
      );
    }
  }
  const lineIds = [
    ...new Set(book.holds.filter(({ lotId }) => lotId === lot.id).map(({ lineId }) => lineId)),
  ];
  const needs = lineIds.map((lineId) => ({
    lineId,
    goodsId: lot.goodsId,
    pieces: book.holds.filter((one) => one.lineId === lineId).reduce((sum, one) => sum + one.pieces, 0),
  }));
  return { lineIds, holds: planHolds(lots, book.holds, needs, now.getTime()) };
}

/** Throws 409 where the book's number differs from what the clerk has seen. */
function guardKnown(lot: LotRow, known: number): void {
  if (lot.onHand !== known)
    throw new AppError(
      409,
      `批号${lot.lotNo}在库已变为${lot.onHand}（您看到的是${known}），请刷新后核对再登记`,
    );
}

export interface CountInput extends Which {
  counted: number;
  /** Pieces on hand as the clerk saw them. */
  known: number;
  reason: string;
  isConfirmed: boolean;
}

/** 盘点: counted pieces in the warehouse. A count without a difference is recorded too. */
export async function countLot(
  context: Context<'staff'>,
  { counted, known, reason, isConfirmed, ...which }: CountInput,
): Promise<LotDone> {
  const bounds = await askBounds(context.db);
  return actOn(context, which, { kind: 'counted', act: 'lot.count' }, async (tx, lot) => {
    guardKnown(lot, known);
    const change = { before: lot.onHand, after: counted };
    if (!isConfirmed) await askLargeDifference(tx, lot.goodsId, change, bounds);
    return {
      after: { ...lot, onHand: counted },
      kind: 'counted',
      reason,
      before: { onHand: lot.onHand },
      said: { onHand: counted, text: reason },
    };
  });
}

export interface DamageInput extends Which {
  pieces: number;
  kind: DamageKind;
  text: string;
  isConfirmed: boolean;
}

/** 报损: pieces in the warehouse are lost for good. */
export async function writeOffLot(
  context: Context<'staff'>,
  { pieces, kind, text, isConfirmed, ...which }: DamageInput,
): Promise<LotDone> {
  const bounds = await askBounds(context.db);
  return actOn(context, which, { kind: 'damaged', act: 'lot.damage' }, async (tx, lot) => {
    if (pieces > lot.onHand)
      throw new AppError(409, `批号${lot.lotNo}在库只有${lot.onHand}，不能报损${pieces}，请刷新后再试`);
    const onHand = lot.onHand - pieces;
    const change = { before: lot.onHand, after: onHand };
    if (!isConfirmed) await askLargeDifference(tx, lot.goodsId, change, bounds);
    const reason = damageText(kind, text);
    return {
      after: { ...lot, onHand },
      kind: 'damaged',
      reason,
      before: { onHand: lot.onHand },
      said: { onHand, pieces, text: reason },
    };
  });
}

interface CancelInput {
  goodsId: number;
  lotNo: string;
  moveId: number;
  reason: string;
}

/** 撤销入库: a mistaken put-in, as long as nothing of the lot was shipped after it. */
export function cancelPutIn(context: Context<'staff'>, input: CancelInput): Promise<LotDone> {
  return cancel(context, input, { sparesUnpaid: false });
}

async function cancel(
  context: Context<'staff'>,
  { goodsId, lotNo, moveId, reason }: CancelInput,
  { sparesUnpaid }: { sparesUnpaid: boolean },
): Promise<LotDone> {
  const which = { goodsId, lotNo, ref: `put-in:${moveId}` };
  return actOn(context, which, { kind: 'cancelled', act: 'lot.cancel', sparesUnpaid }, async (tx, lot) => {
    const putIn = await findPutIn(tx, lot.id, moveId);
    if (putIn === null) throw new AppError(404, '没有这次入库');
    const { pieces } = putIn;
    const use = sparesUnpaid ? await findUse(tx, lot.id, moveId) : null;
    if (use !== null)
      throw new AppError(
        409,
        `批号${lotNo}在${minuteKey(use.at.getTime())}已“${lotMoves[use.kind]}”，没有撤销`,
      );
    if (putIn.isShipped)
      throw new AppError(409, `批号${lotNo}在这次入库之后发过货，不能撤销，请用盘点更正数量`);
    if (pieces > lot.onHand)
      throw new AppError(409, `这次入库${pieces}，在库只剩${lot.onHand}，不能撤销，请用盘点更正数量`);
    const onHand = lot.onHand - pieces;
    return {
      after: { ...lot, onHand },
      kind: 'cancelled',
      reason,
      before: { onHand: lot.onHand },
      said: { onHand, pieces, text: reason },
    };
  });
}

/**
 * The same for a row of a table: one that was used since is left, and no order loses its pieces. Throws 409 with what has
 * used it.
 */
export async function cancelUnusedPutIn(context: Context<'staff'>, input: CancelInput): Promise<void> {
  await cancel(context, input, { sparesUnpaid: true });
}

export interface CorrectInput extends Which {
  to: { lotNo: string; producedOn: string; expiresOn: string };
  reason: string;
}

/** Corrects a lot's number or days, as long as nothing of it was shipped. */
export async function correctLot(
  context: Context<'staff'>,
  { to, reason, ...which }: CorrectInput,
): Promise<LotDone> {
  if (to.producedOn > to.expiresOn) throw fieldError('expires_on', '有效期不能早于生产日期');
  if (to.producedOn > dayKey(context.now.getTime())) throw fieldError('produced_on', '生产日期不能晚于今天');
  return actOn(context, which, { kind: 'corrected', act: 'lot.correct' }, async (tx, lot, book) => {
    const { lotNo, producedOn, expiresOn } = lot;
    if (to.lotNo === lotNo && to.producedOn === producedOn && to.expiresOn === expiresOn)
      throw fieldError('new_lot_no', '与登记的相同，没有需要更正的');
    if (await hasShipped(tx, lot)) throw new AppError(409, `批号${lotNo}已经发过货，批号和日期不能再更正`);
    const others = book.lots.filter(({ id }) => id !== lot.id);
    if (lotNamed(others, to.lotNo))
      throw fieldError('new_lot_no', `批号${to.lotNo}已登记，请撤销本次入库后在该批号下入库`);
    const changes = [
      to.lotNo === lotNo ? [] : `批号${lotNo}改为${to.lotNo}`,
      to.producedOn === producedOn ? [] : `生产日期${producedOn}改为${to.producedOn}`,
      to.expiresOn === expiresOn ? [] : `有效期${expiresOn}改为${to.expiresOn}`,
    ].flat();
    return {
      after: { ...lot, ...to },
      kind: 'corrected',
      reason: `${changes.join('，')}：${reason}`,
      before: { lotNo, producedOn, expiresOn },
      said: { ...to, text: reason },
    };
  });
}
