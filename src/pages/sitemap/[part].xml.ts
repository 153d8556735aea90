/** One sitemap: `pages`, `goods-1`, `goods-2`… */

import { sitemapXml } from '#lib/rules/text/xml.ts';
import { listGoodsPages, listSitePages } from '#lib/server/site/sitemap.ts';
import { publishingAt } from '#lib/server/web/pages/publishing.ts';
import { sitemapRoute } from '#lib/server/web/pages/sitemap-route.ts';
import { listContentAddresses } from '../../content/addresses.ts';

export const GET = sitemapRoute(sitemapXml, async (db, part) => {
  if (part === 'pages') {
    const [pages, texts] = await Promise.all([
      listSitePages(db),
      listContentAddresses(publishingAt(new Date())),
    ]);
    return [...pages.map((href) => ({ href })), ...texts];
  }
  const number = /^goods-([1-9]\d{0,3})$/.exec(part)?.[1];
  const goods = number === undefined ? null : await listGoodsPages(db, Number(number));
  return goods?.map((href) => ({ href })) ?? null;
});
