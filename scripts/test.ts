import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { recordPassed } from '#tests/support/changed.ts';
import { announceWatched } from '#tests/support/watched.ts';
import { readPlaywright, readVitest, type Sum, settle } from './test/reports.ts';
import { listProjects } from './test/rooms.ts';

/*
 * npm test: what needs no browser, beside it the build, then the browser's. Slow tests and pages whose files stand still
 * since all tests last passed are left out (tests/support/changed.ts). Its last line is the sum, `N passed, N failed`.
 * npm run test:slow (`node scripts/test.ts all`): every test; writes tests/passed when all pass on a committed state.
 * `node scripts/test.ts e2e` runs the browser's alone, `vitest` the others; further words go to the runner.
 * npm run test:e2e -- --watch: keeps a server with its database until Ctrl-C; runs beside it begin at once. What changes
 * in the shop needs another server.
 */

const namesKept = 30;
const slowestShown = 10;

/** The runner that is at work. */
let running: ChildProcess | undefined;
/** The build beside it. */
let building: ChildProcess | undefined;
/** Set by a signal: what runs ends with its servers and databases, nothing further begins. */
let isStopped = false;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    const isFirst = !isStopped;
    isStopped = true;
    if (isFirst) building?.kill('SIGINT');
    // A terminal sends Ctrl-C to the runner as well. Playwright takes a second SIGINT for impatience, and SIGTERM for its end.
    if (isFirst && !(signal === 'SIGINT' && process.stdin.isTTY)) running?.kill('SIGINT');
  });

function run(file: string, args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [path.join('node_modules', file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  running = child;
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

async function vitest(folder: string, args: string[]): Promise<Sum> {
  const report = path.join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isChosen = args.some((word) => !word.startsWith('-') || word.startsWith('--project'));
  const projects = isChosen ? [] : listProjects().map((name) => `--project=${name}`);
  if (projects.length > 0) console.log(`vitest ${projects.join(' ')}`);
  const code = await run('vitest/vitest.mjs', ['run', ...reporters, ...projects, ...args], {});
  return settle(readVitest(report), code, 'vitest');
}

async function playwright(folder: string, args: string[]): Promise<Sum> {
  const report = path.join(folder, 'playwright.json');
  const options = ['test', '--reporter=list,json', '--pass-with-no-tests', ...args];
  const code = await run('@playwright/test/cli.js', options, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return settle(readPlaywright(report), code, 'playwright');
}

/** Makes the build for browser tests and the model; they report a failure themselves. */
function buildAhead(): Promise<unknown> {
  const child = spawn(process.execPath, ['scripts/build.ts', 'if-needed'], { stdio: 'ignore' });
  building = child;
  return new Promise((resolve) => child.once('close', resolve));
}

/** Runs the server of browser tests until a signal; later runs find it. */
async function watchServer(): Promise<number> {
  const port = String(await freePort());
  const server = {
    E2E_PORT: port,
    E2E_DATABASE_FILE: path.join(os.tmpdir(), `yaopi-e2e-${port}`),
    E2E_LOG_FILE: path.join(os.tmpdir(), `yaopi-e2e-${port}.log`),
  };
  const log = openSync(server.E2E_LOG_FILE, 'w');
  const child = spawn(process.execPath, ['tests/support/e2e-server.ts'], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...server, PORT: port },
  });
  running = child;
  let isOver = false;
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code) => {
      isOver = true;
      resolve(code ?? 1);
    }),
  );
  if (!(await untilHealthy(port, () => isOver))) {
    console.log(`the server did not start: see ${server.E2E_LOG_FILE}`);
    return 1;
  }
  announceWatched(server);
  console.log(`browser tests of this folder run on port ${port} until this command ends`);
  return ended;
}

/** Waits until the server is healthy; false when it ended before. */
async function untilHealthy(port: string, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer?.ok) return true;
    await pause(200);
  }
  return false;
}

interface Stage {
  name: string;
  seconds: number;
  sum: Sum;
}

async function stage(name: string, work: () => Promise<Sum>): Promise<Stage> {
  const start = performance.now();
  const sum = await work();
  return { name, sum, seconds: Math.round((performance.now() - start) / 1000) };
}

/** Reports what took long: the stages, the slowest files, and files above their limit in `tests/budget.json`. */
function printTimes(stages: readonly Stage[]): void {
  const files = stages.flatMap(({ sum }) => sum.files).sort((a, b) => b.ms - a.ms);
  const seconds = (ms: number) => Math.round(ms / 1000);
  console.log(`stages: ${stages.map(({ name, seconds: all }) => `${name} ${all} s`).join(', ')}`);
  for (const { name, ms } of files.slice(0, slowestShown)) console.log(`slow: ${name} ${seconds(ms)} s`);
  const { seconds: budget, files: own }: { seconds: number; files: Record<string, number> } = JSON.parse(
    readFileSync('tests/budget.json', 'utf8'),
  );
  for (const { name, ms } of files) {
    const given = own[name] ?? budget;
    if (seconds(ms) > given) console.log(`over budget: ${name} took ${seconds(ms)} s, ${given} s are given`);
  }
}

async function main(): Promise<number> {
  const [which = '', ...rest] = process.argv.slice(2);
  if (which === 'e2e' && rest.includes('--watch')) return watchServer();
  if (which === 'all') process.env.TESTS_ALL = '1';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-test-'));
  const runners = { vitest: () => vitest(folder, rest), e2e: () => playwright(folder, rest) };
  const only: (keyof typeof runners)[] = which === 'vitest' || which === 'e2e' ? [which] : ['vitest', 'e2e'];
  const stages: Stage[] = [];
  const built = only.length > 1 ? buildAhead() : undefined;
  try {
    // The second also when the first failed: one run reports everything.
    for (const name of only) {
      if (name === 'e2e') await built;
      if (!isStopped) stages.push(await stage(name, runners[name]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printTimes(stages);
  const sums = stages.map(({ sum }) => sum);
  const failed = sums.reduce((all, sum) => all + sum.failed, 0);
  for (const line of sums.flatMap((sum) => sum.failures).slice(0, namesKept)) console.log(`failed: ${line}`);
  const isWhole = failed === 0 && !isStopped;
  if (isWhole && which === 'all') recordPassed();
  console.log(`\n${sums.reduce((all, sum) => all + sum.passed, 0)} passed, ${failed} failed`);
  return isWhole ? 0 : 1;
}

process.exitCode = await main();
