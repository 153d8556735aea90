/** From an editor's scope of a zone to a test over the catalogue's index. */
import { type ZoneGoods, zonePromotions } from '#lib/contract/zones.ts';
import { type OtcClass, otcClasses } from '#lib/rules/goods/otc.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import { log } from '../core/process/log.ts';
import type { Catalogue, Promotion } from '../engines/search/catalogue.ts';
import type { GoodsTest } from '../engines/search/filters.ts';
import { matchProducts } from '../engines/search/match.ts';
import type { Within } from '../goods/found-goods.ts';
import { isNew } from '../goods/items.ts';

/** Makes the test of one field; undefined where the editor did not write it. */
type Field = (goods: ZoneGoods, catalogue: Catalogue, now: number) => GoodsTest | undefined;

const fields: Record<keyof ZoneGoods, Field> = {
  kinds: ({ kinds }, catalogue) => kinds && byCategory(catalogue, topIds(catalogue, kinds)),
  categories: ({ categories }, catalogue) =>
    categories &&
    byCategory(
      catalogue,
      categories.flatMap((name) => idsOfPath(catalogue, name)),
    ),
  merchants: ({ merchants }, { goods, merchants: all }) => {
    if (!merchants) return undefined;
    const rows = [...all.values()];
    const found = merchants.map((name) => rows.filter((row) => row.shortName === name || row.kind === name));
    const ids = new Set(found.flat().map(({ id }) => id));
    const unknown = merchants.filter((_, at) => found[at]?.length === 0);
    if (unknown.length > 0) logUnknown('商家', unknown.join('、'));
    return (place) => ids.has(goods.merchantAt(place));
  },
  makers: ({ makers }, catalogue) => {
    const numbers = makers?.map((name) => catalogue.products.makerNames.find(name));
    return (
      numbers && byProduct(catalogue, (product) => numbers.includes(catalogue.products.makerAt(product)))
    );
  },
  brands: ({ brands }, catalogue) => {
    const numbers = brands?.map((name) => catalogue.products.brandNames.find(name));
    return (
      numbers && byProduct(catalogue, (product) => numbers.includes(catalogue.products.brandAt(product)))
    );
  },
  keywords: ({ keywords }, catalogue) => {
    const scores = keywords === undefined ? null : matchProducts(catalogue.products, keywords);
    return scores === null ? undefined : byProduct(catalogue, (product) => (scores.of[product] ?? 0) > 0);
  },
  otc: ({ otc }, catalogue) => {
    const classes = otc?.map((name: OtcClass) => otcClasses.indexOf(name));
    return classes && byProduct(catalogue, (product) => classes.includes(catalogue.products.otcAt(product)));
  },
  promotions: ({ promotions }, catalogue, now) => {
    const kinds = promotions?.map((word): string => zonePromotions[word]);
    return kinds && byPromotion(catalogue, now, ({ kind }) => kinds.includes(kind));
  },
  preferred: ({ preferred }, { goods }) => byFlag(preferred, goods.isPreferred),
  controlled: ({ controlled }, { goods }) => byFlag(controlled, goods.isControlled),
  nearExpiry: ({ nearExpiry }, { goods }, now) => {
    const today = shanghaiDay(now);
    return nearExpiry ? (place) => goods.warehouseAt(place, today) === nearExpiryWarehouse : undefined;
  },
  clinicOnly: ({ clinicOnly }, { goods }) => {
    if (!clinicOnly) return undefined;
    // Items share few gates, so each is evaluated once.
    const isClinical = goods.gateNumbers.values.map(
      ({ buyerTypes }) => buyerTypes?.includes('clinic') ?? false,
    );
    return (place) => isClinical[goods.gates[place] ?? -1] ?? false;
  },
  singlePack: ({ singlePack }, { goods }) =>
    singlePack ? (place) => (goods.minQuantities[place] ?? 0) <= (goods.packSteps[place] ?? 0) : undefined,
  fresh: ({ fresh }, catalogue, now) =>
    fresh ? (place) => isNew((catalogue.goods.createdSeconds[place] ?? 0) * 1000, catalogue, now) : undefined,
  activityId: ({ activityId }, catalogue, now) =>
    activityId === undefined
      ? undefined
      : byPromotion(catalogue, now, (one) => one.activityId === activityId),
  // Everyone sees the items of a zone or an address; each buyer's own state decides about prices.
  activityZone: ({ activityZone }, catalogue, now) =>
    activityZone === undefined
      ? undefined
      : byPromotion(catalogue, now, ({ zone }) => zone === activityZone, true),
};

/** The scope of a list of these items; of several (a zone and its part) all must match. */
export function withinGoods(...scopes: readonly ZoneGoods[]): Within {
  return (catalogue, now) => {
    const tests = scopes.flatMap((scope) =>
      keysOf(fields).flatMap((name) => fields[name](scope, catalogue, now) ?? []),
    );
    return (place) => tests.every((test) => test(place));
  };
}

function byProduct({ goods }: Catalogue, test: (product: number) => boolean): GoodsTest {
  return (place) => test(goods.productAt(place));
}

function byFlag(isWanted: boolean | undefined, column: Uint8Array): GoodsTest | undefined {
  return isWanted ? (place) => column[place] === 1 : undefined;
}

function byCategory(catalogue: Catalogue, ids: readonly number[]): GoodsTest {
  const within = new Set(ids.flatMap((id) => [...catalogue.tree.within(id)]));
  return byProduct(catalogue, (product) => within.has(catalogue.products.categoryOf(product)));
}

function byPromotion(
  catalogue: Catalogue,
  now: number,
  isMeant: (promotion: Promotion) => boolean,
  isNewcomer = false,
): GoodsTest {
  const ids = new Set<number>();
  for (const goodsId of catalogue.promotions.keys())
    if (catalogue.running(goodsId, now, isNewcomer).some(isMeant)) ids.add(goodsId);
  return (place) => ids.has(catalogue.goods.idAt(place));
}

function topIds({ tree }: Catalogue, kinds: readonly string[]): number[] {
  return tree.children(null).flatMap(({ id, name }) => (kinds.includes(name) ? [id] : []));
}

/** `心脑血管` at any level, or from the root: `化学药/心脑血管`. */
function idsOfPath({ tree }: Catalogue, wanted: string): number[] {
  const names = wanted.split('/').map((name) => name.trim());
  const found = tree.rows.filter((row) => {
    const path = tree.path(row.id).map(({ name }) => name);
    return names.length === 1 ? row.name === names[0] : path.join('/') === names.join('/');
  });
  if (found.length === 0) logUnknown('分类', wanted);
  return found.map(({ id }) => id);
}

const shown = new Set<string>();

/** A name that the catalogue does not have finds nothing; the log says why, once. */
function logUnknown(what: string, name: string): void {
  if (shown.has(name)) return;
  shown.add(name);
  log().warn({ name }, `专区里写的${what}在商品库中找不到`);
}
