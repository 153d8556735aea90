/** Hears what other processes changed and drops the pages that show it. */
import pg from 'pg';
import { isStopping, onShutdown } from '#lib/server/lifecycle.ts';
import { log } from '#lib/server/log.ts';
import { purgePages, setCacheListening } from '#lib/server/page-cache.ts';

const reconnectMs = 1_000;

/**
 * Keeps listening until shutdown. While the connection is down the store is empty and stays so: a purge could be
 * missed.
 */
export async function listenForPurges(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'yaopi pages', keepAlive: true });
  let isOver = false;
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => purgePages(tagsOf(channel, payload ?? '')));
  client.on('end', () => {
    if (isOver) return;
    isOver = true;
    setCacheListening(false);
    if (!isStopping()) setTimeout(() => void retry(url), reconnectMs).unref();
  });
  await client.connect();
  await client.query('listen catalogue_changed');
  await client.query('listen pages_changed');
  onShutdown('page cache', 'pools', () => client.end());
  setCacheListening(true);
}

async function retry(url: string): Promise<void> {
  try {
    await listenForPurges(url);
  } catch (error) {
    log().warn({ err: error }, 'page cache is off until the database is back');
    if (!isStopping()) setTimeout(() => void retry(url), reconnectMs).unref();
  }
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
