/** The call of the buyer's prices (rules 1). */
import { ladderNumbers } from '#lib/contract/numbers.ts';
import { type Offer, offer as offerSchema } from '#lib/contract/offers/calls.ts';
import { labelNames, withFlags } from '#lib/contract/offers/tags.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { stockLabel } from '#lib/rules/goods/stock.ts';
import { type Fen, formatYuan } from '#lib/rules/money/money.ts';
import { afterCouponPrice } from '#lib/rules/promotions/after-coupon.ts';
import { basePrice, cardPrice, ladderSentence } from '#lib/rules/promotions/pricing.ts';
import { isTouched } from '#lib/rules/quote/beside.ts';
import {
  type NetFacts,
  type NetPrice,
  netAfterClaim,
  netPrice,
  netQuantity,
} from '#lib/rules/quote/net-price.ts';
import { dayKey, shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { leastPurchase } from '#lib/rules/terms/quantity.ts';
import { type GoodsTerms, isRunning } from '#lib/rules/terms/terms.ts';
import type { LastBought, OfferRow } from '../cache/own-facts-rows.ts';
import type { Context } from '../core/context.ts';
import { goodsImages, hasGuardedPictures } from '../engines/pictures/goods-pictures.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { CachedAnswers, readThrough } from './cached-answers.ts';
import { couponKeys, hasPlatformCoupon } from './keys.ts';
import { readOfferFacts } from './load.ts';
import type { LoadedOffers } from './loaded.ts';
import { offersFrom } from './made-offers.ts';
import { promoFields } from './promo-fields.ts';
import {
  type CommonPart,
  commonPartOf,
  isCacheable,
  type OfferParts,
  type OwnPart,
  ownPartOf,
  termsWire,
} from './shared-terms.ts';

/** `GET /api/goods/offers?ids=`: in the order requested; unknown ids are left out. */
export async function listOffers(
  { db, actor: { account }, now }: Context<'all'>,
  input: { ids: number[]; number?: number | undefined },
): Promise<Offer[]> {
  const catalogue = await getCatalogue(db);
  const today = shanghaiDay(now.getTime());
  const variantCounts = new Map(input.ids.map((id) => [id, catalogue.variants(id, today).length]));
  const facts = await readOfferFacts(
    db,
    account,
    { goodsIds: input.ids, withNet: true, source: 'display' },
    now,
  );
  const moment = now.getTime();
  if (input.number !== undefined) {
    const loaded = offersFrom(facts, account, input.ids, now, variantCounts);
    return offersOf(loaded, input.ids, moment, variantCounts, input.number);
  }
  const isOf = (id: number, count: number) => count === variantCounts.get(id);
  const offers = readThrough(ready, { facts, account, now: moment }, input.ids, isOf, (rows) => {
    const ids = rows.map(({ goods }) => goods.id);
    const parts = offerPartsOf(
      offersFrom(facts, account, ids, now, variantCounts),
      ids,
      moment,
      variantCounts,
    );
    return new Map(
      parts.map((made) => {
        const { common, own } = made;
        const basis = variantCounts.get(common.id) ?? 1;
        const shared = isCacheable(made) ? { common: () => common, own, basis } : null;
        return [common.id, { whole: () => ({ ...common, ...own }), shared }];
      }),
    );
  });
  return input.ids.flatMap((id) => offers.get(id) ?? []);
}

/** Offers on the wire; the basis is the item's number of specs. */
const ready = new CachedAnswers<Offer, number>();

/** The wire's offers of loaded items, in the order of `ids`; 到手单价 of so many pieces where a number is given. */
export function offersOf(
  loaded: LoadedOffers,
  ids: readonly number[],
  now: number,
  variantCounts?: ReadonlyMap<number, number>,
  number?: number,
): Offer[] {
  const terms = new Map(loaded.offers.goods.map((one) => [one.id, one]));
  return offerPartsOf(loaded, ids, now, variantCounts).map(({ common, own: { net, ...own } }) => {
    const its = terms.get(common.id);
    const isOther = number !== undefined && net !== undefined && its !== undefined;
    return {
      ...common,
      ...own,
      ...(isOther ? netFields(its, loaded, now, netQuantity(its, number, 0)) : net !== undefined && { net }),
    };
  });
}

/** The same offers in two parts each. Neither has anything that the buyer may not see. */
export function offerPartsOf(
  loaded: LoadedOffers,
  ids: readonly number[],
  now: number,
  variantCounts: ReadonlyMap<number, number> = new Map(),
): OfferParts[] {
  const termsById = new Map(loaded.offers.goods.map((terms) => [terms.id, terms]));
  const moneyOf = couponKeys(loaded, now);
  const { beside } = loaded;
  const isPlatform = beside !== null && hasPlatformCoupon(loaded, now);
  return ids.flatMap((id) => {
    const terms = termsById.get(id);
    const state = loaded.states.get(id);
    if (terms === undefined || state === undefined) return [];
    const count = variantCounts.get(id) ?? 1;
    const common = commonPartOf(terms, () => commonPart(terms, state, loaded, now, count));
    const make = () => ownPart(terms, loaded, now);
    const isAlone = beside === null || !isTouched(beside, terms, isPlatform);
    const own = isAlone && hasNothing(loaded.rows.get(id)) ? ownPartOf(terms, moneyOf(terms), make) : make();
    if (state.showsPrice) return [{ common, own }];
    const { is_favorite, cart_num, cartNum } = own;
    const seen = { is_favorite, cart_num, cartNum };
    return [{ common: hidePrices(offerSchema, { ...common, ...seen }), own: seen }];
  });
}

/** True where the caller has nothing of an item: they see what others see. */
function hasNothing(row: OfferRow | undefined): boolean {
  if (row === undefined) return false;
  const { isFavorite, inCart, bought, alerts } = row;
  return !isFavorite && inCart === 0 && bought === null && alerts.length === 0;
}

/** The caller's part for items without agreement or activity: favourite, cart, coupons, last purchase. */
function ownPart(terms: GoodsTerms, loaded: LoadedOffers, now: number): OwnPart {
  const row = loaded.rows.get(terms.id);
  const inCart = row?.inCart ?? 0;
  const alerts = row?.alerts ?? [];
  const own: OwnPart = {
    is_favorite: row?.isFavorite ? 1 : 0,
    cart_num: inCart,
    cartNum: inCart,
    ...netFields(terms, loaded, now, netNumber(terms, loaded)),
    ...(row?.bought && lastFields(row.bought)),
    ...(alerts.length > 0 && { alerts: [...alerts] }),
  };
  const after = afterCouponPrice(terms, loaded.offers.coupons, now, reductionsOf(terms, loaded, now));
  // Beyond a promotion's limit a coupon may help and still cost more a piece than the first pieces do.
  if (after === null || after.price >= firstPrice(terms, now)) return own;
  const price = formatYuan(after.price);
  return { ...own, qhj: price, coupon_after_price: price, qhj_number: after.quantity };
}

/** 到手单价 of this number of pieces on the wire; empty where there is none. */
export function netFields(
  terms: GoodsTerms,
  loaded: LoadedOffers,
  now: number,
  pieces: number,
): Pick<OwnPart, 'net'> {
  const facts = netFactsOf(terms, loaded);
  if (facts === null) return {};
  const found = netPrice(terms, pieces, facts, now);
  if (found === null) return {};
  const { price, quantity, freight, others, couponIds } = found;
  const claim = netAfterClaim(terms, quantity, facts, loaded.claimable, now, found);
  return {
    net: {
      price: formatYuan(price),
      number: quantity,
      freight: formatYuan(freight),
      ...(others > 0 && { others: formatYuan(others) }),
      coupons: couponIds.length,
      ...(claim && { claim: { price: formatYuan(claim.price), coupons: claim.couponIds.length } }),
    },
  };
}

/** 到手单价 of the number that is shown first, by the one rule; null where there is none. */
export function netPriceOf(terms: GoodsTerms, loaded: LoadedOffers, now: number): NetPrice | null {
  const facts = netFactsOf(terms, loaded);
  return facts && netPrice(terms, netNumber(terms, loaded), facts, now);
}

function netNumber(terms: GoodsTerms, { inCart, rows }: LoadedOffers): number {
  return netQuantity(terms, inCart.get(terms.id) ?? 0, rows.get(terms.id)?.bought?.number ?? 0);
}

function netFactsOf(terms: GoodsTerms, { offers, region, beside }: LoadedOffers): NetFacts | null {
  const merchant = offers.merchants.find(({ id }) => id === terms.merchantId);
  const { activities, coupons } = offers;
  return merchant ? { activities, coupons, freight: merchant.freight, region, beside } : null;
}

/** 上次买价 on the wire. */
export function lastFields({ price, number, at }: LastBought): Pick<OwnPart, 'last'> {
  return { last: { price: formatYuan(price), number, day: dayKey(at) } };
}

/** The price on a card: of the minimum purchase. */
function firstPrice(terms: GoodsTerms, now: number): Fen {
  return cardPrice(terms, leastPurchase(terms), now).unitPrice;
}

function commonPart(
  terms: GoodsTerms,
  state: BuyState,
  loaded: LoadedOffers,
  now: number,
  variantCount: number,
): CommonPart {
  const first = firstPrice(terms, now);
  const original = basePrice({ ...terms, memberPrice: null, customerPrice: null }).price;
  const { code, text, action, reason } = state;
  return {
    id: terms.id,
    buy_state: { code, text, action, reason },
    is_buy: isBuyable(state) ? 1 : 0,
    buy_button_label: action,
    is_hidden: state.showsPrice ? 0 : 1,
    number: terms.stock,
    number_label: stockLabel(terms, terms.unit),
    djg: variantCount,
    zbz: terms.packStep,
    qg_number: terms.minQuantity,
    xg_number: terms.limitQuantity,
    price: formatYuan(first),
    ...(original > first && { ori_price: formatYuan(original), base_price: formatYuan(original) }),
    ...(terms.marketPrice !== null && { market_price: formatYuan(terms.marketPrice) }),
    ...(terms.ladder !== null && {
      ladder_price: terms.ladder.tiers.map((tier) => ({
        number: tier.number,
        price: formatYuan(tier.price),
      })),
      ladder_price_type: ladderNumbers[terms.ladder.kind],
      jtStr: ladderSentence(terms.ladder, terms.unit),
    }),
    ...promoFields(terms, loaded, now),
    tags: tagsOf(terms, loaded, now),
    terms: termsWire(terms),
    ...(state.showsPrice && guardedPictures(loaded.rows.get(terms.id))),
  };
}

/** Pictures that not everyone sees; left out where all see the same. */
function guardedPictures(row: OfferRow | undefined): Pick<CommonPart, 'image' | 'goods_image'> {
  if (row === undefined || !hasGuardedPictures(row.product)) return {};
  return goodsImages(row.product, row.goods.productId, true);
}

/** The tiers of an item's present full reductions. */
function reductionsOf(terms: GoodsTerms, { offers }: LoadedOffers, now: number) {
  return offers.activities.flatMap((activity) =>
    activity.kind === 'full_reduction' && terms.activityIds.includes(activity.id) && isRunning(activity, now)
      ? [activity.tiers]
      : [],
  );
}

/** The labels of rules 17 that apply to this item now. */
export function tagsOf(terms: GoodsTerms, loaded: Pick<LoadedOffers, 'offers'>, now: number): Offer['tags'] {
  const running = loaded.offers.activities.filter(
    (activity) => terms.activityIds.includes(activity.id) && isRunning(activity, now),
  );
  const named = (kind: string) => running.find((activity) => activity.kind === kind);
  const labels: [name: string, describe: string | undefined][] = [
    [labelNames.preferred, terms.isPreferred ? '优选商品' : undefined],
    [labelNames.flash, terms.promo?.kind === 'flash' && isRunning(terms.promo, now) ? '限时秒杀' : undefined],
    [labelNames.full_reduction, named('full_reduction')?.name],
    [labelNames.add_on, named('add_on')?.name],
    [labelNames.gift, named('gift')?.name],
    [labelNames.special, terms.promo?.kind === 'special' && isRunning(terms.promo, now) ? '特价' : undefined],
    [labelNames.group_buy, terms.groupBuy && isRunning(terms.groupBuy, now) ? '拼团进行中' : undefined],
  ];
  return withFlags(
    labels.flatMap(([name, describe]) => (describe === undefined ? [] : [{ name, describe }])),
  );
}
