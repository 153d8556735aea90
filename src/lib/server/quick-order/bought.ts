/** A company's earlier purchases. */

import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { isPriceOrder } from '#lib/contract/goods/price-order.ts';
import type { BoughtGoods, BoughtPage, BoughtValues } from '#lib/contract/quick-order/calls.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { listMerchantsOf } from '../goods/buyer-rows.ts';
import { goodsItems } from '../goods/items.ts';
import { byOwnPrice, isWithinOrdered, mostByPrice } from '../goods/items-by-price.ts';
import { withNetAt } from '../offers/net-at.ts';
import type { Account } from '../people/account-rows.ts';
import { listBought, listBoughtProducts } from './bought-rows.ts';

/** Paid and not cancelled. */
const boughtStatuses = orderStatuses.filter(orderIs.paid);

/**
 * `GET /api/user/fast-buy`: each item once, by times, by the last order, by when it is due again or by an own price.
 */
export async function listFastBuy(
  { db, actor: { account }, now }: Context<'buyer'>,
  { order, keywords = '', merchant, page, size }: Omit<BoughtValues, 'keywords'> & { keywords?: string },
): Promise<BoughtPage> {
  const priceOrder = isPriceOrder(order) ? order : null;
  const isOrdered = priceOrder !== null && isWithinOrdered({ page, size });
  const offset = (page - 1) * size;
  const [{ list, total }, merchants, catalogue] = await Promise.all([
    readElsewhere(db, (from) =>
      listBought(from, account.companyId, {
        statuses: boughtStatuses,
        by: isPriceOrder(order) ? 'times' : order,
        keywords,
        merchantId: merchant ?? null,
        limit: isOrdered ? mostByPrice : size,
        offset: isOrdered ? 0 : offset,
        now,
      }),
    ),
    readElsewhere(db, (from) => listMerchantsOf(from, [account.companyId])),
    getCatalogue(db),
  ]);
  const rows = new Map(list.map((row) => [row.goodsId, row]));
  const rowOf = ({ id }: GoodsItem) => must(rows.get(id), `what was bought of goods ${id}`);
  const found = await goodsItems(db, account, catalogue, [...rows.keys()], now.getTime());
  const priced = await withNetAt(db, account, found, (item) => rowOf(item).lastNumber, now);
  const goods = priced.map((item) => {
    const row = rowOf(item);
    return {
      ...item,
      times: row.times,
      last_at: row.lastAt.toISOString(),
      last_number: row.lastNumber,
      // The last price reveals the present one: a buyer who may not see that does not see this either.
      ...(item.price !== undefined && { last_price: formatYuan(row.lastPrice) }),
      due_at: row.dueAt?.toISOString() ?? null,
    };
  });
  const priceOf = (one: BoughtGoods) => (priceOrder === 'net' ? one.net?.price : one.last_price);
  return {
    list: isOrdered ? byOwnPrice(goods, priceOf).slice(offset, offset + size) : goods,
    merchants,
    total,
    page,
    size,
  };
}

/** Products that this company has bought. */
export function findBoughtProducts(db: Db, account: Account): Promise<Set<number>> {
  return readElsewhere(db, (from) => listBoughtProducts(from, account.companyId, boughtStatuses));
}
