/** A connection that listens on a channel of the database and comes back when it is lost. */
import pg from 'pg';
import { env } from '../env.ts';
import { isStopping } from '../lifecycle.ts';

const reconnectMs = 1_000;

export interface Ears {
  /** For the database's list of connections. */
  name: string;
  channel: string;
  onNews: (payload: string) => void;
  /** The connection was lost for a while and is back: news may have been missed. */
  onGap: () => void;
}

/** Listens until the answered function is called. Rejects when the first connection fails; later ones are repeated. */
export async function listenTo({ name, channel, onNews, onGap }: Ears): Promise<() => Promise<void>> {
  let isOver = false;
  let current: pg.Client | undefined;

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: name,
      keepAlive: true,
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => onNews(payload ?? ''));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    client.on('end', () => {
      if (current === client) retry();
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
