/** Hears what other processes changed and drops the pages that show it. */
import { listenTo } from '#lib/server/db/listen.ts';
import { onShutdown } from '#lib/server/lifecycle.ts';
import { log } from '#lib/server/log.ts';
import { knowsLists, purgePages, purgeSoon, setCacheListening } from '#lib/server/page-cache.ts';

/**
 * Keeps listening until shutdown. While the connection is down nothing is stored: a purge could be missed.
 */
export async function listenForPurges(url: string): Promise<void> {
  const stop = await listenTo({
    url,
    name: 'yaopi pages',
    channels: ['catalogue_changed', 'pages_changed'],
    onNews: (payload, channel) => {
      const tags = tagsOf(channel, payload);
      if (tags === 'all') purgePages('all');
      else purgeSoon(tags);
    },
    onLost: () => {
      setCacheListening(false);
      log().warn('page cache keeps nothing new until the database is back');
    },
    onGap: () => setCacheListening(true),
  });
  onShutdown('page cache', 'pools', stop);
  setCacheListening(true);
}

/**
 * `catalogue_changed` brings goods ids (or nothing for all), `pages_changed` brings tags. A goods that changed touches
 * the pages that draw it; whether lists have others in them now is what the index says, where this process has one.
 */
function tagsOf(channel: string, payload: string): string[] | 'all' {
  const parts = payload
    .replace(/[[\]\s]/g, '')
    .split(',')
    .filter((part) => part !== '');
  if (parts.length === 0) return 'all';
  if (channel === 'pages_changed') return parts;
  return [...parts.map((id) => `goods:${id}`), ...(knowsLists() ? [] : ['goods'])];
}
