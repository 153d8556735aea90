import { jobActor } from '#lib/rules/companies/actors.ts';
import { must } from '#lib/rules/terms/must.ts';
import { hasPassed, warehouses } from '#lib/rules/terms/shelf-life.ts';
import type { Tx } from '#lib/server/db/client.ts';
import {
  addGoods,
  type GoodsValues,
  lockOffers,
  writeTerms,
} from '#lib/server/engines/import/import-rows.ts';
import { listHeld, restockGoods } from '#lib/server/goods/stock-rows.ts';
import { recountLots } from '#lib/server/lots/recount.ts';
import type { Publication } from './plan.ts';
import type { CatalogueRow } from './row.ts';

/** Code of the default merchant of rows without one: 衡川自营. */
export const houseCode = 'M01';

/** The result for the offer of one row. */
export interface OfferOutcome {
  isChanged: boolean;
  /** Why it is not on the shelf though it was published; null when it is. */
  offShelf: string | null;
}

/** An item as offered by a row: at the base price, without stock and known lot unless the file has them. */
function goodsOf({ row }: Publication, productId: number, merchantId: number, now: Date): GoodsValues {
  const isCold = row.storage.startsWith('冷藏');
  return {
    productId,
    merchantId,
    warehouseId: isCold ? warehouses.cold : warehouses.main,
    isColdChain: isCold,
    price: row.basePrice,
    memberPrice: row.basePrice,
    marketPrice: row.marketPrice,
    stock: row.stock ?? 0,
    packStep: row.midPack,
    casePack: row.casePack,
    minQuantity: row.midPack,
    ...(row.lot ?? unknownLot),
    updatedAt: now,
  };
}

/**
 * Writes the offers of published products: new items; price and packing of changed products; stock and lot only where
 * the file has them. A row without a merchant belongs to the platform's own merchant, which takes only products without
 * a seller. The items are locked in the order of their ids first, as orders lock them. Returns the results by sku.
 */
export async function publishGoods(
  tx: Tx,
  batch: Publication[],
  ids: ReadonlyMap<string, number>,
  merchants: ReadonlyMap<string, number>,
  now: Date,
): Promise<Map<string, OfferOutcome>> {
  const sold = await lockOffers(tx, [...ids.values()]);
  const held = await listHeld(
    tx,
    sold.map((row) => row.id),
  );
  const byProduct = Map.groupBy(sold, (row) => row.productId);
  const outcomes = new Map<string, OfferOutcome>();
  const made: GoodsValues[] = [];
  const retermed: GoodsValues[] = [];
  const restocked: ({ id: number; stock: number } & Lot)[] = [];
  for (const one of batch) {
    const { row, sku } = one;
    const productId = must(ids.get(sku), `product ${sku}`);
    const code = row.merchant || houseCode;
    const merchantId = must(merchants.get(code), `merchant ${code}`);
    const offers = byProduct.get(productId) ?? [];
    const own = offers.find((offer) => offer.merchantId === merchantId);
    const values = goodsOf(one, productId, merchantId, now);
    if (!own) {
      if (row.merchant === '' && offers.length > 0) continue;
      made.push(values);
      outcomes.set(sku, { isChanged: true, offShelf: whyOff(row.lot ?? unknownLot, row.missingOfLot, now) });
      continue;
    }
    if (one.isChanged) retermed.push({ ...values, warehouseId: own.warehouseId });
    const inHouse = own.stock + (held.get(own.id) ?? 0);
    // Pieces reserved by open orders are in the warehouse and not for sale.
    const stock = row.stock === null ? own.stock : Math.max(0, row.stock - (held.get(own.id) ?? 0));
    const lot = planLot(row, own, row.stock !== null && row.stock > inHouse);
    const isChanged = stock !== own.stock || lot !== null;
    if (isChanged) restocked.push({ ...(lot ?? own), id: own.id, stock });
    outcomes.set(sku, { isChanged, offShelf: whyOff(lot ?? own, row.missingOfLot, now) });
  }
  await addGoods(tx, made);
  await writeTerms(tx, retermed);
  if (restocked.length > 0) {
    await restockGoods(tx, restocked, now);
    await recountLots(tx, restocked, { actor: jobActor('import'), now });
  }
  return outcomes;
}

function whyOff({ expiresOn }: Lot, missing: readonly string[], now: Date): string | null {
  if (expiresOn === null) return `未上架：缺少${missing.join('、')}，补全后重新导入即可上架`;
  return hasPassed(expiresOn, now.getTime()) ? `未上架：批次已于${expiresOn}过有效期` : null;
}

// The lot of an offer after an import. Dates come from the file or stay unchanged; they are never made up. Pure.

/** A lot of an item; null dates: the lot in stock is unknown. */
interface Lot {
  lotNo: string;
  producedOn: string | null;
  expiresOn: string | null;
}

const unknownLot = { lotNo: '', producedOn: null, expiresOn: null } satisfies Lot;

/**
 * The lot that replaces the known one, or null when that stays. A row without a complete lot leaves it, unless it
 * brings more pieces than there were: their lot is unknown, so none of them may be sold.
 */
function planLot({ lot }: Pick<CatalogueRow, 'lot'>, known: Lot, bringsMore: boolean): Lot | null {
  const next = lot ?? (bringsMore ? unknownLot : known);
  const isSame =
    next.lotNo === known.lotNo && next.producedOn === known.producedOn && next.expiresOn === known.expiresOn;
  return isSame ? null : next;
}
