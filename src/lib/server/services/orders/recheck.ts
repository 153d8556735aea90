/**
 * What was sold is looked at again when an order is approved, paid and shipped: shelf, dates, the merchant's papers,
 * the buyer's scope, papers and permissions may have ended since it was placed.
 */

import { buyState, isKeptFrom } from '#lib/rules/goods/buy-state.ts';
import type { BuyState, BuyStateBuyer } from '#lib/rules/goods/buy-state-shape.ts';
import { findRest, hasPassed } from '#lib/rules/terms/shelf-life.ts';
import type { Tx } from '../../db/client.ts';
import { hasLots } from '../../repos/lots.ts';
import { listPublicRows } from '../../repos/offers.ts';
import { listLines, type OrderLineRow, type OrderRow } from '../../repos/orders.ts';
import { findOwnFacts, nothingOwn, type OfferRow, offerRowOf } from '../../repos/own-facts.ts';
import { getStanding } from '../../repos/standing.ts';
import { lockGoods } from '../../repos/stock.ts';
import { showLots } from '../lots/book.ts';
import { grantOf, soldGoods } from '../offers/terms.ts';
import { leftToShip } from './parcel-content.ts';

/** A line whose goods may not go to its buyer (any more). */
export interface BlockedLine {
  line: OrderLineRow;
  /** Names the goods and the rule: “某某片”该商品的批次已过有效期… */
  reason: string;
  /** Nobody has said which lot lies there: what only waits for an entry, and is not over. */
  isLotUnknown: boolean;
}

/**
 * Lines with pieces still to come of which something speaks against the goods at `now`.
 * The goods stay locked until the transaction ends, so that what was found still holds when it is acted on.
 */
export async function findBlockedLines(
  tx: Tx,
  orders: readonly OrderRow[],
  now: Date,
): Promise<BlockedLine[]> {
  if (orders.length === 0) return [];
  const rows = await listLines(
    tx,
    orders.map((order) => order.no),
  );
  const lines = rows.map((row) => row.line).filter(isToCome);
  const ids = [...new Set(lines.map((line) => line.goodsId))].sort((a, b) => a - b);
  if (ids.length === 0) return [];
  await lockGoods(tx, ids);
  const rowsNow = await listShownRows(tx, ids, now);
  const blocked: BlockedLine[] = [];
  for (const [companyId, own] of Map.groupBy(orders, (order) => order.companyId)) {
    const nos = new Set(own.map((order) => order.no));
    const theirs = lines.filter((line) => nos.has(line.orderNo));
    blocked.push(...(await findBlockedOf(tx, companyId, theirs, rowsNow, now)));
  }
  return blocked;
}

/** Rows of locked goods, with the lot that is sold next: it may have changed at midnight. */
async function listShownRows(tx: Tx, ids: readonly number[], now: Date) {
  const rows = await listPublicRows(tx, ids);
  const isPast = rows.some(
    ({ goods: { expiresOn } }) => expiresOn !== null && hasPassed(expiresOn, now.getTime()),
  );
  if (!isPast || !(await hasLots(tx, ids))) return rows;
  await showLots(tx, ids, now);
  return listPublicRows(tx, ids);
}

/** The lines of one company that may not go to it. */
async function findBlockedOf(
  tx: Tx,
  companyId: number,
  lines: readonly OrderLineRow[],
  rowsNow: Awaited<ReturnType<typeof listPublicRows>>,
  now: Date,
): Promise<BlockedLine[]> {
  const ids = [...new Set(lines.map((line) => line.goodsId))];
  const asker = { companyId, userId: '' };
  // Of what the company has of its own only permissions for controlled goods speak for or against a line.
  const isAnyControlled = rowsNow.some((row) => row.goods.isControlled);
  const own = isAnyControlled ? await findOwnFacts(tx, asker, ids, []) : nothingOwn;
  const goods = new Map(rowsNow.map((row) => [row.goods.id, offerRowOf(row, own)]));
  const buyer = await getBuyer(tx, companyId);
  return lines.flatMap((line) => {
    const row = goods.get(line.goodsId);
    const state = row ? stateOf(row, buyer, now.getTime()) : null;
    if (row && state && !isKeptFrom(state)) return [];
    const why = state?.reason ?? '该商品已不存在';
    const rest = row?.goods.isOnShelf ? findRest(datesOf(row), now.getTime()) : null;
    return [{ line, reason: `“${line.snapshot.name}”${why}`, isLotUnknown: rest === 'lot_unknown' }];
  });
}

function isToCome(line: OrderLineRow): boolean {
  return leftToShip(line) > 0;
}

function datesOf({ goods, merchant }: OfferRow) {
  return { expiresOn: goods.expiresOn, merchantPapersUntil: merchant.papersUntil };
}

/** The company without its own state: whether a frozen one may order, pay and receive is asked by itself. */
async function getBuyer(tx: Tx, companyId: number): Promise<BuyStateBuyer> {
  const { regionCode, ...standing } = await getStanding(tx, companyId);
  return { ...standing, region: regionCode, companyState: 'approved' };
}

/** Stock and limits were reserved when the order was placed, they do not speak against it. */
function stateOf(row: OfferRow, buyer: BuyStateBuyer, now: number): BuyState {
  const goods = { ...soldGoods(row), limitQuantity: 0, dayLimit: 0, weekLimit: 0 };
  return buyState({ ...goods, variantCount: 1, hasGroupBuy: false }, buyer, {
    now,
    grant: grantOf(row),
    limitUsed: 0,
    dayUsed: 0,
    weekUsed: 0,
  });
}
