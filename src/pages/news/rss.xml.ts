/** The news of both kinds as RSS 2.0. */
import type { APIRoute } from 'astro';
import { path } from '#lib/contract/routes.ts';
import { escapeXml } from '#lib/rules/text/xml.ts';
import { siteAddress } from '#lib/server/core/process/site-address.ts';
import { publishingAt } from '#lib/server/web/pages/publishing.ts';
import { getShopName } from '#lib/server/web/pages/shop-name.ts';
import { listNews, newsKinds } from '../../content/news.ts';

export const GET: APIRoute = async ({ url }) => {
  const absolute = (to: string) => escapeXml(new URL(to, siteAddress()).href);
  const shopName = await getShopName();
  const items = await listNews(publishingAt(new Date()));
  const entries = items.map(
    ({ title, summary, date, kind, href }) => `    <item>
      <title>${escapeXml(title)}</title>
      <link>${absolute(href)}</link>
      <guid>${absolute(href)}</guid>
      <category>${newsKinds[kind]}</category>
      <pubDate>${date.toUTCString()}</pubDate>
      <description>${escapeXml(summary)}</description>
    </item>`,
  );
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(shopName)}新闻</title>
    <link>${absolute(path('/news'))}</link>
    <description>药店经营实务与平台公告</description>
    <language>zh-cn</language>
    <atom:link href="${absolute(url.pathname)}" rel="self" type="application/rss+xml" />
${entries.join('\n')}
  </channel>
</rss>
`;
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};
