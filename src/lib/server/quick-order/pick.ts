/** Picks the merchant's offer of a product for the cart: buyable, fresh enough, fitting the quantity, cheapest. */

import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import { packsFor } from '#lib/rules/purchase/pack-change.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { limitText } from '#lib/rules/terms/limit-text.ts';
import { must } from '#lib/rules/terms/must.ts';
import { limitLeft, type QuantityBounds, quantityBounds } from '#lib/rules/terms/quantity.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { makePace } from '../core/process/pace.ts';
import type { Db } from '../db/client.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { loadOffers, rowOf, stateOf } from '../offers/load.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import type { Account } from '../people/account-rows.ts';

export interface Want {
  productId: number;
  /** Pieces; null = the minimum quantity. */
  pieces: number | null;
  /** Whole or half cases, where the line counts in them: a merchant's case size may differ from the catalogue's. */
  cases?: number | null;
}

export interface Pick {
  goodsId: number;
  /** Pieces after pack step, minimum quantity and stock; 0 when it cannot be bought. */
  number: number;
  /** Why it cannot be bought; null when it can. */
  refusal: string | null;
  /** Days left of an offer with less shelf life than the company asks for; null when it is long enough. */
  shortDays: number | null;
  /** Pieces that were wanted; 0 where the line names none. */
  asked: number;
  /** Days of shelf life left. */
  leftDays: number;
  bounds: QuantityBounds;
  /** Why and how the number differs from the requested one; null when it does not, or nothing can be bought. */
  change: string | null;
  /** 该商家每件50盒: the merchant's case size differs; null where it does not, or nothing is counted in cases. */
  packing: string | null;
  /** Fen for one piece, at the number picked; Infinity where nothing can be bought. */
  unitGross: number;
}

/** Picks for each want, in their order; null where no merchant sells the product. A fixed number of queries. */
export async function pickOffers(
  db: Db,
  account: Account,
  catalogue: Catalogue,
  wants: readonly Want[],
  now: Date,
): Promise<(Pick | null)[]> {
  const goodsOf = new Map(wants.map(({ productId }) => [productId, goodsIds(catalogue, productId, now)]));
  const loaded = await loadOffers(db, account, { goodsIds: [...new Set([...goodsOf.values()].flat())] }, now);
  const terms = new Map(loaded.offers.goods.map((one) => [one.id, one]));
  const pace = makePace();
  const picks: (Pick | null)[] = [];
  for (const want of wants) {
    await pace();
    const offers = (goodsOf.get(want.productId) ?? []).flatMap((id) => terms.get(id) ?? []);
    picks.push(pickOne(offers, want, account, loaded, now));
  }
  return picks;
}

/** Items of a product; those not on offer only when there are no others, to say why it cannot be bought. */
export function goodsIds({ products, goods, goodsOf }: Catalogue, productId: number, now: Date): number[] {
  const today = shanghaiDay(now.getTime());
  const places = [...goodsOf.of(products.places.get(productId) ?? -1)];
  const onShelf = places.filter((at) => goods.isOffered(at, today));
  return (onShelf.length > 0 ? onShelf : places).map((at) => goods.idAt(at));
}

function pickOne(
  offers: readonly GoodsTerms[],
  want: Want,
  account: Account,
  loaded: LoadedOffers,
  now: Date,
): Pick | null {
  if (offers.length === 0) return null;
  const judged = offers.map((terms) => {
    const row = rowOf(loaded, terms.id);
    const state = stateOf(loaded, terms.id);
    const bounds = quantityBounds(terms);
    const pieces = piecesAt(want, row.goods.casePack);
    const number = isBuyable(state) ? packsFor(pieces ?? bounds.min, bounds) : 0;
    const { expiresOn } = row.goods;
    const left = expiresOn === null ? 0 : daysLeft(expiresOn, now.getTime());
    return {
      terms,
      pieces,
      casePack: row.goods.casePack,
      number,
      bounds,
      left,
      refusal: number > 0 ? null : state.reason || '该商品暂不可购买',
      shortDays: left < account.minShelfLifeDays ? left : null,
      isFlawed: row.goods.flaw !== '',
      off: pieces === null ? 0 : Math.abs(number - pieces),
    };
  });
  const grosses = grossOf(
    judged.map(({ terms, number }) => ({ id: terms.id, number })),
    loaded,
    now,
  );
  const gross = (id: number) => must(grosses.get(id), `the quote of goods ${id}`);
  judged.sort(
    (a, b) =>
      Number(a.refusal !== null) - Number(b.refusal !== null) ||
      Number(a.shortDays !== null) - Number(b.shortDays !== null) ||
      Number(a.isFlawed) - Number(b.isFlawed) ||
      a.off - b.off ||
      gross(a.terms.id) - gross(b.terms.id) ||
      a.terms.id - b.terms.id,
  );
  const { terms, pieces, casePack, number, bounds, left, refusal, shortDays } = must(judged[0], 'an offer');
  const change = refusal === null && pieces !== null ? changeOf(terms, pieces, number) : null;
  const packing =
    pieces === want.pieces ? null : `该商家每件${casePack}${terms.unit}，共${pieces}${terms.unit}`;
  const unitGross = number > 0 ? gross(terms.id) / number : Infinity;
  return {
    goodsId: terms.id,
    number,
    refusal,
    shortDays,
    asked: pieces ?? 0,
    leftDays: left,
    bounds,
    change,
    packing,
    unitGross,
  };
}

/** Pieces by this merchant's case size. */
function piecesAt({ pieces, cases }: Want, casePack: number): number | null {
  return cases == null ? pieces : Math.ceil(cases * casePack);
}

/** 库存仅600盒，数量由1000盒改为600盒: all reasons why `pieces` cannot be bought as they are. */
function changeOf(terms: GoodsTerms, pieces: number, number: number): string | null {
  if (number === pieces) return null;
  const { stock, minQuantity, packStep, unit } = terms;
  const limit = limitLeft(terms);
  const cap = Math.min(stock, limit);
  const causes: string[] = [];
  if (pieces > cap && limit <= stock) causes.push(limitText(terms, limit, unit).replace(/，请减少数量$/, ''));
  if (pieces > cap && stock <= limit) causes.push(`库存仅${stock}${unit}`);
  if (pieces < minQuantity) causes.push(`${minQuantity}${unit}起购`);
  // The pack step explains every other difference.
  if (number !== Math.min(Math.max(pieces, minQuantity), cap)) causes.push(`中包装${packStep}${unit}`);
  return `${causes.join('，')}，数量由${pieces}${unit}改为${number}${unit}`;
}

/** The price of each offer by itself, by the one quote. */
function grossOf(
  wanted: readonly { id: number; number: number }[],
  { offers }: LoadedOffers,
  now: Date,
): Map<number, number> {
  const ids = new Set(wanted.map(({ id }) => id));
  const near = { ...offers, goods: offers.goods.filter(({ id }) => ids.has(id)) };
  const quoted = quote(
    wanted.map(({ id, number }) => ({
      id,
      kind: 'normal',
      goodsId: id,
      activityId: null,
      quantity: number,
      isSelected: false,
    })),
    { companyId: 0, region: null, choices: emptyChoices },
    near,
    now.getTime(),
  );
  return new Map(quoted.lines.map((line) => [line.id, line.gross]));
}
