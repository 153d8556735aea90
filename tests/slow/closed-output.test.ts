/** A server whose standard output is gone starts and answers, as when it has one. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, until } from '#tests/support/server-process.ts';

const { url } = await testDatabase();
const folder = makeProject();
const server = fileURLToPath(new URL('../../server.mjs', import.meta.url));
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

async function startWith(out: 'closed pipe' | 'full device') {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [server], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: '1',
      DATABASE_URL: url,
      AUTH_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'info',
    },
    stdio: out === 'full device' ? ['ignore', full, full] : ['ignore', 'pipe', 'pipe'],
  });
  closeSync(full);
  // Nobody reads: the first line that is written meets a broken pipe.
  child.stdout?.destroy();
  child.stderr?.destroy();
  ends.push(() => child.kill('SIGKILL'));
  return { child, health: `http://127.0.0.1:${port}/api/health` };
}

/** A start compiles and builds the index: as long as a busy machine takes for that, ms. */
const startMs = 180_000;

test.each(['closed pipe', 'full device'] as const)(
  'with a %s',
  async (out) => {
    const { child, health } = await startWith(out);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await until(
      'the server is ready',
      async () => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
        return fetch(health).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      startMs,
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
  240_000,
);
