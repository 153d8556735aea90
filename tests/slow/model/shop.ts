/** The shop that the model plays against: the built server in two processes over one database, and a clock to move. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

export const processCount = 2;

/** Of the model's own connections: a cut spares them. */
const ownName = 'model';

export interface Shop {
  /** Where a process listens; it keeps its port when it is killed and started again. */
  origins: string[];
  db: Db;
  pool: pg.Pool;
  /** A folder that goes with the shop. */
  folder: string;
  now(): Date;
  /** Moves the clock of all processes; it only goes ahead. */
  moveClock(ms: number): Promise<void>;
  /** kill -9, and a new start behind it; other acts need not wait for that. */
  kill(at: number): Promise<void>;
  /** Ends every connection of the processes to the database; answers how many there were. */
  cut(): Promise<number>;
  /** Waits until every process answers again, or one has ended by itself. */
  settled(): Promise<void>;
  /** Processes that ended by themselves, with what they said last. */
  ended: string[];
  close(): Promise<void>;
}

/** Starts the processes on a database that is there already; it stays when the shop closes. */
export async function openModelShop(url: string): Promise<Shop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-model-'));
  const clock = path.join(folder, 'clock');
  let ahead = 0;
  writeFileSync(clock, '0');
  const own = new URL(url);
  own.searchParams.set('application_name', ownName);
  const { pool, db } = connect(own.href, { max: 6 });
  const env = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '1',
    CHECK_ANSWERS: '1',
    AUTH_SECRET: 'a secret for tests, thirty-two characters',
    MODEL_CLOCK: clock,
    CLOCK: 'own',
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'clock-preload.ts')).href}`,
    LOG_LEVEL: 'error',
  };
  // The desk's services run here and share the secret of the counter.
  completeEnv({ DATABASE_URL: url, DEMO: '1', AUTH_SECRET: env.AUTH_SECRET, LOG_LEVEL: 'silent' });
  const servers: (ServerProcess | undefined)[] = [];
  const starting = new Map<number, Promise<void>>();
  const ended: string[] = [];
  let isClosing = false;

  async function start(at: number, port?: string): Promise<void> {
    const server = await startReady('.', port === undefined ? env : { ...env, PORT: port });
    servers[at] = server;
    void server.ended.then(({ code, err }) => {
      if (servers[at] === server && !isClosing)
        ended.push(`process ${at} ended with ${code}: ${err.slice(-2000)}`);
    });
  }

  async function settled(): Promise<void> {
    await Promise.all(starting.values());
    await Promise.all(
      origins.map((origin) =>
        until(
          `${origin} is ready`,
          () =>
            ended.length > 0 ||
            fetch(`${origin}/api/health`).then(
              (answer) => answer.ok,
              () => false,
            ),
        ),
      ),
    );
  }

  async function stop(server: ServerProcess | undefined): Promise<void> {
    server?.child.kill('SIGKILL');
    await server?.ended;
  }

  async function close(): Promise<void> {
    isClosing = true;
    await Promise.allSettled(starting.values());
    await Promise.all(servers.map(stop));
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  }

  const origins: string[] = [];
  try {
    await Promise.all(Array.from({ length: processCount }, (_, at) => start(at)));
    for (const server of servers) origins.push(server!.url);
    // The desk's services ask the counter at the first process: while that is killed, nobody answers.
    completeEnv({ HOST: '127.0.0.1', PORT: new URL(origins[0]!).port });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origins,
    db,
    pool,
    folder,
    ended,
    settled,
    close,
    now: () => new Date(Date.now() + ahead),
    async moveClock(ms) {
      ahead += ms;
      writeFileSync(`${clock}.new`, String(ahead));
      renameSync(`${clock}.new`, clock);
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async kill(at) {
      // Noted before anything is awaited: another kill of the same batch finds that it is on its way.
      if (starting.has(at)) return;
      const stopped = stop(servers[at]);
      servers[at] = undefined;
      starting.set(
        at,
        stopped.then(() => start(at, new URL(origins[at]!).port)).finally(() => starting.delete(at)),
      );
      await stopped;
    },
    async cut() {
      const { rows } = await pool.query(
        `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND application_name <> $1`,
        [ownName],
      );
      return rows[0].n;
    },
  };
}
