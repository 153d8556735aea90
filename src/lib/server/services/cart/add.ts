/** Adding to the cart (rules 16, "add to cart"; rules 4, quantities). */

import type { AddLine } from '#lib/contract/cart/inputs.ts';
import type { AddedToCart } from '#lib/contract/cart/schema.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { lineKinds, lineTypes, wordOf } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { addOnLimitLeft } from '#lib/rules/quote/quote-add-on.ts';
import { limitText } from '#lib/rules/terms/limit-text.ts';
import { must } from '#lib/rules/terms/must.ts';
import { atCapMessage, limitLeft, roundToPack, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import { emptyChoices, isOfActivity, type LineKind } from '#lib/rules/terms/terms.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { publishCart } from '../../events/publish.ts';
import type { Account } from '../../repos/accounts.ts';
import {
  type CartLineRow,
  deleteLines,
  type LineToPut,
  lockCart,
  lockLines,
  putLines,
} from '../../repos/cart.ts';
import { type LoadedOffers, loadOffers, rowOf, stateOf } from '../offers/load.ts';
import { wayOnOf } from './ways-on.ts';

/** Lines a cart holds: as many as one form can buy. */
export const maxCartLines = maxFormLines;

/** `POST /api/cart`. */
export async function addToCart(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { lines: AddLine[] },
): Promise<AddedToCart> {
  return addLines(db, account, input.lines, now);
}

/** `POST /api/cart/quick-add/{id}`: a goods by its id, its least quantity when no number is given. */
export async function quickAdd(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { id: number; number?: number | undefined },
): Promise<AddedToCart> {
  return addLines(db, account, [{ goods_id: input.id, type: lineTypes.normal, number: input.number }], now);
}

/** `add`: all of it or none; `fit`: as much of it as may be; `raise`: what is missing for the line to have its number. */
type HowToAdd = 'add' | 'fit' | 'raise';

/**
 * Adds lines, selected, to the caller's cart; a line that is there already grows. Numbers are made whole
 * packs and at least the least quantity. What cannot be added is left out and named in `refused`; when nothing
 * can, the first refusal is thrown: 404 unknown, 411 not buyable (data {link, text}), 403 hard limit used up,
 * 422 beyond the maximum. See `HowToAdd`.
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
    },
    now,
  );
  const refusals: { line: LineKey; error: AppError }[] = [];
  const possible: { line: WantedLine; quoted: QuotedLine }[] = [];
  for (const { line, quoted } of quoteAlone(merged, account, loaded, now)) {
    const error = findRefusal(line, quoted, loaded, merged.length);
    if (error) refusals.push({ line, error });
    else possible.push({ line, quoted });
  }
  if (possible.length === 0 && refusals[0]) throw refusals[0].error;
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
    // A version before this one kept a second line for the price of a flash sale: its pieces are in the one line now.
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

type LineKey = Pick<CartLineRow, 'kind' | 'goodsId' | 'activityId'>;
type WantedLine = LineKey & {
  warehouseId: number | undefined;
  number: number | undefined;
  /** It was asked for at the price of a flash sale (type 1): refused when there is none, else a line like any other. */
  isAtFlashPrice: boolean;
};

/** One goods is one line, whatever part of it has the price of a flash sale. */
function keyOf({ kind, goodsId, activityId }: LineKey): string {
  return `${kind === 'flash' ? 'normal' : kind}:${goodsId}:${activityId}`;
}

function isSame(one: LineKey, other: LineKey): boolean {
  return keyOf(one) === keyOf(other);
}

/** Pieces of a line that count as in the cart. */
function piecesOf(row: CartLineRow): number {
  return row.isSavedForLater ? 0 : row.number;
}

/** The kind of a type that was sent. Throws 422 for one that does not exist. */
function kindOf(type: number): LineKind {
  const kind = wordOf(lineKinds, type);
  if (kind === undefined) throw fieldError('type', '商品类型不正确');
  return kind;
}

/** The same goods twice in a form is one line. */
function mergeSame(wanted: readonly AddLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const { type, goods_id, activity_id, ck_id, number } of wanted) {
    const asked = kindOf(type);
    const isAtFlashPrice = asked === 'flash';
    const kind = isAtFlashPrice ? 'normal' : asked;
    const key: LineKey = {
      kind,
      goodsId: kind === 'combination' ? null : (goods_id ?? null),
      activityId: isOfActivity(kind) ? (activity_id ?? null) : null,
    };
    const same = merged.get(keyOf(key));
    if (same === undefined)
      merged.set(keyOf(key), { ...key, warehouseId: ck_id || undefined, number, isAtFlashPrice });
    else {
      if (number !== undefined) same.number = (same.number ?? 0) + number;
      same.isAtFlashPrice &&= isAtFlashPrice;
    }
  }
  return [...merged.values()];
}

/** Each line as if it stood alone: its bounds, its price, and what speaks against it. */
function quoteAlone(
  lines: readonly WantedLine[],
  account: Account,
  loaded: LoadedOffers,
  now: Date,
): { line: WantedLine; quoted: QuotedLine }[] {
  const buyer = { companyId: account.companyId, region: null, choices: emptyChoices };
  const quoted = quote(
    lines.map((line, i) => ({
      id: i,
      kind: line.kind,
      goodsId: line.goodsId,
      activityId: line.activityId,
      quantity: 1,
      isSelected: false,
    })),
    buyer,
    loaded.offers,
    now.getTime(),
  ).lines;
  return lines.map((line, i) => ({ line, quoted: must(quoted[i], `the quote of wanted line ${i}`) }));
}

/** Why a line cannot stand in the cart at all, whatever its number. */
function findRefusal(
  line: WantedLine,
  quoted: QuotedLine,
  loaded: LoadedOffers,
  formLines: number,
): AppError | null {
  const { refusal } = quoted;
  if (refusal?.code === 'gone') return new AppError(404, '商品不存在或已失效，请刷新后再试');
  const rows = goodsOf(line, loaded).map((id) => rowOf(loaded, id));
  const row = rows.find(({ goods }) => !isBuyable(stateOf(loaded, goods.id))) ?? rows[0];
  if (row === undefined) return new AppError(404, '商品不存在或已失效，请刷新后再试');
  const state = stateOf(loaded, row.goods.id);
  if (state.code === 'limit_reached') return limitError(state.reason, formLines);
  if (!isBuyable(state)) return new AppError(411, state.reason, wayOnOf(state, row));
  const detail = { text: '查看商品', link: path('/list/info/[id]', { id: row.goods.id }) };
  const terms = loaded.offers.goods.find((one) => one.id === row.goods.id);
  if (line.kind === 'group_buy')
    return new AppError(411, '拼团商品请在商品详情页参团，不能加入购物车', detail);
  if (line.isAtFlashPrice && terms?.promo?.kind !== 'flash')
    return new AppError(411, '秒杀未开始或已结束，可按原价购买', detail);
  // A page that was open when the lot came near its end still says the warehouse of before; it means the same goods.
  const places = [undefined, row.goods.warehouseId, terms?.warehouseId];
  if (!places.includes(line.warehouseId)) return fieldError('ck_id', '商品所在仓库已变化，请刷新页面后再试');
  if (refusal?.code === 'over_limit')
    return limitError(isAddOnUsedUp(line, loaded) ? `限购：${refusal.reason}` : refusal.reason, formLines);
  if (refusal?.code === 'not_running' || refusal?.code === 'out_of_stock')
    return new AppError(411, refusal.reason, detail);
  return null;
}

/** The limit of an add-on's own price is used up; its sentence does not say 限购 by itself. */
function isAddOnUsedUp({ goodsId, activityId }: LineKey, { offers }: LoadedOffers): boolean {
  return offers.activities.some(
    (activity) =>
      activity.kind === 'add_on' &&
      activity.id === activityId &&
      activity.items.some((item) => item.goodsId === goodsId && addOnLimitLeft(item) < 1),
  );
}

/** The catalogue's 限购: shops that add many lines at once stay silent about it (`flag` above 1, rules 16). */
function limitError(reason: string, formLines: number): AppError {
  return new AppError(403, reason, { flag: formLines });
}

function goodsOf(line: LineKey, { offers }: LoadedOffers): number[] {
  if (line.kind !== 'combination') return line.goodsId === null ? [] : [line.goodsId];
  const set = offers.combinations.find((one) => one.id === line.activityId);
  return set?.parts.map((part) => part.goodsId) ?? [];
}

/** What the line holds after adding, or the sentence that says why it may not hold so much. */
function sumUp(
  line: WantedLine,
  { bounds }: QuotedLine,
  inCart: number,
  { offers }: LoadedOffers,
  how: HowToAdd,
): number | AppError {
  const { step, max } = bounds;
  const min = roundUpTo(bounds.min, step);
  const more = line.number === undefined ? min : Math.max(roundToPack(line.number, bounds), step);
  // Copied into somebody else's cart: whether it may be, and what is said of it, is the same whatever lies there.
  if (how === 'raise' && inCart >= more) return inCart;
  const asked = how === 'raise' ? more : inCart + more;
  const sum = Math.max(roundToPack(asked, bounds), min);
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
