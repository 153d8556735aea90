/** Initial data of the table for many stores: the stores that may buy, and the items of the cart. */
import type { StoreWire } from '#lib/contract/stores/calls.ts';
import { listCartLines } from '../cart/rows.ts';
import type { Context } from '../core/context.ts';
import { productLine } from '../goods/wire.ts';
import { loadOffers } from '../offers/load.ts';
import { listMyStores } from './stores.ts';

/** An item of the table; a number is a multiple of `step`. */
export interface TableGoods {
  id: number;
  name: string;
  ypgg: string;
  sccj: string;
  bzdw: string;
  step: number;
  least: number;
}

/** Ordinary lines of the cart; sets, add-ons and group-buys belong to one store. */
export async function openTable(
  context: Context<'buyer'>,
): Promise<{ stores: StoreWire[]; goods: TableGoods[] }> {
  const { db, actor, now } = context;
  const [{ list }, lines] = await Promise.all([listMyStores(context), listCartLines(db, actor.account)]);
  const ids = lines.flatMap(({ kind, goodsId }) => (kind === 'normal' && goodsId !== null ? [goodsId] : []));
  const { rows } = await loadOffers(db, actor.account, { goodsIds: ids }, now);
  const goods = ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { name, ypgg, sccj, bzdw } = productLine(row.product, row.product.id, false);
    return [{ id, name, ypgg, sccj, bzdw, step: row.goods.packStep, least: row.goods.minQuantity }];
  });
  return { stores: list.filter(({ may_buy }) => may_buy === 1), goods };
}
