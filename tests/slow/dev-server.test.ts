/** `npm run dev`: a page, an island's module and a call. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { url } = await testDatabase();

test('answers pages, modules of islands and calls, and ends when it is told to', async () => {
  const data = mkdtempSync(path.join(os.tmpdir(), 'yaopi-dev-'));
  chmodSync(data, 0o755);
  const port = String(await freePort());
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...env, DATABASE_URL: url, DEMO: '1', PORT: port, HOST: '127.0.0.1', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`);
  try {
    const isUp = () =>
      ask('/api/health').then(
        ({ ok }) => ok,
        () => false,
      );
    // Vite reads all packages once, on a busy machine for long.
    await until('the development server answers', isUp, 240_000).catch((error: Error) => {
      throw new Error(`${error.message}: ${said}`);
    });
    const page = await ask('/help');
    expect([page.status, await page.text()], said).toEqual([200, expect.stringContaining('帮助中心')]);
    const island = await ask('/src/islands/shell/AccountBar.tsx');
    expect([island.status, await island.text()]).toEqual([200, expect.stringContaining('AccountBar')]);
    expect(await (await ask('/api/get_config?keys=hot_line')).json()).toMatchObject({ code: 200 });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}, 300_000);
