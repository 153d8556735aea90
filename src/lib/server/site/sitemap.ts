/** The pages for search engines: those that everyone may read, each under its one address. */
import { path, type RoutePath, routes } from '#lib/contract/routes.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { sitemapLimit } from '../../rules/text/xml.ts';
import { listBrands } from '../catalogue/rows.ts';
import type { Db } from '../db/client.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';

/** Open to all, but nothing to search for: other views of a list, search results, dead ends. */
const leftOut: ReadonlySet<string> = new Set<RoutePath>([
  '/404',
  '/loading',
  '/sandbox/pay',
  '/sandbox/wechat/connect/qrconnect',
  '/search',
  '/search/table',
  '/search/drugs',
  '/list/table',
  '/list/drugs',
  '/list/no_image',
  '/yx/table',
  '/kxzq/new',
]);

/** Pages without a parameter, categories, merchants, brands: paths. Help, news and zones come from their files. */
export async function listSitePages(db: Db): Promise<string[]> {
  const [catalogue, brands] = await Promise.all([getCatalogue(db), listBrands(db)]);
  const plain = Object.entries(routes)
    .filter(([pattern, { who }]) => who === 'all' && !pattern.includes('[') && !leftOut.has(pattern))
    .map(([pattern]) => pattern);
  return [
    ...plain,
    ...catalogue.tree.rows.map(({ id }) => path('/list', undefined, { category_id: id })),
    ...[...catalogue.merchants.keys()].flatMap((id) => [
      path('/business/[id]', { id }),
      path('/ListOthershanghu/[id]', { id }),
    ]),
    ...brands.map(({ id }) => path('/ppzq/info/[id]', { id })),
  ];
}

/** How many sitemaps the items fill, at least one. */
export async function countGoodsSitemaps(db: Db): Promise<number> {
  const { goods } = await getCatalogue(db);
  return Math.max(1, Math.ceil(goods.count / sitemapLimit));
}

/** Paths of the items on the shelf in sitemap `part` (1…); null for a part that does not exist. */
export async function listGoodsPages(db: Db, part: number): Promise<string[] | null> {
  const { goods } = await getCatalogue(db);
  const from = (part - 1) * sitemapLimit;
  if (part < 1 || (from >= goods.count && part > 1)) return null;
  const pages: string[] = [];
  const today = shanghaiDay(Date.now());
  for (let place = from; place < Math.min(goods.count, from + sitemapLimit); place++)
    if (goods.isOffered(place, today)) pages.push(path('/list/info/[id]', { id: goods.idAt(place) }));
  return pages;
}
