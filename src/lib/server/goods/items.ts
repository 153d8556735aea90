/** From rows to the items of the wire, and the only way by which items get their prices. */

import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type GoodsItem, goodsItem } from '#lib/contract/goods/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { labelNames, withFlags } from '#lib/contract/offers/tags.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { shanghaiDay, startOfDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { isNearExpiry, warehouseAt } from '#lib/rules/terms/shelf-life.ts';
import { factsOf, type GoodsFacts, listGoodsRows } from '../cache/goods.ts';
import type { PublicRow } from '../catalogue/offer-rows.ts';
import type { Db } from '../db/client.ts';
import { goodsImages } from '../engines/pictures/goods-pictures.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { CachedAnswers, readThrough } from '../offers/cached-answers.ts';
import { readOfferFacts } from '../offers/load.ts';
import type { OfferFacts } from '../offers/loaded.ts';
import { offersFrom } from '../offers/made-offers.ts';
import { offerPartsOf } from '../offers/offers.ts';
import { isCacheable, type OfferParts } from '../offers/shared-terms.ts';
import type { Account } from '../people/account-rows.ts';
import { recordShown } from '../web/cache/renderings.ts';
import { mayReadLeaflet } from './films.ts';
import { goodsWire } from './wire.ts';

const dayMs = 86_400_000;
/** Items that came within this time are 新. */
const newForMs = 30 * dayMs;

/**
 * Items by id, in order, as `account` may see them: with the buyer's own prices and buy states where there are any,
 * without a trace of one for the public. Unknown ids are left out.
 */
export async function goodsItems(
  db: Db,
  account: Account | null,
  catalogue: Catalogue,
  ids: readonly number[],
  now: number,
): Promise<GoodsItem[]> {
  recordShown(ids);
  if (account !== null && ids.length > 0) return cardsFor(db, account, catalogue, ids, now);
  return (await listGoodsRows(db, ids)).map((row) => forVisitor(publicItem(row, catalogue, now).item));
}

const { code, text, action, reason } = loginState;
const buyState = { code, text, action, reason };

/** An item with what a visitor's offer tells of it (rules 1, row login), by the same names. */
function forVisitor<T extends GoodsItem>(item: T): T {
  const has = (...names: string[]) => (item.tags.some(({ name }) => names.includes(name)) ? 1 : 0);
  return {
    ...item,
    buy_state: buyState,
    is_buy: 0,
    buy_button_label: action,
    is_hidden: 1,
    type: has(labelNames.flash) ? lineTypes.flash : lineTypes.normal,
    is_manjian: has(labelNames.full_reduction),
    is_mzhg: has(labelNames.gift, labelNames.add_on),
  };
}

/** Cards as they are sent, by the index that they were made with: an old index is collected with all its cards. */
const ready = new WeakMap<Catalogue, CachedAnswers<GoodsItem, Span>>();

async function cardsFor(
  db: Db,
  account: Account,
  catalogue: Catalogue,
  ids: readonly number[],
  now: number,
): Promise<GoodsItem[]> {
  const cached = ready.get(catalogue) ?? new CachedAnswers<GoodsItem, Span>();
  ready.set(catalogue, cached);
  const moment = new Date(now);
  const facts = await readOfferFacts(
    db,
    account,
    { goodsIds: ids, withNet: true, source: 'display' },
    moment,
  );
  const isCurrent = (_id: number, span: Span) => holds(span, catalogue, now);
  const cards = readThrough(cached, { facts, account, now }, ids, isCurrent, (rows) => {
    const items = rows.map((row) => publicItem(row, catalogue, now));
    const offers = offersOver(
      facts,
      account,
      items.map(({ item }) => item),
      moment,
    );
    return new Map(
      items.map(({ item, span }) => {
        const offer = offers.get(item.id);
        if (offer === undefined) return [item.id, { whole: () => item, shared: null }];
        const shared = isCacheable(offer)
          ? { common: () => layCommon(item, offer), own: offer.own, basis: span }
          : null;
        return [item.id, { whole: () => lay(item, offer), shared }];
      }),
    );
  });
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** The time for which an answer made from an item and the index is valid. */
interface Span {
  version: number;
  /** Between these moments no promotion begins or ends, no day changes, and nothing stops being new. */
  since: number;
  until: number;
}

/** The public view of an item, made once for as long as nothing of it changes. */
interface Made {
  item: GoodsItem;
  /** Stored apart from the item, so cached JSON does not keep the object alive. */
  span: Span;
}

/** Key: the index that they were made with; an old index is collected with all its items. Some 1 KB each. */
const made = new WeakMap<Catalogue, LRUCache<PublicRow, Made>>();
/** Cards cached as bytes need none: these are for details, and for buyers who have something of an item. */
const mostMade = 1_000;

/** The public view of an item, masked. */
function publicItem(row: PublicRow, catalogue: Catalogue, now: number): Made {
  const ofCatalogue = made.get(catalogue) ?? new LRUCache<PublicRow, Made>({ max: mostMade });
  made.set(catalogue, ofCatalogue);
  const known = ofCatalogue.get(row);
  if (known !== undefined && holds(known.span, catalogue, now)) return known;
  const facts = factsOf(row);
  const fresh = {
    item: hidePrices(goodsItem, itemOf(facts, catalogue, now)),
    span: { version: catalogue.version, since: now, until: nextChange(facts, catalogue, now) },
  };
  ofCatalogue.set(row, fresh);
  return fresh;
}

function holds({ version, since, until }: Span, catalogue: Catalogue, now: number): boolean {
  return version === catalogue.version && since <= now && now < until;
}

/** The next moment at which time alone changes what is shown of an item. */
function nextChange(row: GoodsFacts, catalogue: Catalogue, now: number): number {
  const promotions = catalogue.promotions.get(row.id) ?? [];
  const moments = promotions.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  moments.push(row.createdAt.getTime() + newForMs);
  return Math.min(startOfDay(now) + dayMs, ...moments.filter((moment) => moment > now));
}

/** Adds a buyer's offers to public items of this schema; the public sees them masked. */
export async function withOffers<T extends GoodsItem>(
  db: Db,
  account: Account | null,
  schema: z.ZodType<T>,
  items: T[],
  now: number,
): Promise<T[]> {
  const masked = items.map((item) => hidePrices(schema, item));
  if (account === null) return masked.map(forVisitor);
  if (masked.length === 0) return masked;
  const moment = new Date(now);
  const wanted = { goodsIds: masked.map(({ id }) => id), withNet: true, source: 'display' as const };
  const offers = offersOver(await readOfferFacts(db, account, wanted, moment), account, masked, moment);
  return masked.map((item) => {
    const offer = offers.get(item.id);
    return offer === undefined ? item : lay(item, offer);
  });
}

/** The offers of these items, by item id. */
function offersOver(
  facts: OfferFacts,
  account: Account,
  items: readonly GoodsItem[],
  now: Date,
): Map<number, OfferParts> {
  if (items.length === 0) return new Map();
  const ids = items.map(({ id }) => id);
  const variantCounts = new Map(items.map(({ id, djg }) => [id, djg]));
  const loaded = offersFrom(facts, account, ids, now, variantCounts);
  const parts = offerPartsOf(loaded, ids, now.getTime(), variantCounts);
  return new Map(parts.map((offer) => [offer.common.id, offer]));
}

function lay<T extends GoodsItem>(item: T, offer: OfferParts): T {
  return { ...layCommon(item, offer), ...offer.own };
}

function layCommon<T extends GoodsItem>(item: T, { common }: OfferParts): T {
  return { ...item, ...common, ...together(item, common) };
}

/** Labels of both, and pictures that the buyer may see instead of drawn ones. */
function together(
  item: GoodsItem,
  { tags, image, goods_image }: OfferParts['common'],
): Pick<GoodsItem, 'tags' | 'image' | 'goods_image'> {
  const others = item.tags.filter(({ name }) => !tags.some((tag) => tag.name === name));
  return {
    tags: withFlags([...tags, ...others]),
    image: image ?? item.image,
    goods_image: goods_image ?? item.goods_image,
  };
}

/** The public view of an item. */
export function itemOf(row: GoodsFacts, catalogue: Catalogue, now: number): GoodsItem {
  const warehouseId = warehouseAt(row, now);
  return {
    ...goodsWire(row, row, { id: row.merchantId, shortName: row.merchantName }, warehouseId, false),
    product_id: row.productId,
    brand: row.brand,
    zf: row.size,
    k_splb: row.controlClass,
    gjbzm: row.nationalCode,
    djg: Math.max(1, catalogue.variants(row.id, shanghaiDay(now)).length),
    is_yj: isNearExpiry(row.expiresOn, now) ? 1 : 0,
    flaw: row.flaw,
    level: row.level,
    ...goodsImages(row, row.productId, false),
    goods_video: mayReadLeaflet(row.otc, null) ? row.video : '',
    is_free_shipping: row.freeShippingNumber > 0 ? 1 : 0,
    free_shipping_number: row.freeShippingNumber,
    free_shipping_title: row.freeShippingNumber > 0 ? `满${row.freeShippingNumber}${row.unit}包邮` : '',
    with_coupon: row.withCoupon ? 1 : 0,
    tags: tagsOf(row, catalogue, now),
  };
}

/** Labels of running promotions that say nothing of their amounts (rules 17). */
const labels = {
  flash: { name: labelNames.flash, describe: '限时秒杀' },
  full_reduction: { name: labelNames.full_reduction, describe: '满减' },
  add_on: { name: labelNames.add_on, describe: '加价换购' },
  gift: { name: labelNames.gift, describe: '满赠' },
  special: { name: labelNames.special, describe: '特价' },
  group_buy: { name: labelNames.group_buy, describe: '拼团进行中' },
} satisfies Partial<Record<ActivityKind, { name: string; describe: string }>>;

/** 新: came lately. Items from the opening of the shop are not new. */
export function isNew(createdAt: number, catalogue: Catalogue, now: number): boolean {
  return now - createdAt < newForMs && createdAt - catalogue.openedAt > dayMs;
}

function tagsOf(row: GoodsFacts, catalogue: Catalogue, now: number): GoodsItem['tags'] {
  const running = new Set(catalogue.running(row.id, now).map(({ kind }) => kind));
  const found: { name: string; describe: string }[] = keysOf(labels).flatMap((kind) =>
    running.has(kind) ? [labels[kind]] : [],
  );
  if (row.isPreferred) found.unshift({ name: labelNames.preferred, describe: '优选商品' });
  if (isNew(row.createdAt.getTime(), catalogue, now))
    found.push({ name: labelNames.fresh, describe: '新上架' });
  return withFlags(found);
}
