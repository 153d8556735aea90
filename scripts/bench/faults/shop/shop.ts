/** The built shop on a demo database of its own, in one or several processes, for bars with faults. */
import pg from 'pg';
import { connect, type Db } from '#lib/server/db/client.ts';
import { type ServerProcess, startReady } from '#tests/support/server-process.ts';
import { copyTemplate, openTestCluster } from '#tests/support/test-cluster.ts';
import { atOnce, logIn } from '../../client.ts';

export interface ShopOptions {
  /** Server processes over the one database; 1 when left out. */
  processes?: number;
  /** For the processes: a limit to lift, LOG_LEVEL, NODE_OPTIONS… */
  env?: Record<string, string>;
  /** More of it for one process, by index. */
  envOf?: (at: number) => Record<string, string>;
  /** Prepares the database before the processes start. */
  prepare?: (db: Db) => Promise<void>;
  /** The database address for the processes, e.g. through a proxy that can be silent. */
  through?: (url: string) => string | Promise<string>;
}

export interface Shop {
  /** Addresses of the processes. */
  origins: string[];
  servers: ServerProcess[];
  /** The database, past any proxy. */
  url: string;
  /** For creating databases and ending connections: the same server, another database. */
  admin: pg.Pool;
  pool: pg.Pool;
  db: Db;
  /** Kills a process and waits until it is gone. */
  kill(at: number): Promise<void>;
  /** Sends SIGTERM to a process and waits until it is gone. */
  end(at: number): Promise<void>;
  /** Restarts the process of this index, on its port. */
  restart(at: number): Promise<void>;
  /** Number of processes that ended by themselves. */
  exits(): number;
  close(): Promise<void>;
}

const secret = 'a secret for tests, thirty-two characters';
/** The token for the shop's metrics. */
export const metricsToken = 'a token for measuring';

/** Opens a shop. Close it at the end: this deletes its database. */
export async function openShop({
  processes = 1,
  env = {},
  envOf,
  prepare,
  through,
}: ShopOptions = {}): Promise<Shop> {
  const cluster = await openTestCluster();
  const closers: (() => Promise<unknown>)[] = [() => cluster.close()];
  async function close(): Promise<void> {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  try {
    const url = await copyTemplate(cluster, 'demo', 'shop');
    const admin = new pg.Pool({ connectionString: cluster.adminUrl, max: 2 });
    const { pool, db } = connect(url, { max: 4, statementTimeout: 0 });
    for (const one of [admin, pool]) {
      // Bars end connections; ours may be among them.
      one.on('connect', (client) => client.on('error', () => {}));
      one.on('error', () => {});
      closers.push(() => one.end());
    }
    await prepare?.(db);
    const given = {
      DATABASE_URL: (await through?.(url)) ?? url,
      DEMO: '1',
      AUTH_SECRET: secret,
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'error',
      ...env,
    };
    const servers: ServerProcess[] = [];
    const killed = new Set<ServerProcess>();
    let exits = 0;
    async function start(at: number, more: Record<string, string>): Promise<void> {
      const server = await startReady('.', { ...given, ...envOf?.(at), ...more });
      servers[at] = server;
      void server.ended.then(({ code, err }) => {
        if (killed.has(server)) return;
        exits++;
        console.error(`process ${at} ended with ${code}: ${err.slice(-500)}`);
      });
    }
    async function end(server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      killed.add(server);
      server.child.kill(signal);
      await server.ended;
    }
    closers.push(() => Promise.all(servers.map((server) => end(server, 'SIGTERM'))));
    for (let at = 0; at < processes; at++) await start(at, {});
    return {
      origins: servers.map((server) => server.url),
      servers,
      url,
      admin,
      pool,
      db,
      kill: (at) => end(servers[at]!, 'SIGKILL'),
      end: (at) => end(servers[at]!, 'SIGTERM'),
      restart: (at) => start(at, { PORT: new URL(servers[at]!.url).port }),
      exits: () => exits,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Logs accounts in and returns their cookies, in order; a few at once, because hashing is slow. */
export function logInAll(shop: Shop, names: readonly string[]): Promise<string[]> {
  return atOnce(2, names, (name, at) => logIn(shop.origins[at % shop.origins.length]!, name));
}
