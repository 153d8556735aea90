/** 补货建议: items that a company runs out of by its own rhythm, each drug and spec once. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { Replenish } from '#lib/contract/replenish.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { findRhythm, isRunningOut, type Rhythm, rhythmText } from '#lib/rules/purchase/replenish.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { withNetAt } from '../offers/net-at.ts';
import { listPurchases, type PurchasesRow } from './replenish-rows.ts';

const dayMs = 86_400_000;
/** Days of past purchases. */
const lookBack = 180;
/** Limit of suggestions in one answer. */
const mostSuggested = 100;
const boughtStatuses = orderStatuses.filter(orderIs.paid);

/** `GET /api/user/replenish`: the most overdue first, with the amount and the reason. */
export async function listReplenish({ db, actor: { account }, now }: Context<'buyer'>): Promise<Replenish> {
  const [rows, catalogue] = await Promise.all([
    readElsewhere(db, (from) =>
      listPurchases(from, account.companyId, {
        statuses: boughtStatuses,
        since: new Date(now.getTime() - lookBack * dayMs),
      }),
    ),
    getCatalogue(db),
  ]);
  const today = shanghaiDay(now.getTime());
  const due = rows
    .flatMap((row) => {
      const rhythm = findRhythm(row.purchases, today);
      return rhythm && isRunningOut(rhythm) ? [{ row, rhythm }] : [];
    })
    .sort((a, b) => b.rhythm.score - a.rhythm.score || a.row.goodsId - b.row.goodsId)
    .slice(0, mostSuggested);
  const found = new Map(due.map((one) => [one.row.goodsId, one]));
  const foundOf = ({ id }: GoodsItem) => must(found.get(id), `the rhythm of goods ${id}`);
  const goods = await goodsItems(db, account, catalogue, [...found.keys()], now.getTime());
  const items = await withNetAt(db, account, goods, (item) => foundOf(item).rhythm.usual, now);
  const list = items.map((item) => {
    const { row, rhythm } = foundOf(item);
    return {
      ...item,
      ...wordsOf(row, rhythm, item.bzdw),
      ...(item.price !== undefined && { last_price: formatYuan(row.lastPrice) }),
    };
  });
  return { list, total: list.length };
}

function wordsOf(row: PurchasesRow, rhythm: Rhythm, unit: string) {
  return {
    times: row.purchases.length,
    last_at: row.lastAt.toISOString(),
    last_number: row.lastNumber,
    due_at: new Date(row.lastAt.getTime() + rhythm.every * dayMs).toISOString(),
    suggested: rhythm.usual,
    reason: rhythmText(rhythm, unit),
  };
}
