/** Hears what other processes changed and drops the pages that show it. */
import { subscribe } from '#lib/server/bus/bus.ts';
import type { Message } from '#lib/server/bus/channels.ts';
import { knowsLists, purgeSoon } from '#lib/server/cache/purges.ts';
import { purgePages, setCacheListening } from '#lib/server/cache/store.ts';
import { onShutdown } from '#lib/server/process/lifecycle.ts';
import { log } from '#lib/server/process/log.ts';

/**
 * Keeps listening until shutdown. While the connection is down nothing is stored: a purge could be missed.
 */
export async function listenForPurges(): Promise<void> {
  const stop = await subscribe({
    on: { catalogue_changed: purgeGoods, pages_changed: purge },
    onLost: () => {
      setCacheListening(false);
      log().warn('page cache keeps nothing new until the database is back');
    },
    onGap: () => setCacheListening(true),
  });
  onShutdown('page cache', 'resources', stop);
  setCacheListening(true);
}

/**
 * A goods that changed touches the pages that draw it; whether lists have others in them now is what the index says,
 * where this process has one.
 */
function purgeGoods(goods: Message<'catalogue_changed'>): void {
  purge(goods === 'all' ? 'all' : [...goods.map((id) => `goods:${id}`), ...(knowsLists() ? [] : ['goods'])]);
}

function purge(tags: Message<'pages_changed'>): void {
  if (tags === 'all') purgePages('all');
  else purgeSoon(tags);
}
