/** Lots come in, are recalled, and run out of their days (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import { type Context, recordOf } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { eachRow, type RowsDone } from '../../jobs/rows.ts';
import { writeAudit } from '../../repos/audit.ts';
import { type LotBuyer, listLotBuyers, markRecalled } from '../../repos/lot-recall.ts';
import { ensureLot, findLotOf, findPutIn, listExpiredGoods } from '../../repos/lots.ts';
import { sendMessages } from '../../repos/messages.ts';
import { moveLots, openBook, showLots } from './book.ts';
import { reserveLots } from './reserve.ts';

export interface LotInput {
  /** Made by the clerk's browser: the same for every repeat of one press. */
  ref: string;
  goodsId: number;
  lotNo: string;
  /** YYYY-MM-DD */
  producedOn: string;
  expiresOn: string;
  pieces: number;
}

/**
 * Pieces of a lot come into the merchant's warehouse and for sale, once for each `ref`: a repeat answers the same lot. Throws 404 for goods
 * of others, 422 for days that make no sense or differ from those this lot has already, 409 for a recalled lot.
 */
export async function putIn(
  context: Context<'merchant'>,
  { ref, goodsId, pieces, ...row }: LotInput,
): Promise<number> {
  const { db, now, actor: clerk } = context;
  if (row.producedOn > row.expiresOn) throw fieldError('expires_on', '有效期不能早于生产日期');
  if (row.producedOn > dayKey(now.getTime())) throw fieldError('produced_on', '生产日期不能晚于今天');
  if (hasPassed(row.expiresOn, now.getTime())) throw fieldError('expires_on', '该批次已过有效期，不能入库');
  const actor = recordOf(context);
  return db.transaction(async (tx) => {
    await openBook(tx, [goodsId]);
    await guardOwner(tx, goodsId, clerk.merchantId);
    const before = await findPutIn(tx, goodsId, ref);
    if (before !== null) return before;
    const { id, producedOn, expiresOn } = await ensureLot(tx, { goodsId, ...row });
    if (producedOn !== row.producedOn || expiresOn !== row.expiresOn)
      throw fieldError(
        'lot_no',
        `批号${row.lotNo}已登记：生产日期${producedOn}，有效期至${expiresOn}，请核对`,
      );
    const { lots } = await openBook(tx, [goodsId]);
    if (lots.find((lot) => lot.id === id)?.isRecalled)
      throw new AppError(409, `批号${row.lotNo}已召回，不能入库`);
    await moveLots(
      tx,
      { lineIds: [], holds: [], moves: [{ lotId: id, kind: 'put_in', pieces, ref }] },
      { actor, now },
    );
    await reserveLots(tx, [goodsId], { actor, now });
    await showLots(tx, [goodsId], now, new Map([[goodsId, pieces]]));
    await writeAudit(tx, actor, {
      act: 'lot.put_in',
      subject: 'lot',
      key: id,
      before: null,
      after: { goodsId, ...row, pieces },
      at: now,
      merchantId: clerk.merchantId,
    });
    return id;
  });
}

async function guardOwner(tx: Tx, goodsId: number, merchantId: number): Promise<void> {
  if (!(await findLotOf(tx, { goodsId, merchantId }))) throw new AppError(404, '没有这个商品');
}

/**
 * Takes a lot back: what lies there is not sold or shipped any more, orders that held pieces of it hold others, and
 * everybody who received pieces of it is told.
 * Recalling it again changes nothing and tells nobody twice. Throws 404 for a lot of another merchant.
 */
export async function recallLot(
  context: Context<'staff'>,
  { goodsId, lotNo, reason }: { goodsId: number; lotNo: string; reason: string },
): Promise<{ buyers: LotBuyer[] }> {
  const { db, now, actor: clerk } = context;
  const actor = recordOf(context);
  return db.transaction(async (tx) => {
    const found = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    if (found === null) throw new AppError(404, '没有这个批次');
    const { lots, holds } = await openBook(tx, [goodsId]);
    const lot = lots.find((one) => one.lotNo === lotNo);
    if (!lot) throw new AppError(404, '没有这个批次');
    const { id } = lot;
    const buyers = await listLotBuyers(tx, { goodsId, lotNo });
    if (lot.isRecalled) return { buyers };
    await markRecalled(tx, id, reason, now);
    // Lines that hold it hold others from now on, as far as there are any.
    const moved = holds.filter((hold) => hold.lotId === id);
    const lineIds = moved.map(({ lineId }) => lineId);
    const kept = holds.filter((hold) => lineIds.includes(hold.lineId) && hold.lotId !== id);
    await moveLots(tx, { lineIds, holds: kept, moves: [] }, { actor, now });
    await reserveLots(tx, [goodsId], { actor, now });
    await showLots(tx, [goodsId], now);
    await tell(tx, { ...found, lotNo, id, reason }, buyers);
    await writeAudit(tx, actor, {
      act: 'lot.recall',
      subject: 'lot',
      key: id,
      before: { onHand: lot.onHand },
      after: {
        goodsId,
        lotNo,
        reason,
        buyers: buyers.length,
        moved: lineIds.length,
        // The lot's page lists them (listMoved).
        lines: moved.map(({ lineId, pieces }) => ({ id: lineId, pieces })),
      },
      at: now,
      merchantId: found.merchantId,
    });
    return { buyers };
  });
}

async function tell(
  tx: Tx,
  lot: { id: number; name: string; lotNo: string; reason: string },
  buyers: readonly LotBuyer[],
): Promise<void> {
  for (const [companyId, rows] of Map.groupBy(buyers, (buyer) => buyer.companyId)) {
    const [first] = rows;
    if (!first) continue;
    await sendMessages(tx, {
      companyId,
      kind: 'shipment',
      title: `召回通知：${lot.name}`,
      body: `您收到的${lot.name}（批号${lot.lotNo}）已被召回：${lot.reason}。请立即停止使用和销售并封存，在订单里申请“召回退货”，填写剩余数量后寄回，运费由商家承担；还在路上的可以拒收，或收到后申请。涉及订单：${rows
        .map(({ orderNo, pieces }) => `${orderNo}（${pieces}${first.unit}）`)
        .join('、')}`,
      link: path('/order/info/[id]', { id: first.orderNo }),
      ref: `recall:${lot.id}`,
    });
  }
}

/** Lots whose last day is over leave the stock, and their goods show the next lot. */
export async function writeOffExpired(db: Db, now: Date): Promise<RowsDone> {
  const actor: Actor = jobActor('writeOffExpired');
  return eachRow(db, {
    job: 'writeOffExpired',
    now,
    list: () => listExpiredGoods(db, now, 200),
    work: (goodsId) =>
      db.transaction(async (tx) => {
        const { lots, holds } = await openBook(tx, [goodsId]);
        const over = lots.filter((lot) => hasPassed(lot.expiresOn, now.getTime()) && lot.onHand > 0);
        const isOver = (lotId: number) => over.some(({ id }) => id === lotId);
        // Lines that hold one of them hold others from now on, as far as there are any.
        const lineIds = holds.filter(({ lotId }) => isOver(lotId)).map(({ lineId }) => lineId);
        const kept = holds.filter(({ lineId, lotId }) => lineIds.includes(lineId) && !isOver(lotId));
        const moves = over.map((lot) => ({
          lotId: lot.id,
          kind: 'expired' as const,
          pieces: -lot.onHand,
          // A file may count some of it again on the same day.
          ref: `expired:${now.toISOString()}`,
        }));
        await moveLots(tx, { lineIds, holds: kept, moves }, { actor, now });
        await reserveLots(tx, [goodsId], { actor, now });
        await showLots(tx, [goodsId], now);
        return over.length;
      }),
  });
}
