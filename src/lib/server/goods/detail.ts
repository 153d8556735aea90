/** All data of an item's page. */
import { AppError } from '#lib/contract/errors.ts';
import { type GoodsDetail, goodsDetail } from '#lib/contract/goods/calls.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { buyerTypes } from '#lib/rules/companies/qualification.ts';
import { leafletSections } from '#lib/rules/goods/leaflet.ts';
import { activityWords } from '#lib/rules/promotions/activity-kinds.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { type GoodsFacts, listGoodsFacts } from '../cache/goods.ts';
import { findLeaflet } from '../catalogue/rows.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import type { Account } from '../people/account-rows.ts';
import { recordShown } from '../web/cache/renderings.ts';
import { mayReadLeaflet } from './films.ts';
import { goodsItems, itemOf, withOffers } from './items.ts';

/** Limit of items of the same drug shown next to each other. */
const sameLimit = 12;

/** `GET /api/goods/detail/{id}`. Throws 404 for an unknown item; one taken down still answers, and says so. */
export async function getGoods(context: Context<'all'>, { id }: { id: number }): Promise<GoodsDetail> {
  const {
    db,
    actor: { account },
  } = context;
  const now = context.now.getTime();
  const catalogue = await getCatalogue(db);
  const [row] = await listGoodsFacts(db, [id]);
  recordShown([id]);
  if (row === undefined) throw new AppError(404, '商品不存在或已被删除');
  const leaflet = mayReadLeaflet(row.otc, account) ? await leafletOf(db, row) : null;
  const detail: GoodsDetail = {
    ...itemOf(row, catalogue, now),
    goods_video: mayReadLeaflet(row.otc, account) ? row.video : '',
    kind: row.kind,
    category: catalogue.tree
      .path(row.categoryId)
      .map(({ id: categoryId, name }) => ({ id: categoryId, name })),
    approval_no: row.approvalNo,
    barcode: row.barcode,
    storage: row.storage,
    shelf_life_months: row.shelfLifeMonths,
    produced_on: row.producedOn ?? '',
    is_cold_chain: row.isColdChain ? 1 : 0,
    buyer_types: (row.buyerTypes ?? []).map((type) =>
      isKeyOf(buyerTypes, type) ? buyerTypes[type].text : type,
    ),
    sales: row.sales,
    day_limit: row.dayLimit,
    week_limit: row.weekLimit,
    leaflet,
    promotions: [],
    variants: await variantsOf(db, catalogue, id, now),
    same_ids: catalogue.sameDrug(id, sameLimit, shanghaiDay(now)),
  };
  const [priced] = await withOffers(db, account, goodsDetail, [detail], now);
  const seen = priced ?? hidePrices(goodsDetail, detail);
  return { ...seen, promotions: promotionsOf(row, catalogue, account, seen.price !== undefined, now) };
}

/** The leaflet of an item; the text is read where there is one. */
async function leafletOf(db: Db, row: GoodsFacts): Promise<GoodsDetail['leaflet']> {
  const text = row.hasLeaflet ? await findLeaflet(db, row.productId) : null;
  return {
    indications: row.indications,
    sections: leafletSections(row, text),
    is_demo: text?.isDemo ? 1 : 0,
  };
}

/** The specs that its merchant sells, by id; none when it is the only one. */
async function variantsOf(
  db: Db,
  catalogue: Catalogue,
  id: number,
  now: number,
): Promise<GoodsDetail['variants']> {
  const ids = catalogue.variants(id, shanghaiDay(now));
  if (ids.length < 2) return [];
  const rows = await listGoodsFacts(db, ids);
  recordShown(ids);
  return rows.map((row) => ({ id: row.id, ypgg: row.spec, zf: row.size }));
}

/** The public facts of items by id, for rows next to an item; without prices. */
export async function listPublicGoods(context: Context<'all'>, ids: readonly number[]) {
  const catalogue = await getCatalogue(context.db);
  return goodsItems(context.db, null, catalogue, ids, context.now.getTime());
}

function promotionsOf(
  row: GoodsFacts,
  catalogue: Catalogue,
  account: Account | null,
  seesPrice: boolean,
  now: number,
) {
  return catalogue.running(row.id, now, account?.isNewcomer).map(({ activityId, kind, name }) => {
    const label = activityWords[kind];
    // The names of reductions show their amounts.
    return { activity_id: activityId, label, name: seesPrice ? name : `${label}进行中` };
  });
}
