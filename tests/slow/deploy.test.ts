import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { shareAssets } from '#lib/server/web/kept-assets.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  entryOf,
  makeProject,
  type ServerProcess,
  startReady,
  until,
} from '#tests/support/server-process.ts';
import { openSwitch } from '#tests/support/switch.ts';

const { url } = await testDatabase('empty');

/** Stands in for a built version: answers its own name after a moment, a POST with what it was sent. */
function appOf(version: string): string {
  return `
export async function render({ url, body }) {
  await new Promise((go) => setTimeout(go, url === '/long' ? 700 : 15));
  let text = '';
  for await (const part of body ?? []) text += part;
  return new Response('${version} ' + text, { headers: { 'Content-Type': 'text/plain' } });
}
`;
}

function addBuild(folder: string, version: string): void {
  const build = path.join(folder, 'dist', version);
  mkdirSync(path.join(build, 'server'), { recursive: true });
  mkdirSync(path.join(build, 'client', '_astro'), { recursive: true });
  writeFileSync(path.join(build, 'server', 'entry.mjs'), entryOf(appOf(version)));
  const script = `console.log('${version}')`;
  writeFileSync(path.join(build, 'client', '_astro', `page.${version}.js`), script);
  writeFileSync(path.join(build, 'client', '_astro', `page.${version}.js.br`), brotliCompressSync(script));
  writeFileSync(path.join(folder, 'dist', 'current'), version);
}

const folder = makeProject();
rmSync(path.join(folder, 'dist', 'app'), { recursive: true });
const running: ServerProcess[] = [];

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startReady(folder, {
    DATABASE_URL: url,
    LIMIT_SCALE: '100',
    AUTH_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '1',
    ...env,
  });
  running.push(server);
  return server;
}

afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

test('a newer version takes over beside the older one, and no request fails', async () => {
  const ports = [await freePort(), await freePort()];
  addBuild(folder, 'older');
  const older = await start({ PORT: String(ports[0]) });
  const proxy = await openSwitch(ports, 50);
  const said: Record<string, number> = {};
  const failed: string[] = [];
  let isOver = false;

  async function ask(path: string, body?: string): Promise<void> {
    const answer = await fetch(proxy.url + path, body === undefined ? {} : { method: 'POST', body }).catch(
      String,
    );
    const text = typeof answer === 'string' ? answer : await answer.text();
    if (typeof answer === 'string' || !answer.ok) failed.push(`${path}: ${text}`);
    else if (body !== undefined && !text.endsWith(body)) failed.push(`${path}: ${text} for ${body}`);
    else said[text.split(' ')[0] ?? ''] = (said[text.split(' ')[0] ?? ''] ?? 0) + 1;
  }

  async function press(nth: number): Promise<void> {
    for (let at = 0; !isOver; at += 1) await ask(`/${nth}`, at % 2 === 0 ? `order ${nth} ${at}` : undefined);
  }

  try {
    await until('the older one is in', () => proxy.healthy().length === 1);
    const load = Array.from({ length: 12 }, (_, nth) => press(nth));
    await until('it is busy', () => (said.older ?? 0) > 50);

    addBuild(folder, 'newer');
    const newer = await start({ PORT: String(ports[1]) });
    await until('both answer', () => (said.newer ?? 0) > 50);
    // A page of either may ask the other for its files.
    for (const server of [older, newer]) {
      for (const version of ['older', 'newer']) {
        const asset = await fetch(`${server.url}/_astro/page.${version}.js`, {
          headers: { 'accept-encoding': 'br' },
        });
        expect(await asset.text()).toBe(`console.log('${version}')`);
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(asset.headers.get('content-encoding')).toBe('br');
      }
    }

    const long = [ask('/long'), ask('/long'), ask('/long')];
    older.child.kill('SIGTERM');
    await until('the older one says so', async () => {
      const health = await fetch(`${older.url}/api/health`);
      return health.status === 503 && (await health.text()).includes('正在停止');
    });
    // It says so and still answers: the proxy may not have looked yet.
    expect((await fetch(`${older.url}/x`)).headers.get('connection')).toBe('close');
    expect((await older.ended).code).toBe(0);
    await Promise.all(long);
    const before = said.newer ?? 0;
    await until('the newer one goes on alone', () => (said.newer ?? 0) > before + 50);
    isOver = true;
    await Promise.all(load);
    expect(failed).toEqual([]);
    expect((await fetch(`${newer.url}/_astro/page.older.js`)).status).toBe(200);
  } finally {
    isOver = true;
    await proxy.close();
  }
}, 180_000);

test('only files of builds are handed out from there', async () => {
  addBuild(folder, 'newer');
  const server = await start();
  for (const asked of [
    '/_astro/../../older/server/entry.mjs',
    '/_astro/%2e%2e%2fserver%2fentry.mjs',
    '/_astro/',
    '/_astro/none.js',
  ])
    expect(await (await fetch(server.url + asked)).text()).not.toContain('handler');
  expect(await (await fetch(`${server.url}/_astro/none.js`)).text()).toBe('newer ');
});

test('processes without a common folder share their files in ASSETS_DIR; what no build brings goes after thirty days', async () => {
  const shared = mkdtempSync(path.join(os.tmpdir(), 'yaopi-assets-'));
  try {
    const [now, long] = [new Date(), new Date(Date.now() - 31 * 24 * 60 * 60_000)];
    shareAssets(path.join(folder, 'dist', 'older'), shared, now);
    writeFileSync(path.join(shared, '_astro', 'gone.js'), 'old');
    utimesSync(path.join(shared, '_astro', 'gone.js'), long, long);
    const elsewhere = makeProject();
    rmSync(path.join(elsewhere, 'dist', 'app'), { recursive: true });
    addBuild(elsewhere, 'newest');
    const server = await startReady(elsewhere, {
      DATABASE_URL: url,
      LIMIT_SCALE: '100',
      AUTH_SECRET: 'x'.repeat(32),
      ASSETS_DIR: shared,
    });
    running.push(server);
    expect(await (await fetch(`${server.url}/_astro/page.older.js`)).text()).toBe("console.log('older')");
    expect(readdirSync(path.join(shared, '_astro')).sort()).toEqual(
      ['newest', 'older'].flatMap((version) => [`page.${version}.js`, `page.${version}.js.br`]).sort(),
    );
    expect(existsSync(path.join(shared, '_astro', 'gone.js'))).toBe(false);
  } finally {
    rmSync(shared, { recursive: true, force: true });
  }
}, 120_000);
