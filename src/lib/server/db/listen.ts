/** A connection that listens on channels of the database and comes back when it is lost. */
import pg from 'pg';
import { env } from '../env.ts';
import { isStopping } from '../lifecycle.ts';

const reconnectMs = 1_000;

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

/** Listens until the answered function is called. Rejects when the first connection fails; later ones are repeated. */
export async function listenTo({
  url,
  name,
  channels,
  onNews,
  onLost,
  onGap,
}: Ears): Promise<() => Promise<void>> {
  let isOver = false;
  let current: pg.Client | undefined;

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: url ?? env().DATABASE_URL,
      application_name: name,
      keepAlive: true,
    });
    client.on('error', () => {});
    client.on('notification', ({ payload, channel }) => onNews(payload ?? '', channel));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      // Nothing of a try that failed is left behind.
      await client.end().catch(() => {});
      throw error;
    }
    client.on('end', () => {
      if (current !== client || isOver) return;
      onLost?.();
      retry();
    });
    current = client;
    if (isOver) await client.end();
  }

  function retry(): void {
    if (isOver || isStopping()) return;
    setTimeout(() => {
      if (!isOver && !isStopping()) open().then(onGap, retry);
    }, reconnectMs).unref();
  }

  await open();
  return async () => {
    isOver = true;
    await current?.end().catch(() => {});
  };
}
