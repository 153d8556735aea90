import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './src/lib/server/core/process/free-port.ts';
import { CHROMIUM_FLAGS, findChromium } from './tests/support/chromium.ts';
import { findWatched } from './tests/support/watched.ts';

// Workers read this file too, and must find what the first process has chosen.
const watched = process.env.E2E_PORT === undefined ? findWatched() : null;
if (watched !== null) Object.assign(process.env, watched, { E2E_WATCHED: '1' });
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATABASE_FILE ??= path.join(os.tmpdir(), `yaopi-e2e-${process.env.E2E_PORT}`);
process.env.E2E_LOG_FILE ??= path.join(os.tmpdir(), `yaopi-e2e-${process.env.E2E_PORT}.log`);
process.env.CHROMIUM_PATH ??= await findChromium();

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  reporter: 'list',
  // What the server has written in the whole run is searched for secrets.
  globalTeardown: './tests/support/e2e-log.ts',
  workers: 2,
  fullyParallel: true,
  // Two cores carry server, database and two browsers: what takes a second alone may take ten here.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // A test that passes at its second try is a defect, of the test or of the shop.
  retries: 0,
  use: {
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // The pages themselves are in it; pictures of each frame would cost half as much processor again.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  // A watched server is there already.
  ...(process.env.E2E_WATCHED !== '1' && {
    webServer: {
      // All that it says goes into a file, which the teardown reads; what went wrong is printed there.
      command: `exec "${process.execPath}" tests/support/e2e-server.ts >"${process.env.E2E_LOG_FILE}" 2>&1`,
      url: `${origin}/api/health`,
      env: { PORT: process.env.E2E_PORT, E2E_DATABASE_FILE: process.env.E2E_DATABASE_FILE },
      stdout: 'pipe',
      // It builds first, and puts three months of orders in.
      timeout: 900_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
  }),
});
