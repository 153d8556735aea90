/** Errors that nothing caught, and the process that starts the server again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isAlive, makeProject, until } from '#tests/support/server-process.ts';
import { shopSettings } from '#tests/support/shop.ts';

/** Stands in for the built app: it tells its process, breaks it in two ways, and answers one request slowly. */
const app = `
export async function render({ url }) {
  if (url === '/throw') setImmediate(() => { throw new Error('thrown for a test'); });
  if (url === '/reject') void Promise.reject(new Error('rejected for a test'));
  if (url === '/slow') await new Promise((resolve) => setTimeout(resolve, 600));
  return new Response(String(process.pid), { headers: { 'Content-Type': 'text/plain' } });
}
`;
const { url: database } = await testDatabase('empty');
const folder = makeProject(app);
const root = path.resolve(import.meta.dirname, '../..');
const at = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);

function script(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

const serve = script(
  'serve.mjs',
  `import { endWithSupervisor } from ${at('src/lib/server/core/process/supervised.ts')};
   import { launch } from ${at('src/lib/server/start/launch.ts')};
   endWithSupervisor();
   process.exit(await launch(async () => {}));`,
);
const start = script(
  'start.mjs',
  `import { supervise } from ${at('scripts/supervise.ts')};
   process.exit(await supervise(process.argv[2], []));`,
);

interface Supervised {
  child: ChildProcess;
  url: string;
  said: () => string;
  ended: Promise<number | null>;
}

const running: Supervised[] = [];

async function begin(server = serve, port?: number): Promise<Supervised> {
  const PORT = String(port ?? (await freePort()));
  const child = spawn(process.execPath, [start, server], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT,
      DATABASE_URL: database,
      DEMO: '0',
      ...shopSettings,
      SITE_URL: `http://127.0.0.1:${PORT}`,
      LOG_LEVEL: 'fatal',
      SHUTDOWN_SECONDS: '3',
      AUTH_SECRET: 'a secret for tests, thirty-two characters',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const supervised = { child, url: `http://127.0.0.1:${PORT}`, said: () => text, ended };
  running.push(supervised);
  return supervised;
}

async function pidOf({ url }: Supervised): Promise<number | undefined> {
  try {
    return Number(await (await fetch(`${url}/pid`)).text()) || undefined;
  } catch {
    return undefined;
  }
}

async function ready(supervised: Supervised, before?: number): Promise<number> {
  let pid: number | undefined;
  await until(
    'a server answers',
    async () => {
      pid = await pidOf(supervised);
      return pid !== undefined && pid !== before;
    },
    120_000,
  );
  return pid ?? 0;
}

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});
afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

test('a killed server is started again; a signal to the supervisor ends both, in good order', {
  timeout: 300_000,
}, async () => {
  const supervised = await begin();
  const first = await ready(supervised);
  process.kill(first, 'SIGKILL');
  const second = await ready(supervised, first);
  expect(supervised.said()).toContain('服务意外结束（信号 SIGKILL），马上重新启动…');
  supervised.child.kill('SIGTERM');
  expect(await supervised.ended).toBe(0);
  expect(isAlive(second)).toBe(false);
});

test.each(['/throw', '/reject'])(
  '%s: it is written down, what runs is finished, and a new server follows',
  {
    timeout: 300_000,
  },
  async (way) => {
    const supervised = await begin();
    const first = await ready(supervised);
    const slow = fetch(`${supervised.url}/slow`).then((answer) => answer.text());
    await fetch(supervised.url + way);
    expect(await slow).toBe(String(first));
    await ready(supervised, first);
    expect(supervised.said()).toMatch(/for a test.*nothing caught this error/);
    expect(supervised.said()).toContain('服务意外结束（代码 1）');
  },
);

test('a start that cannot work is not tried again', async () => {
  const port = await freePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const supervised = await begin(serve, port);
  expect(await supervised.ended).toBe(1);
  holder.close();
  expect(supervised.said().trim()).toMatch(/^端口 \d+ 已被占用。.*$/);
});

test('a server that ends as soon as it has begun is given up after five times, with a reason', {
  timeout: 300_000,
}, async () => {
  const supervised = await begin(script('broken.mjs', 'process.exit(3);'));
  expect(await supervised.ended).toBe(1);
  expect(supervised.said()).toContain('服务连续 5 次刚启动就结束（代码 3），不再重试。');
});

test('a killed supervisor leaves no server behind', { timeout: 300_000 }, async () => {
  const supervised = await begin();
  const pid = await ready(supervised);
  supervised.child.kill('SIGKILL');
  await until('the server has ended', () => !isAlive(pid));
});
