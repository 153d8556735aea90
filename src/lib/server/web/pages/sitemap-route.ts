import type { APIRoute } from 'astro';
import { type SitemapEntry, xmlResponse } from '../../../rules/text/xml.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import { type Db, getDb } from '../../db/client.ts';

/** A path of this site; `changed` is a day (YYYY-MM-DD). */
export interface SitemapPath {
  href: string;
  changed?: string | undefined;
}

/** A route that answers a sitemap, cached for ten minutes, or 404 where there is none. */
export function sitemapRoute(
  write: (entries: readonly SitemapEntry[]) => string,
  find: (db: Db, part: string) => Promise<readonly SitemapPath[] | null>,
): APIRoute {
  return async ({ params, cache }) => {
    const paths = await find(getDb(), params.part ?? '');
    if (paths === null) return new Response('没有这份站点地图\n', { status: 404 });
    cache.set({ maxAge: 600, tags: ['goods'] });
    const base = siteAddress();
    return xmlResponse(
      write(paths.map(({ href, changed }) => ({ address: new URL(href, base).href, changed }))),
    );
  };
}
