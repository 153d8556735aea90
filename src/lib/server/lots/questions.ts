/** Asks for a confirmation of numbers that look like a typing error (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { type AskBounds, isLargeDifference, isLargePutIn, usualPutIn } from '#lib/rules/orders/lot-acts.ts';
import type { Db, Tx } from '../db/client.ts';
import { getSettings } from '../site/settings.ts';
import { findLotPrice, listLastPutIns } from './act-rows.ts';

/** The shop's bounds. */
export async function askBounds(db: Db): Promise<AskBounds> {
  const { lotAskPercent, lotAskPieces, lotAskYuan } = await getSettings(db);
  return { percent: lotAskPercent, pieces: lotAskPieces, value: Math.round(lotAskYuan * 100) };
}

/** The question about a put-in far above the usual one of its item; none for an ordinary one. */
export async function largePutIn(
  tx: Tx,
  goodsId: number,
  pieces: number,
  bounds: AskBounds,
): Promise<string[]> {
  const item = await findLotPrice(tx, goodsId);
  return largeQuestions({ ...item, pieces, last: await listLastPutIns(tx, goodsId) }, bounds);
}

/** The same of known facts; `last` are the pieces of the item's last put-ins. */
export function largeQuestions(
  { price, unit, pieces, last }: { price: number; unit: string; pieces: number; last: readonly number[] },
  bounds: AskBounds,
): string[] {
  const usual = usualPutIn(last);
  if (!isLargePutIn({ pieces, usual, price }, bounds)) return [];
  const compared = usual === null ? '这个商品第一次入库' : `平时一次入库约${usual}${unit}`;
  return [`本次入库${pieces}${unit}（按标价¥${showYuan(pieces * price)}），${compared}，请核对数量`];
}

/** Throws 409 with the question for a large difference between the book and a person's count. */
export async function askLargeDifference(
  tx: Tx,
  goodsId: number,
  { before, after }: { before: number; after: number },
  bounds: AskBounds,
): Promise<void> {
  const { price, unit } = await findLotPrice(tx, goodsId);
  if (!isLargeDifference({ before, after, price }, bounds)) return;
  const pieces = Math.abs(after - before);
  throw question(
    `账面${before}${unit}，登记后${after}${unit}，相差${pieces}${unit}（按标价¥${showYuan(pieces * price)}），请核对数量`,
  );
}

/** A refusal that the desk may answer by sending the same again, confirmed. */
function question(text: string): AppError {
  return new AppError(409, text, { asks: 1 });
}
