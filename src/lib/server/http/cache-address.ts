/** Which requests may share an answer, and under which name. */

/** Parameters that public pages understand. A request with any other one is rendered and never stored. */
const known: ReadonlySet<string> = new Set([
  'keywords',
  'sccj_keywords',
  'type',
  'category_id',
  'merchant_id',
  'maker',
  'form',
  'spec',
  'otc',
  'in_stock',
  'expiry',
  'sort',
  'order',
  'page',
]);

const maxLength = 300;

/**
 * The name of a page in the store: path and known parameters in a fixed order. Undefined when the answer is not to be
 * shared: calls, unknown or repeated parameters, prices in the order or the filter, addresses out of measure. The host
 * is no part of it: pages name the site's own address only.
 */
export function cacheAddress(url: string): string | undefined {
  if (url.length > maxLength || url.startsWith('/api/')) return undefined;
  const [path = '', query = ''] = url.split('?', 2);
  if (query === '') return path;
  const params = new URLSearchParams(query);
  const pairs: string[] = [];
  for (const [name, value] of params) {
    if (!known.has(name) || value === 'price' || params.getAll(name).length > 1) return undefined;
    if (value !== '') pairs.push(`${name}=${encodeURIComponent(value)}`);
  }
  return pairs.length === 0 ? path : `${path}?${pairs.sort().join('&')}`;
}
