/** Loads what every page about a part of the catalogue needs before it renders: zones, brands, merchants. */
import type { AstroGlobal } from 'astro';
import type { Ad } from '#lib/contract/ads.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { withQuery } from '#lib/contract/routes.ts';
import type { ZoneFacts, ZoneGoods, ZonePart } from '#lib/contract/zones.ts';
import { findGoods } from '../../goods/list.ts';
import type { GoodsListPage } from '../../goods/list-page.ts';
import { listAdsOf, listById } from '../../site/ads.ts';
import { withinGoods } from '../../zones/within.ts';
import { openListPage } from './list-page.ts';
import { publicContext } from './page.ts';

export type PageOfZone = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url' | 'cache'>;

/** Goods of a page in cards, and in rows. */
const cardsPerPage = 20;
const rowsPerPage = 40;

export type ZoneView = 'cards' | 'table';

/**
 * The goods of a scope as a list page. `page` is the one that the address's path names. `canonical` is the address of
 * the page without its filters.
 */
export async function openScope(
  astro: PageOfZone,
  scopes: readonly ZoneGoods[],
  {
    sort = 'sale',
    view = 'cards',
    page: number,
  }: { sort?: ZoneFacts['sort']; view?: ZoneView; page?: number | undefined } = {},
): Promise<Scope> {
  const url = new URL(astro.url);
  if (sort !== 'sale' && !url.searchParams.has('sort')) url.searchParams.set('sort', sort);
  if (number !== undefined && !url.searchParams.has('page')) url.searchParams.set('page', String(number));
  const { page } = await openListPage(
    { locals: astro.locals, request: astro.request, response: astro.response, cache: astro.cache, url },
    view === 'table' ? rowsPerPage : cardsPerPage,
    withinGoods(...scopes),
  );
  const at = page.input.page > 1 ? page.input.page : undefined;
  return { page, canonical: withQuery(astro.url.pathname, { page: at }) };
}

export interface Scope {
  page: GoodsListPage;
  canonical: string;
}

export interface ZonePage {
  /** The part that the address names. */
  part: ZonePart | null;
  page: GoodsListPage;
  canonical: string;
  ads: Ad[];
}

interface ZoneOptions {
  /** Shown instead of the ads of the zone's own slot. */
  ads?: Ad[] | undefined;
  view?: ZoneView;
}

/** Opens a zone: its goods and its ads. */
export function openZone(astro: PageOfZone, zone: ZoneFacts, options: ZoneOptions = {}): Promise<ZonePage> {
  return open(astro, zone, null, options);
}

/** The zones with items now: an empty one is not shown. */
export async function withGoods<Zone extends ZoneFacts>(
  astro: PageOfZone,
  zones: readonly Zone[],
): Promise<Zone[]> {
  const context = publicContext(astro);
  const input = goodsListInput.parse({ size: 1 });
  const totals = await Promise.all(
    zones.map(async (zone) => (await findGoods(context, input, withinGoods(zone.goods))).total),
  );
  return zones.filter((_, at) => (totals[at] ?? 0) > 0);
}

/** Opens one part of a zone; null when it has no such part. */
export async function openZonePart(
  astro: PageOfZone,
  zone: ZoneFacts,
  id: string,
  options: ZoneOptions = {},
): Promise<ZonePage | null> {
  const part = zone.parts.find((one) => one.id === id);
  return part === undefined ? null : open(astro, zone, part, options);
}

async function open(
  astro: PageOfZone,
  zone: ZoneFacts,
  part: ZonePart | null,
  { ads, view = 'cards' }: ZoneOptions,
): Promise<ZonePage> {
  const scopes = part === null ? [zone.goods] : [zone.goods, part.goods];
  const [scope, shown] = await Promise.all([
    openScope(astro, scopes, { sort: zone.sort, view }),
    ads ?? (zone.ads === undefined ? [] : listAdsOf(publicContext(astro), zone.ads)),
  ]);
  return { part, ...scope, ads: shown };
}

/** The ads given in an address by number (`3,7`); undefined where it has none, so that the slot's apply. */
export async function adsOfAddress(
  astro: PageOfZone,
  numbers: string | undefined,
): Promise<Ad[] | undefined> {
  const ids = (numbers ?? '').split(/[,-]/).filter((part) => /^[1-9]\d{0,8}$/.test(part));
  if (ids.length === 0) return undefined;
  const ads = await listById(publicContext(astro), { ids: ids.slice(0, 6).map(Number) });
  return ads.length > 0 ? ads : undefined;
}
