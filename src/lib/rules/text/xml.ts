/** XML that we write ourselves: feeds and sitemaps. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const sign = /[&<>"']/;
const signs = /[&<>"']/g;

/** A text as the content of an element or an attribute. */
export function escapeXml(text: string): string {
  // Most texts have none of them, and replacing creates another string each time.
  return sign.test(text) ? text.replace(signs, (one) => entities[one] ?? one) : text;
}

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Most addresses that one sitemap may hold by its protocol. */
export const sitemapLimit = 50_000;

/** An address of a sitemap, absolute; `changed` is a day (YYYY-MM-DD). */
export interface SitemapEntry {
  address: string;
  changed?: string | undefined;
}

function list(root: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', entries: readonly SitemapEntry[]) {
  const lines = entries.map(({ address, changed }) => {
    const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
    return `<${item}><loc>${escapeXml(address)}</loc>${day}</${item}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${schema}">\n${lines.join('\n')}\n</${root}>\n`;
}

/** A sitemap, or the list of sitemaps. */
export const sitemapXml = (entries: readonly SitemapEntry[]) => list('urlset', 'url', entries);
export const sitemapIndexXml = (entries: readonly SitemapEntry[]) => list('sitemapindex', 'sitemap', entries);

export function xmlResponse(body: string): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
