/** 质量锁定 (rules 3): a doubtful lot stays in the warehouse, and nothing of it is sold or shipped. */
import { randomUUID } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findLock, writeLock } from './act-rows.ts';
import { moveLots, openBook, showLots } from './book.ts';
import { reserveLots } from './reserve.ts';
import { findLotOf } from './rows.ts';

interface Which {
  goodsId: number;
  lotNo: string;
  reason: string;
}

/**
 * Locks a lot: orders that held pieces of it get others, as far as there are any. A repeat with the same reason changes
 * nothing. Throws 404 for a lot that is not this desk's, 409 for a recalled one and one that is locked for another
 * reason. A lock of the platform replaces the merchant's.
 */
export async function lockLot(context: Context<'staff'>, { goodsId, lotNo, reason }: Which): Promise<void> {
  const { db, now, actor: clerk } = context;
  const actor = recordOf(context);
  await db.transaction(async (tx) => {
    const found = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    const { lots, holds } = found === null ? { lots: [], holds: [] } : await openBook(tx, [goodsId]);
    const lot = lots.find((one) => one.lotNo === lotNo);
    if (!found || !lot) throw new AppError(404, '没有这个批次');
    if (lot.isRecalled) throw new AppError(409, `批号${lotNo}已召回，不需要再锁定`);
    const known = await findLock(tx, lot.id);
    if (known?.by === clerk.kind && known.reason === reason) return;
    if (known !== null && !(known.by === 'merchant' && clerk.kind === 'platform'))
      throw new AppError(
        409,
        `批号${lotNo}已由${known.by === 'platform' ? '平台' : '商家'}锁定：${known.reason}`,
      );
    await writeLock(tx, lot.id, { by: clerk.kind, reason, at: now });
    const lineIds = [...new Set(holds.filter(({ lotId }) => lotId === lot.id).map(({ lineId }) => lineId))];
    const remaining = holds.filter((hold) => lineIds.includes(hold.lineId) && hold.lotId !== lot.id);
    const move = { lotId: lot.id, kind: 'locked' as const, pieces: 0, ref: randomUUID(), reason };
    await moveLots(tx, { lineIds, holds: remaining, moves: [move] }, { actor, now });
    await reserveLots(tx, [goodsId], { actor, now });
    await showLots(tx, [goodsId], now);
    await writeAudit(tx, actor, {
      act: 'lot.lock',
      subject: 'lot',
      key: lot.id,
      before: known === null ? { onHand: lot.onHand } : { onHand: lot.onHand, lockedBy: known.by },
      after: { goodsId, lotNo, text: reason, moved: lineIds.length },
      at: now,
      merchantId: found.merchantId,
    });
  });
}

/**
 * Lifts the lock of a lot: its pieces are for sale and shipped again. One that is not locked stays as it is. Throws 404
 * for a lot that is not this desk's, 409 for a merchant where the platform has locked it.
 */
export async function unlockLot(context: Context<'staff'>, { goodsId, lotNo, reason }: Which): Promise<void> {
  const { db, now, actor: clerk } = context;
  const actor = recordOf(context);
  await db.transaction(async (tx) => {
    const found = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    const { lots } = found === null ? { lots: [] } : await openBook(tx, [goodsId]);
    const lot = lots.find((one) => one.lotNo === lotNo);
    if (!found || !lot) throw new AppError(404, '没有这个批次');
    const known = await findLock(tx, lot.id);
    if (known === null) return;
    if (known.by === 'platform' && clerk.kind === 'merchant')
      throw new AppError(409, `批号${lotNo}由平台锁定，只能由平台解除：${known.reason}`);
    await writeLock(tx, lot.id, null);
    const move = { lotId: lot.id, kind: 'unlocked' as const, pieces: 0, ref: randomUUID(), reason };
    await moveLots(tx, { lineIds: [], holds: [], moves: [move] }, { actor, now });
    await reserveLots(tx, [goodsId], { actor, now });
    // Never more than open orders leave of it (showLots).
    await showLots(tx, [goodsId], now, new Map([[goodsId, lot.onHand]]));
    await writeAudit(tx, actor, {
      act: 'lot.unlock',
      subject: 'lot',
      key: lot.id,
      before: { lockedBy: known.by, reason: known.reason },
      after: { goodsId, lotNo, text: reason },
      at: now,
      merchantId: found.merchantId,
    });
  });
}
