import { findPattern, path, type RoutePath, safeNext } from './routes.ts';

/** The pages that /loading may forward to: lists, which take a query. */
const lists: ReadonlySet<string> = new Set<RoutePath>([
  '/list',
  '/list/table',
  '/list/no_image',
  '/list/drugs',
  '/search',
  '/search/table',
  '/search/drugs',
  '/list/other/[id]',
  '/list/other/[id]/[name]',
]);

/** A merchant's list has its number; what hides an encoded slash or dot in its parts is no address of ours. */
const merchantList = /^\/list\/other\/[1-9]\d{0,8}(?:\/[^/]+)?$/;
const hidden = /%(?:2f|5c|25|2e|00)/i;

/**
 * The target of /loading (rules 10): the list path in `to` with the rest of the query. Anything except a list of this
 * site leads to the list of all items, with the same query.
 */
export function forwardTarget(query: URLSearchParams): string {
  const rest = new URLSearchParams([...query].filter(([key, value]) => key !== 'to' && value !== ''));
  const wanted = safeNext(query.get('to')).split(/[?#]/, 1)[0] ?? '';
  const pattern = findPattern(wanted) ?? '';
  const isList = lists.has(pattern) && (!pattern.includes('[') || isMerchantList(wanted));
  return [isList ? wanted : path('/list'), rest.toString()].filter(Boolean).join('?');
}

function isMerchantList(address: string): boolean {
  return merchantList.test(address) && !hidden.test(address);
}
