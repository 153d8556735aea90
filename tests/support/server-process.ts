import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { findProcess } from '#lib/server/core/process/identity.ts';
import { shopSettings } from './shop.ts';

const SERVER = fileURLToPath(new URL('../../server.mjs', import.meta.url));

/** Stands in for the built app: `/slow` answers only after the process was told to stop. */
const APP = `
const told = new Promise((go) => process.once('SIGTERM', () => setTimeout(go, 100)));
export async function render({ url }) {
  if (url === '/slow') await told;
  return new Response('finished', { headers: { 'Content-Type': 'text/plain' } });
}
`;

const address = (file: string) =>
  JSON.stringify(new URL(`../../src/lib/server/${file}`, import.meta.url).href);

/** The entry of a build whose pages are rendered by `app`, and whose server is the sources'. */
export function entryOf(app: string): string {
  return `
import { fail } from ${address('core/process/fail.ts')};
import { runShop } from ${address('start/shop.ts')};
${app}
export const start = (port, dist) => runShop(port, dist, render).catch(fail);
`;
}

/** A project folder with a build but no data; its name has a space. `app` is the source of what renders its pages. */
export function makeProject(app = APP): string {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'yaopi-'));
  // As root the database runs as another user, who must be able to enter, or it would be put outside.
  chmodSync(parent, 0o755);
  const folder = path.join(parent, '药批 网');
  mkdirSync(path.join(folder, 'dist', 'app', 'server'), { recursive: true });
  mkdirSync(path.join(folder, 'dist', 'app', 'client'));
  writeFileSync(path.join(folder, 'dist', 'app', 'server', 'entry.mjs'), entryOf(app));
  writeFileSync(path.join(folder, 'dist', 'current'), 'app');
  return folder;
}

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** What it has said so far. */
  out(): string;
  ended: Promise<Ended>;
}

/**
 * How much longer than the shop's own limits a test waits: the machine may be busy with something else. The limits
 * themselves are bars of `npm run bench -- --only faults`.
 */
export const busy = 3;

/**
 * How long a test waits for rows of a journal to settle, ms: all test files share a cluster, and one of them may fill its
 * database with the demo in a single transaction.
 */
export const settleMs = 300_000;

/** Asks again until the answer is true; throws after the deadline. */
export async function until(what: string, ask: () => boolean | Promise<boolean>, ms = 90_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Starts a server in the folder, without demo data and without any DATABASE_URL of ours. */
export async function startServer(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const base = {
    HOST: '127.0.0.1',
    PORT: port,
    DEMO: '0',
    ...shopSettings,
    SITE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, [SERVER], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, url: `http://127.0.0.1:${port}`, out: () => out, ended };
}

/** Starts a server and waits until it is ready, `ms` at most: one that seeds its demo data needs longer. */
export async function startReady(
  folder: string,
  env: Record<string, string> = {},
  ms = 120_000,
): Promise<ServerProcess> {
  const server = await startServer(folder, env);
  let gone: Ended | undefined;
  void server.ended.then((ended) => {
    gone = ended;
  });
  await until(
    'server is ready',
    async () => {
      if (gone) throw new Error(`server ended with ${gone.code}: ${gone.err}`);
      return fetch(`${server.url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      );
    },
    ms,
  );
  return server;
}

/** The number of the running database server of a data folder, as written beside its data. */
export function databasePid(dataDir: string): number {
  return JSON.parse(readFileSync(path.join(dataDir, 'pg.json'), 'utf8')).pid;
}

export function isAlive(pid: number): boolean {
  return findProcess(pid) !== undefined;
}
