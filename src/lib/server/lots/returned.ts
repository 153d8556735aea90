/**
 * Pieces that came back from buyers (rules 3): they are stored apart, neither on hand nor for sale, until one of the
 * merchant's people has checked them and sells them again or writes them off.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import type { SettleReturnedValues } from '#lib/contract/lot-acts.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import { lotNamed, lotStateText, mayGoOut, type ReturnedAct, returnedActs } from '#lib/rules/orders/lots.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type By, moveLots, openBook, showLots } from './book.ts';
import { getDeskLot } from './desk.ts';
import type { LotMove } from './move-rows.ts';
import { reserveLots } from './reserve.ts';
import { hasMoved, type ReturnedPieces } from './returned-rows.ts';
import { findGoodsOfLot, findLotOf, type LotRow, openLots } from './rows.ts';

/**
 * Records returned pieces, once for each `ref`. The caller has locked the items. Pieces without a recorded lot are
 * skipped: they were shipped before lots were recorded.
 */
export async function takeReturned(
  tx: Tx,
  returned: readonly ReturnedPieces[],
  { ref, actor, now }: By & { ref: string },
): Promise<void> {
  const lots = await openLots(tx, [...new Set(returned.map(({ goodsId }) => goodsId))]);
  const moves = lots.flatMap((lot): LotMove[] => {
    const pieces = returned
      .filter(({ goodsId, lotNo }) => goodsId === lot.goodsId && lotNo === lot.lotNo)
      .reduce((sum, one) => sum + one.pieces, 0);
    return pieces > 0 ? [{ lotId: lot.id, kind: 'returned', pieces, ref }] : [];
  });
  if (moves.length > 0) await moveLots(tx, { lineIds: [], holds: [], moves }, { actor, now });
}

/**
 * `POST /api/desk/lots/{goods}/returned`: returned pieces are sold again or written off, with a remark in the audit
 * log, once for each `ref`. Throws 404 for a lot of another merchant, 409 for more than there are and for selling
 * pieces of a recalled or expired lot.
 */
export async function settleReturned(
  context: Context<'merchant'>,
  { goods: goodsId, lot_no: lotNo, act, pieces, text, ref }: SettleReturnedValues,
): Promise<DeskLot> {
  await context.db.transaction(async (tx) => {
    const { merchantId } = context.actor;
    if (!(await findLotOf(tx, { goodsId, merchantId }))) throw new AppError(404, '没有这个批次');
    const { lots } = await openBook(tx, [goodsId]);
    const lot = lotNamed(lots, lotNo);
    if (!lot) throw new AppError(404, '没有这个批次');
    if (await hasMoved(tx, lot.id, { kind: act, ref })) return;
    if (pieces > lot.returned)
      throw new AppError(409, `批号${lotNo}待处理的退货只有${lot.returned}，请刷新后再试`);
    await settle(context, tx, lot, { act, pieces, text, ref });
  });
  return getDeskLot(context, { goods: goodsId, lot_no: lotNo });
}

interface Settling {
  act: ReturnedAct;
  pieces: number;
  text: string;
  ref: string;
}

/** Settles pieces of a locked lot. Throws 409 for selling pieces of a recalled, locked or expired one. */
async function settle(
  context: Context<'merchant'>,
  tx: Tx,
  lot: LotRow,
  { act, pieces, text, ref }: Settling,
): Promise<void> {
  const { now, actor: clerk } = context;
  const actor = recordOf(context);
  const { goodsId, lotNo } = lot;
  const { isSold } = returnedActs[act];
  if (isSold && !mayGoOut(lot, now.getTime()))
    throw new AppError(409, `批号${lotNo}${lotStateText(lot, now.getTime())}，退货不能放回可售，只能报损`);
  const moves: LotMove[] = [{ lotId: lot.id, kind: act, pieces: isSold ? pieces : -pieces, ref }];
  await moveLots(tx, { lineIds: [], holds: [], moves }, { actor, now });
  if (isSold) {
    await reserveLots(tx, [goodsId], { actor, now });
    await showLots(tx, [goodsId], now, new Map([[goodsId, pieces]]));
  }
  await writeAudit(tx, actor, {
    act: `lot.${act}`,
    subject: 'lot',
    key: lot.id,
    before: { returned: lot.returned },
    after: { goodsId, lotNo, pieces, text },
    at: now,
    merchantId: clerk.merchantId,
  });
}

interface AllOf {
  /** The lot's row in the list. */
  id: number;
  text: string;
}

/**
 * All returned pieces of a lot that wait. A repeat finds none, and changes nothing. Throws 404 for a lot of another
 * merchant, and as `settle`.
 */
async function settleAll(context: Context<'merchant'>, { id, text }: AllOf, act: ReturnedAct): Promise<void> {
  await context.db.transaction(async (tx) => {
    const goodsId = await findGoodsOfLot(tx, { lotId: id, merchantId: context.actor.merchantId });
    if (goodsId === null) throw new AppError(404, '没有这个批次');
    const { lots } = await openBook(tx, [goodsId]);
    const lot = lots.find((one) => one.id === id);
    if (!lot) throw new AppError(404, '没有这个批次');
    if (lot.returned === 0) return;
    await settle(context, tx, lot, { act, pieces: lot.returned, text, ref: `list:${randomUUID()}` });
  });
}

/** `POST /api/desk/lots/{id}/resell`: throws as `settleAll`. */
export async function resellReturned(context: Context<'merchant'>, input: AllOf): Promise<void> {
  await settleAll(context, input, 'put_back');
}

/** `POST /api/desk/lots/{id}/scrap`: throws as `settleAll`. */
export async function scrapReturned(context: Context<'merchant'>, input: AllOf): Promise<void> {
  await settleAll(context, input, 'written_off');
}
