/** The list of sitemaps: one of the site's pages, and one for every 50,000 goods. */

import { sitemapIndexXml } from '#lib/rules/text/xml.ts';
import { countGoodsSitemaps } from '#lib/server/site/sitemap.ts';
import { sitemapRoute } from '#lib/server/web/pages/sitemap-route.ts';

export const GET = sitemapRoute(sitemapIndexXml, async (db) => {
  const goods = Array.from({ length: await countGoodsSitemaps(db) }, (_, at) => `goods-${at + 1}`);
  return ['pages', ...goods].map((part) => ({ href: `/sitemap/${part}.xml` }));
});
