/** Receives changes of other processes and drops the pages that show them. */
import { subscribe } from '#lib/server/core/bus/bus.ts';
import type { Message } from '#lib/server/core/bus/channels.ts';
import { onShutdown } from '#lib/server/core/process/lifecycle.ts';
import { log } from '#lib/server/core/process/log.ts';
import { knowsLists, purgeSoon } from '#lib/server/web/cache/purges.ts';
import { purgePages, setCacheListening } from '#lib/server/web/cache/store.ts';

/** Listens until shutdown. While the connection is down nothing is stored: a purge could be missed. */
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
 * A changed item affects the pages that draw it. Whether it affects lists too is decided by the index, where this
 * process has one.
 */
function purgeGoods(goods: Message<'catalogue_changed'>): void {
  purge(goods === 'all' ? 'all' : [...goods.map((id) => `goods:${id}`), ...(knowsLists() ? [] : ['goods'])]);
}

function purge(tags: Message<'pages_changed'>): void {
  if (tags === 'all') purgePages('all');
  else purgeSoon(tags);
}
