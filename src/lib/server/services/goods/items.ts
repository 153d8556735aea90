/** From rows to the goods of the wire, and the one way by which goods get their prices. */

import type { z } from 'zod';
import { type GoodsItem, goodsItem } from '#lib/contract/goods/schema.ts';
import { labelNames, withFlags } from '#lib/contract/offers/tags.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { shanghaiDay, startOfDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { isNearExpiry, warehouseAt } from '#lib/rules/terms/shelf-life.ts';
import { noteShown } from '../../cache/shown-goods.ts';
import type { Db } from '../../db/client.ts';
import { type GoodsFacts, listGoodsFacts } from '../../followed/goods.ts';
import type { Account } from '../../repos/accounts.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import { loadOffers } from '../offers/load.ts';
import { offerPartsOf } from '../offers/offers.ts';
import { hasHead, keepHead, type OfferParts, withOwn } from '../offers/plain.ts';
import { mayReadLeaflet } from './films.ts';
import { goodsImages, goodsWire } from './wire.ts';

const dayMs = 86_400_000;
/** What came within this time is 新. */
const newForMs = 30 * dayMs;

/**
 * Goods by id, in order, as `account` may see them: with the buyer's own prices and buy states where there are any,
 * without a trace of one for everybody else. Unknown ids are left out.
 */
export async function goodsItems(
  db: Db,
  account: Account | null,
  catalogue: Catalogue,
  ids: readonly number[],
  now: number,
): Promise<GoodsItem[]> {
  const rows = await listGoodsFacts(db, ids);
  const items = rows.map((row) => publicItem(row, catalogue, now));
  noteShown(ids);
  return layOffers(db, account, items, now, layKept);
}

/** What everybody sees of a goods, made once for as long as nothing of it changes. */
interface Made {
  item: GoodsItem;
  version: number;
  /** Between these moments no promotion begins or ends, no day, and nothing stops being new. */
  since: number;
  until: number;
}

/** By the index that they were made with: an old one goes with all that hangs on it. */
const made = new WeakMap<Catalogue, WeakMap<GoodsFacts, Made>>();

/** The public face of a goods, masked. */
function publicItem(row: GoodsFacts, catalogue: Catalogue, now: number): GoodsItem {
  const { version } = catalogue;
  const ofCatalogue = made.get(catalogue) ?? new WeakMap<GoodsFacts, Made>();
  made.set(catalogue, ofCatalogue);
  const known = ofCatalogue.get(row);
  if (known?.version === version && known.since <= now && now < known.until) return known.item;
  const item = hidePrices(goodsItem, itemOf(row, catalogue, now));
  ofCatalogue.set(row, { item, version, since: now, until: nextChange(row, catalogue, now) });
  return item;
}

/** The next moment at which time alone changes what is shown of a goods. */
function nextChange(row: GoodsFacts, catalogue: Catalogue, now: number): number {
  const promotions = catalogue.promotions.get(row.id) ?? [];
  const moments = promotions.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  moments.push(row.createdAt.getTime() + newForMs);
  return Math.min(startOfDay(now) + dayMs, ...moments.filter((moment) => moment > now));
}

/** Lays a buyer's offers over public items of this schema; the public sees them masked. */
export async function withOffers<T extends GoodsItem>(
  db: Db,
  account: Account | null,
  schema: z.ZodType<T>,
  items: T[],
  now: number,
): Promise<T[]> {
  const masked = items.map((item) => hidePrices(schema, item));
  return layOffers(db, account, masked, now, lay);
}

async function layOffers<T extends GoodsItem>(
  db: Db,
  account: Account | null,
  items: T[],
  now: number,
  layOver: (item: T, offer: OfferParts) => T,
): Promise<T[]> {
  if (account === null || items.length === 0) return items;
  const ids = items.map(({ id }) => id);
  const variantCounts = new Map(items.map(({ id, djg }) => [id, djg]));
  const loaded = await loadOffers(db, account, { goodsIds: ids, variantCounts }, new Date(now));
  const parts = offerPartsOf(loaded, ids, now, variantCounts);
  const offers = new Map(parts.map((offer) => [offer.common.id, offer]));
  return items.map((item) => {
    const offer = offers.get(item.id);
    return offer === undefined ? item : layOver(item, offer);
  });
}

function lay<T extends GoodsItem>(item: T, { common, own }: OfferParts): T {
  return { ...item, ...common, ...own, tags: tagsTogether(item, common) };
}

function tagsTogether(item: GoodsItem, { tags }: OfferParts['common']): GoodsItem['tags'] {
  return withFlags([...tags, ...item.tags.filter(({ name }) => !tags.some((tag) => tag.name === name))]);
}

/** Items with the common part of an offer laid over them, by that part. */
const laid = new WeakMap<object, { item: GoodsItem; whole: GoodsItem }>();

/** The same where the item is one that is kept: both together are kept with their text. */
function layKept(item: GoodsItem, offer: OfferParts): GoodsItem {
  const { common, own } = offer;
  if (!hasHead(common)) return lay(item, offer);
  let known = laid.get(common);
  if (known?.item !== item) {
    known = { item, whole: keepHead({ ...item, ...common, tags: tagsTogether(item, common) }) };
    laid.set(common, known);
  }
  return withOwn(known.whole, own);
}

/** The public face of a goods. */
export function itemOf(row: GoodsFacts, catalogue: Catalogue, now: number): GoodsItem {
  const warehouseId = warehouseAt(row, now);
  return {
    ...goodsWire(row, row, { id: row.merchantId, shortName: row.merchantName }, warehouseId),
    product_id: row.productId,
    brand: row.brand,
    zf: row.size,
    k_splb: row.controlClass,
    gjbzm: row.nationalCode,
    djg: Math.max(1, catalogue.variants(row.id, shanghaiDay(now)).length),
    is_yj: isNearExpiry(row.expiresOn, now) ? 1 : 0,
    flaw: row.flaw,
    level: row.level,
    goods_image: goodsImages(row.productId),
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

/** 新: came lately. The goods that the house opened with are its stock, not its news. */
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
