import { api } from '#lib/contract/api.ts';
import type { AddedToCart } from '#lib/contract/cart/calls.ts';
import { maxFormLines } from '#lib/contract/constants.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { BestCart, MatchInput, PurchaseRow, RememberInput } from '#lib/contract/quick-order/calls.ts';
import type { TableMapping } from '#lib/contract/tables.ts';
import { call } from '../../api.ts';
import { $cartAction, $cartNumbers, $cartTotal } from '../cart/cart-total.ts';

/** A row on the page. */
export interface PurchaseItem extends PurchaseRow {
  key: number;
  /** A person confirmed it, or chose another product. */
  isSettled: boolean;
  /** The person did so for this row by itself: then it is remembered. */
  isOwn: boolean;
  /** The cart's refusal when it was added; null before. */
  refusal: string | null;
  /** A request for the row is in progress. */
  isBusy: boolean;
}

let nextKey = 1;

/** A row from the server. */
export function itemOf(row: PurchaseRow, key = nextKey++): PurchaseItem {
  return { ...row, key, isSettled: false, isOwn: false, refusal: null, isBusy: false };
}

/** The rows of a list, and how the columns of its table were read; without rows it may ask. */
export interface Matched {
  items: PurchaseItem[];
  table: TableMapping | null;
  /** Lines of greetings and signatures, which are no rows. */
  leftOut: readonly string[];
}

/** Matches a text, a file or rows. Rejects with AppError: 422 with a sentence, 413. */
export async function matchPurchase(input: MatchInput): Promise<Matched> {
  const { rows, table, left_out } = await call(api.matchPurchase, input);
  return { items: rows.map((row) => itemOf(row)), table, leftOut: left_out };
}

/** Matches the row again with another text. */
export async function rematch(item: PurchaseItem, text: string): Promise<PurchaseItem> {
  // A column's quantity belongs to its text; the new text may have another one.
  const [made] = (await matchPurchase({ rows: [{ text }] })).items;
  return made === undefined ? item : { ...made, key: item.key };
}

/** A row with a known item. */
export interface ReadyItem extends PurchaseItem {
  goods: NonNullable<PurchaseItem['goods']>;
}

/** True when the row may be added to the cart: certain, or confirmed. */
export function isReady(item: PurchaseItem): item is ReadyItem {
  return (
    item.goods !== null &&
    item.number > 0 &&
    item.refusal === null &&
    (item.grade === 'sure' || (item.grade === 'check' && item.isSettled))
  );
}

/** Lines for the cart. */
export interface QuickLine {
  goods_id: number;
  ck_id: number;
  number: number;
}

/**
 * Adds lines, in several forms when there are many; returns the refusals by item. Rejects when no request was possible.
 */
export async function addLines(
  lines: readonly QuickLine[],
): Promise<{ added: number; refused: Map<number, string> }> {
  const refused = new Map<number, string>();
  let added = 0;
  for (let at = 0; at < lines.length; at += maxFormLines) {
    const part = lines.slice(at, at + maxFormLines).map((line) => ({ ...line, type: lineTypes.normal }));
    const answer: AddedToCart = await call(api.addToCart, { lines: part });
    $cartTotal.set(answer.total);
    $cartAction.set(true);
    for (const line of answer.added)
      if (line.goods_id !== null) $cartNumbers.setKey(String(line.goods_id), line.number);
    added += answer.added.length;
    for (const { goods_id, reason } of answer.refused) if (goods_id !== null) refused.set(goods_id, reason);
  }
  return { added, refused };
}

/**
 * Saves a person's own choices for later matches; what one press confirmed with others teaches nothing. A failure has no
 * effect now and is not shown.
 */
export async function remember(items: readonly PurchaseItem[]): Promise<void> {
  const rows: RememberInput['rows'] = items.flatMap(({ isSettled, isOwn, text, given, goods }) =>
    isSettled && isOwn && goods !== null
      ? [{ text, product_id: goods.product_id, ...(given !== null && { number: given }) }]
      : [],
  );
  if (rows.length > 0) await call(api.rememberPurchase, { rows }).catch(() => undefined);
}

/** The cheapest offers for lines of the cart, some merchants kept; changes nothing. */
export function askBestCart(ids: readonly number[], kept: readonly number[] = []): Promise<BestCart> {
  return call(api.bestCart, { ids: [...ids], keep_merchant_ids: [...kept] });
}

/** What the ticked moves of a plan come to. */
export function priceMoves(ids: readonly number[], moves: readonly Move[]): Promise<BestCart> {
  const taken = moves.map(({ id, to }) => ({ id, goods_id: to.goods_id }));
  return call(api.bestCart, { ids: [...ids], taken });
}

type Move = Pick<BestCart['moves'][number], 'id'> & { from: { goods_id: number }; to: { goods_id: number } };

/** Moves lines to the offers of a plan, all or none. */
export async function moveLines(moves: readonly Move[]): Promise<void> {
  await call(api.moveCartLines, {
    moves: moves.map(({ id, from, to }) => ({ id, from_goods_id: from.goods_id, goods_id: to.goods_id })),
  });
}

/** The undo of moves. */
export function turnRound(moves: readonly Move[]): Move[] {
  return moves.map(({ id, from, to }) => ({ id, from: to, to: from }));
}

/** Saves the least remaining shelf life that the company accepts, in days. */
export async function saveShelfLife(days: number): Promise<void> {
  await call(api.setShelfLife, { days });
}
