/** Ads: one table of slots behind every `focus` call, and the floating nav. */
import { type Ad, type AdSlot, adSlots, type FloatLinks } from '#lib/contract/ads.ts';
import { AppError } from '#lib/contract/errors.ts';
import { findPattern, type RoutePath } from '#lib/contract/routes.ts';
import { mayAdvertise } from '#lib/rules/site/ad-approval.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { navTree } from './nav-links.ts';
import {
  type AdRow,
  listAds,
  listAdsById,
  listAdsOfSlots,
  listAdTimes,
  listNavLinks,
  mapOtcOfGoods,
} from './rows.ts';

type Caller = Pick<Context<'anyone'>, 'db' | 'now'>;

/** "A public ad call with 0" of the specification: the ads that no page has for itself. */
const publicSlot = 'common' satisfies AdSlot;

/** `GET /api/focus/{slot}`: the running ads of a slot, 0 for the public ones. Throws 404 for a slot that no page has. */
export async function listSlot(context: Caller, { slot }: { slot: string }): Promise<Ad[]> {
  if (slot === '0') return listAdsOf(context, publicSlot);
  if (!isOneOf(adSlots, slot)) throw new AppError(404, '广告位不存在');
  return listAdsOf(context, slot);
}

/** `GET /api/focus?ad=`: the same by a parameter. */
export async function listFocus(context: Caller, { ad }: { ad: string }): Promise<Ad[]> {
  return listSlot(context, { slot: ad });
}

/** `GET /api/focus_new`: the home page's banners. */
export async function listNewFocus(context: Caller): Promise<Ad[]> {
  return listAdsOf(context, 'index');
}

/** `GET /api/focus/custom`: the ad of a number, 0 for the public ones, or those of a slot. Empty when it does not run. */
export async function listCustom(
  context: Caller,
  { ad_id = 0, ad = publicSlot }: { ad_id?: number | undefined; ad?: string | undefined },
): Promise<Ad[]> {
  return ad_id === 0 ? listSlot(context, { slot: ad }) : listById(context, { ids: [ad_id] });
}

/** `GET /api/focus/kxzq_ad?ids=`: ads by their numbers, in that order. */
export async function listById({ db, now }: Caller, { ids }: { ids: number[] }): Promise<Ad[]> {
  return toAds(db, await listAdsById(db, ids, now));
}

/** `GET /api/focus/brand/{id}`. */
export async function listBrandAds(context: Caller, { id }: { id: number }): Promise<Ad[]> {
  return listAdsOf(context, `brand:${id}`);
}

/** The running ads of a slot for a page; an unused slot has none. */
export async function listAdsOf({ db, now }: Caller, slot: AdSlot | (string & {})): Promise<Ad[]> {
  return toAds(db, await listAds(db, slot, now));
}

/** `GET /api/global/links`: the floating nav's banner and links. */
export async function listFloatLinks(context: Caller): Promise<FloatLinks> {
  const [banners, links] = await Promise.all([
    listAdsOf(context, 'float'),
    listNavLinks(context.db, 'float'),
  ]);
  return { banner: banners[0] ?? null, list: navTree(links) };
}

const frameSlots = ['top', 'bottom', 'top-right', 'float'] as const satisfies AdSlot[];

/** The ads of the frame; null where none runs. */
export interface FrameAds {
  top: Ad | null;
  bottom: Ad | null;
  topRight: Ad | null;
  float: FloatLinks;
}

/** The ads around the content, in one query, and the links: the first running ad of each slot of the frame. */
export async function getFrameAds({ db, now }: Caller): Promise<FrameAds> {
  const [rows, links] = await Promise.all([listAdsOfSlots(db, frameSlots, now), listNavLinks(db, 'float')]);
  const ads = await toAds(db, rows);
  const slotOf = new Map(rows.map(({ id, slot }) => [id, slot]));
  const first = (slot: AdSlot) => ads.find(({ id }) => slotOf.get(id) === slot) ?? null;
  return {
    top: first('top'),
    bottom: first('bottom'),
    topRight: first('top-right'),
    float: { banner: first('float'), list: navTree(links) },
  };
}

/** The starts and ends of ads in a page's own slot and in the frame: those ahead will change the page. */
export async function listAdMoments({ db, now }: Caller, slot: AdSlot): Promise<Date[]> {
  const times = await listAdTimes(db, [slot, ...frameSlots], now);
  return times.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
}

/** Addresses are data: one without a page becomes no link instead of leading to 404. */
async function toAds(db: Db, rows: readonly AdRow[]): Promise<Ad[]> {
  const goods = new Map(rows.map((row) => [row.id, goodsOf(row.url)]));
  const otc = await mapOtcOfGoods(
    db,
    [...goods.values()].filter((id) => id !== null),
  );
  return rows
    .filter((row) => mayAdvertise(otc.get(goods.get(row.id) ?? 0) ?? '', row.approvalNo))
    .map(({ id, title, subtitle, image, url, approvalNo, isForNewcomers }) => ({
      id,
      title,
      subtitle,
      image,
      url: findPattern(url) ? url : '',
      approval_no: approvalNo,
      is_for_newcomers: isForNewcomers ? 1 : 0,
    }));
}

const goodsPages: ReadonlySet<string> = new Set<RoutePath>(['/list/info/[id]', '/list/info-pt/[id]']);

/** The item that an address leads to, or null. */
function goodsOf(url: string): number | null {
  if (!goodsPages.has(findPattern(url) ?? '')) return null;
  const id = Number(url.split(/[?#]/, 1)[0]?.split('/').at(-1));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
