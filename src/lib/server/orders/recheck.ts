/**
 * Checks sold lines again when an order is approved, paid and shipped: shelf, dates, the merchant's licences, the
 * buyer's scope, licences and permissions may have ended since it was placed.
 */

import { buyState, isHiddenFrom } from '#lib/rules/goods/buy-state.ts';
import type { BuyState, BuyStateBuyer } from '#lib/rules/goods/buy-state-shape.ts';
import { findLacking } from '#lib/rules/orders/lot-acts.ts';
import { mayGoOut } from '#lib/rules/orders/lots.ts';
import { findRest, hasPassed, type Rest } from '#lib/rules/terms/shelf-life.ts';
import { findOwnFacts, nothingOwn, type OfferRow, offerRowOf } from '../cache/own-facts-rows.ts';
import { listPublicRows, type PublicRow } from '../catalogue/offer-rows.ts';
import type { Tx } from '../db/client.ts';
import { showLots } from '../lots/book.ts';
import { listOpenLines } from '../lots/hold-rows.ts';
import { hasLots, readLots } from '../lots/rows.ts';
import { grantOf, soldGoods } from '../offers/terms.ts';
import { getStanding, type Standing } from '../people/standing-rows.ts';
import { findRowsAndStanding, type LineToCome, lockLinesToCome } from './recheck-rows.ts';
import type { OrderRow } from './rows.ts';

/** A line whose item may not go to its buyer (any more). */
export interface BlockedLine {
  line: LineToCome;
  /** The item and the rule: “某某片”该商品的批次已过有效期… */
  reason: string;
  /**
   * Waiting, not over: `entry` while the lot waits for its entry, `quality` while a question of quality is open. null:
   * over.
   */
  waits: 'entry' | 'quality' | null;
}

/**
 * Lines with pieces still to ship that something blocks at `now`. The items stay locked until the transaction ends, so
 * that the result still holds when it is acted on.
 */
export async function findBlockedLines(
  tx: Tx,
  orders: readonly OrderRow[],
  now: Date,
): Promise<BlockedLine[]> {
  if (orders.length === 0) return [];
  const lines = await lockLinesToCome(
    tx,
    orders.map((order) => order.no),
  );
  const ids = [...new Set(lines.map((line) => line.goodsId))].sort((a, b) => a - b);
  const [first] = orders;
  if (ids.length === 0 || first === undefined) return [];
  const { rows, standing } = await findRowsAndStanding(tx, ids, first.companyId);
  const rowsNow = await shownNow(tx, rows, ids, now);
  const blocked = await findUnsupplied(tx, lines, rowsNow, now);
  for (const [companyId, own] of Map.groupBy(orders, (order) => order.companyId)) {
    const nos = new Set(own.map((order) => order.no));
    const theirs = lines.filter((line) => nos.has(line.orderNo));
    const known = standing?.companyId === companyId ? standing : await getStanding(tx, companyId);
    blocked.push(...(await findBlockedOf(tx, known, theirs, rowsNow, now)));
  }
  return blocked;
}

/** Rows of locked items, with the lot that is sold next: it may have changed at midnight. */
async function shownNow(tx: Tx, rows: PublicRow[], ids: readonly number[], now: Date): Promise<PublicRow[]> {
  const isPast = rows.some(
    ({ goods: { expiresOn } }) => expiresOn !== null && hasPassed(expiresOn, now.getTime()),
  );
  if (!isPast || !(await hasLots(tx, ids))) return rows;
  await showLots(tx, ids, now);
  return listPublicRows(tx, ids);
}

/**
 * Lines with less stock than open orders took: some was counted or written off, or its lot is locked. Paid orders and
 * earlier ones come first. The items are locked, so their lots do not move.
 */
async function findUnsupplied(
  tx: Tx,
  lines: readonly LineToCome[],
  rowsNow: readonly PublicRow[],
  now: Date,
): Promise<BlockedLine[]> {
  // Where pieces are left for sale, all reserved pieces are there.
  const ids = rowsNow.filter(({ goods }) => goods.stock === 0).map(({ goods }) => goods.id);
  const lots = await readLots(tx, ids);
  if (lots.length === 0) return [];
  const known = new Set(lots.map(({ goodsId }) => goodsId));
  const open = await listOpenLines(tx, [...known]);
  const lacking = [...known].flatMap((goodsId) => {
    const own = lots.filter((lot) => lot.goodsId === goodsId && mayGoOut(lot, now.getTime()));
    return findLacking(
      open.filter((line) => line.goodsId === goodsId),
      own.reduce((sum, { onHand }) => sum + onHand, 0),
    );
  });
  const lackingIds = new Set(lacking.map(({ lineId }) => lineId));
  return lines
    .filter(({ id }) => lackingIds.has(id))
    .map((line) => ({
      line,
      reason: `“${line.name}”库存不足：批次盘点、报损或质量锁定后数量不够，可选购其他商家的同品`,
      waits: 'quality',
    }));
}

/** The blocked lines of one company. */
async function findBlockedOf(
  tx: Tx,
  standing: Standing,
  lines: readonly LineToCome[],
  rowsNow: readonly PublicRow[],
  now: Date,
): Promise<BlockedLine[]> {
  const ids = [...new Set(lines.map((line) => line.goodsId))];
  const caller = { companyId: standing.companyId, userId: '' };
  // Of the company's own facts only permissions for controlled items decide about a line.
  const isAnyControlled = rowsNow.some((row) => row.goods.isControlled);
  const own = isAnyControlled ? await findOwnFacts(tx, caller, ids, []) : nothingOwn;
  const goods = new Map(rowsNow.map((row) => [row.goods.id, offerRowOf(row, own)]));
  const buyer = buyerOf(standing);
  return lines.flatMap((line) => {
    const row = goods.get(line.goodsId);
    const state = row ? stateOf(row, buyer, now.getTime()) : null;
    if (row && state && !isHiddenFrom(state)) return [];
    const why = state?.reason ?? '该商品已不存在';
    const rest = row?.goods.isOnShelf ? findRest(datesOf(row), now.getTime()) : null;
    return [{ line, reason: `“${line.name}”${why}`, waits: rest === null ? null : waitsOf[rest] }];
  });
}

const waitsOf = {
  stopped: 'quality',
  lot_unknown: 'entry',
  lot_passed: null,
  merchant_paper: null,
  // A rest and a closing are for new orders alone: they do not block sold lines.
  merchant_rest: null,
  merchant_closing: null,
} satisfies Record<Rest, BlockedLine['waits']>;

function datesOf({ goods, merchant }: OfferRow) {
  const { isStopped, expiresOn } = goods;
  return { isStopped, expiresOn, merchantPapersUntil: merchant.papersUntil };
}

/** The company without its own state: whether a frozen one may order, pay and receive is checked separately. */
function buyerOf({ regionCode, ...standing }: Standing): BuyStateBuyer {
  return { ...standing, region: regionCode, companyState: 'approved' };
}

/**
 * Stock and limits were reserved when the order was placed, so they do not block it; nor does a rest or the closing of
 * the merchant, who ships what was sold before.
 */
function stateOf(row: OfferRow, buyer: BuyStateBuyer, now: number): BuyState {
  const open = { merchantRest: null, isMerchantClosing: false };
  const goods = { ...soldGoods(row), ...open, limitQuantity: 0, dayLimit: 0, weekLimit: 0 };
  return buyState({ ...goods, variantCount: 1, hasGroupBuy: false }, buyer, {
    now,
    grant: grantOf(row, now),
    limitUsed: 0,
    dayUsed: 0,
    weekUsed: 0,
  });
}
