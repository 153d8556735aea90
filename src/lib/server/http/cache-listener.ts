/** Hears what other processes changed and drops the pages that show it. */
import { listenTo } from '#lib/server/db/listen.ts';
import { onShutdown } from '#lib/server/lifecycle.ts';
import { log } from '#lib/server/log.ts';
import { purgePages, setCacheListening } from '#lib/server/page-cache.ts';

/**
 * Keeps listening until shutdown. While the connection is down the store is empty and stays so: a purge could be
 * missed.
 */
export async function listenForPurges(url: string): Promise<void> {
  const stop = await listenTo({
    url,
    name: 'yaopi pages',
    channels: ['catalogue_changed', 'pages_changed'],
    onNews: (payload, channel) => purgePages(tagsOf(channel, payload)),
    onLost: () => {
      setCacheListening(false);
      log().warn('page cache is off until the database is back');
    },
    onGap: () => setCacheListening(true),
  });
  onShutdown('page cache', 'pools', stop);
  setCacheListening(true);
}

/** `catalogue_changed` brings goods ids (or nothing for all), `pages_changed` brings tags. */
function tagsOf(channel: string, payload: string): string[] | 'all' {
  const parts = payload
    .replace(/[[\]\s]/g, '')
    .split(',')
    .filter((part) => part !== '');
  if (parts.length === 0) return 'all';
  return channel === 'pages_changed' ? parts : ['goods', ...parts.map((id) => `goods:${id}`)];
}
