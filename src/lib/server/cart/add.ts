/** Adding to the cart (rules 16, "add to cart"; rules 4, quantities). */

import type { AddedToCart } from '#lib/contract/cart/calls.ts';
import type { AddLine } from '#lib/contract/cart/inputs.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { LackingContract } from '#lib/rules/contracts/lacking.ts';
import { limitText } from '#lib/rules/terms/limit-text.ts';
import { atCapMessage, limitLeft, roundDownTo, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import { findLacking, lackingError } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { publishCart, publishRaised } from '../core/events/publish.ts';
import type { Db } from '../db/client.ts';
import { loadOffers, rowOf } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import type { Account } from '../people/account-rows.ts';
import { raiseLine } from './raise-line-rows.ts';
import { type CartLineRow, deleteLines, type LineToPut, lockCart, lockLines, putLines } from './rows.ts';
import {
  findRefusal,
  isSame,
  keyOf,
  type LineKey,
  merchantsOf,
  mergeSame,
  quoteAlone,
  type WantedLine,
} from './wanted-lines.ts';

/** Limit of lines in a cart: as many as one form can buy. */
export const maxCartLines = maxFormLines;

/** `POST /api/cart`. */
export async function addToCart(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { lines: AddLine[] },
): Promise<AddedToCart> {
  return addLines(db, account, input.lines, now);
}

/** `POST /api/cart/quick-add/{id}`: an item by its id, its minimum quantity when no number is given. */
export async function quickAdd(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { id: number; number?: number | undefined },
): Promise<AddedToCart> {
  return addLines(db, account, [{ goods_id: input.id, type: lineTypes.normal, number: input.number }], now);
}

/** `add`: all of it or none; `fit`: as much as possible; `raise`: the missing pieces up to the line's number. */
type HowToAdd = 'add' | 'fit' | 'raise';

/**
 * Adds lines, selected, to the caller's cart; an existing line grows. Numbers are rounded down to whole packs and raised
 * to the minimum quantity. Items that cannot be added are left out and named in `refused`; when none can, the first
 * refusal is thrown: 404 unknown, 411 not buyable (data {link, text}), 459 (data: contracts), 403 hard limit used up, 422 beyond the maximum.
 * See `HowToAdd`.
 */
export async function addLines(
  db: Db,
  account: Account,
  wanted: readonly AddLine[],
  now: Date,
  how: HowToAdd = 'add',
): Promise<AddedToCart> {
  const merged = mergeSame(wanted);
  const loaded = await loadOffers(
    db,
    account,
    {
      goodsIds: [...new Set(merged.flatMap((line) => line.goodsId ?? []))],
      activityIds: [...new Set(merged.flatMap((line) => line.activityId ?? []))],
      source: 'cart',
    },
    now,
  );
  const refusals: { line: LineKey; error: AppError }[] = [];
  let possible: { line: WantedLine; quoted: QuotedLine }[] = [];
  for (const { line, quoted } of quoteAlone(merged, account, loaded, now)) {
    const error = findRefusal(line, quoted, loaded, merged.length);
    if (error) refusals.push({ line, error });
    else possible.push({ line, quoted });
  }
  const lacking = await findLacking(
    db,
    account,
    possible.flatMap(({ line }) => merchantsOf(line, loaded)),
    'add',
    now,
  );
  if (lacking.length > 0) {
    const unsigned = possible.filter(({ line }) => lacksOf(line, loaded, lacking).length > 0);
    if (unsigned.length === possible.length && refusals.length === 0) throw lackingError(lacking);
    for (const { line } of unsigned)
      refusals.push({ line, error: lackingError(lacksOf(line, loaded, lacking)) });
    possible = possible.filter((one) => !unsigned.includes(one));
  }
  if (possible.length === 0 && refusals[0]) throw refusals[0].error;
  const raised =
    how === 'add' && merged.length === 1 ? await raise(db, account, possible, loaded, now) : null;
  if (raised !== null) {
    publishRaised(db, account);
    return raised;
  }
  const result = await db.transaction(async (tx) => {
    await lockCart(tx, account);
    const existing = await lockLines(tx, account);
    // Its own list: a transaction may run again.
    const late: typeof refusals = [];
    const puts: LineToPut[] = [];
    for (const { line, quoted } of possible) {
      const inCart = existing.reduce((sum, row) => sum + (isSame(row, line) ? piecesOf(row) : 0), 0);
      const sum = sumUp(line, quoted, inCart, loaded, how);
      if (sum instanceof AppError) late.push({ line, error: sum });
      else {
        const { kind, goodsId, activityId } = line;
        puts.push({ kind, goodsId, activityId, number: sum, priceWhenAdded: quoted.unitPrice });
      }
    }
    const total = countAfter(existing, puts);
    if (total > maxCartLines)
      throw fieldError('lines', `购物车最多放${maxCartLines}种商品，请先结算或删除一部分`);
    // A version before this one stored a second line for the price of a flash sale: its pieces are in the one line now.
    const second = existing.filter((row) => row.kind === 'flash' && puts.some((put) => isSame(row, put)));
    if (second.length > 0)
      await deleteLines(
        tx,
        account,
        second.map(({ id }) => id),
      );
    return { rows: puts.length > 0 ? await putLines(tx, account, puts, now) : [], total, late };
  });
  refusals.push(...result.late);
  const first = refusals[0];
  if (result.rows.length === 0 && first) throw first.error;
  publishCart(db, account);
  return {
    total: result.total,
    added: result.rows.map((row) => ({ id: row.id, goods_id: row.goodsId, number: row.number })),
    refused: refusals.map(({ line, error }) => ({
      goods_id: line.goodsId,
      code: error.code,
      reason: error.message,
    })),
  };
}

/**
 * Adds one item in one round trip where the cart has as many pieces of it as expected, in two where it answers another
 * number; null where that has changed again, or there is something to say: that is decided under the locks of the
 * lines.
 */
async function raise(
  db: Db,
  account: Account,
  possible: readonly { line: WantedLine; quoted: QuotedLine }[],
  loaded: LoadedOffers,
  now: Date,
): Promise<AddedToCart | null> {
  const [one] = possible;
  if (one === undefined || one.line.kind !== 'normal' || one.line.goodsId === null) return null;
  const { goodsId } = one.line;
  const { unitPrice: priceWhenAdded } = one.quoted;
  let seen = rowOf(loaded, goodsId).inCart;
  for (let asked = 0; asked < 2; asked++) {
    const number = sumUp(one.line, one.quoted, seen, loaded, 'add');
    if (number instanceof AppError) return null;
    const row = await raiseLine(db, account, { goodsId, seen, number, priceWhenAdded }, maxCartLines, now);
    if (row === null) return null;
    if (row.id !== null)
      return { total: row.total, added: [{ id: row.id, goods_id: goodsId, number }], refused: [] };
    seen = row.pieces;
  }
  return null;
}

/** The lacking contracts with merchants of a line. */
function lacksOf(line: WantedLine, loaded: LoadedOffers, lacking: readonly LackingContract[]) {
  const ids = new Set(merchantsOf(line, loaded).map(({ id }) => id));
  return lacking.filter(({ merchantId }) => ids.has(merchantId));
}

/** Pieces of a line that count as in the cart. */
function piecesOf(row: CartLineRow): number {
  return row.isSavedForLater ? 0 : row.number;
}

/** The line's number after adding, or the sentence why it may not be so large. */
function sumUp(
  line: WantedLine,
  { bounds }: QuotedLine,
  inCart: number,
  { offers }: LoadedOffers,
  how: HowToAdd,
): number | AppError {
  const { step, max } = bounds;
  const min = roundUpTo(bounds.min, step);
  const more = line.number === undefined ? min : Math.max(roundDownTo(line.number, step), step);
  // Copied into another person's cart: the permission and the messages are the same for any content.
  if (how === 'raise' && inCart >= more) return inCart;
  const asked = how === 'raise' ? more : inCart + more;
  const sum = Math.max(roundDownTo(asked, step), min);
  if (sum <= max) return sum;
  if (how === 'fit' && max >= min && max > inCart) return max;
  const terms = offers.goods.find((one) => one.id === line.goodsId);
  const unit = terms?.unit ?? '套';
  const have = inCart > 0 && how !== 'raise' ? `，购物车中已有${inCart}${unit}` : '';
  const why = terms && limitLeft(terms) < terms.stock ? `，${limitText(terms)}` : '';
  return fieldError('number', `${atCapMessage}：最多可购买${max}${unit}${have}${why}`);
}

function countAfter(existing: readonly CartLineRow[], puts: readonly LineToPut[]): number {
  const inCart = new Set(existing.filter((row) => !row.isSavedForLater).map(keyOf));
  return new Set([...inCart, ...puts.map(keyOf)]).size;
}
