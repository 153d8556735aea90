/** Addresses of what editors write, for the sitemap. */
import { listHelpGroups } from './help.ts';
import { dayText, listNews } from './news.ts';
import type { Publishing } from './publishing.ts';
import { zoneFolders } from './zone-schema.ts';
import { listZones } from './zones.ts';

export interface ContentAddress {
  href: string;
  /** YYYY-MM-DD, where the text has a date. */
  changed?: string;
}

/** Help, news and the zones in folders; zones with a page of their own are in the route table. */
export async function listContentAddresses(publishing: Publishing): Promise<ContentAddress[]> {
  const [groups, news, ...zones] = await Promise.all([
    listHelpGroups(publishing),
    listNews(publishing),
    ...Object.keys(zoneFolders).map(listZones),
  ]);
  return [
    ...groups.flatMap(({ pages }) =>
      pages.map(({ href, entry }) => ({ href, changed: dayText(entry.data.updated) })),
    ),
    ...news.map(({ href, date }) => ({ href, changed: dayText(date) })),
    ...zones
      .flat()
      .flatMap(({ href, parts, partHref }) => [
        { href },
        ...(partHref === null ? [] : parts.map(({ id }) => ({ href: partHref(id) }))),
      ]),
  ];
}
