/** Lots arrive, are recalled, and expire (rules 5). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { jobActor } from '#lib/rules/companies/actors.ts';
import { lotsAlike, putInQuestions } from '#lib/rules/orders/lots.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import { type Context, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { moveLots, openBook, showLots } from './book.ts';
import { findPutInMove, findTablePutIn, type ImportRow, writeImportRow } from './import-rows.ts';
import { findMovedLot } from './move-rows.ts';
import { askBounds, largePutIn } from './questions.ts';
import { type LotBuyer, listLotBuyers, markRecalled } from './recall-rows.ts';
import { reserveLots } from './reserve.ts';
import { ensureLot, findLotOf, type LotRow, listExpiredGoods } from './rows.ts';

export interface LotInput {
  /** Made by the clerk's browser: the same for every repeat of one press. */
  ref: string;
  goodsId: number;
  lotNo: string;
  /** YYYY-MM-DD */
  producedOn: string;
  expiresOn: string;
  pieces: number;
  /** The clerk has confirmed the questions. */
  isConfirmed?: boolean;
  /** The row of a table that puts them in: its result is saved with them. */
  of?: ImportRow;
}

/**
 * Adds pieces of a lot to the merchant's stock, once for each `ref`: a repeat answers the same lot. Throws 404 for
 * another merchant's item, 422 for dates that make no sense or differ from the lot's, 409 for a recalled or locked lot
 * and, with `{ asks: 1 }`, for unconfirmed questions (`putInQuestions`, `largePutIn`).
 */
export async function putIn(context: Context<'merchant'>, input: LotInput): Promise<number> {
  return (await putInOnce(context, input)).id;
}

/** The same, and whether this cause had put them in before. */
export async function putInOnce(
  context: Context<'merchant'>,
  { ref: cause, goodsId, pieces, isConfirmed = false, of, ...row }: LotInput,
): Promise<{ id: number; isRepeat: boolean }> {
  const { db, now, actor: clerk } = context;
  const bounds = await askBounds(db);
  if (row.producedOn > row.expiresOn) throw fieldError('expires_on', '有效期不能早于生产日期');
  if (row.producedOn > dayKey(now.getTime())) throw fieldError('produced_on', '生产日期不能晚于今天');
  if (hasPassed(row.expiresOn, now.getTime())) throw fieldError('expires_on', '该批次已过有效期，不能入库');
  const actor = recordOf(context);
  return db.transaction(async (tx) => {
    const { lots: known } = await openBook(tx, [goodsId]);
    const own = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    if (own === null) throw new AppError(404, '没有这个商品');
    const { before, ref } =
      of === undefined
        ? { before: await findMovedLot(tx, goodsId, { kind: 'put_in', ref: cause }), ref: cause }
        : await findTablePutIn(tx, of, cause);
    if (before !== null) {
      if (of !== undefined) await writeImportRow(tx, of, { state: 'done' });
      return { id: before.id, isRepeat: true };
    }
    const questions = [
      ...putInQuestions(row, { lots: known, shelfLifeMonths: own.shelfLifeMonths }),
      ...(await largePutIn(tx, goodsId, pieces, bounds)),
    ];
    if (!isConfirmed && questions.length > 0) throw new AppError(409, questions.join('；'), { asks: 1 });
    const { id, lotNo, producedOn, expiresOn } = await ensureLot(tx, { goodsId, ...row });
    if (producedOn !== row.producedOn || expiresOn !== row.expiresOn)
      throw fieldError('lot_no', `批号${lotNo}已登记：生产日期${producedOn}，有效期至${expiresOn}，请核对`);
    const { lots } = await openBook(tx, [goodsId]);
    const lot = lots.find((one) => one.id === id);
    if (lot?.isRecalled) throw new AppError(409, `批号${lotNo}已召回，不能入库`);
    if (lot?.isLocked) throw new AppError(409, `批号${lotNo}已质量锁定，解除后才能入库`);
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
    if (of !== undefined)
      await writeImportRow(tx, of, { state: 'in', moveId: await findPutInMove(tx, id, ref) });
    return { id, isRepeat: false };
  });
}

/**
 * Recalls a lot: its stock is not sold or shipped any more, orders that held pieces of it get others, and all companies
 * that received pieces get a message. Lots whose numbers differ only in form or case are recalled with it. A repeat
 * changes nothing and sends no message twice. Throws 404 for a lot of another merchant.
 */
export async function recallLot(
  context: Context<'staff'>,
  { goodsId, lotNo, reason }: { goodsId: number; lotNo: string; reason: string },
): Promise<{ buyers: LotBuyer[] }> {
  const { db, actor: clerk } = context;
  return db.transaction(async (tx) => {
    const found = await findLotOf(tx, { goodsId, merchantId: clerk.merchantId });
    if (found === null) throw new AppError(404, '没有这个批次');
    const { lots } = await openBook(tx, [goodsId]);
    const alike = lotsAlike(lots, lotNo);
    if (alike.length === 0) throw new AppError(404, '没有这个批次');
    const buyers: LotBuyer[] = [];
    for (const lot of alike) buyers.push(...(await recallOne(tx, context, { ...found, ...lot, reason })));
    return { buyers };
  });
}

/** Recalls one lot of an item that the transaction has locked; answers who received pieces of it. */
async function recallOne(
  tx: Tx,
  context: Context<'staff'>,
  lot: LotRow & { merchantId: number; name: string; reason: string },
): Promise<LotBuyer[]> {
  const { id, goodsId, lotNo, reason } = lot;
  const { now } = context;
  const actor = recordOf(context);
  const buyers = await listLotBuyers(tx, { goodsId, lotNo });
  if (lot.isRecalled) return buyers;
  const { holds } = await openBook(tx, [goodsId]);
  await markRecalled(tx, id, reason, now);
  // Lines that hold it get pieces of other lots, as far as there are any.
  const moved = holds.filter((hold) => hold.lotId === id);
  const lineIds = moved.map(({ lineId }) => lineId);
  const remaining = holds.filter((hold) => lineIds.includes(hold.lineId) && hold.lotId !== id);
  await moveLots(tx, { lineIds, holds: remaining, moves: [] }, { actor, now });
  await reserveLots(tx, [goodsId], { actor, now });
  await showLots(tx, [goodsId], now);
  await notify(tx, lot, buyers);
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
    merchantId: lot.merchantId,
  });
  return buyers;
}

async function notify(
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

/** Expired lots leave the stock, and their items show the next lot. */
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
        // Lines that hold one of them get pieces of other lots, as far as there are any.
        const lineIds = holds.filter(({ lotId }) => isOver(lotId)).map(({ lineId }) => lineId);
        const remaining = holds.filter(({ lineId, lotId }) => lineIds.includes(lineId) && !isOver(lotId));
        const moves = over.map((lot) => ({
          lotId: lot.id,
          kind: 'expired' as const,
          pieces: -lot.onHand,
          // A file may count some of it again on the same day.
          ref: `expired:${now.toISOString()}`,
        }));
        await moveLots(tx, { lineIds, holds: remaining, moves }, { actor, now });
        await reserveLots(tx, [goodsId], { actor, now });
        await showLots(tx, [goodsId], now);
        return over.length;
      }),
  });
}
