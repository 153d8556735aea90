/** Each row of the route table as an address that can be opened, and what a buyer must have for those of their own. */

import { goodsGroupBuy, goodsPlain } from '#demo/seed/known.ts';
import type { Route } from '#lib/contract/routes/route.ts';
import { routes } from '#lib/contract/routes.ts';

/** Patterns by their frame, so that a test holds what looks alike. */
export const patterns = Object.entries(routes) as [string, Route][];

/** Ids of a buyer who has an order and something in the cart. */
export interface Ids {
  order: string;
  trade: string;
  wanted: number;
  pointsOrder: string;
}

/** Of somebody who has none of these. */
export const noIds: Ids = { order: '1', trade: '1', wanted: 1, pointsOrder: '1' };

/** Pages that `1` names nothing on: an entry of src/content, or a page after the first. */
const named: Record<string, string> = {
  '/help/[group]/[page]': '/help/xszn/hyzc',
  '/news/hyxw/[page]': '/news/hyxw/2',
  '/news/gsxw/[page]': '/news/gsxw/2',
  '/news/info/[id]/[type]': '/news/info/beware-impostors/gsxw',
  '/hdzx/[id]': '/hdzx/manbing',
  '/hdzx/[id]/[cid]': '/hdzx/manbing/xinnao',
  '/hdzq/[id]': '/hdzq/changbei',
  '/kxzq/goods/[url]': '/kxzq/goods/huaxue',
  '/kxzq/goods/[url]/[ads]': '/kxzq/goods/huaxue/2',
  '/activity/eleven/jz/[id]': '/activity/eleven/jz/fanchang',
  '/ppzq/[page]': '/ppzq/2',
  '/ppzq/info/[id]/[page]': '/ppzq/info/1/2',
  '/desk/onboarding/[goods]': `/desk/onboarding/${goodsPlain}`,
} satisfies Partial<Record<keyof typeof routes, string>>;

/**
 * A lot is named by its number; a licence, a set of changes, a transfer and an invoice are there once one was made, a
 * statement once a month is over, a live room once one is planned: their lists stand for them here, and their own tests
 * look at the pages.
 */
const ofTheirLists: ReadonlySet<string> = new Set([
  '/desk/lots/[goods]',
  '/desk/licences/[id]',
  '/desk/changes/[id]',
  '/desk/statements/[id]',
  '/desk/transfers/[no]',
  '/jfsc/[id]',
  '/order/jfdd/[no]',
  '/dzht/[no]',
  '/desk/contracts/[id]',
  '/zzfw/dzfp/[id]',
  '/desk/invoices/[id]',
  '/desk/live/[id]',
  '/desk/live/[id]/edit',
  '/desk/live/[id]/console',
] satisfies (keyof typeof routes)[]);

export function addressOf(pattern: string, ids: Ids): string {
  const entry = named[pattern];
  if (entry !== undefined) return entry;
  if (pattern === '/zzfw/pzqg/info') return `${pattern}?id=${ids.wanted}`;
  if (pattern.startsWith('/list/info-pt')) return pattern.replace(/\[\w+\]/, String(goodsGroupBuy));
  if (pattern.startsWith('/list/info') || pattern === '/desk/onboarding/[goods]')
    return pattern.replace(/\[\w+\]/, String(goodsPlain));
  if (pattern.startsWith('/cart/step3') || pattern.startsWith('/order/sp'))
    return pattern.replace(/\[\w+\]/, ids.trade);
  // A case is looked at where one is made: after-sale.spec.ts.
  if (pattern.startsWith('/order/sh/[id]') || pattern === '/desk/aftersale/[id]')
    return pattern.replace(/\/\[id\].*/, '');
  if (pattern === '/order/jfdd/[no]') return pattern.replace('[no]', ids.pointsOrder);
  if (ofTheirLists.has(pattern)) return pattern.replace(/\/\[\w+\].*/, '');
  if (pattern.startsWith('/order') || pattern.startsWith('/desk/orders'))
    return pattern.replace(/\[\w+\]/, ids.order);
  return pattern.replace(/\[\w+\]/g, '1');
}

/** Pages made by the layout of another one; at a phone's width that one stands for them. */
export const alike = new Set([
  '/qxzq',
  '/bjp',
  '/zyyp',
  '/zszq',
  '/yjh',
  '/hdzx',
  '/hdzx/[id]',
  '/hdzq/[id]',
  '/activity/eleven/jz/[id]',
  '/kxzq/new',
  '/kxzq/goods/[url]',
  '/yx/table',
  '/ListOthershanghu',
  '/ListOthershanghu/[id]/[name]',
  '/list/other/[id]',
  '/list/other/[id]/[name]',
  '/ppzq/[page]',
  '/ppzq/info/[id]/[page]',
  '/news/gsxw',
  '/news/gsxw/[page]',
] satisfies (keyof typeof routes)[] as string[]);
