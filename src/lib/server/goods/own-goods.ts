/** A merchant's own items at its desk. */
import type { OwnGoodsInputValues, OwnGoodsList, OwnGoodsWire } from '#lib/contract/changes.ts';
import { typedText } from '#lib/rules/changes/cells.ts';
import { ownGoodsFields } from '#lib/rules/goods/own-goods.ts';
import { keysOf, tableOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import { countOwnGoods, findOwnGoodsRow, listOwnGoods } from './own-goods-rows.ts';

type Row = Awaited<ReturnType<typeof listOwnGoods>>[number];

function wireOf(row: Row): OwnGoodsWire {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    spec: row.spec,
    maker: row.maker,
    stock: row.stock,
    expires_on: row.expiresOn ?? '',
    is_stopped: row.isStopped ? 1 : 0,
    pack_step: row.packStep,
    cells: tableOf(keysOf(ownGoodsFields), (field) => typedText(ownGoodsFields[field], row[field])),
  };
}

/** `GET /api/desk/goods`: the merchant's items in the order of their numbers, behind one. */
export async function listDeskGoods(
  { db, actor }: Context<'merchant'>,
  { after, size, ...search }: OwnGoodsInputValues,
): Promise<OwnGoodsList> {
  const [rows, total] = await Promise.all([
    listOwnGoods(db, actor.merchantId, { ...search, after, size }),
    countOwnGoods(db, actor.merchantId, search),
  ]);
  return { list: rows.map(wireOf), total };
}

/** One item of the merchant as it is now; null where it has none of the number. */
export async function findOwnGoods(
  { db, actor }: Context<'merchant'>,
  id: number,
): Promise<OwnGoodsWire | null> {
  const row = await findOwnGoodsRow(db, actor.merchantId, id);
  return row === null ? null : wireOf(row);
}
