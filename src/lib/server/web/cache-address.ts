/** Which requests may share a response, and under which name. */
import { LRUCache } from 'lru-cache';
import { couponCenterInput } from '#lib/contract/coupons.ts';
import { isOwnSort, listFilters, priceFilters } from '#lib/contract/goods/calls.ts';
import { mallGoodsInput } from '#lib/contract/mall.ts';
import { merchantListInput } from '#lib/contract/merchants.ts';
import { findPattern, type RoutePath, routes } from '#lib/contract/routes.ts';

type PublicPath = { [P in RoutePath]: (typeof routes)[P]['who'] extends 'all' ? P : never }[RoutePath];

/**
 * How each public page is stored: under the parameters that it reads, as a list under those that lists read, or never
 * because it is made for one request. A missing page is a type error.
 */
const ofPages: Record<PublicPath, readonly string[] | 'list' | 'never'> = {
  '/': [],
  '/list/info/[id]': [],
  '/list/info-pt/[id]': [],
  '/business/[id]': [],
  '/shop': Object.keys(merchantListInput.shape),
  '/ppzq': [],
  '/ppzq/[page]': [],
  '/ptzq': [],
  '/zhzq': [],
  '/hb': [],
  '/miaosha': [],
  '/ms': ['session'],
  '/lqzx': Object.keys(couponCenterInput.shape),
  '/yx/rule': [],
  '/jfsc': Object.keys(mallGoodsInput.omit({ can_redeem: true }).shape),
  '/jfsc/[id]': [],
  '/fpcx': [],
  '/deftyel': 'never',
  '/zpcj': 'never',
  '/verify': 'never',
  '/zpcj/verify': 'never',
  '/dzht/verify': [],
  '/live': 'never',
  '/live/[id]': 'never',
  '/loading': 'never',
  '/wechat/pay': 'never',
  '/sandbox/sms': 'never',
  '/sandbox/wechat/connect/qrconnect': 'never',
  '/list': 'list',
  '/list/table': 'list',
  '/list/no_image': 'list',
  '/welfare': 'list',
  '/jxqzc': 'list',
  '/search': 'list',
  '/search/table': 'list',
  '/search/drugs': 'list',
  '/list/drugs': 'list',
  '/xr/tj': 'list',
  '/jmzq': 'list',
  '/qxzq': 'list',
  '/bjp': 'list',
  '/zyyp': 'list',
  '/kxzq': 'list',
  '/kxzq/new': 'list',
  '/kxzq/goods/[url]': 'list',
  '/kxzq/goods/[url]/[ads]': 'list',
  '/zszq': 'list',
  '/hdzx': 'list',
  '/hdzx/[id]': 'list',
  '/hdzx/[id]/[cid]': 'list',
  '/hdzq/[id]': 'list',
  '/yjh': 'list',
  '/activity/eleven/jz/[id]': 'list',
  '/yx': 'list',
  '/yx/table': 'list',
  '/ListOthershanghu': 'list',
  '/ListOthershanghu/[id]': 'list',
  '/ListOthershanghu/[id]/[name]': 'list',
  '/list/other/[id]': 'list',
  '/list/other/[id]/[name]': 'list',
  '/ppzq/info/[id]': 'list',
  '/ppzq/info/[id]/[page]': 'list',
  '/sandbox/pay': 'never',
  '/pay/[token]': 'never',
  '/help': [],
  '/help/[group]/[page]': [],
  '/news': [],
  '/news/hyxw': [],
  '/news/hyxw/[page]': [],
  '/news/gsxw': [],
  '/news/gsxw/[page]': [],
  '/news/info/[id]/[type]': [],
  // It names the address that was asked for.
  '/404': 'never',
};

/**
 * Addresses outside of the route table with the same response for everyone: site maps, which read nothing of their
 * query. Any other address without a row is private to its caller: tables and files of a buyer have no row either.
 */
const ofParts: readonly RegExp[] = [/^\/sitemap\.xml$/, /^\/sitemap\/[\w-]+\.xml$/];

const maxLength = 300;

/** Recently parsed addresses: a stored page is served without finding its route again. */
const read = new LRUCache<string, { name: string | undefined }>({ max: 5_000 });

/**
 * The name of a page in the store: its path and the parameters that it reads, in a fixed order. Other parameters (a
 * campaign's mark, an invented name) are left out and take no entry of their own; the page is rendered from this name.
 * Undefined when the response must not be shared: what no table declares the same for everyone, pages of buyers, sorts
 * and filters by price, oversized addresses. The host is not part of it: pages contain only the site's own address.
 */
export function cacheAddress(url: string): string | undefined {
  if (url.length > maxLength) return undefined;
  let known = read.get(url);
  if (known === undefined) {
    known = { name: readAddress(url) };
    read.set(url, known);
  }
  return known.name;
}

function readAddress(url: string): string | undefined {
  const [path = '', query = ''] = url.split('?', 2);
  const pattern = findPattern(path);
  if (pattern === undefined) return ofParts.some((part) => part.test(path)) ? path : undefined;
  const reads = isPublic(pattern) ? ofPages[pattern] : 'never';
  if (reads === 'never') return undefined;
  const params = new URLSearchParams(query);
  // 我能兑换 of the points mall is chosen for one company.
  if (params.has('can_redeem')) return undefined;
  const isList = reads === 'list';
  if (isList && (isOwnSort(params.get('sort')) || priceFilters.some((name) => params.has(name))))
    return undefined;
  const pairs = (isList ? listFilters : reads).flatMap((name) => {
    const values = params.getAll(name).filter((value) => value !== '');
    const value = isList ? values.join('|') : values.at(-1);
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.sort().join('&')}`;
}

function isPublic(pattern: RoutePath): pattern is PublicPath {
  return routes[pattern].who === 'all';
}

/** Whether it is one of the few pages whose address has no part that could be invented. */
export function isOneOfFew(name: string): boolean {
  return Object.hasOwn(routes, name);
}
