/** One database connection that listens on channels. */
import pg from 'pg';
import { StartupError } from '../process/env.ts';

/** How often a silent connection is checked, and how long its answer may take. */
const askMs = 1_500;
const answerMs = 2_000;

export interface ConnectionOptions {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, payload: string) => void;
  /** Called once, when an open connection ends or no longer answers. */
  onEnd: () => void;
}

/** Opens it; the returned function closes it. Rejects when it cannot be opened, and cleans up after the attempt. */
export async function openConnection({
  url,
  channels,
  onMessage,
  onEnd,
}: ConnectionOptions): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'yaopi bus',
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload));
  let asking: NodeJS.Timeout | undefined;
  client.once('end', () => {
    clearInterval(asking);
    // A connection that never listened is reported by the error below.
    if (asking) onEnd();
  });
  try {
    await client.connect();
    // Listening does not keep the process alive: a tool ends when its work is done.
    (client as pg.Client & { unref(): void }).unref();
    await refusePooler(client);
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    // A silent peer never confirms the end, so it is not awaited.
    void client.end().catch(() => {});
    throw error;
  }
  let isAsking = false;
  asking = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    // A stopped server or a cut cable closes no socket: only a query detects it. While that query is open, `end` cuts
    // the connection instead of closing it properly.
    await client.query('select 1').catch(() => client.end().catch(() => {}));
    isAsking = false;
  }, askMs).unref();
  return async () => {
    clearInterval(asking);
    const ended = client.end().catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  };
}

/**
 * A pooler accepts LISTEN but passes no notification on, so the caches would stay outdated. It is detected by the
 * backend's number, which it invents for its clients.
 */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if ('processID' in client && client.processID === rows[0]?.pid) return;
  throw new StartupError(
    '这个地址经过连接池（如 PgBouncer），听不到数据库的通知。请用 DATABASE_DIRECT_URL 写数据库本身的地址。',
  );
}
