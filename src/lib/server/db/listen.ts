/** A connection that listens on channels of the database and comes back when it is lost. */
import pg from 'pg';
import { env } from '../env.ts';
import { isStopping } from '../lifecycle.ts';
import { log } from '../log.ts';

const reconnectMs = 1_000;
/** How often a connection that says nothing is asked whether it still does, and how long its answer may take. */
const askMs = 1_500;
const answerMs = 2_000;

export interface Ears {
  /** Left out: DATABASE_URL. */
  url?: string;
  /** For the database's list of connections. */
  name: string;
  channels: readonly string[];
  onNews: (payload: string, channel: string) => void;
  /** The connection is lost: what happens from now on is not heard. */
  onLost?: () => void;
  /** The connection was lost for a while and is back: news may have been missed. */
  onGap: () => void;
}

/** One connection that listens; `onEnd` is called once, when it is over or says nothing any more. */
async function openEar(
  { url, name, channels, onNews }: Ears,
  onEnd: () => void,
): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url ?? env().DATABASE_URL,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  client.on('notification', ({ payload, channel }) => {
    try {
      onNews(payload ?? '', channel);
    } catch (error) {
      // Anybody with access to the database can send anything on a channel.
      log().warn({ err: error, channel }, 'news that cannot be read');
    }
  });
  let asking: NodeJS.Timeout | undefined;
  client.once('end', () => {
    clearInterval(asking);
    // One that never listened is told by the error below.
    if (asking) onEnd();
  });
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    // Nothing of a try that failed is left behind. A silent peer never says goodbye.
    void client.end().catch(() => {});
    throw error;
  }
  let isAsking = false;
  asking = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    // A stopped server or a cut cable closes no socket: only a question finds out. With its question open the
    // connection is cut by `end`, not said goodbye to.
    await client.query('select 1').catch(() => client.end().catch(() => {}));
    isAsking = false;
  }, askMs).unref();
  return async () => {
    clearInterval(asking);
    const ended = client.end().catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  };
}

/** Listens until the answered function is called. Rejects when the first connection fails; later ones are repeated. */
export async function listenTo(ears: Ears): Promise<() => Promise<void>> {
  let isOver = false;
  let close: () => Promise<void> = async () => {};

  async function open(): Promise<void> {
    close = await openEar(ears, () => {
      if (isOver) return;
      ears.onLost?.();
      retry();
    });
    if (isOver) await close();
  }

  function retry(): void {
    if (isOver || isStopping()) return;
    setTimeout(() => {
      if (!isOver && !isStopping()) open().then(ears.onGap, retry);
    }, reconnectMs).unref();
  }

  await open();
  return async () => {
    isOver = true;
    await close();
  };
}
